import type pg from 'pg';
import { hasSensitive, keyText, withSealed, type Numbers } from './numbers.ts';

/** From how numbers are stored to how they will be. */
interface How {
  from: Numbers;
  to: Numbers;
}

/** A table with numbers: its key with the types of its columns, and what a row's other columns become. */
interface Table {
  name: string;
  key: Record<string, string>;
  columns: Record<string, string>;
  seal(row: Record<string, unknown>, how: How): Record<string, unknown>;
}

/** What was changed in the database opens with no key, and stays as it is. */
function again(stored: string, { from, to }: How): string {
  try {
    return to.seal(from.open(stored));
  } catch {
    return stored;
  }
}

const textAgain = (value: unknown, how: How) => (typeof value === 'string' ? again(value, how) : value);

const text = (name: string, key: Table['key'], ...columns: string[]): Table => ({
  name,
  key,
  columns: Object.fromEntries(columns.map((column) => [column, 'text'])),
  seal: (row, how) => Object.fromEntries(columns.map((column) => [column, textAgain(row[column], how)])),
});

const ofClient = { merchant: 'text', product: 'text', client_number: 'text' };

const tables: readonly Table[] = [
  text('client', ofClient, 'account_number', 'id_number'),
  text('payment', { merchant: 'text', contract_sequence: 'bigint', payment_sequence: 'int' }, 'payment_account_number'),
  text('case_record', { organisation: 'text', case_number: 'text' }, 'creator_idno'),
  {
    name: 'approval',
    key: { merchant: 'text', approval_sequence: 'bigint' },
    columns: { content: 'jsonb' },
    seal: ({ content }, how) => ({
      content:
        content &&
        JSON.stringify(withSealed(content as Record<string, unknown>, { seal: (number) => again(number, how) })),
    }),
  },
  {
    name: 'idempotency',
    key: { merchant: 'text', subject: 'text', key: 'text' },
    columns: { operation: 'text', answer: 'text', request_hash: 'bytea' },
    seal: ({ operation, answer, request_hash }, how) => ({
      operation,
      answer: hasSensitive(String(operation)) ? textAgain(answer, how) : answer,
      // Already keyed, by a secret that stays, if numbers were sealed before.
      request_hash: how.from.openJson ? request_hash : how.to.hash(request_hash as Buffer),
    }),
  },
  {
    name: 'audit_key',
    key: ofClient,
    columns: { key: 'bytea' },
    seal: ({ key }, how) => ({ key: Buffer.from(again(keyText(key as Buffer), how)) }),
  },
];

const batchSize = 5000;

/** An expression that is not the column itself makes PostgreSQL write the table anew. */
const rewrite = (client: pg.PoolClient, table: string, column: string, type: string) =>
  client.query(`alter table ${table} alter column ${column} type ${type} using coalesce(${column}, ${column})`);

/**
 * Seals what is stored in clear or with another key, in one transaction that locks the tables and writes them anew, so that no
 * former row is left in their files.
 * @param before the stored secret of the marks, which `after` replaces: it says that all of it is done.
 */
export async function sealAll(
  schema: pg.Pool,
  { before, after, ...how }: How & { before: Buffer; after: Buffer },
): Promise<void> {
  const client = await schema.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    // Another process that starts waits here, with no lock on a table, and finds it done.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('collections numbers', 0))`);
    const { rowCount } = await client.query('update sign_in.account_key set secret = $2 where id = 1 and secret = $1', [
      before,
      after,
    ]);
    if (rowCount === 1) await sealTables(client, how);
    await client.query('commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

async function sealTables(client: pg.PoolClient, how: How): Promise<void> {
  for (const table of tables) {
    // Policies hold for the owner, too.
    await client.query(`alter table ${table.name} no force row level security`);
    await sealTable(client, table, how);
    const [[column, type] = ['', '']] = Object.entries(table.columns);
    await rewrite(client, table.name, column, type);
    await client.query(`alter table ${table.name} force row level security`);
  }
  await rewrite(client, 'sign_in.account_key', 'secret', 'bytea');
  // Its rows from before migration 034 still have the account.
  await rewrite(client, 'transaction', 'payment_branch_code', 'int');
}

async function sealTable(client: pg.PoolClient, { name, key, columns, seal }: Table, how: How): Promise<void> {
  const all = { ...key, ...columns };
  const keys = Object.keys(key);
  const typed = Object.values(all).map((type, index) => `$${index + 1}::${type}[]`);
  const update = `update ${name} it set ${Object.keys(columns)
    .map((column) => `${column} = sealed.${column}`)
    .join(', ')}
    from unnest(${typed.join(', ')}) as sealed (${Object.keys(all).join(', ')})
    where ${keys.map((column) => `it.${column} = sealed.${column}`).join(' and ')}`;
  let after: unknown[] = [];
  for (;;) {
    const beyond =
      after.length > 0 ? `where (${keys.join(', ')}) > (${keys.map((_, index) => `$${index + 1}`).join(', ')})` : '';
    const { rows } = await client.query<Record<string, unknown>>(
      `select ${Object.keys(all).join(', ')} from ${name} ${beyond} order by ${keys.join(', ')} limit ${batchSize}`,
      after,
    );
    const last = rows.at(-1);
    if (!last) return;
    const changed = rows.map((row) => ({ ...row, ...seal(row, how) }) as Record<string, unknown>);
    await client.query(
      update,
      Object.keys(all).map((column) => changed.map((row) => row[column])),
    );
    after = keys.map((column) => last[column]);
  }
}
