import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { Doubt } from '#console/domain/write/write.ts';
import { addDays, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { identityOf, type Prepared, type RowResult, type Unpaid } from './rows.ts';
import { scheduledOf, type Scheduled } from './scheduled.ts';
import { useSendParts } from './send-parts.ts';
import { useSince } from './since.ts';

/** How far ahead a debit is dated: as far as the calendar is read, which tells whether a contract is collected twice. */
const daysAhead = 92;

export interface Row extends Prepared {
  result?: RowResult;
  /** The person wants it although the debit was collected again. */
  isAnyway?: boolean;
}

/** Those that still may be sent: never sent, or refused. What is unknown is read back first. */
export const isOpen = ({ result }: Row): boolean => result === undefined || result.state === 'refused';

/** What keeps a row from being sent. */
export function problemOf({ date, amount }: Prepared, today: string, lastDay: string): string | undefined {
  if (!isDate(date)) return 'Choose a date.';
  if (date <= today) return 'Choose a day after today.';
  if (date > lastDay) return `Choose a day up to ${dayText(lastDay)}.`;
  return amount !== null && amount > 0 ? undefined : 'Enter an amount.';
}

/** What is unclear stays unknown; what is not there may be sent as if it never had been. */
const resultByVerdict = { there: { state: 'done' }, unclear: { state: 'unknown' }, absent: undefined } as const;

/** New instalments for returned debits: their table, the calls that they go in, and the result of each. */
export function usePrepared(
  list: readonly Unpaid[],
  { from, today }: { from: string; today: DateText },
  onCreated: (keys: string[]) => void,
) {
  const { merchant, product } = useTenant();
  const lastDay = addDays(today, daysAhead);
  const [rows, setRows] = useState<Row[]>(() =>
    list.map((unpaid) => ({ unpaid, date: '', amount: unpaid.Amount ?? null })),
  );
  const calendar = { from: today, to: lastDay };
  const scheduled = useQuery({
    queryKey: ['futureTransactionReport', merchant, product, calendar, list.map((it) => it.ContractSequence)],
    queryFn: ({ signal }) => scheduledOf({ merchant, product }, calendar, list, signal),
    retry: false,
  });
  // As it was when the page was opened; reads after a write hold what was written.
  const [before, setBefore] = useState<readonly Scheduled[]>();
  if (before === undefined && scheduled.data) setBefore(scheduled.data);

  /** Notes what became of rows, by their keys; undefined takes a result away. */
  const note = (results: ReadonlyMap<string, RowResult | undefined>) => {
    setRows((all) =>
      all.map((row) => (results.has(row.unpaid.key) ? { ...row, result: results.get(row.unpaid.key) } : row)),
    );
    onCreated([...results].flatMap(([key, result]) => (result?.state === 'done' ? [key] : [])));
  };

  const followed = useSince(list, from, today);
  const [found, setFound] = useState<typeof followed.since>();
  const since = found ?? followed.since;
  const isExcluded = (row: Row, by = since) => !row.isAnyway && by?.has(row.unpaid.key) === true;
  const sending = useSendParts(list.map(identityOf), note, async () => {
    // Looks once more, since a colleague may have been quicker.
    const now = await followed.again();
    if (now) setFound(now);
    return (row: Row) => isExcluded(row, now);
  });
  const check = async (doubt: Doubt) => {
    const findings = await sending.write.doubt.check(doubt.record);
    if (!findings || sending.write.error?.kind === 'unconfirmed') return;
    const verdicts = sending.lastSent.flatMap((key, index) => {
      const verdict = findings[index]?.verdict;
      const isUnknown = rows.find((it) => it.unpaid.key === key)?.result?.state === 'unknown';
      return verdict && isUnknown ? [[key, resultByVerdict[verdict]] as const] : [];
    });
    note(new Map(verdicts));
  };
  const open = (which: (row: Row) => boolean) => rows.filter((row) => which(row) && !isExcluded(row));
  return {
    rows,
    lastDay,
    /** Changes one row, which is then as if it had never been sent. */
    change: (key: string, fields: Partial<Row>) =>
      setRows((all) => all.map((it) => (it.unpaid.key === key ? { ...it, ...fields, result: undefined } : it))),
    changeAll: (fields: Partial<Prepared>) =>
      setRows((all) => all.map((it) => (isOpen(it) ? { ...it, ...fields, result: undefined } : it))),
    remove: (keys: ReadonlySet<string>) => setRows((all) => all.filter((it) => !keys.has(it.unpaid.key))),
    sending,
    send: () => void sending.send(open(isOpen)),
    /** As it went: what is still not known, too, since the person says so. */
    sendAgain: () => void sending.send(open((row) => isOpen(row) || row.result?.state === 'unknown')),
    since,
    isExcluded: (row: Row) => isExcluded(row),
    isSinceUnknown: followed.isUnknown,
    check: (doubt: Doubt) => void check(doubt),
    /** What contracts have coming already; nothing where the service does not tell. */
    before,
    isReading: scheduled.isLoading || followed.isReading,
  };
}
