import type pg from 'pg';
import { addDays, type DateText } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import { appending, installation, type Happened } from '#service/audit/entry.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { withConnection } from '#service/database/connection.ts';
import type { Database } from '#service/database/open.ts';
import { beginningOnOne, type DecidingStatement } from '#service/database/transaction.ts';
import { withSealed, type Numbers } from '#service/numbers/numbers.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { insertChanges } from './changes.ts';
import { insertClients } from './clients.ts';
import { insertContracts, planContracts } from './contracts.ts';
import {
  completeContractsSql,
  insertInstalments,
  insertTransactions,
  planInstalments,
  planRepresented,
} from './instalments.ts';
import { approvalMerchant, sandboxBooks, sandboxMerchants, smallBooks, type SampleBook } from './merchants.ts';
import {
  insertApprovals,
  insertNewAccount,
  insertPayments,
  insertPayoutChanges,
  insertPayouts,
  insertPayoutTransactions,
  planPayments,
  planPayouts,
} from './payouts.ts';
import { seedBanks, peopleNames } from './people.ts';

/**
 * Fills an empty database with the sandbox: merchants, clients, contracts and the year of collections before `today`. The same
 * day gives the same data.
 * @returns false if the sandbox exists already.
 */
export async function seedSandbox(
  database: Pick<Database, 'pool' | 'schema'>,
  today: DateText,
  numbers?: Numbers,
): Promise<boolean> {
  const known = numbers ?? (await openNumbers(database));
  // No time limits: on a busy machine another start may seed for longer than any call may take.
  return inSeeding(database.schema, async (client) => {
    if (await hasMerchant(client, '1001')) return false;
    await insertSamples(client, today, known, sandboxMerchants, sandboxBooks);
    // Now instead of at the next autovacuum: first impressions count.
    await client.query('analyze client, contract, instalment, payout_contract, payment, transaction, change');
    return true;
  });
}

/**
 * Adds a merchant with the sample of 1002. On one day all such merchants have the same records; only the sequences differ.
 * @param merchant with what the call must still find, and its entry of the audit
 * @returns false if the merchant exists already.
 */
export const seedMerchant = (
  pool: pg.Pool,
  today: DateText,
  numbers: Numbers,
  { must, happened, ...merchant }: { number: string; name: string; must?: DecidingStatement; happened: Happened },
): Promise<boolean> =>
  inSeeding(pool, async (client) => {
    const { number } = merchant;
    if (must) must.check((await client.query(must.find)).rows[0]);
    if (await hasMerchant(client, number)) return false;
    await insertSamples(client, today, numbers, [merchant], smallBooks(number, '1002'));
    const { organisation } = sandboxMessageSignIn;
    await client.query(`select enter(current_user, '', $1)`, [organisation]);
    await client.query('update organisation set merchants = merchants || $2::text where organisation = $1', [
      organisation,
      number,
    ]);
    // The owner's role goes on: a distributed database refuses a second role in a transaction.
    await become(client, installation);
    for (const statement of appending(installation, happened)) await client.query(statement);
    return true;
  });

/** One transaction, one at a time: a second process waits until the first has committed, and then finds its merchant. */
async function inSeeding(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<boolean>): Promise<boolean> {
  return withConnection(pool, async (client) => {
    await client.query(beginningOnOne);
    await client.query(`select pg_advisory_xact_lock(hashtextextended('collections sandbox', 0))`);
    const isNew = await work(client);
    await client.query('commit');
    return isNew;
  });
}

/** Row-level security applies to the owner, too: every statement sees and writes one merchant. */
const become = (client: pg.PoolClient, merchant: string) =>
  client.query(`select enter(current_user, $1, '')`, [merchant]);

async function hasMerchant(client: pg.PoolClient, number: string): Promise<boolean> {
  await become(client, number);
  return (await client.query('select from merchant where merchant = $1', [number])).rowCount !== 0;
}

interface Stored {
  product: string;
  client: string;
  account: string;
  id: string;
}

/** The statements write numbers in clear. */
async function sealClients(client: pg.PoolClient, merchant: string, { seal, mark }: Numbers): Promise<void> {
  const { rows } = await client.query<Stored>(
    `select product, client_number as client, account_number as account, id_number as id from client where merchant = $1`,
    [merchant],
  );
  await client.query(
    `update client set account_number = account, account_mark = mark, id_number = id
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as sealed (product, client, account, mark, id)
      where merchant = $1 and client.product = sealed.product and client_number = client`,
    [
      merchant,
      rows.map((it) => it.product),
      rows.map((it) => it.client),
      rows.map((it) => seal(it.account)),
      rows.map((it) => mark(merchant, it.account)),
      rows.map((it) => seal(it.id)),
    ],
  );
}

/** Of the first client. */
async function newAccount(client: pg.PoolClient, merchant: string, numbers: Numbers): Promise<[string, string]> {
  const { rows } = await client.query<Pick<Stored, 'client' | 'account'>>(
    `select client_number as client, account_number as account from client
      where merchant = $1 and product = 'EFT' order by client_number limit 1`,
    [merchant],
  );
  const [first] = rows;
  if (!first) throw new Error(`merchant ${merchant} has no client`);
  const AccountNumber = Number(numbers.open(first.account)) + 1;
  return [first.client, JSON.stringify(withSealed({ AccountNumber }, numbers))];
}

/** The non-banking days of the year before `today`. */
const closedDays = (today: DateText): DateText[] =>
  Array.from({ length: 400 }, (_, ago) => addDays(today, -ago)).filter((day) => clearingDay(day) !== day);

async function insertSamples(
  client: pg.PoolClient,
  today: DateText,
  numbers: Numbers,
  merchants: readonly { number: string; name: string }[],
  books: readonly SampleBook[],
): Promise<void> {
  // Compiling these statements takes longer than running them.
  await client.query('set local jit = off');
  const booksOf = (count: 'contracts' | 'payouts') => [
    books.map((it) => it.merchant),
    books.map((it) => it.product),
    books.map((it) => it.clients),
    books.map((it) => it[count]),
    books.map((it) => it.sample),
  ];
  await client.query(planContracts, [today, ...booksOf('contracts')]);
  // Without statistics the planner joins the plans row by row.
  await client.query('analyze seeded_contract');
  const closed = closedDays(today);
  await client.query(planInstalments, [today, closed, closed.map(clearingDay)]);
  await client.query(planRepresented, [today]);
  await client.query(completeContractsSql);
  await client.query('analyze seeded_instalment');
  await client.query(planPayouts, [today, ...booksOf('payouts')]);
  await client.query(planPayments, [today, closed, closed.map(clearingDay)]);

  for (const { number, name } of merchants) {
    await become(client, number);
    await client.query('insert into merchant values ($1, $2)', [number, name]);
    for (const { product, clients, sample } of books.filter((it) => it.merchant === number))
      await client.query(insertClients, [
        number,
        product,
        clients,
        JSON.stringify(peopleNames),
        JSON.stringify(seedBanks),
        sample,
      ]);
    await sealClients(client, number, numbers);
    await client.query(insertContracts, [number]);
    await client.query(insertInstalments, [number, today]);
    await client.query(insertTransactions, [number]);
    await client.query(insertChanges, [number, today]);
    for (const statement of [insertPayouts, insertPayments, insertPayoutTransactions, insertPayoutChanges])
      await client.query(statement, [number]);
    if (number !== approvalMerchant) continue;
    for (const statement of insertApprovals) await client.query(statement, [number, today]);
    await client.query(insertNewAccount, [number, today, ...(await newAccount(client, number, numbers))]);
  }
}
