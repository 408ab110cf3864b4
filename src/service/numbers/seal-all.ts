import type pg from 'pg';
import { hasSensitiveFields, storedKeyText, withSealed, type Numbers } from './numbers.ts';

/** How numbers are stored, and how they will be. */
interface Reseal {
  from: Numbers;
  to: Numbers;
}

/** A table with numbers: its key with the types of its columns, and what a row's other columns become. */
interface Table {
  name: string;
  key: Record<string, string>;
  columns: Record<string, string>;
  /** Rows read at once; fewer where a row may be a megabyte. */
  batchSize?: number;
  seal(row: Record<string, unknown>, change: Reseal): Record<string, unknown>;
}

/** What was changed in the database opens with no key, and stays as it is. */
function reseal(stored: string, { from, to }: Reseal): string {
  try {
    return to.seal(from.open(stored));
  } catch {
    return stored;
  }
}

const resealText = (value: unknown, change: Reseal) => (typeof value === 'string' ? reseal(value, change) : value);

/** A hash as text: keyed by a secret that stays, if numbers were sealed before. */
const rehashed = (value: unknown, { from, to }: Reseal) =>
  typeof value === 'string' && !from.openJson ? to.hash(Buffer.from(value, 'base64url')).toString('base64url') : value;

const text = (name: string, key: Table['key'], ...columns: string[]): Table => ({
  name,
  key,
  columns: Object.fromEntries(columns.map((column) => [column, 'text'])),
  seal: (row, change) => Object.fromEntries(columns.map((column) => [column, resealText(row[column], change)])),
});

const ofMessage = { merchant: 'text', organisation: 'text', message_id: 'text' };
const ofClient = { merchant: 'text', product: 'text', client_number: 'text' };

const tables: readonly Table[] = [
  text('client', ofClient, 'account_number', 'id_number'),
  text('payment', { merchant: 'text', contract_sequence: 'bigint', payment_sequence: 'int' }, 'payment_account_number'),
  text('case_record', { organisation: 'text', case_number: 'text' }, 'creator_idno'),
  {
    name: 'approval',
    key: { merchant: 'text', approval_sequence: 'bigint' },
    columns: { content: 'jsonb' },
    seal: ({ content }, change) => ({
      content:
        content &&
        JSON.stringify(withSealed(content as Record<string, unknown>, { seal: (number) => reseal(number, change) })),
    }),
  },
  {
    name: 'idempotency',
    key: { merchant: 'text', subject: 'text', key: 'text' },
    columns: { operation: 'text', answer: 'text', request_hash: 'bytea' },
    batchSize: 50,
    seal: ({ operation, answer, request_hash }, change) => ({
      operation,
      answer: hasSensitiveFields(String(operation)) ? resealText(answer, change) : answer,
      // Already keyed, by a secret that stays, if numbers were sealed before.
      request_hash: change.from.openJson ? request_hash : change.to.hash(request_hash as Buffer),
    }),
  },
  {
    name: 'outgoing_call',
    key: { merchant: 'text', call: 'uuid' },
    columns: { items: 'text', outcomes: 'text', answer: 'text', request_hash: 'bytea' },
    batchSize: 50,
    seal: ({ items, outcomes, answer, request_hash }, change) => ({
      items: resealText(items, change),
      outcomes: resealText(outcomes, change),
      answer: resealText(answer, change),
      request_hash: change.from.openJson ? request_hash : change.to.hash(request_hash as Buffer),
    }),
  },
  text('message_delivery', { merchant: 'text', digest: 'bytea' }, 'callback', 'state'),
  text('delivery_report', { merchant: 'text', digest: 'bytea', hash: 'bytea' }, 'posting'),
  {
    name: 'held_item',
    key: { merchant: 'text', approval_sequence: 'bigint', item: 'int' },
    columns: { content: 'text', summary: 'text', note: 'text', mark: 'text', request_hash: 'bytea' },
    batchSize: 50,
    seal: ({ content, summary, note, mark, request_hash }, change) => ({
      content: resealText(content, change),
      summary: resealText(summary, change),
      note: resealText(note, change),
      mark: rehashed(mark, change),
      request_hash: change.from.openJson ? request_hash : change.to.hash(request_hash as Buffer),
    }),
  },
  {
    name: 'counted_payout',
    key: { merchant: 'text', counted: 'bigint' },
    columns: { account: 'text' },
    seal: ({ account }, change) => ({ account: rehashed(account, change) }),
  },
  {
    name: 'known_payee',
    key: { merchant: 'text', approval_sequence: 'bigint', client_number: 'text' },
    columns: { account: 'text' },
    seal: ({ account }, change) => ({ account: rehashed(account, change) }),
  },
  text('import_row', { merchant: 'text', import_id: 'uuid', row_number: 'int' }, 'reasons'),
  {
    name: 'import_money',
    key: { merchant: 'text', import_id: 'uuid', row_number: 'int' },
    columns: { digest: 'bytea' },
    seal: ({ digest }, change) => ({ digest: change.from.openJson ? digest : change.to.hash(digest as Buffer) }),
  },
  {
    name: 'promise',
    key: { merchant: 'text', promise_id: 'uuid' },
    columns: { phone_mark: 'text' },
    seal: ({ phone_mark }, change) => ({ phone_mark: rehashed(phone_mark, change) }),
  },
  {
    name: 'opt_out',
    key: ofClient,
    columns: { phone_marks: 'jsonb' },
    seal: ({ phone_marks }, change) => ({
      phone_marks: JSON.stringify((phone_marks as string[]).map((it) => rehashed(it, change))),
    }),
  },
  {
    name: 'waiting_message',
    key: ofMessage,
    columns: { content: 'text', phone_mark: 'text' },
    seal: ({ content, phone_mark }, change) => ({
      content: resealText(content, change),
      phone_mark: rehashed(phone_mark, change),
    }),
  },
  {
    name: 'message_count',
    key: ofMessage,
    columns: { phone_mark: 'text' },
    seal: ({ phone_mark }, change) => ({ phone_mark: rehashed(phone_mark, change) }),
  },
  text('provider_connection', { merchant: 'text' }, 'secret', 'former_secret'),
  {
    name: 'audit_key',
    key: ofClient,
    columns: { key: 'bytea' },
    seal: ({ key }, change) => ({ key: Buffer.from(reseal(storedKeyText(key as Buffer), change)) }),
  },
];

/** PostgreSQL rewrites the table, because the expression is not just the column. */
const rewrite = (client: pg.PoolClient, table: string, column: string, type: string) =>
  client.query(`alter table ${table} alter column ${column} type ${type} using coalesce(${column}, ${column})`);

/**
 * Seals what is stored in clear or with another key, in one transaction. It locks the tables and rewrites them, so that their
 * files keep no earlier rows.
 * @param before the stored secret of the marks, which `after` replaces: it says that all of it is done.
 */
export async function sealAll(
  schema: pg.Pool,
  { before, after, ...change }: Reseal & { before: Buffer; after: Buffer },
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
    if (rowCount === 1) await sealTables(client, change);
    await client.query('commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

async function sealTables(client: pg.PoolClient, change: Reseal): Promise<void> {
  for (const table of tables) {
    // Policies hold for the owner, too.
    await client.query(`alter table ${table.name} no force row level security`);
    await sealTable(client, table, change);
    const [[column, type] = ['', '']] = Object.entries(table.columns);
    await rewrite(client, table.name, column, type);
    await client.query(`alter table ${table.name} force row level security`);
  }
  await rewrite(client, 'sign_in.account_key', 'secret', 'bytea');
}

async function sealTable(
  client: pg.PoolClient,
  { name, key, columns, batchSize = 5000, seal }: Table,
  change: Reseal,
): Promise<void> {
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
    const changed = rows.map((row) => ({ ...row, ...seal(row, change) }) as Record<string, unknown>);
    await client.query(
      update,
      Object.keys(all).map((column) => changed.map((row) => row[column])),
    );
    after = keys.map((column) => last[column]);
  }
}
