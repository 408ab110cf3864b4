import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isBarredFrom } from '#console/api/access.ts';
import { addressOf, productName, useTenant, type Tenant } from '#console/api/tenant.ts';
import { rememberTenant, tenantBefore } from '#console/session/last-tenant.ts';
import { Notice } from '#kit/ui/notice.tsx';

/** Only what a tab opens first may be a colleague's link; the person chose what follows. */
let isFirst = true;

/** A colleague's link may be for another merchant or product, whose pages look the same: asks before the person works there. */
export function OtherTenant() {
  const { merchant, product } = useTenant();
  const navigate = useNavigate();
  const [before, setBefore] = useState<Tenant | undefined>(() =>
    isFirst ? tenantBefore({ merchant, product }) : undefined,
  );
  const isAsked = before !== undefined && !isBarredFrom(before.merchant);
  useEffect(() => {
    isFirst = false;
    if (!isAsked) rememberTenant({ merchant, product });
  }, [isAsked, merchant, product]);
  if (!isAsked) return null;
  const nameOf = (tenant: Tenant) =>
    before.merchant === merchant ? productName(tenant.product) : `${tenant.merchant} · ${productName(tenant.product)}`;
  const [here, there] = [nameOf({ merchant, product }), nameOf(before)];
  return (
    <Notice
      tone="warning"
      role="region"
      aria-label="Another merchant or product"
      title={`This link is for ${here}. You last worked in ${there}.`}
      sx={{ mb: 2 }}
      action={
        <>
          <Button color="inherit" variant="outlined" onClick={() => void navigate(addressOf(before))}>
            Go to {there}
          </Button>
          <Button variant="contained" onClick={() => setBefore(undefined)}>
            Stay in {here}
          </Button>
        </>
      }
    />
  );
}
