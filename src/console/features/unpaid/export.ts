import { codeLabel } from '#console/api/code-labels.ts';
import { reasonName } from '#console/domain/collections/reason.tsx';
import type { Column } from '#kit/grid/columns.ts';
import { fullDayText } from '#rules/day-text.ts';
import { reasonGroups } from '#rules/return-reasons.ts';
import { deskAges, followUps, isGroup, whatToDo, type DeskFilter, type DeskRow } from './desk.ts';

/** The columns of the screen, in their order, with the related numbers. */
export const exportColumns: readonly Column<DeskRow>[] = [
  { fieldName: 'client', exported: [{ fieldName: 'client', label: 'Client' }, 'ClientNumber'] },
  {
    fieldName: 'ContractNumber',
    exported: [
      { fieldName: 'contract', label: 'Contract', value: (it) => it.ContractNumber || it.ContractSequence },
      'ContractSequence',
    ],
  },
  {
    fieldName: 'TransactionDate',
    exported: [{ fieldName: 'TransactionDate', label: 'Returned on', kind: 'dateTime' }],
  },
  { fieldName: 'Amount', exported: ['Amount'] },
  {
    fieldName: 'InstalmentResult',
    exported: [
      { fieldName: 'reason', label: 'Reason', value: (it) => reasonName(it.InstalmentResult ?? '') },
      { fieldName: 'code', label: 'Reason code', value: (it) => it.InstalmentResult ?? '' },
      { fieldName: 'group', label: 'What to do', value: whatToDo },
    ],
  },
  { fieldName: 'since', exported: [{ fieldName: 'since', label: 'Collected again' }] },
  {
    fieldName: 'where',
    exported: [{ fieldName: 'where', label: 'Where it is', value: (it) => it.where?.text }],
  },
  { fieldName: 'assignee', exported: [{ fieldName: 'assignee', label: 'Assigned to' }] },
  { fieldName: 'days', exported: [{ fieldName: 'days', label: 'Days unpaid', kind: 'integer' }] },
];

export const reasonTitle = (reason: string): string =>
  isGroup(reason) ? reasonGroups[reason].label : reasonName(reason === 'none' ? '' : reason);

export function deskFilterText(
  { find, reason, age, since }: DeskFilter,
  failed: string,
  range: readonly [string, string],
) {
  return [
    ['Returned', `${fullDayText(range[0])} to ${fullDayText(range[1])}`],
    ['Status', codeLabel('InstalmentStatus', failed) ?? failed],
    ...(find ? [['Search', find]] : []),
    ...(reason ? [['Reason', reasonTitle(reason)]] : []),
    ...(age ? [['Days unpaid', deskAges.find((it) => it.code === age)?.label ?? age]] : []),
    ['Collected again', followUps.find((it) => it.code === since)?.label ?? since],
  ] as [string, string][];
}
