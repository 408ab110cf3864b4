import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SendResults } from '#answers/send/results.ts';
import { holidayOf } from '#console/api/holidays.ts';
import { useTenant } from '#console/api/tenant.ts';
import { createdStore } from '#console/domain/collections/unpaid/created.ts';
import { knownFollowUp } from '#console/domain/collections/unpaid/since.ts';
import { useSince } from '#console/domain/collections/unpaid/use-since.ts';
import { afterBank } from '#console/domain/money-item/at-bank.ts';
import { byDate, type MoneyItem } from '#console/domain/money-item/item.ts';
import { reportContract } from '#console/domain/money-item/report-contract.ts';
import { contractDebits } from '#console/domain/money-item/report-items.ts';
import { useUnderway } from '#console/domain/money-item/underway.ts';
import { resultsOfRows, unsentRow, type CallResult } from '#console/domain/outbox/send-rows.ts';
import { useRowCalls } from '#console/domain/outbox/use-row-calls.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { addDays, bankingDay, dateOf, isDate } from '#rules/calendar.ts';
import { grouped } from '#rules/sums.ts';
import { exclusionOf, type DeskRow } from './desk.ts';
import { useKept } from './kept.ts';
import { paydaysAfter } from './paydays.ts';
import { isOpen, newInstalment, debitBatches, newDebitProblem, type NewDebitRow } from './rows.ts';

/** Days ahead: as far as the calendar is read to find double collections. */
const daysAhead = 92;

/** Milliseconds for which a check for later collections is valid: about one call. */
const freshMs = 10_000;

/** What was sent with one click. */
interface Round {
  rows: readonly NewDebitRow[];
  results: SendResults;
  /** Collected again while this page was open, which ended the run. */
  late: readonly NewDebitRow[];
  /** The last one. */
  call?: CallResult;
}

/** What differs from the date for all and from the debit's amount, by key. */
const editsOf = (rows: readonly NewDebitRow[], all: string) =>
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

const dayOf = (item: MoneyItem) => dateOf(item.due);
const contractDay = ({ unpaid }: NewDebitRow, date: string) => `${segmentOfRecord(unpaid)} ${date}`;

/** @param from the first day of the listed period */
export function usePrepared(list: readonly DeskRow[], from: string) {
  const { merchant, product } = useTenant();
  const today = useToday();
  const lastDay = addDays(today, daysAhead);
  const { get, keep } = useKept();
  const [suggested] = useState(() => paydaysAfter(today)[0]?.date ?? '');
  const [all, setAll] = useState(() => get().date ?? suggested);
  // The rows are changed in place, and their list is replaced.
  const [rows, setRows] = useState<readonly NewDebitRow[]>(() => {
    const { edits } = get();
    return list.map((unpaid) => ({
      ...unsentRow({}),
      unpaid,
      date: all,
      amount: unpaid.Amount ?? null,
      ...edits[unpaid.key],
    }));
  });
  const underway = useUnderway(list);
  const atBank = useMemo(() => grouped(underway.data ?? [], reportContract), [underway.data]);
  const atBankOf = ({ unpaid }: NewDebitRow) => atBank.get(reportContract(unpaid)) ?? [];
  /** The date for all, or the first day after the bank has answered for another debit of the contract. */
  const suggestedOf = (row: NewDebitRow): string => {
    const first = afterBank(atBankOf(row), holidayOf);
    return first !== undefined && first > all ? first : all;
  };
  const [isSuggested, setSuggested] = useState(() => get().isSuggested === true);
  const [round, setRound] = useState<Round>();
  if (underway.data && !isSuggested && !round) {
    setSuggested(true);
    setRows(rows.map((row) => (row.date === all ? { ...row, date: suggestedOf(row) } : row)));
  }
  const edits = useMemo(() => editsOf(rows, all), [rows, all]);
  useEffect(() => {
    const left = rows.filter(({ state }) => state !== 'accepted');
    keep({ collecting: left.map((it) => it.unpaid.key), date: all, isSuggested, edits });
  }, [rows, all, isSuggested, edits, keep]);

  const calendar = { from: today, to: lastDay };
  const scheduled = useQuery({
    queryKey: ['futureTransactionReport', merchant, product, calendar, list.map(reportContract)],
    queryFn: ({ signal }) => contractDebits('future-transactions', { merchant, product }, calendar, list, signal),
    retry: false,
  });
  // Before this page sent anything: later reads include its own instalments.
  const [before, setBefore] = useState<readonly MoneyItem[]>();
  if (before === undefined && scheduled.data) setBefore(scheduled.data);
  const coming = useMemo(() => before && grouped(before, reportContract), [before]);
  const comingOf = ({ unpaid }: NewDebitRow) => coming?.get(reportContract(unpaid)) ?? [];
  const isTaken = (row: NewDebitRow, date: string) => comingOf(row).some((it) => dayOf(it) === date);
  const own = useMemo(() => grouped(rows, (it) => contractDay(it, it.date)), [rows]);

  const followed = useSince(list, from, today);
  const [found, setFound] = useState<typeof followed.since>();
  const since = found ?? followed.since;
  // As the page of unpaid debits knew it: what is created here has its own state.
  const [created] = useState(() => createdStore.get());
  const followedOf = ({ unpaid }: NewDebitRow, by = since) => knownFollowUp(unpaid.key, by, created);
  const excludedBy = (row: NewDebitRow, by = since) =>
    row.isAnyway ? undefined : exclusionOf(followedOf(row, by), row.unpaid.against);

  const calls = useRowCalls<NewDebitRow>('instalmentCreate', (call) => {
    setRows((now) => [...now]);
    if (!call) return;
    setRound((now) => {
      if (!now) return now;
      return { ...now, call, results: resultsOfRows(now.rows, [...now.results.strays, ...call.strays]) };
    });
    const keys = rows.filter(({ state }) => state === 'accepted').map(({ unpaid }) => unpaid.key);
    createdStore.set(new Set([...createdStore.get(), ...keys]));
    keep({ selected: get().selected.filter((key) => !keys.includes(key)) });
  });
  /** First the call without an answer. The run ends when another person has collected one of the debits. */
  const send = () => {
    const sent = rows.filter((row) => row.state === 'unknown' || (isOpen(row) && !excludedBy(row)));
    calls.mark(sent.filter(isOpen), () => ({ state: 'unsent', faults: [] }));
    setRound({ rows: sent, results: resultsOfRows([]), late: [] });
    let checkedAt = -Infinity;
    return calls.send(sent, async (previous) => {
      if (previous?.error) return undefined;
      const left = sent.filter(({ state }) => state === 'unsent');
      if (left.length > 0 && performance.now() - checkedAt > freshMs) {
        const now = await followed.again();
        if (now) setFound(now);
        checkedAt = performance.now();
        const late = left.filter((row) => excludedBy(row, now));
        if (late.length > 0) {
          setRound((it) => it && { ...it, late });
          return undefined;
        }
      }
      const [part] = debitBatches(left);
      for (const row of part ?? []) row.item = newInstalment(row);
      return part;
    });
  };
  /** Changes rows and resets their outcome. */
  const change = (some: readonly NewDebitRow[], fields: (row: NewDebitRow) => Partial<NewDebitRow>) =>
    calls.mark(some, (at) => ({ ...(some[at] && fields(some[at])), state: 'unsent', faults: [] }));

  return {
    rows,
    lastDay,
    all,
    setAll: (date: string) => {
      setAll(date);
      change(rows.filter(isOpen), () => ({ date }));
      setSuggested(true);
    },
    isChanged:
      all !== suggested ||
      rows.length !== list.length ||
      rows.some(
        (row) => row.date !== suggestedOf(row) || row.amount !== (row.unpaid.Amount ?? null) || row.isAnyway === true,
      ),
    change,
    remove: (some: readonly NewDebitRow[]) => setRows(rows.filter((it) => !some.includes(it))),
    round,
    isSending: calls.isSending,
    send: () => void send(),
    stop: calls.stop,
    problemOf: (row: NewDebitRow) => newDebitProblem(row, today, lastDay),
    followedOf: (row: NewDebitRow) => followedOf(row),
    excludedBy: (row: NewDebitRow) => excludedBy(row),
    atBankOf,
    suggestedOf,
    /** What the contract has scheduled next; `undefined` if that can't be read. */
    nextOf: (row: NewDebitRow) => before && byDate(comingOf(row)).slice(0, 1),
    isTwice: (row: NewDebitRow) =>
      row.date !== '' && (isTaken(row, row.date) || (own.get(contractDay(row, row.date))?.length ?? 0) > 1),
    /** Later dates for rows on a day with another debit of their contract. */
    apart: (some: readonly NewDebitRow[]): Map<NewDebitRow, string> => {
      const taken = new Set<string>();
      return new Map(
        some.flatMap((row) => {
          let { date } = row;
          while (isDate(date) && (taken.has(contractDay(row, date)) || isTaken(row, date)))
            date = bankingDay(addDays(date, 1), 'next', holidayOf);
          taken.add(contractDay(row, date));
          return date === row.date ? [] : [[row, date] as const];
        }),
      );
    },
    isSinceUnknown: followed.isUnknown,
    /** The debits at the bank couldn't be read. */
    isBankUnknown: underway.isError,
    isScheduleUnknown: scheduled.isError && before === undefined,
    isReading: scheduled.isLoading || underway.isLoading || followed.isReading,
  };
}

export type PreparedDebits = ReturnType<typeof usePrepared>;
