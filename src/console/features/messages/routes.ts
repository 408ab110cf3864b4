import { patterns } from '#console/domain/links.ts';

export const routes = {
  [patterns.messages]: () => import('./messages.tsx').then((it) => it.Messages),
};
