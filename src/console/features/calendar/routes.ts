import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.calendar]: () => import('./calendar.tsx').then((it) => it.Calendar),
};
