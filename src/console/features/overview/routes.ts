import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.overview]: () => import('./overview.tsx').then((it) => it.Overview),
};
