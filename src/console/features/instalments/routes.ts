import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.instalments]: () => import('./instalments.tsx').then((it) => it.Instalments),
  [patterns.omni]: () => import('./omni.tsx').then((it) => it.Omni),
};
