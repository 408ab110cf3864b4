import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { sampleCases } from './cases.ts';
import { seedOrganisation } from './organisation.ts';
import { seedSandbox } from './seed.ts';

let testDb: TestDatabase;
let database: Database;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  await migrate(database, migrations);
});
after(async () => {
  await database.close();
  await testDb.close();
});

/** Rows visible to the organisation and the merchant. */
async function read<Row extends object>(text: string, role = '', organisation = 'demo'): Promise<Row[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select enter(coalesce(nullif($1, ''), current_user), '1001', $2)`, [role, organisation]);
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const tables = ['case_record', 'message_sender', 'message_template', 'message'];

test('two simultaneous starts create one organisation, and a later start keeps it', async () => {
  await Promise.all([seedOrganisation(database.pool), seedOrganisation(database.pool)]);
  const sums = () =>
    Promise.all(
      ['organisation', ...tables, 'sign_in.message_sign_in', 'sign_in.callback_secret'].map((table) =>
        read(`select count(*)::int as n, md5(string_agg(it::text, '|' order by it::text)) as sum from ${table} it`),
      ),
    );
  const first = await sums();
  assert.ok(first.slice(0, 4).every(([row]) => (row as { n: number }).n > 0));
  await seedOrganisation(database.pool);
  assert.deepEqual(await sums(), first);
});

test('its cases match the contract and are opened by clients of merchant 1001 about their contracts', async () => {
  await seedSandbox(database, '2026-11-21');
  assert.ok(sampleCases.length >= 30);
  const { shape } = operations.caseView.input;
  for (const it of sampleCases) {
    assert.ok(shape.case_number.safeParse(it.case_number).success);
    assert.ok(shape.external_ref.safeParse(it.external_ref).success);
    for (const { url } of it.attachment) assert.equal(new URL(url).hostname, 'files.example.com');
  }
  const clients = await read<Record<string, string>>(`
    select client_name, id_number, cellphone_number, e_mail, array_agg(contract_number) as contracts
    from client it left join contract using (merchant, product, client_number)
    where merchant = '1001' group by merchant, product, client_number`);
  const byIdNumber = new Map(clients.map((it) => [it['id_number'], it]));
  for (const it of sampleCases) {
    const client = byIdNumber.get(it.creator_idno);
    assert.deepEqual(
      [client?.['client_name'], client?.['cellphone_number'], client?.['e_mail']],
      [`${it.creator_name} ${it.creator_surname}`, it.creator_cellphone, it.creator_email],
    );
    if (it.external_ref) assert.ok(client?.['contracts']?.includes(it.external_ref), it.external_ref);
  }
});

test('row-level security: every table of an organisation shows that organisation only', async () => {
  const bare = await read(`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'organisation'
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
  assert.deepEqual(bare, []);
  for (const table of tables.slice(0, 3)) {
    const count = async (role: string, organisation: string) =>
      (await read<{ n: number }>(`select count(*)::int as n from ${table}`, role, organisation))[0]?.n;
    assert.equal(await count('collections_app', 'other'), 0, table);
    assert.equal(await count('collections_app', ''), 0, table);
    assert.ok(Number(await count('collections_app', 'demo')) > 0, table);
    assert.ok(Number(await count('collections_maintenance', '')) > 0, table);
  }
  await assert.rejects(
    read(
      `insert into message (organisation, message_id, sender, recipient, content, status, sent_by, sent_date)
      values ('demo', 'x', '1', '2', '{}', 'PENDING_ACCEPTED', 'y', '2026-01-01 00:00')`,
      'collections_app',
      'other',
    ),
    /row-level security/,
  );
  for (const table of tables)
    await assert.rejects(read(`delete from ${table}`, 'collections_app'), /permission denied/, table);
});
