import { patterns } from '#console/domain/links.ts';

/** The pages of this section by their addresses; each is loaded when it is asked for. */
export const routes = {
  [patterns.possible]: () => import('./possible.tsx').then((it) => it.Possible),
};
