import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { productsOf, useMerchants } from '#console/api/access.ts';
import { addressOf, productName, useTenant } from '#console/api/tenant.ts';
import { EmptyState } from '#kit/ui/states.tsx';

interface Props {
  /** `contract 999999`. */
  what: string;
  /** Instead of the merchant and product. */
  where?: string;
  /** Where to search for it. */
  list?: { label: string; to: string };
  children?: ReactNode;
}

/** A record or page that does not exist: what was not found, where, and what to do next. */
export function Missing({ what, where, list, children }: Props) {
  const { merchant, product } = useTenant();
  const name = useMerchants().find((it) => it.number === merchant)?.name || `merchant ${merchant}`;
  const { pathname, search } = useLocation();
  // The same address under another product: the record may be there.
  const path = pathname.split('/').slice(4).join('/');
  const others = where === undefined ? productsOf(merchant).filter((it) => it !== product) : [];
  return (
    <EmptyState
      drawing="search"
      title={`No ${what} ${where ?? `for ${name} (${productName(product)})`}.`}
      action={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          {list && (
            <Button variant="contained" component={Link} to={list.to}>
              {list.label}
            </Button>
          )}
          {others.map((it) => (
            <Button
              key={it}
              variant="outlined"
              component={Link}
              to={addressOf({ merchant, product: it }, `/${path}${search}`)}
            >
              Switch to {productName(it)}
            </Button>
          ))}
          {children}
        </Stack>
      }
    />
  );
}
