import type { Json } from '#answers/error-body.ts';
import type { Finding } from '#answers/read-back/finding.ts';
import { isAboutSame } from '#answers/read-back/names.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { allReasons, isAccepted, type RowState, type SendResults } from '#answers/send/results.ts';
import type { Sent } from '#console/api/client.ts';
import { CallError, explain, isUnknown } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { forget, type Unconfirmed, type UnconfirmedError } from '#console/session/unconfirmed.ts';
import type { Fault } from '#contract/operation.ts';
import type { WriteName } from '#contract/operations.ts';
import { operations } from '#contract/operations.ts';
import { verify } from './read-back.ts';
import { isAboutEarlier, sendOnce, type Sendable } from './write.ts';

export interface BatchRow {
  item: Json;
  state: RowState;
  faults: readonly Fault[];
  received: readonly unknown[];
  /** Writes that may have saved it, while its state is unknown. */
  records: readonly Unconfirmed[];
}

const none: readonly never[] = [];

export const unsentRow = (item: Json): BatchRow => ({
  item,
  state: 'unsent',
  faults: none,
  received: none,
  records: none,
});

interface CallResult {
  rows: readonly Pick<BatchRow, 'state' | 'faults' | 'received'>[];
  records: readonly Unconfirmed[];
  /** No further calls: the response was lost, or they would fail too. */
  isEnd: boolean;
  isAnswered: boolean;
  /** Seconds, from the service. */
  retryAfter?: number;
}

/** A DELETE of one row may return several results; then all of them count. */
function rowResults(rows: readonly BatchRow[], results: SendResults): CallResult['rows'] {
  const { items, strays } = results;
  if (rows.length > 1)
    return rows.map((_row, at) => {
      const { state = 'unknown', reasons = none, received = none } = items[at] ?? {};
      return { state, faults: reasons, received };
    });
  const isRefused = items.every(({ state }) => state === 'refused');
  const state = isAccepted(results) ? 'accepted' : isRefused ? 'refused' : 'unknown';
  const received = [...items.flatMap((it) => it.received), ...strays.map((it) => it.received)];
  return [{ state, faults: allReasons(results), received }];
}

/** Whether an operation takes a list. A cancel takes one record (docs/interface.md, Conventions 8). */
export const takesMany = (name: WriteName): boolean => 'request' in operations[name];

export async function sendRows(
  name: WriteName,
  tenant: Tenant,
  rows: readonly BatchRow[],
  cleared: ReadonlySet<string>,
  sendable: Sendable = {},
): Promise<CallResult> {
  let records: readonly Unconfirmed[] = [];
  const items = rows.map((it) => it.item);
  const keep = (found: readonly Unconfirmed[]) => void (records = found);
  const input = (takesMany(name) ? items : items[0]) as Sent<WriteName>;
  try {
    const { results } = await sendOnce(name, tenant, input, cleared, keep, sendable);
    return { rows: rowResults(rows, results), records, isEnd: false, isAnswered: true };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { faults, body, kind, retryAfter } = error;
    const received = body === undefined ? none : [body];
    const all = (state: RowState, reasons = faults) => rows.map(() => ({ state, faults: reasons, received }));
    if (kind === 'unconfirmed') {
      if (sendable.isRepeat) return { rows: all('unknown'), records, isEnd: true, isAnswered: false };
      // Only rows about the same record must wait for an earlier unanswered write.
      const { waits } = error.cause as UnconfirmedError;
      const held = rows.map((_row, at) => ({ state: waits[at] ? 'unknown' : 'unsent', faults, received }) as const);
      return { rows: held, records, isEnd: !held.some(({ state }) => state === 'unknown'), isAnswered: true };
    }
    // Stop after a lost response: the next ones would probably be lost too.
    if (isUnknown(error)) return { rows: all('unknown'), records, isEnd: true, isAnswered: false, retryAfter };
    const isUnsent = kind === 'signedOut' || kind === 'notSent';
    const isBarred = isUnsent || kind === 'notPermitted';
    if (sendable.isRepeat && !isAboutEarlier(error))
      return { rows: all('unknown'), records, isEnd: true, isAnswered: !isBarred };
    const state = isUnsent ? 'unsent' : 'refused';
    const reasons = faults.length > 0 ? faults : [{ Code: kind, Message: `${explain(error).title}.` }];
    return { rows: all(state, reasons), records, isEnd: isBarred, isAnswered: true };
  }
}

async function findingsOf(record: Unconfirmed, cleared: Set<string>) {
  const findings = await verify(record);
  const verdicts = new Set(findings.map((it) => it.verdict));
  // The same batch keeps its key. If only some items were saved, each is recorded separately.
  if (verdicts.size === 1 && verdicts.has('absent')) cleared.add(record.key);
  else if (!verdicts.has('unclear')) forget(record.key);
  // Two equal items must not share a finding.
  const taken = new Set<number>();
  return (item: Json) => {
    const own = record.items.findIndex((it, at) => !taken.has(at) && isLike(it, item));
    if (own >= 0) taken.add(own);
    return findings[own < 0 ? record.items.findIndex((it) => isAboutSame(it, item)) : own];
  };
}

/** Whether the stored item may be this one. Digests are not compared. */
export const isLike = (stored: Fields, item: Json): boolean =>
  Object.entries(stored).every(([field, value]) => String(value).startsWith('#') || value === (item[field] ?? null));

/**
 * Reads back rows whose response was lost. An earlier write that blocked an edit is no evidence about the edit itself.
 *
 * @returns the state of each row, whether every read succeeded, which unknown rows have a record of their day and amount,
 * and what is to be said of unknown rows, such as that nothing was read before
 */
export async function readBack(
  name: WriteName,
  rows: readonly BatchRow[],
  cleared: Set<string>,
): Promise<{ states: RowState[]; isAnswered: boolean; isAlike: boolean[]; notes: Fault[][] }> {
  const records = new Map(rows.flatMap((row) => row.records.map((it) => [it.key, it] as const)));
  const byKey = new Map<string, (item: Json) => Finding | undefined>();
  try {
    for (const [key, record] of records) byKey.set(key, await findingsOf(record, cleared));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  const findings = rows.map(({ item, records: own }) => own.map(({ key }) => byKey.get(key)?.(item)));
  const states = rows.map(({ item, records: own }, at) => {
    const verdicts = (findings[at] ?? []).map((it) => it?.verdict);
    if (verdicts.includes('there')) return isOf(name, own, item) ? 'accepted' : 'unsent';
    return verdicts.length > 0 && verdicts.every((it) => it === 'absent') ? 'unsent' : 'unknown';
  });
  const isAlike = findings.map((own, at) => states[at] === 'unknown' && own.some((it) => it?.isAlike === true));
  const notes = findings.map((own, at) =>
    own.flatMap((it) => (states[at] === 'unknown' && it?.note ? [{ Code: '', Message: it.note }] : [])),
  );
  return { states, isAnswered: byKey.size === records.size, isAlike, notes };
}

/** Whether a saved write did what the row requests: a cancel always, an edit if its values are equal. */
const isOf = (name: WriteName, records: readonly Unconfirmed[], item: Json): boolean =>
  name.endsWith('Cancel') ||
  records.some(({ items }) => items.some((one) => isAboutSame(one, item) && isLike(one, item)));
