import { styled } from '@mui/material/styles';
import { useLocation, useNavigate } from 'react-router-dom';
import { productsOf, useMerchants } from '#console/api/access.ts';
import { addressOf, productName, useTenant, type Tenant } from '#console/api/tenant.ts';
import { selectArrow } from '#kit/form/plain-field.tsx';

const Choose = styled('select')(({ theme }) => ({
  minWidth: 0,
  maxWidth: 240,
  [theme.breakpoints.up('lg')]: { maxWidth: 320 },
  height: 36,
  padding: '0 12px',
  ...selectArrow,
  border: `1px solid color-mix(in srgb, ${theme.vars.palette.text.secondary} 35%, transparent)`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  font: 'inherit',
  textOverflow: 'ellipsis',
  [theme.breakpoints.down('md')]: {
    height: 44,
    // The merchant gets the remaining width.
    '&:first-of-type': { flex: 1, maxWidth: 'none' },
  },
}));

/** Switching opens the same list, never the same record or form: drafts belong to their tenant. */
export function TenantSwitch() {
  const merchants = useMerchants();
  const { merchant, product } = useTenant();
  const products = productsOf(merchant);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const go = (tenant: Tenant) => void navigate(addressOf(tenant, pathname.split('/')[4] ?? ''));
  return (
    <>
      <Choose
        aria-label="Merchant"
        value={merchant}
        onChange={({ target }) => {
          const offered = productsOf(target.value);
          go({ merchant: target.value, product: offered.includes(product) ? product : (offered[0] ?? product) });
        }}
      >
        {merchants.map(({ number, name }) => (
          <option key={number} value={number}>
            {number} · {name}
          </option>
        ))}
        {!merchants.some((it) => it.number === merchant) && <option value={merchant}>{merchant} · not listed</option>}
      </Choose>
      <Choose aria-label="Product" value={product} onChange={(event) => go({ merchant, product: event.target.value })}>
        {products.map((it) => (
          <option key={it} value={it}>
            {productName(it)}
          </option>
        ))}
        {!products.includes(product) && <option value={product}>{productName(product)} · not listed</option>}
      </Choose>
    </>
  );
}
