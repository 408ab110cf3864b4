import { useMemo } from 'react';
import { useRecentWrites } from '#console/api/call-log.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { isAbout } from '#console/domain/client/messages.tsx';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { mergeEvents, type Event } from '#console/domain/timeline/events.ts';
import { useSearchParam } from '#console/kit/address/address.ts';
import { segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useSentMessages } from '#console/session/sent-messages.ts';
import { useNow, useToday } from '#console/session/today.ts';
import { nowIn } from '#console/session/wall-clock.ts';
import { operations } from '#contract/operations.ts';
import { addDays, addMonths, dateOf, daysBetween, isDate } from '#rules/calendar.ts';

const yearsBack = 10;

/** From which day on a contract's history is shown: a year, or since the day in the address. */
export function useWindow() {
  const today = useToday();
  const [since, setSince] = useSearchParam('since');
  const from = isDate(since) && since < today ? since : addMonths(today, -12);
  const earlier = addMonths(from, -12);
  return {
    from,
    to: today,
    range: { StartDate: `${from} 00:00`, EndDate: `${today} 23:59` },
    /** Nothing once it reaches further back than anybody keeps. */
    goEarlier: earlier < addMonths(today, -12 * yearsBack) ? undefined : () => setSince(earlier),
  };
}

/** What is known of the contract by its own record. */
type Of = Pick<ContractRecord, 'ClientNumber' | 'ContractNumber' | 'ContractSequence'>;

/** What this page itself did to a contract, and the messages that it sent about it; gone with the page. */
function useOwn(
  id: ContractId,
  { ClientNumber: client, ContractNumber: number, ContractSequence: sequence }: Of,
): Event[] {
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const messages = useSentMessages();
  const writes = useRecentWrites();
  const segment = segmentOf(id);
  // By the clock that the reports go by, which in a sandbox may be ahead.
  const ahead = daysBetween(dateOf(nowIn(timeZone)), dateOf(useNow()));
  return useMemo(() => {
    const wall = (instant: string) => {
      const at = nowIn(timeZone, new Date(instant));
      return addDays(dateOf(at), ahead) + at.slice(10);
    };
    return [
      ...writes
        .filter(({ operation, wrote }) => {
          // Payout contracts count their own sequences.
          const isOfIt = operations[operation].resource !== 'payouts' && wrote?.contracts.includes(segment);
          return isOfIt && wrote?.merchant === merchant && wrote.product === product;
        })
        .map((call): Event => ({ kind: 'here', at: wall(call.at), call })),
      ...messages
        .filter((it) => isAbout(it, { client, number, sequence }))
        .map((message): Event => ({ kind: 'message', at: wall(message.at), message })),
    ].toReversed();
  }, [writes, messages, segment, sequence, client, number, merchant, product, timeZone, ahead]);
}

/** Payout contracts count their own sequences and stand in two of the reports: theirs bear another contract number. */
function useOfIt<It extends { ContractNumber?: string | null }>(records: It[] | undefined, { ContractNumber }: Of) {
  return useMemo(
    () => records?.filter((it) => (it.ContractNumber ?? ContractNumber) === ContractNumber),
    [records, ContractNumber],
  );
}

/** The transactions of a contract since the first day of the window. */
export function useTransactions(contract: ContractId, record: Of) {
  const { from, to, range } = useWindow();
  const read = useReadOfRecord('transactionReport', { ...range, ...contract }, { keep: true });
  return { from, to, read, list: useOfIt(read.data?.records, record) };
}

/**
 * What is told of a contract since the first day of the window. The omni report of changed instalments is not asked: it
 * takes neither contract nor client, so that it would bring the whole book's, and the contract's own change report has
 * each change of an instalment (interface, Reports).
 */
export function useTimeline(contract: ContractId, record: Of) {
  const span = useWindow();
  const input = { ...span.range, ...contract };
  const mandate = useReadOfRecord('mandateChangeReport', input, { keep: true });
  const changes = useReadOfRecord('contractChangeReport', input, { keep: true });
  const transactions = useTransactions(contract, record);
  const others = useOwn(contract, record);
  const reads = { 'Mandate changes': mandate, 'Contract changes': changes, Transactions: transactions.read };
  const ofMandate = mandate.data?.records;
  const ofContract = useOfIt(changes.data?.records, record);
  const events = useMemo(
    () => mergeEvents({ mandate: ofMandate, contract: ofContract, transactions: transactions.list, others }),
    [ofMandate, ofContract, transactions.list, others],
  );
  return {
    ...span,
    events,
    transactions: transactions.read,
    isLoading: Object.values(reads).some((read) => !read.isFetched && !read.data),
    isMore: Object.values(reads).some((read) => read.isPlaceholderData),
    gaps: Object.entries(reads).flatMap(([name, read]): { name: string; error: CallError; retry: () => void }[] =>
      read.error ? [{ name, error: read.error, retry: () => void read.refetch() }] : [],
    ),
  };
}

export type ContractTimeline = ReturnType<typeof useTimeline>;
