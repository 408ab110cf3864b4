import Typography from '@mui/material/Typography';
import { useMerchantName } from '#console/api/access.ts';
import { useTenant } from '#console/api/tenant.ts';

/** Merchant and product stand in every confirmation: a wrong one would write to the wrong book. */
export function TenantLine() {
  const { merchant, product } = useTenant();
  const name = useMerchantName(merchant);
  return (
    <Typography color="textSecondary">
      Merchant {merchant}
      {name && ` (${name})`}, product {product}.
    </Typography>
  );
}
