import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isObject } from '#answers/error-body.ts';
import type { Before, Finding } from '#answers/read-back/finding.ts';
import { isAboutSame } from '#answers/read-back/names.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { call, isLookup, type Answer, type Outcome, type Sent } from '#console/api/client.ts';
import { CallError, isUnknown, isUnsettled } from '#console/api/errors.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import {
  amend,
  forget,
  recordWrite,
  settle,
  UnconfirmedError,
  useUnconfirmed,
  type Unconfirmed,
} from '#console/session/unconfirmed.ts';
import type { WriteName } from '#contract/operations.ts';
import { contractsOf, readBefore, verify } from './read-back.ts';
import { showStored } from './show-stored.ts';

/** For senders that also store their writes themselves. */
export interface Sendable {
  key?: string;
  /** May have been sent under this key before. */
  isRepeat?: boolean;
  /** Can be sent again under its key after a lost response, so no records need to be read before. */
  isRepeatable?: boolean;
  /** Of all calls of an import, or of edits from a list. */
  importId?: string;
  /** What was read of its records just before. */
  before?: Before;
}

/** Whether the cached data may predate the write. */
export const isStale = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => !isLookup(queryKey[0]);

/** Whether a refusal of this attempt is also valid for an earlier one under the same key. */
export const isAboutEarlier = ({ kind, faults }: CallError): boolean =>
  kind !== 'signedOut' &&
  kind !== 'notPermitted' &&
  kind !== 'notSent' &&
  !faults.some(({ Code }) => /IDEMPOTENCY/i.test(Code));

/** After a provider's lost answer the server usually knows the outcome at the first. */
const mostAsks = 4;

/** Sends, and asks under the same key for an outcome that the server is still looking for. @throws CallError */
async function settled<T>(send: () => Promise<T>): Promise<T> {
  let unsettled: CallError | undefined;
  for (let asks = 0; ; asks += 1)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (unsettled && !isAboutEarlier(error)) throw unsettled;
      if (!isUnsettled(error) || asks === mostAsks) throw error;
      unsettled = error;
      const { retryAfter = 5 } = error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
}

const isComplete = ({ results }: Outcome<WriteName>) => results.items.every(({ state }) => state !== 'unknown');

const sendUnder = <N extends WriteName>(
  idempotencyKey: string,
  name: N,
  tenant: Tenant,
  input: Sent<N>,
  importId?: string,
): Promise<Outcome<N>> =>
  call(name, tenant, input, { idempotencyKey, importId }) as Promise<Answer<WriteName>> as Promise<Outcome<N>>;

/**
 * Sends a write at most once: its record with the Idempotency-Key is stored before the request, and deleted only after
 * a final response. A 401 or a refusal proves that this attempt did nothing, but not an earlier one.
 *
 * @param cleared keys that were read back and may be sent again
 * @param onRecord receives its record, or those that it must wait for
 * @throws CallError; `unconfirmed` if nothing was sent because the outcome of a similar write is unknown
 */
export async function sendOnce<N extends WriteName>(
  name: N,
  tenant: Tenant,
  input: Sent<N>,
  cleared: ReadonlySet<string>,
  onRecord: (records: readonly Unconfirmed[]) => void,
  { key, isRepeat = false, isRepeatable = false, importId, before }: Sendable = {},
): Promise<Outcome<N>> {
  let taken;
  try {
    taken = await recordWrite(name, tenant, input, cleared, contractsOf(name, tenant), key);
  } catch (cause) {
    if (!(cause instanceof UnconfirmedError)) throw cause;
    onRecord(cause.records);
    throw new CallError('unconfirmed', { operation: name, cause });
  }
  const isNew = taken.isNew && !isRepeat;
  let { record } = taken;
  onRecord([record]);
  let isFinal = false;
  try {
    if (!navigator.onLine) throw new CallError('notSent', { operation: name });
    if (isNew && !isRepeatable) record = await amend(record, before ?? (await readBefore(record)));
    onRecord([record]);
    const send = () => sendUnder(record.key, name, tenant, input, importId);
    // An import repeats its calls itself.
    const answer = await (isRepeatable ? send() : settled(send));
    isFinal = isComplete(answer);
    return answer;
  } catch (error) {
    isFinal = error instanceof CallError && !isUnknown(error) && (isNew || isAboutEarlier(error));
    throw error;
  } finally {
    settle(record, isFinal);
  }
}

/** As if the server had read it back itself. */
const findingsIn = ({ results }: Outcome<WriteName>): Finding[] =>
  results.items.map(({ state, received: [found] }) => ({
    verdict: state === 'accepted' ? 'there' : state === 'refused' ? 'absent' : 'unclear',
    ...(isObject(found) && { found }),
  }));

/** A write whose response was lost, and the state of its read-back. */
export interface Doubt {
  record: Unconfirmed;
  state: 'unasked' | 'asking' | 'failed' | 'there' | 'absent' | 'unclear' | 'partly';
  findings: readonly Finding[];
  /** Sent by this page, so it can be sent again from here. */
  isOwn: boolean;
}

const stateOf = (findings: readonly Finding[]): Doubt['state'] => {
  const [verdict, ...others] = new Set(findings.map((it) => it.verdict));
  if (others.length === 0) return verdict ?? 'unclear';
  return others.includes('unclear') || verdict === 'unclear' ? 'unclear' : 'partly';
};

/**
 * The person's writes without a response, also from earlier visits and other tabs.
 *
 * @param about shows those about these records (all by default), and those that block this page's own writes
 */
function useDoubts(name: WriteName, about: readonly Fields[] | undefined) {
  const tenant = useTenant();
  const client = useQueryClient();
  const stored = useUnconfirmed(name, tenant);
  const [own, setOwn] = useState<readonly Unconfirmed[]>([]);
  const [read, setRead] = useState<Record<string, Pick<Doubt, 'state' | 'findings'> & { record: Unconfirmed }>>({});
  const cleared = useRef(new Set<string>());
  /** Of this page's write that the server keeps: asks it for the outcome. */
  const unsettled = useRef<{ key: string; ask: () => Promise<Outcome<WriteName>> }>(undefined);

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
      const { key, ask } = unsettled.current ?? {};
      const isKept = ask !== undefined && key === record.key;
      const findings = isKept ? findingsIn(await ask()) : await verify(record);
      const state = stateOf(findings);
      // Of what was kept the outcome is final: sent again, it needs another key.
      if (state === 'there' || state === 'partly' || (isKept && state === 'absent')) forget(record.key);
      else if (state === 'absent') cleared.current.add(record.key);
      // Refetch first, or the next edit would start with old values.
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
    /** To send it again anyway. */
    clear: ({ key }: Unconfirmed) => void cleared.current.add(key),
    /** Earlier findings are obsolete. */
    begin: () => {
      setOwn([]);
      setRead({});
    },
    met: (records: readonly Unconfirmed[]) => setOwn(records),
    /** Its outcome is what the server answers under its key. */
    keep: (key: string, ask: () => Promise<Outcome<WriteName>>) => void (unsettled.current = { key, ask }),
  };
}

/**
 * Sends a batch or a cancel, once (see `sendOnce`). `doubts` are this operation's writes without a response.
 *
 * @param about shows those about these records (all by default), and those that block this page's own writes
 * @param isPart whether more calls of the batch follow; the caller then refetches at the end
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
        const [record] = records;
        if (record && isUnsettled(error))
          doubt.keep(record.key, () => sendUnder(record.key, name, { merchant, product }, input));
        throw error;
      }
    },
    onSuccess: ({ results }) => showStored(client, name, { merchant, product }, results),
    // A mandate also creates instalments and changes.
    onSettled: () => {
      if (!isPart()) void client.invalidateQueries({ predicate: isStale });
    },
  });
  return { ...mutation, doubt };
}

export type Write<N extends WriteName> = ReturnType<typeof useWrite<N>>;
