import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { createdStore } from '#console/domain/collections/unpaid/created.ts';
import type { UnpaidDebit } from '#console/domain/collections/unpaid/debits.ts';
import { knownFollowUp } from '#console/domain/collections/unpaid/since.ts';
import { useSince } from '#console/domain/collections/unpaid/use-since.ts';
import { afterBank } from '#console/domain/money-item/attempts.ts';
import { reportContract } from '#console/domain/money-item/report-contract.ts';
import { useUnderway } from '#console/domain/money-item/underway.ts';
import { holidayOf } from '#console/kit/dates/calendar-days.ts';
import { useToday } from '#console/session/today.ts';
import { addDays, isDate } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import { exclusionOf, type DeskRow } from './desk.ts';
import { useKept } from './kept.ts';
import { paydaysAfter } from './paydays.ts';
import type { Prepared, RowOutcome } from './rows.ts';
import { scheduledOf, type Scheduled } from './scheduled.ts';
import { useSendParts } from './send-parts.ts';

/** Days ahead: as far as the calendar is read to find double collections. */
const daysAhead = 92;

export interface Row extends Prepared, RowOutcome {
  /** The person collects although the debit was collected again. */
  isAnyway?: boolean;
}

/** Whether a row may be sent. Unknown outcomes are checked first. */
export const isOpen = ({ state }: Row): boolean => state === 'unsent' || state === 'refused';

export function problemOf({ date, amount }: Prepared, today: string, lastDay: string): string | undefined {
  if (!isDate(date)) return 'Choose a date.';
  if (date <= today) return 'Choose a day after today.';
  if (date > lastDay) return `Choose a day up to ${dayText(lastDay)}.`;
  return amount !== null && amount > 0 ? undefined : 'Enter an amount.';
}

const unsent: RowOutcome = { state: 'unsent', reasons: [] };

/** What differs from the date for all and from the debit's amount, by key. */
const editsOf = (rows: readonly Row[], all: string) =>
  Object.fromEntries(
    rows.flatMap(({ unpaid, date, amount, isAnyway }) => {
      const edit = {
        ...(date !== all && { date }),
        ...(amount !== (unpaid.Amount ?? null) && { amount }),
        ...(isAnyway && { isAnyway }),
      };
      return Object.keys(edit).length > 0 ? [[unpaid.key, edit]] : [];
    }),
  );

/** @param from the first day of the listed period */
export function usePrepared(list: readonly DeskRow[], from: string) {
  const { merchant, product } = useTenant();
  const today = useToday();
  const lastDay = addDays(today, daysAhead);
  const { get, keep } = useKept();
  const [suggested] = useState(() => paydaysAfter(today)[0]?.date ?? '');
  const [all, setAll] = useState(() => get().date ?? suggested);
  const [rows, setRows] = useState<Row[]>(() => {
    const { edits } = get();
    return list.map((unpaid) => ({
      ...unsent,
      unpaid,
      date: all,
      amount: unpaid.Amount ?? null,
      ...edits[unpaid.key],
    }));
  });
  const underway = useUnderway(list);
  const atBank = useMemo(() => grouped(underway.data ?? [], reportContract), [underway.data]);
  const atBankOf = useCallback((unpaid: UnpaidDebit) => atBank.get(reportContract(unpaid)) ?? [], [atBank]);
  /** The date for all, or the first day after the bank has answered for another debit of the contract. */
  const suggestedOf = useCallback(
    (unpaid: UnpaidDebit): string => {
      const first = afterBank(atBankOf(unpaid), holidayOf);
      return first !== undefined && first > all ? first : all;
    },
    [atBankOf, all],
  );
  const [isSuggested, setSuggested] = useState(() => get().isSuggested === true);
  if (underway.data && !isSuggested) {
    setSuggested(true);
    setRows((now) => now.map((row) => (row.date === all ? { ...row, date: suggestedOf(row.unpaid) } : row)));
  }
  const edits = useMemo(() => editsOf(rows, all), [rows, all]);
  useEffect(() => {
    const left = rows.filter(({ state }) => state !== 'accepted');
    keep({ collecting: left.map((it) => it.unpaid.key), date: all, isSuggested, edits });
  }, [rows, all, isSuggested, edits, keep]);

  const calendar = { from: today, to: lastDay };
  const scheduled = useQuery({
    queryKey: ['futureTransactionReport', merchant, product, calendar, list.map(reportContract)],
    queryFn: ({ signal }) => scheduledOf({ merchant, product }, calendar, list, signal),
    retry: false,
  });
  // Before this page sent anything: later reads include its own instalments.
  const [before, setBefore] = useState<readonly Scheduled[]>();
  if (before === undefined && scheduled.data) setBefore(scheduled.data);

  const setOutcomes = (outcomes: ReadonlyMap<string, RowOutcome>) => {
    setRows((now) =>
      now.map((row) => (outcomes.has(row.unpaid.key) ? { ...row, ...outcomes.get(row.unpaid.key) } : row)),
    );
    const created = [...outcomes].flatMap(([key, { state }]) => (state === 'accepted' ? [key] : []));
    createdStore.set(new Set([...createdStore.get(), ...created]));
    keep({ selected: get().selected.filter((key) => !created.includes(key)) });
  };

  const followed = useSince(list, from, today);
  const [found, setFound] = useState<typeof followed.since>();
  const since = found ?? followed.since;
  const against = useMemo(() => new Map(list.map((it) => [it.key, it.against])), [list]);
  const againstOf = (row: Row) => against.get(row.unpaid.key) ?? '';
  // As the page of unpaid debits knew it: what is created here has its own state.
  const [created] = useState(() => createdStore.get());
  const followedOf = (row: Row, by = since) => knownFollowUp(row.unpaid.key, by, created);
  const excludedBy = (row: Row, by = since) =>
    row.isAnyway ? undefined : exclusionOf(followedOf(row, by), againstOf(row));
  const sending = useSendParts(setOutcomes, async () => {
    // A colleague may have collected some of them meanwhile.
    const now = await followed.again();
    if (now) setFound(now);
    return (row: Row) => excludedBy(row, now) !== undefined;
  });
  const open = (which: (row: Row) => boolean) => rows.filter((row) => which(row) && !excludedBy(row));
  const changeWhere = (which: (row: Row) => boolean, fields: (row: Row) => Partial<Row>) =>
    setRows((now) => now.map((it) => (which(it) ? { ...it, ...fields(it), ...unsent } : it)));
  return {
    rows,
    lastDay,
    all,
    setAll: (date: string) => {
      setAll(date);
      changeWhere(isOpen, () => ({ date }));
      setSuggested(true);
    },
    isChanged:
      all !== suggested ||
      rows.length !== list.length ||
      rows.some(
        ({ unpaid, date, amount, isAnyway }) =>
          date !== suggestedOf(unpaid) || amount !== (unpaid.Amount ?? null) || isAnyway,
      ),
    /** Changes rows and resets their outcome. */
    changeWhere,
    remove: (keys: ReadonlySet<string>) => setRows((now) => now.filter((it) => !keys.has(it.unpaid.key))),
    sending,
    send: () => void sending.send(open(isOpen)),
    /** First the call without an answer. */
    sendAgain: () => void sending.again(open(isOpen)),
    followedOf: (row: Row) => followedOf(row),
    againstOf,
    atBankOf: (row: Row) => atBankOf(row.unpaid),
    suggestedOf: (row: Row) => suggestedOf(row.unpaid),
    excludedBy: (row: Row) => excludedBy(row),
    isSinceUnknown: followed.isUnknown,
    /** What the contracts already have scheduled; `undefined` if unreadable. */
    before,
    /** The debits at the bank couldn't be read. */
    isBankUnknown: underway.isError,
    isScheduleUnknown: scheduled.isError && before === undefined,
    isReading: scheduled.isLoading || underway.isLoading || followed.isReading,
  };
}

export type PreparedDebits = ReturnType<typeof usePrepared>;
