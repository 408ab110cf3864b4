import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.cases]: () => import('./cases.tsx').then((it) => it.Cases),
};
