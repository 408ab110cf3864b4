import type { Json } from '#answers/error-body.ts';
import { allReasons, isAccepted, isSent, type RowState, type SendResults } from '#answers/send/results.ts';
import type { SentItems } from '#console/api/client.ts';
import { CallError, explain, isUnknown } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { ApiResponse, Fault } from '#contract/operation.ts';
import { operations, type WriteName } from '#contract/operations.ts';
import { sendOnce, type SendOptions } from './send.ts';

/** A row of a batch, with what is known of its outcome. */
export interface BatchRow {
  item: Json;
  state: RowState;
  /** Why it was not accepted. */
  faults: readonly Fault[];
  /** What the service answered about it, unchanged. */
  received: readonly unknown[];
}

const none: readonly never[] = [];

export const unsentRow = (item: Json): BatchRow => ({ item, state: 'unsent', faults: none, received: none });

/** The outcome of one call with several rows. */
export interface CallResult {
  /** In the order of the rows that were sent. */
  rows: readonly Pick<BatchRow, 'state' | 'faults' | 'received'>[];
  /** No further calls may follow: there was no answer, or they would fail too. */
  isEnd: boolean;
  /** Results in the answer that are of no row, or may be of several. */
  strays: SendResults['strays'];
  api?: ApiResponse;
  /** Why there are no results of the rows. */
  error?: CallError;
}

/** Rows as results: those that were sent. */
export const resultsOfRows = (rows: readonly BatchRow[], strays: SendResults['strays'] = []): SendResults => ({
  items: rows.filter(isSent).map(({ item, state, faults, received }) => ({
    item,
    state,
    reasons: state === 'accepted' ? none : faults,
    received: state === 'accepted' ? none : received,
  })),
  strays,
});

/** One result for each row. A DELETE of one row may return several: then all of them count. */
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

/**
 * Sends rows in one call. To learn the outcome of unknown rows, all rows of their call are sent again unchanged: the server knows it
 * as the same call and answers with what it did (docs/decisions.md, 43).
 */
export async function sendRows(
  name: WriteName,
  tenant: Tenant,
  rows: readonly BatchRow[],
  options: SendOptions = {},
): Promise<CallResult> {
  const items = rows.map((it) => it.item);
  try {
    const { results, api } = await sendOnce(
      name,
      tenant,
      (takesMany(name) ? items : items[0]) as SentItems<WriteName>,
      options,
    );
    return { rows: rowResults(rows, results), isEnd: false, strays: results.strays, api };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { faults, body, kind } = error;
    const received = body === undefined ? none : [body];
    const all = (state: RowState, reasons = faults) => rows.map(() => ({ state, faults: reasons, received }));
    const call = { strays: error.results?.strays ?? [], error };
    if (isUnknown(error)) return { rows: all('unknown'), isEnd: true, ...call };
    const isUnsent = kind === 'signedOut' || kind === 'notSent' || kind === 'savedBefore';
    const reasons = faults.length > 0 ? faults : [{ Code: kind, Message: `${explain(error).title}.` }];
    return { rows: all(isUnsent ? 'unsent' : 'refused', reasons), isEnd: isUnsent || kind === 'notPermitted', ...call };
  }
}
