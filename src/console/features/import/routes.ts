import { patterns } from '#console/domain/links.ts';

/** Pages of this section by URL pattern, each loaded on demand. */
export const routes = {
  [patterns.import]: () => import('./import.tsx').then((it) => it.Import),
};
