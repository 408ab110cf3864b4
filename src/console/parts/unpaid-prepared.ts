import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../contract/operations.ts';
import { dateOf, isDate } from '../../rules/calendar.ts';
import { useWrite } from '../api.ts';
import { usePlace, type Place } from '../place.ts';
import { tamed } from '../tame.ts';
import type { Days } from './ranges.ts';
import { isUnknown } from './read-back.tsx';
import { askReport } from './report-figures.ts';
import { fateOf, itemOf, type Fate, type Prepared, type Unpaid } from './unpaid-rows.ts';
import { CallError } from '../errors.ts';

export interface Row extends Prepared {
  fate?: Fate;
}

/** Those that still may be sent: never sent, or refused. What is unknown is read back first. */
export const isOpen = ({ fate }: Row): boolean => fate === undefined || fate.state === 'refused';

/** What keeps a row from being sent. */
export function problemOf({ date, amount }: Prepared, today: string, lastDay: string): string | undefined {
  if (!isDate(date)) return 'Choose a date.';
  if (date <= today) return 'Choose a day after today.';
  if (date > lastDay) return `Choose a day up to ${lastDay}.`;
  return amount !== null && amount > 0 ? undefined : 'Give an amount.';
}

/** What the calendar holds already, by contract, day and amount: what a lost answer's items are told apart from. */
interface Scheduled {
  ContractSequence?: number | null;
  InstalmentActionDate?: string | null;
  InstalmentAmount?: number | null;
}

const nameOf = ({ ContractSequence, InstalmentActionDate, InstalmentAmount }: Scheduled) =>
  [ContractSequence, dateOf(InstalmentActionDate ?? ''), InstalmentAmount].join(' ');

function countsOf(list: readonly Scheduled[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const it of list) counts.set(nameOf(it), (counts.get(nameOf(it)) ?? 0) + 1);
  return counts;
}

/** Unknown rows against the calendar before and now: those that came on top were stored, the others were not. */
export function readBack(rows: readonly Row[], before: readonly Scheduled[], now: readonly Scheduled[]): Row[] {
  const [had, has] = [countsOf(before), countsOf(now)];
  for (const it of rows)
    if (it.fate?.state === 'done') had.set(nameOf(itemOf(it)), (had.get(nameOf(itemOf(it))) ?? 0) + 1);
  return rows.map((row) => {
    if (row.fate?.state !== 'unknown') return row;
    const name = nameOf(itemOf(row));
    const known = had.get(name) ?? 0;
    if ((has.get(name) ?? 0) <= known) return { ...row, fate: undefined };
    had.set(name, known + 1);
    return { ...row, fate: { state: 'done' } };
  });
}

/** What the contracts of some debits have coming in the days of `range`. */
const scheduledOf = (place: Place, range: Days, list: readonly Unpaid[], signal?: AbortSignal): Promise<Scheduled[]> =>
  askReport(
    'future-transactions',
    place,
    range,
    async (source) => {
      const values = list.map((it) => (it.ContractSequence == null ? null : String(it.ContractSequence)));
      const { rows } = await source.found(
        ['ContractSequence', 'InstalmentActionDate', 'InstalmentAmount'],
        [{ word: 'ContractSequence', kind: 'oneOf', values }],
      );
      return tamed([...rows]);
    },
    signal,
  );

/** New instalments for failed debits: their table, the batch that they go as, and what became of each. */
export function usePrepared(list: readonly Unpaid[], today: string, lastDay: string, onMade: (keys: string[]) => void) {
  const { merchant, product } = usePlace();
  const write = useWrite('instalmentCreate');
  const [rows, setRows] = useState<Row[]>(() =>
    list.map((unpaid) => ({ unpaid, date: '', amount: unpaid.Amount ?? null })),
  );
  const [check, setCheck] = useState<'asking' | 'failed'>();
  const calendar = { from: today, to: lastDay };
  const scheduled = useQuery({
    queryKey: ['futureTransactionReport', merchant, product, calendar, list.map((it) => it.ContractSequence)],
    queryFn: ({ signal }) => scheduledOf({ merchant, product }, calendar, list, signal),
    retry: false,
  });
  // As it was when the page was opened; reads after a write hold what was written.
  const [before, setBefore] = useState<readonly Scheduled[]>();
  if (before === undefined && scheduled.data) setBefore(scheduled.data);

  const settle = (next: Row[]) => {
    setRows(next);
    onMade(next.flatMap((it) => (it.fate?.state === 'done' ? [it.unpaid.key] : [])));
  };
  const send = () => {
    const going = rows.filter(isOpen);
    const items: Input<'instalmentCreate'>[] = going.map(itemOf);
    const withFates = (fates: (Fate | undefined)[]) =>
      rows.map((row) => {
        const at = going.indexOf(row);
        return at < 0 ? row : { ...row, fate: fates[at] };
      });
    write.mutate(items, {
      onSuccess: (answer) => settle(withFates(answer.results.items.map(fateOf))),
      onError: (error) => {
        if (isUnknown(error)) setRows(withFates(items.map(() => ({ state: 'unknown' }))));
      },
    });
  };
  const ask = async () => {
    if (!before) return;
    setCheck('asking');
    try {
      const now = await scheduledOf({ merchant, product }, calendar, list);
      settle(readBack(rows, before, now));
      setCheck(undefined);
      write.reset();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setCheck('failed');
    }
  };
  return {
    rows,
    /** Changes one row, which is then as if it had never been sent. */
    change: (key: string, words: Partial<Prepared>) =>
      setRows((all) => all.map((it) => (it.unpaid.key === key ? { ...it, ...words, fate: undefined } : it))),
    changeAll: (words: Partial<Prepared>) =>
      setRows((all) => all.map((it) => (isOpen(it) ? { ...it, ...words, fate: undefined } : it))),
    remove: (key: string) => setRows((all) => all.filter((it) => it.unpaid.key !== key)),
    write,
    send,
    check,
    ask: () => void ask(),
    /** What contracts have coming already; nothing where the service does not tell. */
    before,
    isReading: scheduled.isLoading,
  };
}
