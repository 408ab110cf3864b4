import { useCallback } from 'react';
import { useParams } from 'react-router-dom';
import { useMerchants } from './access.ts';
import { useConfig } from './config.ts';

/** Both are path segments of the interface. */
export interface Tenant {
  merchant: string;
  product: string;
  /** For cases, if it differs from the configured one. */
  organisation?: string;
}

export const addressOf = (tenant: Tenant, path = ''): string =>
  `/m/${encodeURIComponent(tenant.merchant)}/${encodeURIComponent(tenant.product)}${path === '/' ? '' : path.replace(/^(?=[^/?#])/, '/')}`;

/** From the address; at the root, the first one. */
export function useTenant(): Tenant & { href(path: string): string } {
  const { products } = useConfig();
  const merchants = useMerchants();
  const params = useParams();
  const merchant = params.merchant ?? merchants[0]?.number ?? '';
  const product = params.product ?? products[0] ?? '';
  const href = useCallback((path: string) => addressOf({ merchant, product }, path), [merchant, product]);
  return { merchant, product, href };
}
