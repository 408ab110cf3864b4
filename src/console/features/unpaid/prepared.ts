import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../../contract/operations.ts';
import { isDate } from '../../../rules/calendar.ts';
import { isUnknown } from '../../api/errors.ts';
import { useTenant, type Tenant } from '../../api/tenant.ts';
import { useWrite, type Doubt } from '../../domain/write/write.ts';
import { normalized } from '../../api/normalize.ts';
import type { Days } from '../../kit/dates/ranges.ts';
import { askReport } from '../../domain/collections/report-figures.ts';
import { resultOf, identityOf, itemOf, type RowResult, type Prepared, type Unpaid } from './rows.ts';
import { useSince } from './since.ts';

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
  if (date > lastDay) return `Choose a day up to ${lastDay}.`;
  return amount !== null && amount > 0 ? undefined : 'Give an amount.';
}

/** What the calendar holds already. */
interface Scheduled {
  ContractSequence?: number | null;
  InstalmentActionDate?: string | null;
  InstalmentAmount?: number | null;
}

/** What the contracts of some debits have coming in the days of `range`. */
const scheduledOf = (
  tenant: Tenant,
  range: Days,
  list: readonly Unpaid[],
  signal?: AbortSignal,
): Promise<Scheduled[]> =>
  askReport(
    'future-transactions',
    tenant,
    range,
    async (source) => {
      const values = list.map((it) => (it.ContractSequence == null ? null : String(it.ContractSequence)));
      const { rows } = await source.found(
        ['ContractSequence', 'InstalmentActionDate', 'InstalmentAmount'],
        [{ fieldName: 'ContractSequence', kind: 'oneOf', values }],
      );
      return normalized([...rows]);
    },
    signal,
  );

/** What is unclear stays unknown; what is not there may be sent as if it never had been. */
const resultByVerdict = { there: { state: 'done' }, unclear: { state: 'unknown' }, absent: undefined } as const;

/** New instalments for failed debits: their table, the batch that they go as, and what became of each. */
export function usePrepared(
  list: readonly Unpaid[],
  { from, today, lastDay }: { from: string; today: string; lastDay: string },
  onMade: (keys: string[]) => void,
) {
  const { merchant, product } = useTenant();
  const write = useWrite('instalmentCreate', list.map(identityOf));
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

  const settle = (next: Row[]) => {
    setRows(next);
    onMade(next.flatMap((it) => (it.result?.state === 'done' ? [it.unpaid.key] : [])));
  };
  /** The rows with the fates of those that were sent, in the order of the items. */
  const withResults = (keys: readonly string[], results: readonly (Row['result'] | undefined)[]) =>
    rows.map((row) => {
      const at = keys.indexOf(row.unpaid.key);
      return at < 0 ? row : { ...row, result: results[at] };
    });
  const [sent, setSent] = useState<readonly string[]>([]);
  const send = (going: readonly Row[]) => {
    const items: Input<'instalmentCreate'>[] = going.map(itemOf);
    const keys = going.map((it) => it.unpaid.key);
    setSent(keys);
    write.mutate(items, {
      onSuccess: (answer) => settle(withResults(keys, answer.results.items.map(resultOf))),
      onError: (error) => {
        // Held up by others that have no answer, none of these went.
        if (isUnknown(error) && error.kind !== 'unconfirmed')
          setRows(
            withResults(
              keys,
              items.map(() => ({ state: 'unknown' })),
            ),
          );
      },
    });
  };
  const check = async (doubt: Doubt) => {
    const findings = await write.doubt.check(doubt.record);
    if (!findings || write.error?.kind === 'unconfirmed') return;
    settle(
      rows.map((row) => {
        const verdict = findings[sent.indexOf(row.unpaid.key)]?.verdict;
        return verdict && row.result?.state === 'unknown' ? { ...row, result: resultByVerdict[verdict] } : row;
      }),
    );
  };
  const isOpenOrUnknown = (row: Row) => isOpen(row) || row.result?.state === 'unknown';
  const followed = useSince(list, from, today);
  const [found, setFound] = useState<typeof followed.since>();
  const since = found ?? followed.since;
  const [late, setLate] = useState(0);
  const isHeld = (row: Row, by = since) => !row.isAnyway && by?.has(row.unpaid.key) === true;
  const [isLooking, setLooking] = useState(false);
  // Looks once more, since a colleague may have been quicker; what was collected again meanwhile is shown, not sent.
  const sendFresh = async (which: (row: Row) => boolean) => {
    setLooking(true);
    const now = await followed.again();
    setLooking(false);
    if (now) setFound(now);
    const going = rows.filter((row) => which(row) && !isHeld(row));
    const quicker = going.filter((row) => isHeld(row, now)).length;
    setLate(quicker);
    if (quicker === 0) send(going);
  };
  return {
    rows,
    /** Changes one row, which is then as if it had never been sent. */
    change: (key: string, fields: Partial<Row>) =>
      setRows((all) => all.map((it) => (it.unpaid.key === key ? { ...it, ...fields, result: undefined } : it))),
    changeAll: (fields: Partial<Prepared>) =>
      setRows((all) => all.map((it) => (isOpen(it) ? { ...it, ...fields, result: undefined } : it))),
    remove: (key: string) => setRows((all) => all.filter((it) => it.unpaid.key !== key)),
    write,
    send: () => void sendFresh(isOpen),
    /** As it went: what is still not known, too, since the person says so. */
    sendAgain: () => void sendFresh(isOpenOrUnknown),
    since,
    isHeld: (row: Row) => isHeld(row),
    /** How many were collected again while this page was open. */
    late,
    isLooking,
    isSinceUnknown: followed.isUnknown,
    check: (doubt: Doubt) => void check(doubt),
    /** What contracts have coming already; nothing where the service does not tell. */
    before,
    isReading: scheduled.isLoading || followed.isReading,
  };
}
