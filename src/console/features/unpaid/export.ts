import { dayText } from '../../../rules/day-text.ts';
import { codeLabel } from '../../api/code-labels.ts';
import { reasonName } from '../../domain/collections/reason.tsx';
import { reasonGroups, type ReasonGroup } from '../../domain/collections/return-reasons.ts';
import type { Column } from '../../kit/grid/columns.ts';
import { ages, type DeskFilter, type DeskRow } from './desk.ts';

/** What a file of unpaid debits holds. */
export const exportColumns: readonly Column<DeskRow>[] = [
  {
    fieldName: 'InstalmentResult',
    exported: [
      { fieldName: 'group', label: 'What to do', value: (it) => reasonGroups[it.group].label },
      { fieldName: 'reason', label: 'Reason', value: (it) => reasonName(it.InstalmentResult ?? '') },
      { fieldName: 'code', label: 'Reason code', value: (it) => it.InstalmentResult ?? '' },
    ],
  },
  { fieldName: 'client', exported: [{ fieldName: 'client', label: 'Client' }, 'ClientNumber'] },
  { fieldName: 'ContractNumber', exported: ['ContractNumber', 'ContractSequence'] },
  {
    fieldName: 'TransactionDate',
    exported: [{ fieldName: 'TransactionDate', label: 'Returned on', kind: 'dateTime' }],
  },
  { fieldName: 'days', exported: [{ fieldName: 'days', label: 'Days unpaid', kind: 'integer' }] },
  { fieldName: 'Amount', exported: ['Amount'] },
  { fieldName: 'since', exported: [{ fieldName: 'since', label: 'Collected since' }] },
];

/** By reason and client, as whoever follows them up works through them. */
export const byReasonAndClient = (rows: readonly DeskRow[]): DeskRow[] =>
  rows.toSorted(
    (one, other) =>
      (one.InstalmentResult ?? '').localeCompare(other.InstalmentResult ?? '') ||
      one.client.localeCompare(other.client),
  );

/** What the list is narrowed to, in words. */
export function filterText({ find, reason, age, since }: DeskFilter, failed: string, range: readonly [string, string]) {
  const reasonText = Object.hasOwn(reasonGroups, reason)
    ? reasonGroups[reason as ReasonGroup].label
    : reasonName(reason === 'none' ? '' : reason);
  return [
    ['Returned', `${dayText(range[0])} to ${dayText(range[1])}`],
    ['Status', codeLabel('InstalmentStatus', failed) ?? failed],
    ...(find ? [['Search', find]] : []),
    ...(reason ? [['Reason', reasonText]] : []),
    ...(age ? [['Days unpaid', ages.find((it) => it.code === age)?.label ?? age]] : []),
    ...(since ? [['Collected since', since === 'open' ? 'No' : 'Yes']] : []),
  ] as [string, string][];
}
