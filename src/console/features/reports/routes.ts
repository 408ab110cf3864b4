import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.reports]: () => import('./reports.tsx').then((it) => it.Reports),
};
