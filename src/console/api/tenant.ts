import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { productsOf, useMerchants } from './access.ts';

/** Both are path segments of the interface. */
export interface Tenant {
  merchant: string;
  product: string;
  /** For cases, if it differs from the configured one. */
  organisation?: string;
}

/** A product as people write it; its code is a segment of the interface's paths. */
export const productName = (product: string): string => (product.toUpperCase() === 'DEBICHECK' ? 'DebiCheck' : product);

export const addressOf = (tenant: Tenant, path = ''): string =>
  `/m/${encodeURIComponent(tenant.merchant)}/${encodeURIComponent(tenant.product)}${path === '/' ? '' : path.replace(/^(?=[^/?#])/, '/')}`;

/** From the address; at the root, the first one. */
export function useTenant(): Tenant & { href(path: string): string } {
  const merchants = useMerchants();
  const params = useParams();
  const merchant = params.merchant ?? merchants[0]?.number ?? '';
  const product = params.product ?? productsOf(merchant)[0] ?? '';
  const href = useCallback((path: string) => addressOf({ merchant, product }, path), [merchant, product]);
  return { merchant, product, href };
}
