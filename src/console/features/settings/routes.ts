import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.settings]: () => import('./settings.tsx').then((it) => it.Settings),
};
