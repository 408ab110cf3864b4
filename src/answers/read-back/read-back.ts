import { fieldOf } from '#contract/fields.ts';
import type { ReadName } from '#contract/operations.ts';
import { addDays, type DateText } from '#rules/calendar.ts';
import { textOf } from '../error-body.ts';
import { isOver, stageOf } from '../statuses.ts';
import {
  compared,
  contractOf,
  firstRecord,
  isSameValue,
  listsOf,
  merged,
  sequenced,
  type Fields,
  type RecordReader,
} from './reader.ts';

/**
 * The outcome of an item whose response was lost, according to the service's records. `unclear`: they don't show it.
 */
export interface Finding {
  verdict: 'there' | 'absent' | 'unclear';
  found?: Fields;
  note?: string;
  /** A record of its day and amount exists, perhaps from before. */
  isAlike?: boolean;
}

/** For each item, the records of its contract before it was sent, by number or status. */
export type Before = (number | string | null)[][];

/** A call's items, and what was read before they were sent. */
export interface SentItems {
  items: readonly Fields[];
  before?: Before;
}

export interface ReadBack {
  /** What to read before the call is sent. @throws if there is no answer */
  before?(reader: RecordReader, items: readonly Fields[]): Promise<Before>;
  /** @throws if there is no answer */
  look(reader: RecordReader, sent: SentItems): Promise<Finding[]>;
}

const eachItem = (look: (reader: RecordReader, item: Fields) => Promise<Finding>): ReadBack => ({
  look: (reader, { items }) => Promise.all(items.map((item) => look(reader, item))),
});

/**
 * A create under a number from the merchant, so there is at most one record. If it differs from what was sent, it may
 * have existed before.
 */
export const numbered = (list: ReadName, named: (item: Fields) => Fields = contractOf): ReadBack =>
  eachItem(async (reader, item) => {
    const found = await firstRecord(reader, list, named(item));
    if (!found) return { verdict: 'absent' };
    const { differing } = await compared(reader, item, found);
    if (differing.length === 0) return { verdict: 'there', found };
    const labels = differing.map((name) => fieldOf(name)?.label ?? name).join(', ');
    return { verdict: 'unclear', found, note: `It is there, but not as it was sent: ${labels}.` };
  });

/** An edit was saved if every sent field that the service returns has the sent value. */
export const edited = (read: (reader: RecordReader, item: Fields) => Promise<Fields | undefined>): ReadBack =>
  eachItem(async (reader, item) => {
    const now = (await read(reader, item)) ?? {};
    const { returned, differing } = await compared(reader, item, now);
    if (differing.length > 0) return { verdict: 'absent', found: now };
    if (returned > 0) return { verdict: 'there', found: now };
    return { verdict: 'unclear', note: 'What was changed cannot be looked up.' };
  });

const numberedBy = (list: ReadName, sequence: string) => (reader: RecordReader, item: Fields) =>
  sequenced(reader, list, contractOf(item), sequence, Number(item[sequence]));

/** For instalments and payments. */
export const sequenceEdited = (list: ReadName, sequence: string): ReadBack => edited(numberedBy(list, sequence));

/** Each of the two retrieves returns a subset (docs/interface.md, Mandates). */
export const termsEdited = edited(async (reader, item) => {
  const named = contractOf(item);
  const [mandate, contract] = await Promise.all([
    firstRecord(reader, 'mandateList', named),
    firstRecord(reader, 'contractList', named),
  ]);
  return mandate || contract ? merged(contract, mandate) : undefined;
});

const statusOf = (record: Fields): string =>
  textOf(record.InstalmentStatus ?? record.PaymentStatus ?? record.Status ?? record.MandateStatusCode);

/**
 * Whether a record is cancelled. Services have further statuses, so an unknown one is compared with the status
 * `before`.
 */
function byStatus(now: Fields, before: unknown): Finding {
  const status = statusOf(now);
  const stage = stageOf(status);
  if (stage === 'cancelled' || /^(?:cancel|delete|withdraw)/i.test(status)) return { verdict: 'there' };
  if (stage !== undefined || (status !== '' && status === before)) return { verdict: 'absent' };
  return { verdict: 'unclear', note: status ? `Its status is ${status}.` : 'Its status is not available.' };
}

const notListed: Finding = { verdict: 'unclear', note: 'It is not listed.' };

export const sequenceCancelled = (list: ReadName, sequence: string): ReadBack =>
  eachItem(async (reader, item) => {
    const now = await numberedBy(list, sequence)(reader, item);
    return now ? byStatus(now, undefined) : notListed;
  });

/** A test clock may be ahead of business time. */
const around = (today: DateText) => {
  return { StartDate: `${addDays(today, -366)} 00:00`, EndDate: `${addDays(today, 3660)} 23:59` };
};

/** No retrieve returns a contract's own status, so it is read from the change log. */
export const contractCancelled = (statusIn: (changes: never[]) => string | undefined): ReadBack =>
  eachItem(async (reader, item) => {
    const changes = await reader.read('contractChangeReport', { ...around(reader.today()), ...contractOf(item) });
    if (changes.length === 0) return { verdict: 'unclear', note: 'No change of it is on record.' };
    return statusIn(changes as never[]) === 'CANCELLED' ? { verdict: 'there' } : { verdict: 'absent' };
  });

/** Milliseconds. After that the write is sent anyway, and a read-back is less conclusive. */
const beforeMs = 10_000;

/** With the same status as before, nothing has happened. */
export const mandateCancelled = (findingWhenGone = notListed): ReadBack => ({
  before: async (reader, items) => {
    const [list = []] = await listsOf(reader, 'mandateList', items, AbortSignal.timeout(beforeMs));
    return [list.map(statusOf)];
  },
  look: async (reader, { items: [item = {}], before }) => {
    const now = await firstRecord(reader, 'mandateList', contractOf(item));
    return [now ? byStatus(now, before?.[0]?.[0]) : findingWhenGone];
  },
});

const markOf = (it: Fields): string => `${String(it.InstalmentSequence)} ${statusOf(it)}`;
/** Scheduled, or in a status specific to the service. */
const isCancellable = (it: Fields): boolean =>
  (stageOf(statusOf(it)) ?? 'scheduled') === 'scheduled' && !isOver(statusOf(it));

/** Compares the statuses of a contract's instalments with those before. */
const remainingCancelled: ReadBack = {
  async before(reader, items) {
    const lists = await listsOf(reader, 'omniInstalmentList', items, AbortSignal.timeout(beforeMs));
    return lists.map((records) => records.filter(isCancellable).map(markOf));
  },
  async look(reader, { items, before }) {
    const lists = await listsOf(reader, 'omniInstalmentList', items);
    return items.map((_item, index): Finding => {
      const had = before?.[index] ?? [];
      if (had.length === 0) return { verdict: 'unclear', note: 'What there was before is not known.' };
      const now = new Set((lists[index] ?? []).map(markOf));
      const changed = had.filter((mark) => typeof mark === 'string' && !now.has(mark)).length;
      if (changed === 0) return { verdict: 'absent' };
      if (changed === had.length) return { verdict: 'there' };
      return { verdict: 'unclear', note: `${changed} of ${had.length} instalments have changed since.` };
    });
  },
};

const omniOneCancelled = sequenceCancelled('omniInstalmentList', 'InstalmentSequence');
const omniCancelOf = (items: readonly Fields[]) =>
  items.every((it) => it.InstalmentSequence == null) ? remainingCancelled : omniOneCancelled;

export const omniCancelled: ReadBack = {
  before: async (reader, items) => (await omniCancelOf(items).before?.(reader, items)) ?? [],
  look: (reader, sent) => omniCancelOf(sent.items).look(reader, sent),
};

/**
 * A create that the service numbers. A contract may have two of one day and amount on purpose, so the list is compared
 * with the list before.
 */
export const added = (list: ReadName, id: string, date: string, amount: string): ReadBack => ({
  async before(reader, items) {
    const lists = await listsOf(reader, list, items, AbortSignal.timeout(beforeMs));
    return lists.map((records) => records.map((it) => (typeof it[id] === 'number' ? it[id] : null)));
  },
  async look(reader, { items, before }) {
    const lists = await listsOf(reader, list, items);
    const isLike = (it: Fields, item: Fields) =>
      isSameValue(it[date], item[date]) && isSameValue(it[amount], item[amount]);
    const isCountable = (index: number) =>
      [...(before?.[index] ?? [null]), ...(lists[index] ?? []).map((it) => it[id])].every(
        (it) => typeof it === 'number',
      );
    const fresh = lists.map((now, index) => now.filter((it) => !before?.[index]?.includes(it[id] as number)));
    // Items of one contract share its list, and each new record confirms one of them.
    const taken = new Set<Fields>();
    const found = items.map((item, index) => {
      const match = isCountable(index) ? fresh[index]?.find((one) => !taken.has(one) && isLike(one, item)) : undefined;
      if (match) taken.add(match);
      return match;
    });
    return items.map((item, index): Finding => {
      const [had, now, match] = [before?.[index], lists[index] ?? [], found[index]];
      if (match) return { verdict: 'there', found: match };
      if (now.length === 0) return { verdict: 'absent' };
      if (!isCountable(index)) {
        if (had && now.length <= had.length) return { verdict: 'absent' };
        const alike = now.find((one) => !taken.has(one) && isLike(one, item));
        if (!alike) return { verdict: 'unclear', note: 'What was there before is not known.' };
        taken.add(alike);
        return {
          verdict: 'unclear',
          note: `Number ${String(alike[id])} has that day and amount; whether it was there before is not known.`,
          isAlike: true,
        };
      }
      const other = fresh[index]?.find((one) => !taken.has(one));
      return other
        ? { verdict: 'unclear', note: `Number ${String(other[id])} is new, with another date or amount.` }
        : { verdict: 'absent' };
    });
  },
});
