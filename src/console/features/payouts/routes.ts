import { patterns } from '#console/domain/links.ts';

/** Pages of this section by URL pattern, each loaded on demand. */
export const routes = {
  [patterns.payoutContracts]: () => import('./contracts.tsx').then((it) => it.PayoutContracts),
  [patterns.payoutContractCreate]: () => import('./contract-create.tsx').then((it) => it.PayoutContractCreate),
  [patterns.payoutContract]: () => import('./contract.tsx').then((it) => it.PayoutContract),
  [patterns.payment]: () => import('./payment.tsx').then((it) => it.PayoutPayment),
  [patterns.payments]: () => import('./payments.tsx').then((it) => it.Payments),
};
