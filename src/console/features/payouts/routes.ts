import { patterns } from '#console/domain/links.ts';

/** The pages of this section by their addresses; each is loaded when it is asked for. */
export const routes = {
  [patterns.payoutContracts]: () => import('./contracts.tsx').then((it) => it.PayoutContracts),
  [patterns.payoutContractCreate]: () => import('./contract-create.tsx').then((it) => it.PayoutContractCreate),
  [patterns.payoutContract]: () => import('./contract.tsx').then((it) => it.PayoutContract),
  [patterns.payment]: () => import('./payment.tsx').then((it) => it.PayoutPayment),
  [patterns.payments]: () => import('./payments.tsx').then((it) => it.Payments),
};
