import { links } from '#console/domain/links.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { Days } from '#kit/dates/ranges.ts';
import { writeFilter } from './report-address.ts';
import { collectionsOnly } from './report-list.ts';

export const collectionsPath = (days: Days, filters: readonly Filter[] = []): string =>
  transactionsPath(days, [collectionsOnly, ...filters]);

export function transactionsPath({ from, to }: Days, filters: readonly Filter[]): string {
  const query = new URLSearchParams({ from, to });
  for (const it of filters) query.append('where', writeFilter(it));
  return `${links.reports('transactions')}?${query}`;
}
