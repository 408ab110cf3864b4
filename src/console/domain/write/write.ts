import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, isLookup, type Answer, type Outcome, type Sent, type WriteName } from '#console/api/client.ts';
import { CallError, isUnknown } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import type { Fields } from '#console/session/unconfirmed-fields.ts';
import {
  amend,
  Doubtful,
  forget,
  isAboutSame,
  settle,
  takeDown,
  useUnconfirmed,
  type Unconfirmed,
} from '#console/session/unconfirmed.ts';
import type { Finding } from './read-back.ts';
import { showStored } from './show-stored.ts';
import { readBefore, verify } from './verify.ts';

/** How a write goes that its sender keeps by itself as well. */
export interface Sendable {
  /** Under which it goes. */
  key?: string;
  /** It may have gone under this key before. */
  isRepeat?: boolean;
  /** It goes again under its key where no answer comes, so that nothing has to be known of before. */
  isRepeatable?: boolean;
}

/** Whether what was read may be older than a write. */
export const isStale = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => !isLookup(queryKey[0]);

/** Whether what refuses an attempt refuses an earlier one under the same key as well. */
export const isAboutEarlier = ({ kind, faults }: CallError): boolean =>
  kind !== 'signedOut' && kind !== 'notPermitted' && !faults.some(({ Code }) => /IDEMPOTENCY/i.test(Code));

/** Every item has been answered for. */
const isComplete = ({ results }: Outcome<WriteName>) => results.items.every(({ state }) => state !== 'unknown');

/**
 * Sends a write so that it cannot be done twice: it is taken down with its Idempotency-Key before it goes, and forgotten
 * only after a final answer. A 401 or a refusal says that this attempt did nothing, not what became of an earlier one.
 *
 * @param cleared keys that were read back and may go again
 * @param onRecord told the record of it, or those that hold it up
 * @param sendable with a key of the sender's own
 * @throws CallError; `unconfirmed` when nothing was sent because something like it has no answer yet
 */
export async function sendOnce<N extends WriteName>(
  name: N,
  tenant: Tenant,
  input: Sent<N>,
  cleared: ReadonlySet<string>,
  onRecord: (records: readonly Unconfirmed[]) => void,
  { key, isRepeat = false, isRepeatable = false }: Sendable = {},
): Promise<Outcome<N>> {
  let taken;
  try {
    taken = await takeDown(name, tenant, input, cleared, key);
  } catch (cause) {
    if (!(cause instanceof Doubtful)) throw cause;
    onRecord(cause.records);
    throw new CallError('unconfirmed', { operation: name, cause });
  }
  const isNew = taken.isNew && !isRepeat;
  let { record } = taken;
  onRecord([record]);
  let isFinal = false;
  try {
    if (isNew && !isRepeatable) record = await amend(record, await readBefore(record));
    onRecord([record]);
    const answer = (await call(name, tenant, input, { idempotencyKey: record.key })) as Answer<WriteName> as Outcome<N>;
    isFinal = isComplete(answer);
    return answer;
  } catch (error) {
    isFinal = error instanceof CallError && !isUnknown(error) && (isNew || isAboutEarlier(error));
    throw error;
  } finally {
    settle(record, isFinal);
  }
}

/** A write without an answer, and how far it has been read back. */
export interface Doubt {
  record: Unconfirmed;
  state: 'unasked' | 'asking' | 'failed' | 'there' | 'absent' | 'unclear' | 'partly';
  findings: readonly Finding[];
  /** What the page holds is what was sent, so that it can go again from here. */
  isOwn: boolean;
}

const stateOf = (findings: readonly Finding[]): Doubt['state'] => {
  const [verdict, ...others] = new Set(findings.map((it) => it.verdict));
  if (others.length === 0) return verdict ?? 'unclear';
  return others.includes('unclear') || verdict === 'unclear' ? 'unclear' : 'partly';
};

/**
 * What this person sent without an answer, here or in an earlier visit or another tab: to be read back before anything like
 * it goes again.
 *
 * @param about shows what is about these records, all without it; beside them what this page met when it sent
 */
function useDoubts(name: WriteName, about: readonly Fields[] | undefined) {
  const tenant = useTenant();
  const client = useQueryClient();
  const stored = useUnconfirmed(name, tenant);
  const [own, setOwn] = useState<readonly Unconfirmed[]>([]);
  const [read, setRead] = useState<Record<string, Pick<Doubt, 'state' | 'findings'> & { record: Unconfirmed }>>({});
  const cleared = useRef(new Set<string>());

  const isShown = ({ items }: Unconfirmed) => !about || items.some((item) => about.some((it) => isAboutSame(item, it)));
  const unconfirmed = [...own.filter((it) => !stored.some(({ key }) => key === it.key)), ...stored];
  const list = new Map(unconfirmed.map((it) => [it.key, it]));
  for (const { record } of Object.values(read)) if (!list.has(record.key)) list.set(record.key, record);
  const isOwn = ({ key }: Unconfirmed) => own.some((it) => it.key === key);
  const doubts = [...list.values()]
    .filter((it) => isOwn(it) || read[it.key] || isShown(it))
    .map((record): Doubt => ({ state: 'unasked', findings: [], ...read[record.key], record, isOwn: isOwn(record) }));

  const check = async (record: Unconfirmed): Promise<readonly Finding[] | undefined> => {
    setRead((all) => ({ ...all, [record.key]: { record, state: 'asking', findings: [] } }));
    try {
      const findings = await verify(record);
      const state = stateOf(findings);
      if (state === 'there' || state === 'partly') forget(record.key);
      if (state === 'absent') cleared.current.add(record.key);
      // What was read when the answer got lost may be older than what was stored: told once the page shows it, or its next
      // edit would begin at what was there before.
      if (state !== 'absent') await client.invalidateQueries({ predicate: isStale });
      setRead((all) => ({ ...all, [record.key]: { record, state, findings } }));
      return findings;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRead((all) => ({ ...all, [record.key]: { record, state: 'failed', findings: [] } }));
      return undefined;
    }
  };
  const dismiss = ({ key }: Unconfirmed) => {
    forget(key);
    setOwn((all) => all.filter((it) => it.key !== key));
    setRead(({ [key]: _gone, ...rest }) => rest);
  };
  return {
    doubts,
    cleared: (): ReadonlySet<string> => new Set(cleared.current),
    check,
    dismiss,
    /** The person has looked and wants it to go again all the same. */
    clear: ({ key }: Unconfirmed) => void cleared.current.add(key),
    /** A new attempt: what was read back belongs to the one before. */
    begin: () => {
      setOwn([]);
      setRead({});
    },
    met: (records: readonly Unconfirmed[]) => setOwn(records),
  };
}

/**
 * Sends a batch or a cancel, once: see `sendOnce`. `doubts` are those of its kind that have no answer yet.
 *
 * @param about shows those about these records (all of its kind without it), beside those that this page met
 * @param isPart says whether more calls of the same batch follow; whoever sends the last has what was read `isStale` read again
 */
export function useWrite<N extends WriteName>(
  name: N,
  about?: readonly Fields[],
  { isPart = () => false }: { isPart?: () => boolean } = {},
) {
  const { merchant, product } = useTenant();
  const client = useQueryClient();
  const doubt = useDoubts(name, about);
  const mutation = useMutation<Outcome<N>, CallError, Sent<N>>({
    mutationKey: [name, merchant, product],
    mutationFn: async (input) => {
      const cleared = doubt.cleared();
      let records: readonly Unconfirmed[] = [];
      doubt.begin();
      try {
        const answer = await sendOnce(name, { merchant, product }, input, cleared, (all) => (records = all));
        if (!isComplete(answer)) doubt.met(records);
        return answer;
      } catch (error) {
        if (error instanceof CallError && isUnknown(error)) doubt.met(records);
        throw error;
      }
    },
    onSuccess: ({ results }) => showStored(client, name, { merchant, product }, results),
    // A mandate makes instalments and changes, so guessing which reads are stale is the mistake; lookups never are.
    onSettled: () => {
      if (!isPart()) void client.invalidateQueries({ predicate: isStale });
    },
  });
  return { ...mutation, doubt };
}

export type Write<N extends WriteName> = ReturnType<typeof useWrite<N>>;
