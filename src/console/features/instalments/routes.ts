import { patterns } from '#console/domain/links.ts';

/** The pages of this section by their addresses; each is loaded when it is asked for. */
export const routes = {
  [patterns.instalments]: () => import('./instalments.tsx').then((it) => it.Instalments),
  [patterns.omni]: () => import('./omni.tsx').then((it) => it.Omni),
};
