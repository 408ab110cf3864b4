import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { useMerchants } from './access.ts';
import { useConfig } from './config.ts';

/** The merchant and product that everything on screen belongs to; both are segments of every path of the interface. */
export interface Tenant {
  merchant: string;
  product: string;
  /** Of a case, where it is not the configured one. */
  organisation?: string;
}

/** The console's address of a path inside a place. */
export const addressOf = (tenant: Tenant, path = ''): string =>
  `/m/${encodeURIComponent(tenant.merchant)}/${encodeURIComponent(tenant.product)}${path === '/' ? '' : path.replace(/^(?=[^/?#])/, '/')}`;

/** The place of the address, and addresses inside it; outside a place (the root) the first that there is. */
export function useTenant(): Tenant & { href(path: string): string } {
  const { products } = useConfig();
  const merchants = useMerchants();
  const params = useParams();
  const merchant = params.merchant ?? merchants[0]?.number ?? '';
  const product = params.product ?? products[0] ?? '';
  const href = useCallback((path: string) => addressOf({ merchant, product }, path), [merchant, product]);
  return { merchant, product, href };
}
