import type { TokenSource } from '#console/api/auth.ts';
import type { MonthDifference } from '#contract/month-end.ts';
import { askPackWorker } from './ask-worker.ts';
import type { CompareSpec } from './spec.ts';

export interface Comparison {
  differences: MonthDifference[];
  /** May be more than are listed. */
  count: number;
}

/** In a worker, which reads pack and reports itself. @throws Error of the pack or the reports */
export const comparePack = (spec: CompareSpec, token: TokenSource): Promise<Comparison> =>
  askPackWorker({ is: 'compare', spec }, token, (message, { resolve }) => {
    if (message.is === 'compared') resolve({ differences: message.differences, count: message.count });
  });
