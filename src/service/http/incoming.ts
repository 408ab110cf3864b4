import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Events } from '#service/audit/events.ts';
import { stillSignedIn } from '#service/auth/epochs.ts';
import type { Clock } from '#service/base/clock.ts';
import { HttpError } from '#service/base/errors.ts';
import { queryConfig, type Query } from '#service/database/query.ts';
import { inTransaction, repeatedly, type Begin, type Begun } from '#service/database/transaction.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { Call, Codes, Generates, RecordQuery, CallTenant } from './call.ts';
import { tenantOf, type Entrance, type AdmittedCall } from './entry.ts';

export interface Dependencies extends Entrance {
  /** A pool of its own for streamed answers: slow readers leave connections to other calls. */
  streams: pg.Pool;
  clock: Clock;
  isSandbox: boolean;
  codes: Codes;
  numbers: Numbers;
  /** Milliseconds without progress after which the reader of a streamed answer is disconnected. */
  readerTimeoutMs: number;
  /** Records that one call may store and change. */
  maxRows: number;
  /** Handlers by operation name. Their inputs are checked in `resources/all.ts`; here they have one type. */
  handlers: Readonly<Record<string, AnyHandler | undefined>>;
  /** Answers every call in their place, where a provider has the records. */
  provider?: (incoming: Incoming) => Promise<FastifyReply>;
}

export type AnyHandler = Maintain | Retrieve | Lookup | RawCall;
export type Maintain =
  | { perItem: (call: Call, item: never) => Promise<unknown> }
  | { batch: (call: Call, items: never[]) => Promise<unknown[]>; generates?: Generates<never> };
export type Retrieve = { retrieve: (tenant: CallTenant, query: never, isAll: boolean) => RecordQuery };
export type Lookup = { lookup: (product: string) => unknown[] };
export type RawCall = { raw: (call: Call, input: never) => Promise<unknown> };

/** A request that passed its checks, with everything that answers it. */
export interface Incoming {
  request: FastifyRequest;
  reply: FastifyReply;
  entry: AdmittedCall;
  /** Without `Version`. */
  query: Record<string, string>;
  dependencies: Dependencies;
}

export const beginOf = ({ entry, dependencies }: Incoming): Begin => ({
  merchant: entry.merchant,
  organisation: entry.organisation,
  isSandbox: dependencies.isSandbox,
});

/** Runs `work` in one transaction, within the tenant's share of connections, and again after a conflict. */
export function inCall<T>(
  incoming: Incoming,
  work: (call: Call, last: Begun['last']) => Promise<T>,
  { isDryRun = false, needsFactor = false } = {},
): Promise<T> {
  const { entry, reply, dependencies } = incoming;
  const { shares, pool } = dependencies;
  const share = entry.operation.method === 'GET' ? shares.reads : shares.writes;
  const must = entry.operation.method === 'GET' ? undefined : stillSignedIn(entry.caller, needsFactor);
  const begin = { ...beginOf(incoming), isDryRun, must };
  return share.within(tenantOf(entry), reply.raw, () =>
    repeatedly(() => inTransaction(pool, begin, (client, begun) => withCall(incoming, client, begun, work))),
  );
}

async function withCall<T>(
  { entry, dependencies }: Incoming,
  client: pg.ClientBase,
  begun: Begun,
  work: (call: Call, last: Begun['last']) => Promise<T>,
): Promise<T> {
  const { clock, codes, numbers, maxRows } = dependencies;
  let changed = 0;
  entry.sequence = begun.sequence;
  const call: Call = {
    merchant: entry.merchant ?? '',
    organisation: entry.organisation ?? '',
    product: entry.product,
    caller: entry.caller,
    now: clock.now(begun.daysAhead),
    sequence: begun.sequence,
    events: new Events(),
    codes,
    numbers,
    hasNetwork: dependencies.isSandbox,
    query: async <Row>(statement: Parameters<Query>[0], values?: unknown[]) => {
      const { rows, rowCount, command } = await client.query(queryConfig(statement, values));
      if (command === 'INSERT' || command === 'UPDATE') changed += rowCount ?? 0;
      if (changed > maxRows) throw tooMany(maxRows);
      return rows as Row[];
    },
  };
  const result = await work(call, begun.last);
  if (entry.operation.method !== 'GET' && changed === 0 && begun.last.length === 0) await client.query(emptyRecord);
  return result;
}

/**
 * A write that changes nothing may answer from data that only the primary has: the call before it got a 503 because no
 * standby had confirmed its commit. A commit waits for the standby only if it writes a record, and then for all earlier
 * ones.
 */
export const emptyRecord = { name: 'emptyRecord', text: `select pg_logical_emit_message(true, 'collections', '')` };

/** One edited item may change the instalments of years, so the count is known only while the call runs. */
const tooMany = (maxRows: number) =>
  new HttpError(400, [
    {
      Code: 'TOO_MANY',
      Message: `The call changes more than ${maxRows} records, log entries included; nothing was changed. Send fewer items.`,
    },
  ]);
