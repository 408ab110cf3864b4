import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.clients]: () => import('./clients.tsx').then((it) => it.Clients),
  [patterns.clientCreate]: () => import('./create.tsx').then((it) => it.ClientCreate),
  [patterns.client]: () => import('./client.tsx').then((it) => it.Client),
  [patterns.clientEdit]: () => import('./edit.tsx').then((it) => it.ClientEdit),
};
