import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { isDate } from '#rules/calendar.ts';
import { checkpointsIn } from '#service/audit/checkpoints.ts';
import { appendAlone, appendWithin, operator } from '#service/audit/entry.ts';
import { chainsOf, proveChain, restoresOf } from '#service/audit/verify.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import { queryOn, type Connection } from '#service/database/query.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { loadKeys } from '#service/signing/keys.ts';

/**
 * Proves the chains and reports a line for each.
 * @param options.log a file with the service's log, whose signed checkpoints must hold as well.
 * @param options.restored the days on which backups were restored or entries declared lost, with commas between them.
 * @throws Error naming the first link of each chain that does not hold.
 */
export async function verifyAudit(
  pool: pg.Pool,
  { merchant, log, restored }: { merchant: string; log: string; restored: string },
): Promise<string[]> {
  const restoredOn = restored.split(',').filter(Boolean);
  const wrong = restoredOn.find((day) => !isDate(day));
  if (wrong !== undefined) throw new Error(`--restored: ${wrong} is no day such as 2026-12-01.`);
  const elsewhere = log ? await checkpointsIn(await readFile(log, 'utf8'), (await loadKeys(pool)).signing) : [];
  const chains = merchant ? [merchant] : await asMaintenance(pool, (query) => chainsOf(query, elsewhere));
  const restores = await asMaintenance(pool, restoresOf);
  const outside = { checkpoints: elsewhere, restores, restoredOn };
  const proofs = [];
  for (const chain of chains) proofs.push(await asMaintenance(pool, (query) => proveChain(query, chain, outside)));
  const lines = proofs.map(({ merchant: chain, entries, broken, restored: takenBack }) => {
    const name = chain === '*' ? 'installation' : `merchant ${chain}`;
    if (broken) return `${name}: BROKEN at entry ${broken.sequence}: ${broken.reason}`;
    const lost = takenBack > 0 ? `; a restore or a failover took back what ${takenBack} checkpoints had signed` : '';
    return `${name}: ${entries} entries, intact${lost}`;
  });
  if (proofs.some(({ broken }) => broken)) throw new Error(lines.join('\n'));
  return [
    ...lines,
    log
      ? `${elsewhere.length} signed checkpoints of the log hold`
      : 'without a log (--log FILE) a chain that was cut at its end, or replaced, is not noticed',
  ];
}

/** Destroys the key of a client's personal values in the audit. The chain holds without it. */
export async function forgetClient(
  db: Connection,
  { merchant, product, client }: { merchant: string; product: string; client: string },
): Promise<string> {
  const query = queryOn(db);
  const gone = await asMaintenanceWithin(query, () =>
    query('delete from audit_key where merchant = $1 and product = $2 and client_number = $3 returning merchant', [
      merchant,
      product,
      client,
    ]),
  );
  if (gone.length === 0) throw new Error(`The audit has no personal values of client ${client} in ${product}.`);
  await appendWithin(
    query,
    { Action: 'audit.forget', Actor: operator, Outcome: 'done', Product: product, Targets: [{ ClientNumber: client }] },
    merchant,
  );
  return `the audit no longer tells the personal values of client ${client}`;
}

/** A chain is shorter after a restore: this entry says why, and from when. */
export const recordRestore = (pool: pg.Pool, { taken, rows }: { taken: string; rows: number }): Promise<void> =>
  appendAlone(pool, {
    Action: 'backup.restore',
    Actor: operator,
    Outcome: 'done',
    Details: { Taken: taken, Rows: rows },
  });

/**
 * Declares that a failover to a standby which had not everything lost the entries since a time.
 * @param since in UTC, such as `2026-12-01T10:30Z`.
 * @throws Error of one line for another text, and for a time to come.
 */
export async function recordLoss(pool: pg.Pool, since: string): Promise<string> {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z$/.exec(since) ?? [];
  if (!isDate(day)) throw new Error(`--since: ${since} is no time in UTC such as 2026-12-01T10:30Z.`);
  const from = new Date(since);
  const now = new Date();
  if (from > now) throw new Error(`--since: ${since} is still to come.`);
  const Taken = from.toISOString();
  await appendAlone(pool, { Action: 'audit.lost', Actor: operator, Outcome: 'done', Details: { Taken } });
  return `entries since ${Taken} are declared lost; from now on: npm run audit -- verify --log FILE --restored ${now.toISOString().slice(0, 10)}`;
}
