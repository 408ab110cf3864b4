import { useMemo } from 'react';
import { clientColumn } from '#console/domain/client/names/column.tsx';
import { statusColumn } from '#console/domain/contract/status.tsx';
import { useToday } from '#console/session/today.ts';
import type { FieldName } from '#contract/fields.ts';
import type { Column } from '#kit/grid/columns.ts';
import { EmptyState } from '#kit/ui/states.tsx';
import type { DateText } from '#rules/calendar.ts';
import type { Mandate } from './use-mandates.ts';

// Technical numbers are last and the first to be left out.
const columnsOf = <Row extends Mandate>(
  today: DateText,
  textWithoutStatus: (row: Row, today: DateText) => string,
): (FieldName | Column<Row>)[] => [
  clientColumn,
  { fieldName: 'ContractNumber', label: 'Contract', width: 128 },
  { fieldName: 'InstalmentAmount', label: 'Amount', width: 124 },
  statusColumn(today, textWithoutStatus),
  { fieldName: 'FrequencyCode', width: 124, priority: 2, isPlain: true },
  { fieldName: 'CollectionDay', width: 232, align: 'left', priority: 2, isPlain: true },
  { fieldName: 'NumberOfInstalments', label: 'Instalments', width: 112, priority: 4 },
  { fieldName: 'ContractSequence', label: 'ID', width: 110, priority: 5, exported: ['ContractSequence'] },
  { fieldName: 'MandateType', width: 140, priority: 6 },
  { fieldName: 'TrackingYN', width: 100, priority: 7 },
];

const noText = () => '';

/** @param textWithoutStatus text for rows without a status */
export function useMandateColumns<Row extends Mandate>(
  textWithoutStatus: (row: Row, today: DateText) => string = noText,
) {
  const today = useToday();
  return useMemo(() => columnsOf(today, textWithoutStatus), [today, textWithoutStatus]);
}

export const searchHint = 'Name, contract or number';

/** Shown if the service can't list them. */
export const FindByNumbers = ({ what }: { what: string }) => (
  <EmptyState title={`Find a ${what} by its numbers`}>Enter a client number and a contract number.</EmptyState>
);
