import Typography from '@mui/material/Typography';
import { Card } from '#console/domain/card.tsx';
import { sumText } from '#console/domain/collections/day-groups.ts';
import { LeftOutText } from '#console/domain/collections/left-out.tsx';
import { unknownText } from '#console/model/statuses.ts';
import { sentence } from '#kit/form/field-text.ts';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { daysBetween } from '#rules/calendar.ts';
import { monthText } from '#rules/day-text.ts';
import type { MonthStep } from './steps.tsx';
import { isMonthRead, undecidedSum } from './undecided.ts';
import type { Month } from './use-month.ts';

const debits = ['debit', 'debits'] as const;

/** Why the month can't be packed and closed; '' if it can. */
export function incompleteText({ isOver, read, undecided, month }: Month): string {
  const { data } = read;
  if (!isOver) return `${monthText(month)} is not over`;
  if (read.error && read.error.kind !== 'notFound') return 'The transactions could not be read';
  if (undecided.error && undecided.error.kind !== 'notFound') return 'The instalments could not be read';
  if (!data) return read.error ? 'No transactions were found' : 'Reading…';
  if (data.unknownCount > 0)
    return `${countText(data.unknownCount, ['transaction', 'transactions'])} of unknown status`;
  if (data.unknownTypeCount > 0)
    return `${countText(data.unknownTypeCount, ['transaction', 'transactions'])} of unknown type`;
  if (data.undatedCount > 0) return `${countText(data.undatedCount, ['transaction', 'transactions'])} without a day`;
  const sums = [data.collected, data.returned, data.paidOut, data.payoutsUnpaid, data.afterPayment];
  if (sums.some((it) => it.cents === null)) return 'An amount is missing, negative or not in whole cents';
  return undecided.isLoading ? 'Reading…' : '';
}

export function completeStep(month: Month): MonthStep {
  const { days, undecided } = month;
  const why = incompleteText(month);
  const all = daysBetween(days.from, days.to) + 1;
  const open = undecided.data ? undecidedSum(undecided.data).count : 0;
  return {
    key: 'complete',
    title: 'Complete',
    isDone: why === '' && isMonthRead(month),
    text: why || (open > 0 ? `${countText(open, debits)} without an outcome` : `All ${all} days read`),
  };
}

/** What was read of the month, and what has no outcome yet. */
export function Complete({ month }: { month: Month }) {
  const { days, read, undecided } = month;
  const { data } = read;
  const why = incompleteText(month);
  const none = { count: 0, cents: 0 };
  const lines = undecided.data ?? { underway: none, notSent: none, unknown: none };
  return (
    <Card title="Complete" read={read.isLoading || read.error ? read : undecided} rows={4}>
      {why && <Typography>{sentence(why)}</Typography>}
      {data && data.unknown.length > 0 && <Typography>{unknownText(data.unknown)}</Typography>}
      <PlainTable
        label="What was read"
        columns={[
          { label: 'What', isHead: true },
          { label: 'Number', isNumber: true },
          { label: 'Amount', isNumber: true },
        ]}
        rows={[
          {
            key: 'rows',
            cells: [
              `Transactions, ${countText(daysBetween(days.from, days.to) + 1, ['day', 'days'])}`,
              formatCount((data?.days ?? []).reduce((sum, it) => sum + it.count, 0)),
              '',
            ],
          },
          {
            key: 'underway',
            cells: ['Debits due, with the bank', formatCount(lines.underway.count), sumText(lines.underway)],
          },
          {
            key: 'notSent',
            cells: ['Not sent to the bank', formatCount(lines.notSent.count), sumText(lines.notSent)],
          },
          ...(lines.unknown.count > 0
            ? [
                {
                  key: 'unknown',
                  cells: ['Debits due, of unknown status', formatCount(lines.unknown.count), sumText(lines.unknown)],
                },
              ]
            : []),
        ]}
      />
      <LeftOutText leftOut={data?.leftOut} noun="transaction" />
    </Card>
  );
}
