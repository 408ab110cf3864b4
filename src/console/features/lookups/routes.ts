import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.lookups]: () => import('./lookups.tsx').then((it) => it.Lookups),
};
