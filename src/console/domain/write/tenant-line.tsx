import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useMerchantName } from '#console/api/access.ts';
import { productName, useTenant } from '#console/api/tenant.ts';

/** Every confirmation names merchant and product, since a write for the wrong one changes the wrong accounts. */
export function TenantLine({ children }: { children?: ReactNode }) {
  const { merchant, product } = useTenant();
  const name = useMerchantName(merchant);
  return (
    <Typography color="textSecondary">
      {children} Merchant {merchant}
      {name && ` (${name})`}, product {productName(product)}.
    </Typography>
  );
}
