import { useMemo } from 'react';
import { useRecentWrites } from '#console/api/call-log.ts';
import { useReadOfRecord } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import { useSentMessages } from '#console/api/sent-messages.ts';
import { useTenant } from '#console/api/tenant.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { mergeEvents, type Event } from '#console/domain/timeline/events.ts';
import { gapsOf } from '#console/domain/timeline/gaps.tsx';
import { useApprovalEvents } from '#console/domain/timeline/use-approvals.ts';
import { namesOfContract, useAuthors } from '#console/domain/timeline/use-authors.ts';
import { useSaidEvents } from '#console/domain/timeline/use-said.ts';
import { segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useNow, useToday } from '#console/session/today.ts';
import { serverNow } from '#console/session/wall-clock.ts';
import { operations } from '#contract/operations.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { addDays, addMonths, dateOf, daysBetween, isDate } from '#rules/calendar.ts';
import { wallTime } from '#rules/wall-time.ts';

const yearsBack = 10;

/** The start of the history: a year ago, or the day in the address. */
function useHistoryRange() {
  const today = useToday();
  const [since, setSince] = useSearchParam('since');
  const from = isDate(since) && since < today ? since : addMonths(today, -12);
  const earlier = addMonths(from, -12);
  return {
    from,
    to: today,
    range: { StartDate: `${from} 00:00`, EndDate: `${today} 23:59` },
    /** Undefined beyond any retention. */
    goEarlier: earlier < addMonths(today, -12 * yearsBack) ? undefined : () => setSince(earlier),
  };
}

type ContractNumbers = Pick<ContractRecord, 'ClientNumber' | 'ContractNumber' | 'ContractSequence'>;

/** This page's own calls about a contract. */
function useOwnEvents(id: ContractId): Event[] {
  const { merchant, product } = useTenant();
  const { timeZone } = useConfig();
  const writes = useRecentWrites();
  const segment = segmentOf(id);
  // By the reports' clock, which may be ahead in a sandbox.
  const ahead = daysBetween(dateOf(serverNow(timeZone)), dateOf(useNow()));
  return useMemo(() => {
    const wall = (instant: string) => {
      const at = wallTime(timeZone, new Date(instant));
      return addDays(dateOf(at), ahead) + at.slice(10);
    };
    return writes
      .filter(({ operation, wrote }) => {
        // Payout contracts count their own sequences.
        const isAboutContract = operations[operation].resource !== 'payouts' && wrote?.contracts.includes(segment);
        return isAboutContract && wrote?.merchant === merchant && wrote.product === product;
      })
      .map((call): Event => ({ kind: 'here', at: wall(call.at), call }))
      .toReversed();
  }, [writes, segment, merchant, product, timeZone, ahead]);
}

/** Messages to its client that were about this contract, or about none. */
function useMessageEvents({ ClientNumber, ContractNumber }: ContractNumbers, from: string) {
  const read = useSentMessages(ClientNumber ?? null);
  const { data } = read;
  const events = useMemo(
    () =>
      (data?.Messages ?? [])
        .filter((it) => it.At >= from && [null, ContractNumber].includes(it.ContractNumber))
        .map((message): Event => ({ kind: 'message', at: message.At, message })),
    [data, from, ContractNumber],
  );
  return { read, events };
}

/** Removes payout contracts with the same sequence: two reports include them, under another contract number. */
function useWithoutPayouts<It extends { ContractNumber?: string | null }>(
  records: It[] | undefined,
  { ContractNumber }: ContractNumbers,
) {
  return useMemo(
    () => records?.filter((it) => (it.ContractNumber ?? ContractNumber) === ContractNumber),
    [records, ContractNumber],
  );
}

function useTransactions(contract: ContractId, record: ContractNumbers) {
  const { from, to, range } = useHistoryRange();
  const read = useReadOfRecord('transactionReport', { ...range, ...contract }, { keep: true });
  return { from, to, read, list: useWithoutPayouts(read.data?.records, record) };
}

/**
 * Without the omni report of changed instalments: it can't be filtered by contract, and the contract's own change
 * report has the same changes (docs/interface.md, Reports).
 */
export function useTimeline(contract: ContractId, record: ContractNumbers) {
  const span = useHistoryRange();
  const input = { ...span.range, ...contract };
  const mandate = useReadOfRecord('mandateChangeReport', input, { keep: true });
  const changes = useReadOfRecord('contractChangeReport', input, { keep: true });
  const transactions = useTransactions(contract, record);
  const others = useOwnEvents(contract);
  const messages = useMessageEvents(record, span.range.StartDate);
  const said = useSaidEvents(record.ClientNumber, record.ContractSequence);
  const reads = { 'Mandate changes': mandate, 'Contract changes': changes, Transactions: transactions.read };
  const ofMandate = mandate.data?.records;
  const ofContract = useWithoutPayouts(changes.data?.records, record);
  const all = useMemo(() => ofMandate && ofContract && [...ofMandate, ...ofContract], [ofMandate, ofContract]);
  const readAt = Math.max(mandate.dataUpdatedAt, changes.dataUpdatedAt);
  const { authorOf, read: authors } = useAuthors(record, { changes: all, readAt });
  const approvals = useApprovalEvents('CANCEL', Object.fromEntries(namesOfContract(record, all)), {
    from: span.range.StartDate,
    readAt: all ? readAt : 0,
  });
  const events = useMemo(
    () =>
      mergeEvents({
        mandate: ofMandate,
        contract: ofContract,
        transactions: transactions.list,
        // Older ones than the history are left out, as those of the reports are.
        others: [
          ...approvals.events,
          ...messages.events,
          ...others,
          ...said.filter((it) => it.at >= span.range.StartDate),
        ],
        authorOf,
      }),
    [
      ofMandate,
      ofContract,
      transactions.list,
      approvals.events,
      messages.events,
      others,
      said,
      span.range.StartDate,
      authorOf,
    ],
  );
  return {
    ...span,
    events,
    transactions: transactions.read,
    isLoading: Object.values(reads).some((read) => !read.isFetched && !read.data),
    isMore: Object.values(reads).some((read) => read.isPlaceholderData),
    gaps: gapsOf({
      ...reads,
      'Who made the changes': authors,
      'Who released a cancel': approvals.read,
      Messages: messages.read,
    }),
    isPartial: approvals.isPartial,
  };
}

export type ContractTimeline = ReturnType<typeof useTimeline>;
