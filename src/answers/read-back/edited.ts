import { fieldOf } from '#contract/fields.ts';
import type { ReadName } from '#contract/operations.ts';
import { beforeOf, notKnown, type Finding, type ReadBack } from './finding.ts';
import {
  comparedNames,
  contractNamed,
  firstRecord,
  isSameValue,
  keptFields,
  mergedFields,
  sequenced,
  type Fields,
  type RecordReader,
  ofEach,
} from './reader.ts';

type ReadRecord = (reader: RecordReader, item: Fields, signal?: AbortSignal) => Promise<Fields | undefined>;

/**
 * Finds out whether an edit was stored, of which no answer arrived, by reading its record again. Evidence are the fields whose sent value
 * differs from the one before: now as sent, it was stored; now as before, it was not; a third value, another person has changed it
 * since, and sending it again would overwrite that. A field that the retrieve returned before and leaves out now is empty; one that it
 * never returned is no evidence, and neither is a masked one. If every sent field was so before and still is, there was nothing to store.
 * @param read the record of an item that was sent; undefined if it is not listed
 */
export const fieldsEdited = (read: ReadRecord): ReadBack => ({
  before: (reader, items, signal) =>
    ofEach(items, async (item) => {
      const record = await read(reader, item, signal).catch(() => undefined);
      return record && [keptFields(record, comparedNames(item))];
    }),
  look: (reader, sent) =>
    ofEach(sent.items, async (item, index): Promise<Finding> => {
      const found = await read(reader, item);
      if (!found) return { verdict: 'unclear', note: 'It is not listed.' };
      const names = comparedNames(item);
      const now = keptFields(found, names);
      const differing = Object.keys(now).filter((name) => !isSameValue(now[name], item[name]));
      const before = beforeOf(sent, index)?.[0];
      const signs = before && new Map(names.map((name) => [name, signOf(item[name], before[name], now[name])]));
      const finding = signs
        ? foundSince(signs)
        : foundAlone(
            names.every((name) => name in now),
            differing,
          );
      return { ...finding, found };
    }),
});

/** The edit of an instalment or a payment, by its sequence in its contract. */
export const sequenceEdited = (list: ReadName, sequence: string): ReadBack =>
  fieldsEdited((reader, item, signal) =>
    sequenced(reader, list, contractNamed(item), sequence, Number(item[sequence]), signal),
  );

/** The edit of a mandate: each of the two retrieves returns a subset (docs/interface.md, Mandates). */
export const termsEdited: ReadBack = fieldsEdited(async (reader, item, signal) => {
  const named = contractNamed(item);
  const [mandate, contract] = await Promise.all([
    firstRecord(reader, 'mandateList', named, signal),
    firstRecord(reader, 'contractList', named, signal),
  ]);
  return mandate || contract ? mergedFields(contract, mandate) : undefined;
});

/** What one field says of an edit: only a field whose sent value differs from the one before is evidence. */
type Sign = 'asSent' | 'asBefore' | 'other' | 'unchanged' | 'unreadable';

function signOf(sent: unknown, before: unknown, now: unknown): Sign {
  if (before === undefined && now === undefined) return 'unreadable';
  // Left out once and returned once: the retrieve leaves out what is empty.
  const [was, is] = [before ?? null, now ?? null];
  if (isSameValue(was, sent)) return isSameValue(is, sent) ? 'unchanged' : 'other';
  if (isSameValue(is, sent)) return 'asSent';
  return isSameValue(is, was) ? 'asBefore' : 'other';
}

const labelsOf = (names: readonly string[]): string => names.map((name) => fieldOf(name)?.label ?? name).join(', ');

/** Without the values before, a record proves something only if it is in every field as it was sent. */
function foundAlone(isWhole: boolean, differing: readonly string[]): Pick<Finding, 'verdict' | 'note'> {
  if (differing.length > 0)
    return { verdict: 'unclear', note: `It is not as it was sent: ${labelsOf(differing)}. ${notKnown}` };
  return isWhole ? { verdict: 'there' } : { verdict: 'unclear', note: 'Part of what was changed cannot be looked up.' };
}

/** With the values before, each changed field is a sign of whether the edit was stored. */
function foundSince(signs: ReadonlyMap<string, Sign>): Pick<Finding, 'verdict' | 'note'> {
  const having = (sign: Sign) => [...signs].flatMap(([name, it]) => (it === sign ? [name] : []));
  const [other, asBefore] = [having('other'), having('asBefore')];
  if (other.length > 0)
    return { verdict: 'unclear', note: `Somebody has set another value since: ${labelsOf(other)}.` };
  if (having('asSent').length > 0)
    return asBefore.length > 0
      ? { verdict: 'unclear', note: `Only part of it is as it was sent. As before: ${labelsOf(asBefore)}.` }
      : { verdict: 'there' };
  if (asBefore.length > 0) return { verdict: 'absent' };
  return having('unreadable').length === 0
    ? { verdict: 'there' }
    : { verdict: 'unclear', note: 'What was changed cannot be looked up.' };
}
