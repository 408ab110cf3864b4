import type pg from 'pg';
import { auditActionText, type AuditAction } from '#contract/audit-actions.ts';
import { appendWithin, operator } from '#service/audit/entry.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import { queryOn, type Connection, type Query } from '#service/database/query.ts';
import { waitForSettings } from '#service/settings/change.ts';

/**
 * Runs what a command changes, and its entry in the audit, in one transaction.
 * @param typed the whole command, without a password, which is never an argument.
 * @returns the line that reports the change.
 */
export function recorded(
  pool: pg.Pool,
  [command, verb, ...rest]: readonly string[],
  work: (db: Connection) => Promise<string>,
): Promise<string> {
  const Action = `${command}.${verb}`;
  if (auditActionText(Action) === undefined) throw new Error(`The audit has no words for ${Action}.`);
  return inOwnTransaction(pool, async (query, connection) => {
    await waitForSettings(query);
    const line = await work(connection);
    const Details = { Typed: rest.join(' ') };
    await appendWithin(query, { Action: Action as AuditAction, Actor: operator, Outcome: 'done', Details });
    return line;
  });
}

/** Statements of a command on the tables of merchants, in its transaction. */
export const commandAsMaintenance = <T>(db: Connection, work: (query: Query) => Promise<T>): Promise<T> => {
  const query = queryOn(db);
  return asMaintenanceWithin(query, () => work(query));
};
