import type { Pool } from 'pg';
import type { AuditAction } from '#contract/audit-actions.ts';
import { grantsOf } from '#contract/permissions.ts';
import { appendWithin, type Happened } from '#service/audit/entry.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Connection } from '#service/database/query.ts';
import type { SignInPerson } from './users.ts';

type Known = Pick<SignInPerson, 'username' | 'name'> | SignInPerson;

/** Who did it and from where, for an entry that the auditors of the person's merchants see. */
export const byPerson = (person: Known, Address: string): Pick<Happened, 'Actor' | 'Context' | 'Details'> => ({
  Actor: { Kind: 'person', Id: person.username, Name: person.name },
  Context: { Address },
  ...('roles' in person && { Details: { Merchants: [...grantsOf(person).keys()] } }),
});

/**
 * What a person changes about their own sign-in, and its entry in the audit, in one transaction.
 * @param work what the entry says of it; undefined if nothing has changed
 * @returns whether something has changed
 */
export const recordedChange = (
  pool: Pool,
  { person, address, action }: { person: SignInPerson; address: string; action: AuditAction },
  work: (connection: Connection) => Promise<object | undefined>,
): Promise<boolean> =>
  inOwnTransaction(pool, async (query, connection) => {
    const details = await work(connection);
    const { Details, ...by } = byPerson(person, address);
    if (details)
      await appendWithin(query, {
        ...by,
        Action: action,
        Outcome: 'done',
        Details: { ...Details, ...details },
      });
    return details !== undefined;
  });
