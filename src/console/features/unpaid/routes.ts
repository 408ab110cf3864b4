import { patterns } from '#console/domain/links.ts';

/** Pages of this section by URL pattern, each loaded on demand. */
export const routes = {
  [patterns.unpaid]: () => import('./unpaid.tsx').then((it) => it.Unpaid),
  [patterns.collectAgain]: () => import('./collect-again.tsx').then((it) => it.CollectAgain),
};
