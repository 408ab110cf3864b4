import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.limits]: () => import('./limits.tsx').then((it) => it.Limits),
};
