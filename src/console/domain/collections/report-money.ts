import type { Filter, View } from '#console/report-engine/protocol.ts';
import type { Money } from './money.ts';
import { withFilter } from './report-address.ts';
import { collectionsOnly, type Report } from './report-list.ts';

export function viewOfMoney({ sum }: Report, view: View, { kind, statuses, types }: Money): View {
  const [status = '', type] = sum?.apart ?? [];
  const ofStatus: Filter = { fieldName: status, kind: 'oneOf', values: statuses };
  if (type === undefined) return withFilter(view, status, ofStatus);
  const ofType: Filter = kind.startsWith('in ') ? collectionsOnly : { fieldName: type, kind: 'oneOf', values: types };
  return withFilter(withFilter(view, type, ofType), status, ofStatus);
}
