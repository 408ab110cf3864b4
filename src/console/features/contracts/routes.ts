import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.mandates]: () => import('./mandates.tsx').then((it) => it.Mandates),
  [patterns.mandateCreate]: () => import('./mandate-create.tsx').then((it) => it.MandateCreate),
  [patterns.contracts]: () => import('./contracts.tsx').then((it) => it.Contracts),
  [patterns.withoutMandate]: () => import('./contracts.tsx').then((it) => it.WithoutMandate),
  [patterns.contractCreate]: () => import('./contract-create.tsx').then((it) => it.ContractCreate),
  [patterns.contract]: () => import('./contract.tsx').then((it) => it.Contract),
  [patterns.mandateEdit]: () => import('./mandate-edit.tsx').then((it) => it.MandateEdit),
  [patterns.initiates]: () => import('./awaiting/list.tsx').then((it) => it.Initiates),
  [patterns.initiateEdit]: () => import('./awaiting/edit.tsx').then((it) => it.InitiateEdit),
};
