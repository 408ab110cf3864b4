import { createHash } from 'node:crypto';
import os from 'node:os';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { Caller } from '#service/base/permissions.ts';
import { inTransaction } from '#service/database/transaction.ts';

/** The chain of what belongs to no merchant: sign-ins, people, restores. */
export const installation = '*';

export interface Actor {
  /** `operator` is someone at the terminal. */
  Kind: 'person' | 'program' | 'service' | 'operator';
  Id: string;
  /** As it was then. */
  Name: string;
}

/** Where a call came from. */
export interface Context {
  Address?: string;
  /** The sign-in behind the token, as a hash: the same for all its calls. */
  Session?: string;
  /** The client that the token was issued to. */
  Program?: string;
  /** How the person signed in (RFC 8176). */
  Factors?: string[];
}

/** The record that an entry is about, in the fields of the interface. */
export interface Target {
  ClientNumber?: string;
  ContractNumber?: string;
  /** Beyond 2^53 a text of its digits. */
  ContractSequence?: number | string;
}

export interface AuditedChange extends Target {
  Field: string;
  /** Of the instalment or payment. */
  Sequence?: number;
  Old: string | null;
  New: string | null;
  /** Old and New are encrypted with the client's key. */
  IsSealed?: true;
}

export const auditOutcomes = ['done', 'partly', 'refused', 'asked', 'not stored', 'unclear'] as const;

/** What happened: the text of an entry, before time and version are added. */
export interface Happened {
  /** The operation of a call, or a name with dots such as `person.disable`. */
  Action: AuditAction;
  Actor: Actor;
  Context?: Context;
  Product?: string;
  CallSequence?: number;
  /** `asked`: it goes to a provider, and another entry has its outcome; the last two are only of such calls. */
  Outcome: (typeof auditOutcomes)[number];
  Items?: number;
  Refused?: number;
  /** How often each code refused an item. */
  Codes?: Record<string, number>;
  /** Keyed, because few digits hide an account number in a plain hash. */
  Digest?: string;
  Targets?: Target[];
  MoreTargets?: number;
  Changes?: AuditedChange[];
  MoreChanges?: number;
  /** Refusals of the same caller that were not written since the last one that was. */
  Skipped?: number;
  /** Anything else that the action needs, in words. */
  Details?: Record<string, unknown>;
}

export interface Entry extends Happened {
  Version: 1;
  Merchant: string;
  /** UTC. */
  At: string;
}

export const actorOf = (caller: Pick<Caller, 'subject' | 'name' | 'isProgram'>): Actor => ({
  Kind: caller.isProgram ? 'program' : 'person',
  Id: caller.subject,
  Name: caller.name,
});

/** Someone at the terminal: the system's name of who is signed in there. */
export const operator: Actor = { Kind: 'operator', Id: os.userInfo().username, Name: os.userInfo().username };

export const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The statements that append an entry to its chain. They are for the end of a transaction (`Begun.last`): the first locks the
 * head until the commit. Two statements and not one, because a distributed database refuses a changing statement inside another.
 */
export function appending(merchant: string, happened: Happened): pg.QueryConfig[] {
  const entry: Entry = { Version: 1, Merchant: merchant, At: new Date().toISOString(), ...happened };
  const text = JSON.stringify(entry);
  return [
    {
      name: 'auditHead',
      text: `insert into audit_checkpoint as head (merchant, sequence, hash)
        values ($1, 1, sha256(int8send(1::bigint) || $2::bytea))
        on conflict (merchant) do update set sequence = head.sequence + 1,
          hash = sha256(head.hash || int8send(head.sequence + 1) || $2::bytea)`,
      values: [merchant, sha256(text)],
    },
    {
      name: 'auditEntry',
      text: `insert into audit_entry (merchant, sequence, hash, entry)
        select merchant, sequence, hash, $2 from audit_checkpoint where merchant = $1
        returning 1`,
      values: [merchant, text],
    },
  ];
}

/** Appends in the transaction of the change, which is the tables' owner's. For its end, because others wait for the head. */
export async function appendWithin(
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  happened: Happened,
  merchant = installation,
): Promise<void> {
  await query(`select set_config('role', 'collections_maintenance', true)`);
  for (const { text, values } of appending(merchant, happened)) await query(text, values);
  await query('reset role');
}

/** Appends in a transaction of its own: for what has no other. */
export const appendAlone = (pool: pg.Pool, happened: Happened, merchant = installation): Promise<void> =>
  inTransaction(pool, { merchant }, async (_client, { last }) => {
    last.push(...appending(merchant, happened));
  });
