import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useLabels } from '#console/api/lookups.ts';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { isWaiting, mayBeInitiated } from '#console/domain/contract/initiate-status.ts';
import { loweredText, rowRhythmText } from '#console/domain/contract/rhythm.ts';
import { statusColumn, ContractStatus } from '#console/domain/contract/status.tsx';
import { hasStrip, NextDebit, RowStrip } from '#console/domain/money-item/row-cells.tsx';
import { nextDebitColumn, stripColumn, unpaidColumn } from '#console/domain/money-item/row-columns.tsx';
import { useToday } from '#console/session/today.ts';
import type { FieldName } from '#contract/fields.ts';
import type { Column } from '#kit/grid/columns.ts';
import type { LabelOf } from '#kit/host.ts';
import { EmptyState } from '#kit/ui/states.tsx';
import type { DateText } from '#rules/calendar.ts';
import type { ToldMandate } from './told.ts';

const Terms = styled('small')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

type TextOf = (row: ToldMandate, today: DateText) => string;

/** The number with what is odd about the contract, or else with what is agreed. */
const contractColumn = (labelOf: LabelOf, oddOf: (row: ToldMandate) => string): Column<ToldMandate> => ({
  fieldName: 'ContractNumber',
  label: 'Contract',
  width: 232,
  growsTo: 270,
  isPlain: true,
  cell: (row) => (
    <>
      {row.ContractNumber}{' '}
      <Terms>
        {(row.debits?.next && row.status) ||
          loweredText(oddOf(row)) ||
          rowRhythmText(
            labelOf('FrequencyCode', row.FrequencyCode),
            labelOf('CollectionDay', row.CollectionDay, { FrequencyCode: row.FrequencyCode }),
          ) ||
          // Without text the number would move when the labels come.
          '\u00a0'}
      </Terms>
    </>
  ),
  exported: [{ fieldName: 'ContractNumber', label: 'Contract' }],
});

/** A status takes the place of debits that are not to come. */
const stateColumns: readonly Column<ToldMandate>[] = [
  {
    ...stripColumn,
    cell: ({ debits, MandateStatusCode, CancelDate }) => {
      const isOdd = mayBeInitiated(MandateStatusCode) && (isWaiting(MandateStatusCode) || !hasStrip(debits));
      return MandateStatusCode && isOdd ? (
        <ContractStatus status={MandateStatusCode} cancelDate={CancelDate} />
      ) : (
        hasStrip(debits) && <RowStrip debits={debits} />
      );
    },
  },
  {
    ...nextDebitColumn,
    cell: ({ debits, status }) =>
      debits === undefined || debits?.next ? <NextDebit debits={debits} /> : status && <Terms>{status}</Terms>,
  },
  unpaidColumn,
];

// Terms are on the record; technical numbers are last.
const columnsOf = (
  today: DateText,
  labelOf: LabelOf,
  textWithoutStatus: TextOf,
): (FieldName | Column<ToldMandate>)[] => [
  clientColumn,
  contractColumn(labelOf, (row) => (row.MandateStatusCode ? '' : textWithoutStatus(row, today))),
  ...stateColumns,
  // With room for the sum of a list, so that nothing moves when its rows come.
  { fieldName: 'InstalmentAmount', label: 'Amount', width: 140 },
  { ...statusColumn(today, textWithoutStatus), isOptional: true, priority: 3 },
  { fieldName: 'FrequencyCode', width: 124, isOptional: true, priority: 3 },
  { fieldName: 'CollectionDay', width: 232, align: 'left', isOptional: true, priority: 3 },
  { fieldName: 'NumberOfInstalments', label: 'Instalments', width: 112, isOptional: true, priority: 4 },
  {
    fieldName: 'ContractSequence',
    label: 'ID',
    width: 110,
    isOptional: true,
    priority: 5,
    exported: ['ContractSequence'],
  },
  { fieldName: 'MandateType', width: 140, isOptional: true, priority: 6 },
  { fieldName: 'TrackingYN', width: 100, isOptional: true, priority: 7 },
];

const noText = () => '';
const rhythmFields = ['FrequencyCode', 'CollectionDay'] as const;

/** @param textWithoutStatus text for rows without a status */
export function useMandateColumns(textWithoutStatus: TextOf = noText) {
  const today = useToday();
  const labelOf = useLabels(rhythmFields);
  return useMemo(() => columnsOf(today, labelOf, textWithoutStatus), [today, labelOf, textWithoutStatus]);
}

export const searchHint = 'Name, contract or number';

/** Shown if the service can't list them. */
export const FindByNumbers = ({ what }: { what: string }) => (
  <EmptyState title={`Find a ${what} by its numbers`}>Enter a client number and a contract number.</EmptyState>
);
