import type pg from 'pg';
import { addDays, type DateText } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import { insertChanges } from './changes.ts';
import { insertClients } from './clients.ts';
import { insertContracts, planContracts } from './contracts.ts';
import {
  completeContracts,
  insertInstalments,
  insertTransactions,
  planInstalments,
  planRepresented,
} from './instalments.ts';
import { approvalMerchant, sandboxMerchants, sizes } from './merchants.ts';
import {
  insertApprovals,
  insertPayments,
  insertPayoutChanges,
  insertPayouts,
  insertPayoutTransactions,
  planPayments,
  planPayouts,
} from './payouts.ts';
import { banks, people } from './people.ts';

/**
 * Fills an empty database with the sandbox: merchants, clients, contracts and the year of collections before `today`. The same
 * day gives the same data. One transaction, one process at a time.
 * @returns false if the sandbox exists already.
 */
export async function seedSandbox(database: { pool: pg.Pool }, today: DateText): Promise<boolean> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const isNew = await begin(client);
    if (isNew) await fill(client, today);
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => void (broken = reason));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Row-level security applies to the owner, too: every statement sees and writes one merchant. */
const become = (client: pg.PoolClient, merchant: string) =>
  client.query(`select enter(current_user, $1, '')`, [merchant]);

async function begin(client: pg.PoolClient): Promise<boolean> {
  // A second process waits here until the first has committed, and then finds its merchant.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('collections sandbox', 0))`);
  await become(client, '1001');
  const { rowCount } = await client.query(`select from merchant where merchant = '1001'`);
  return rowCount === 0;
}

/** The non-banking days of the year before `today`. */
const closedDays = (today: DateText): DateText[] =>
  Array.from({ length: 400 }, (_, ago) => addDays(today, -ago)).filter((day) => clearingDay(day) !== day);

async function fill(client: pg.PoolClient, today: DateText): Promise<void> {
  // Compiling these statements takes longer than running them.
  await client.query('set local jit = off');
  await client.query(planContracts, [
    today,
    sizes.map((it) => it.merchant),
    sizes.map((it) => it.product),
    sizes.map((it) => it.clients),
    sizes.map((it) => it.contracts),
  ]);
  // Without statistics the planner joins the plans row by row.
  await client.query('analyze seeded_contract');
  const closed = closedDays(today);
  await client.query(planInstalments, [today, closed, closed.map(clearingDay)]);
  await client.query(planRepresented, [today]);
  await client.query(completeContracts);
  await client.query('analyze seeded_instalment');
  await client.query(planPayouts, [
    today,
    sizes.map((it) => it.merchant),
    sizes.map((it) => it.product),
    sizes.map((it) => it.clients),
    sizes.map((it) => it.payouts),
  ]);
  await client.query(planPayments, [today, closed, closed.map(clearingDay)]);

  for (const { number, name } of sandboxMerchants) {
    await become(client, number);
    await client.query('insert into merchant values ($1, $2)', [number, name]);
    for (const { product, clients } of sizes.filter((it) => it.merchant === number))
      await client.query(insertClients, [number, product, clients, JSON.stringify(people), JSON.stringify(banks)]);
    await client.query(insertContracts, [number]);
    await client.query(insertInstalments, [number, today]);
    await client.query(insertTransactions, [number]);
    await client.query(insertChanges, [number, today]);
    for (const statement of [insertPayouts, insertPayments, insertPayoutTransactions, insertPayoutChanges])
      await client.query(statement, [number]);
    if (number === approvalMerchant)
      for (const statement of insertApprovals) await client.query(statement, [number, today]);
  }
  // Now instead of at the next autovacuum: first impressions count.
  await client.query('analyze client, contract, instalment, payout_contract, payment, transaction, change');
}
