import { patterns } from '#console/domain/links.ts';

/** The pages of this section by their addresses; each is loaded when it is asked for. */
export const routes = {
  [patterns.import]: () => import('./import.tsx').then((it) => it.Import),
};
