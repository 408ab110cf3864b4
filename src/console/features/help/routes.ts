import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.possible]: () => import('./possible.tsx').then((it) => it.Possible),
};
