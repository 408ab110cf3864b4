import { createHmac, generateKeySync, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { SettingsAuditAction } from '#contract/audit-actions.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Caller } from '#service/base/permissions.ts';
import type { Query } from '#service/database/query.ts';
import { keyIn, keyStored, sealedBytes, type Numbers } from '#service/numbers/numbers.ts';
import { createBudget } from './budget.ts';
import { actorOf, appendAlone, appending, appendWithin, installation, type Context, type Happened } from './entry.ts';
import type { Events } from './events.ts';

interface CallOutcome {
  items: number;
  refused: number;
  codes: Record<string, number>;
  /** Of the items. */
  digest: Buffer;
  /** Of a call to a provider; of others it follows from what was refused. */
  outcome?: Happened['Outcome'];
  details?: Record<string, unknown>;
}

/** What the audit has of a call. */
export interface AuditedCall {
  /** Empty outside the prefix. */
  merchant: string;
  /** Empty if the path has no product segment. */
  product: string;
  caller: Caller;
  /** `APIResponse.CallSequence`. */
  sequence: number;
  /** Of the header `Import-Id`: calls with the same one are one piece of work (docs/decisions.md, 57). */
  importId?: string;
  /** What the call changes, for its entry in the audit. */
  events: Events;
  numbers: Numbers;
  query: Query;
}

/** A change of settings. It never has a secret. */
export interface SettingsChange {
  /** In dotted words, such as `person.invited`. */
  action: SettingsAuditAction;
  /** The person, program, merchant or organisation. */
  target: string;
  /** The merchants that it concerns; `*` is every one. */
  merchants: readonly string[];
  changes: readonly { field: string; before?: unknown; after?: unknown }[];
}

/** Appends to the audit, for calls and for events without a call. */
export interface Audit {
  /**
   * The last statements of a call's transaction. None for a call that was refused as a whole once its caller's share of
   * refusals is used up.
   */
  ofCall(call: AuditedCall, action: string, address: string, outcome: CallOutcome): Promise<pg.QueryConfig[]>;
  /** Appends in a transaction of its own. */
  append(merchant: string | null, happened: Happened): Promise<void>;
  /** Appends a refusal in the background, within the caller's share; the caller does not wait. */
  refused(merchant: string | null, happened: Omit<Happened, 'Outcome'>): void;
  /** Resolves when what runs in the background is written. */
  settled(): Promise<void>;
}

/** Refusals of one caller and action that are written, in an hour; the next entry says how many were not. */
const mostRefusals = 60;

/**
 * @param report a refusal that could not be written.
 */
export async function createAudit(pool: pg.Pool, report: (error: unknown) => void): Promise<Audit> {
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from sign_in.audit_secret');
  const [stored] = rows;
  if (!stored) throw new Error('the database has no secret for the audit');
  const budget = createBudget(mostRefusals);
  // One after the other: they all wait for the same head, and would do it with a connection each.
  let running = Promise.resolve();

  const append = (merchant: string | null, happened: Happened) => appendAlone(pool, happened, merchant ?? installation);

  return {
    append,
    async ofCall(call, action, address, { items, refused, codes, digest, outcome, details }) {
      // A change that waits for a second person is stored, so it has an entry.
      const isRefused = outcome === undefined && refused === items && codes['AWAITING_RELEASE'] === undefined;
      const Skipped = isRefused ? budget.take(call.merchant, call.caller.subject, action) : 0;
      if (Skipped === undefined) return [];
      return appending(call.merchant, {
        // The interface's description types its names as text.
        Action: action as OperationName,
        Actor: actorOf(call.caller),
        Context: contextOf(call.caller, address),
        Product: call.product,
        CallSequence: call.sequence,
        Outcome: outcome ?? (isRefused ? 'refused' : refused > 0 ? 'partly' : 'done'),
        Items: items,
        ...(refused > 0 && { Refused: refused, Codes: codes }),
        ...((call.importId !== undefined || details) && {
          Details: { ...(call.importId !== undefined && { Import: call.importId }), ...details },
        }),
        Digest: createHmac('sha256', stored.secret).update(digest).digest('base64url'),
        ...call.events.listed,
        ...(await call.events.changes(sealing(call))),
        ...(Skipped > 0 && { Skipped }),
      });
    },
    refused(merchant, happened) {
      const Skipped = budget.take(merchant ?? installation, happened.Actor.Id, happened.Action);
      if (Skipped === undefined) return;
      running = running
        .then(() => append(merchant, { ...happened, Outcome: 'refused', ...(Skipped > 0 && { Skipped }) }))
        .catch(report);
    },
    settled: () => running,
  };
}

/** A change of settings, in the transaction that makes it, which is the tables' owner's. */
export async function recordChange(
  query: Query,
  { caller, address }: { caller: Caller; address: string },
  { action, target, merchants, changes }: SettingsChange,
): Promise<void> {
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value));
  await appendWithin(query, {
    Action: action,
    Actor: actorOf(caller),
    Context: contextOf(caller, address),
    Outcome: 'done',
    Details: { Target: target, Merchants: [...merchants] },
    ...(changes.length > 0 && {
      Changes: changes.map(({ field, before, after }) => ({ Field: field, Old: text(before), New: text(after) })),
    }),
  });
}

export function contextOf({ signIn }: Caller, address: string): Context {
  const { session, program, factors = [] } = signIn ?? {};
  return {
    Address: address,
    ...(session !== undefined && { Session: session }),
    ...(program !== undefined && { Program: program }),
    ...(factors.length > 0 && { Factors: factors }),
  };
}

/** Encrypts with the client's key, which is made with the first value. */
export function sealing(call: Pick<AuditedCall, 'merchant' | 'product' | 'query' | 'numbers'>) {
  const keys = new Map<string, KeyObject>();
  const keyOf = async (client: string): Promise<KeyObject> => {
    const known = keys.get(client);
    if (known) return known;
    const whose = [call.merchant, call.product, client];
    await call.query(
      `insert into audit_key (merchant, product, client_number, key) values ($1, $2, $3, $4) on conflict do nothing`,
      [...whose, keyStored(generateKeySync('aes', { length: 256 }), call.numbers)],
    );
    const [found] = await call.query<{ key: Buffer }>(
      'select key from audit_key where merchant = $1 and product = $2 and client_number = $3',
      whose,
    );
    if (!found) throw new Error('a key that was just inserted is missing');
    const key = keyIn(found.key, call.numbers);
    keys.set(client, key);
    return key;
  };
  return async (client: string, values: (string | null)[]): Promise<(string | null)[]> => {
    const key = await keyOf(client);
    return values.map((value) => (value === null ? null : sealedBytes(key, value).toString('base64url')));
  };
}
