import Box from '@mui/material/Box';
import { stageOf } from '#answers/statuses.ts';
import { useToday } from '#console/session/today.ts';
import type { Column } from '#kit/grid/columns.ts';
import { statusLabel, StatusMark } from '#kit/ui/status.tsx';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

type Optional = string | null | undefined;

/** The label of a status; one cancelled from a later day says until when it is collected. */
export function contractStatusText(status: Optional, cancelDate: Optional, today: DateText): string {
  if (!status) return '';
  const label = statusLabel('MandateStatusCode', status);
  const date = dateOf(cancelDate ?? '');
  return stageOf(status) === 'cancelled' && isDate(date) && date > today ? `${label} from ${dayText(date)}` : label;
}

export function ContractStatus({ status, cancelDate }: { status: string; cancelDate: Optional }) {
  const today = useToday();
  return (
    <StatusMark fieldName="MandateStatusCode" value={status} label={contractStatusText(status, cancelDate, today)} />
  );
}

/** On screen and in files. @param textWithoutStatus text for rows without a status */
export const statusColumn = <Row extends { MandateStatusCode?: Optional; CancelDate?: Optional }>(
  today: DateText,
  textWithoutStatus: (row: Row, today: DateText) => string = () => '',
): Column<Row> => ({
  fieldName: 'MandateStatusCode',
  label: 'Status',
  width: 132,
  cell: (row) =>
    row.MandateStatusCode ? (
      <ContractStatus status={row.MandateStatusCode} cancelDate={row.CancelDate} />
    ) : (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {textWithoutStatus(row, today)}
      </Box>
    ),
  exported: [
    {
      fieldName: 'MandateStatusCode',
      label: 'Status',
      value: (row) => contractStatusText(row.MandateStatusCode, row.CancelDate, today) || textWithoutStatus(row, today),
    },
  ],
});
