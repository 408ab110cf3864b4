import type { LooseOutput, ReadName } from '#contract/operations.ts';
import { addDays, dateOf, type DateText } from '#rules/calendar.ts';
import { isOver, normalStatus, stageOf } from '../statuses.ts';
import { isCancelledStatus, beforeOf, notKnown, statusIn, type Finding, type ReadBack } from './finding.ts';
import {
  contractNamed,
  firstRecord,
  listsBefore,
  listsOf,
  sequenced,
  type Fields,
  type RecordReader,
  ofEach,
} from './reader.ts';

/** Providers have further statuses, so an unknown one is compared with the status before. */
function byStatus(now: Fields, before: Fields | undefined): Finding {
  const status = statusIn(now);
  if (isCancelledStatus(status)) return { verdict: 'there' };
  if (stageOf(status) !== undefined || (status !== '' && before && status === statusIn(before)))
    return { verdict: 'absent' };
  return { verdict: 'unclear', note: status ? `Its status is ${status}.` : 'Its status is not available.' };
}

const notListed: Finding = { verdict: 'unclear', note: 'It is not listed.' };

/** Gone counts only if it was listed before and the provider still answers for its contract. */
const whenGone = (had: readonly Fields[] | undefined, isContractThere: boolean): Finding =>
  had && had.length > 0 && isContractThere ? { verdict: 'there' } : notListed;

const kept = (record: Fields | undefined): Fields[] => (record ? [{ Status: statusIn(record) }] : []);

/** One instalment: its status, or that it is no longer listed. */
export const sequenceCancelled = (list: ReadName, sequence: string): ReadBack => {
  const read = (reader: RecordReader, item: Fields, signal?: AbortSignal) =>
    sequenced(reader, list, contractNamed(item), sequence, Number(item[sequence]), signal);
  return {
    before: (reader, items, signal) => ofEach(items, (item) => read(reader, item, signal).then(kept, () => undefined)),
    look: (reader, sent) =>
      ofEach(sent.items, async (item, index) => {
        const had = beforeOf(sent, index);
        const now = await read(reader, item);
        if (now) return byStatus(now, had?.[0]);
        return whenGone(had, (await reader.read(list, contractNamed(item))).length > 0);
      }),
  };
};

/**
 * A mandate: its status, or that it is no longer listed. A deleted request for one may take its contract along, so its being
 * listed before is enough.
 */
export const mandateCancelled = ({ isRequest = false } = {}): ReadBack => ({
  before: (reader, items, signal) =>
    ofEach(items, (item) =>
      firstRecord(reader, 'mandateList', contractNamed(item), signal).then(kept, () => undefined),
    ),
  look: (reader, sent) =>
    ofEach(sent.items, async (item, index) => {
      const had = beforeOf(sent, index);
      const now = await firstRecord(reader, 'mandateList', contractNamed(item));
      if (now) return byStatus(now, had?.[0]);
      return whenGone(had, isRequest || (await firstRecord(reader, 'contractList', contractNamed(item))) !== undefined);
    }),
});

/** A test clock may be ahead of business time. */
const around = (today: DateText) => ({
  StartDate: `${addDays(today, -366)} 00:00`,
  EndDate: `${addDays(today, 3660)} 23:59`,
});

/** Of a contract that is not cancelled (docs/decisions.md, 13). */
const ownStatuses = new Set(['PENDING', 'ACTIVE', 'COMPLETED']);

type ContractChange = LooseOutput<'contractChangeReport'>;

/** No retrieve returns a contract's own status, so it is read from the change log. */
export const contractCancelled = (statusOf: (changes: readonly ContractChange[]) => string | undefined): ReadBack => ({
  before: async (_reader, items) => items.map(() => undefined),
  look: (reader, { items }) =>
    ofEach(items, async (item): Promise<Finding> => {
      const input = { ...around(reader.today()), ...contractNamed(item) };
      const changes = await reader.read('contractChangeReport', input);
      if (changes.length === 0) return { verdict: 'unclear', note: 'No change of it is on record.' };
      const status = statusOf(changes as ContractChange[]) ?? '';
      if (isCancelledStatus(status)) return { verdict: 'there' };
      // A word of the provider's own may mean it.
      return status === '' || ownStatuses.has(normalStatus(status))
        ? { verdict: 'absent' }
        : { verdict: 'unclear', note: `Its status is ${status}.` };
    }),
});

const list = 'omniInstalmentList';
const dueOf = (record: Fields): string => dateOf(String(record.CollectionDate ?? ''));

/** Scheduled, or in a status of the provider's own, and not due by today: what is due today goes out (docs/decisions.md, 16). */
const isCancellable = (record: Fields, today: DateText): boolean =>
  (stageOf(statusIn(record)) ?? 'scheduled') === 'scheduled' &&
  !isOver(statusIn(record)) &&
  (dueOf(record) === '' || dueOf(record) > today);

/** By how the instalments that could be cancelled before look now. */
function remainingFinding(had: readonly Fields[] | undefined, now: readonly Fields[]): Finding {
  if (!had) return { verdict: 'unclear', note: notKnown };
  if (had.length === 0) return { verdict: 'unclear', note: 'Nothing was left to cancel before.' };
  if (now.length === 0) return { verdict: 'unclear', note: 'Its instalments are not listed.' };
  const byNumber = new Map(now.map((it) => [it.InstalmentSequence, it]));
  const isOpen = (record: Fields) => {
    const found = byNumber.get(record.InstalmentSequence);
    return found !== undefined && statusIn(found) === statusIn(record);
  };
  const isCancelled = (record: Fields) => {
    const found = byNumber.get(record.InstalmentSequence);
    return !found || isCancelledStatus(statusIn(found)) || (!isOpen(record) && stageOf(statusIn(found)) === undefined);
  };
  const [open, cancelled] = [had.filter(isOpen), had.filter(isCancelled)];
  const last = had.reduce((latest, it) => (dueOf(it) > dueOf(latest) ? it : latest));
  const isWhole = had.every((it) => byNumber.has(it.InstalmentSequence));
  if (cancelled.length > 0 && open.length === 0) return { verdict: 'there' };
  const note = `${cancelled.length} of ${had.length} instalments have been cancelled since.`;
  // A cancel of all would have included it, so others cancelled the rest.
  if (isWhole && isOpen(last)) return { verdict: 'absent', ...(cancelled.length > 0 && { note }) };
  return { verdict: 'unclear', note };
}

/**
 * All that remains of a contract. Complete if nothing that could be cancelled before is open now; what is due today stays. Not
 * done if all of it is listed and the one that is due last is open, whatever a colleague has cancelled meanwhile. Anything else
 * is unclear.
 */
const remainingCancelled: ReadBack = {
  async before(reader, items, signal) {
    const lists = await listsBefore(reader, list, items, signal);
    const today = reader.today();
    return lists.map((records) =>
      records
        ?.filter((it) => isCancellable(it, today))
        .map((it) => ({
          InstalmentSequence: it.InstalmentSequence ?? null,
          CollectionDate: it.CollectionDate ?? null,
          Status: statusIn(it),
        })),
    );
  },
  async look(reader, sent) {
    const lists = await listsOf(reader, list, sent.items);
    return sent.items.map((_item, index) => remainingFinding(beforeOf(sent, index), lists[index] ?? []));
  },
};

const omniOneCancelled = sequenceCancelled(list, 'InstalmentSequence');
const omniCancelOf = (items: readonly Fields[]) =>
  items.every((it) => it.InstalmentSequence == null) ? remainingCancelled : omniOneCancelled;

/** One instalment, or all that remains. */
export const omniCancelled: ReadBack = {
  before: (reader, items, signal) => omniCancelOf(items).before(reader, items, signal),
  look: (reader, sent) => omniCancelOf(sent.items).look(reader, sent),
};
