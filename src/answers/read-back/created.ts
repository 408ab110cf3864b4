import { fieldOf } from '#contract/fields.ts';
import type { ReadName } from '#contract/operations.ts';
import { isOver } from '../statuses.ts';
import { isCancelledStatus, beforeOf, notKnown, statusIn, type Finding, type ReadBack } from './finding.ts';
import {
  comparedNames,
  contractNamed,
  differingFields,
  isSameValue,
  keptFields,
  listsBefore,
  listsOf,
  type Fields,
  ofEach,
} from './reader.ts';

const endings = ['CancelCode', 'CancelReason', 'CancelDate'];

const hasEnded = (record: Fields): boolean =>
  isOver(statusIn(record)) || isCancelledStatus(statusIn(record)) || endings.some((name) => Boolean(record[name]));

/** Payments that a payout contract lacks although their number was sent. */
function lackOfPayments({ NumberOfPayments }: Fields, { ContractPayments }: Fields): string | undefined {
  if (typeof NumberOfPayments !== 'number' || !Array.isArray(ContractPayments)) return undefined;
  const { length } = ContractPayments;
  return length < NumberOfPayments ? `It has ${length} of ${NumberOfPayments} payments.` : undefined;
}

function createdOrNot(item: Fields, records: readonly Fields[], had: readonly Fields[] | undefined): Finding {
  if (records.length === 0) return { verdict: 'absent' };
  const live = records.filter((it) => !hasEnded(it));
  const liveBefore = had?.filter((it) => it.HasEnded !== true);
  // One that was live before is not ours, and neither is one that had ended and still has.
  if (had && liveBefore && had.length > 0 && live.length <= liveBefore.length) {
    const [found, before = {}] = [live[0], liveBefore[0]];
    return !found || differingFields(before, found).length === 0
      ? { verdict: 'absent', note: 'It was there before.' }
      : { verdict: 'unclear', found, note: 'It was there before, and has changed since.' };
  }
  if (live.length === 0)
    return { verdict: 'unclear', found: records[0], note: 'One of that number is there, but it has ended.' };
  const compared = live.map((it) => differingFields(item, it));
  const at = Math.max(
    0,
    compared.findIndex((it) => it.length === 0),
  );
  const [found = {}, differing = []] = [live[at], compared[at]];
  const labels = differing.map((name) => fieldOf(name)?.label ?? name).join(', ');
  const note = labels ? `It is there, but not as it was sent: ${labels}.` : lackOfPayments(item, found);
  return note ? { verdict: 'unclear', found, note } : { verdict: 'there', found };
}

/**
 * A create under the merchant's number, of which there is at most one live record. It is ours if it was not there before and has
 * not ended; if nothing was read before, if it is as it was sent. Then it may be an older one of the same values, which does no
 * harm: what was wanted is there, once.
 */
export const numberedReadBack = (list: ReadName, named: (item: Fields) => Fields = contractNamed): ReadBack => ({
  before: (reader, items, signal) =>
    ofEach(items, async (item) => {
      const records = await reader.read(list, named(item), signal).catch(() => undefined);
      return records?.map((it) => ({ ...keptFields(it, comparedNames(item)), HasEnded: hasEnded(it) }));
    }),
  look: (reader, sent) =>
    ofEach(sent.items, async (item, index) =>
      createdOrNot(item, await reader.read(list, named(item)), beforeOf(sent, index)),
    ),
});

/**
 * A create that the provider numbers. A contract may have several of one day and amount on purpose, so the list is compared with
 * the list before.
 *
 * What can be told: no new record of that day and amount, nothing was stored. As many as there are such items, or fewer: each is
 * one of them, and equal items are as good as one another, so that of two equal ones that were sent and one that was stored, one
 * is there and one absent. More than there are such items: another program has added equal ones, and whether ours is among them
 * can't be told. The same without a list before, unless every such record is the outcome of another call. What no list shows is
 * whether the only new one was added by another program while ours was lost: the sender must not let an equal item go while
 * one is unanswered, and compares with the provider's change report.
 */
export const addedReadBack = (list: ReadName, id: string, date: string, amount: string): ReadBack => {
  const isLike = (record: Fields, item: Fields) =>
    isSameValue(record[date], item[date]) && isSameValue(record[amount], item[amount]);
  const isNumbered = (record: Fields) => typeof record[id] === 'number';
  const mark = (item: Fields) => JSON.stringify([contractNamed(item), item[date], item[amount]]);
  return {
    async before(reader, items, signal) {
      const lists = await listsBefore(reader, list, items, signal);
      return lists.map((records) => records?.map((it) => ({ [id]: it[id] ?? null })));
    },
    async look(reader, sent) {
      const { items, isClaimed } = sent;
      const lists = await listsOf(reader, list, items);
      const equal = new Map<string, number>();
      for (const item of items) equal.set(mark(item), (equal.get(mark(item)) ?? 0) + 1);
      // Items of one contract share its list, and each new record confirms one of them.
      const taken = new Set<unknown>();
      const nameOf = (index: number, record: Fields) =>
        isNumbered(record) ? `${JSON.stringify(contractNamed(items[index] ?? {}))} ${String(record[id])}` : record;
      const take = (index: number, records: readonly Fields[]) => {
        const match = records.find((it) => !taken.has(nameOf(index, it)));
        if (match) taken.add(nameOf(index, match));
        return match;
      };

      return items.map((item, index): Finding => {
        const had = beforeOf(sent, index);
        const all = distinct(lists[index] ?? [], id);
        if (all.length === 0 && had && had.length > 0)
          return { verdict: 'unclear', note: 'What was there before is not listed.' };
        const now = all.filter((it) => !isClaimed?.(it, item));
        if (now.length === 0) return { verdict: 'absent' };
        if (!had?.every(isNumbered) || !now.every(isNumbered)) {
          if (had && all.length <= had.length) return { verdict: 'absent' };
          const alike = take(
            index,
            now.filter((it) => isLike(it, item)),
          );
          if (!alike) return { verdict: 'unclear', note: notKnown };
          const note = `Number ${String(alike[id])} has that day and amount; whether it was there before is not known.`;
          return { verdict: 'unclear', note };
        }
        const old = new Set(had.map((it) => it[id]));
        const fresh = now.filter((it) => !old.has(it[id]));
        const alike = fresh.filter((it) => isLike(it, item));
        const count = equal.get(mark(item)) ?? 1;
        if (alike.length > count) {
          const numbers = alike.map((it) => String(it[id])).join(', ');
          const note = `Numbers ${numbers} are new and have that day and amount: more than were sent, so some are not ours.`;
          return { verdict: 'unclear', note };
        }
        const found = take(index, alike);
        if (found) return { verdict: 'there', found };
        const other = fresh.find((it) => !items.some((one) => isLike(it, one)));
        return other
          ? { verdict: 'unclear', note: `Number ${String(other[id])} is new, with another date or amount.` }
          : { verdict: 'absent' };
      });
    },
  };
};

/** A provider may list a record twice. */
const distinct = (records: readonly Fields[], id: string): Fields[] => {
  const numbers = new Set<unknown>();
  return records.filter((it) => it[id] == null || (!numbers.has(it[id]) && Boolean(numbers.add(it[id]))));
};
