import type { Filter } from '#kit/base/grid-source.ts';
import type { View } from '#report-engine/protocol.ts';
import type { Money } from './money.ts';
import { withFilter } from './report-address.ts';
import { collectionsOnly, type Report } from './report-list.ts';

/** The rows of one of the view's kinds of money. Their currency is a filter only where there are others. */
export function viewOfMoney({ sum }: Report, view: View, money: Money, all: readonly Money[]): View {
  const { kind, statuses, types, currencies } = money;
  const [status = '', type] = sum?.apart ?? [];
  const filters: Filter[] = [{ fieldName: status, kind: 'oneOf', values: statuses }];
  if (type !== undefined)
    filters.unshift(kind.startsWith('in ') ? collectionsOnly : { fieldName: type, kind: 'oneOf', values: types });
  const isOfOne = view.filters.some((it) => it.fieldName === sum?.currency);
  if (sum?.currency !== undefined && (isOfOne || all.some((it) => it.currency)))
    filters.push({ fieldName: sum.currency, kind: 'oneOf', values: currencies });
  return filters.reduce((narrowed, it) => withFilter(narrowed, it.fieldName, it), view);
}
