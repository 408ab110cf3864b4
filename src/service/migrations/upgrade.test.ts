import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase } from '#service/database/open.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { isDistributed, testDatabase } from '#service/testing/database.ts';
import { migrations } from './all.ts';

const upTo = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

/** Nothing was distributed before migration 017, and those before it alter tables in ways that Citus refuses of distributed ones. */
const onOneNode = {
  skip: (await isDistributed()) && 'no distributed database has what migrations before 017 alter',
};

/** What the first release wrote: a mandate of three instalments, the second of which was raised and the third cancelled. */
const written = `
  select set_config('app.merchant', '1001', false);
  insert into merchant values ('1001', 'Umthombo');
  insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type, account_number)
    values ('1001', 'EFT', 'C1', 'Thandi Mokoena', 6, 250655, 1, 62001234567);
  insert into contract (merchant, contract_sequence, product, is_mandate, client_number, contract_number,
      mandate_status_code, frequency_code, collection_day, instalment_start_date, instalment_amount)
    values ('1001', 7, 'EFT', true, 'C1', 'K1', 'ACTIVE', 'MNTH', 1, '2026-01-01', 10000);
  insert into instalment (merchant, contract_sequence, product, instalment_sequence, instalment_action_date,
      instalment_amount, instalment_status)
    select '1001', 7, 'EFT', n, date '2026-01-01' + n * 31, 10000, 'SCHEDULED' from generate_series(1, 3) n;
  insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
      instalment_sequence, amount, status)
    values ('1001', 'EFT', '2026-02-01 18:00', 'C1', 'K1', 7, 1, 10000, 'PAID');
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
      contract_sequence, change_type, field_changed)
    values
      ('1001', 'EFT', 'mandate', '2025-12-05 09:00', 'staff', 'C1', 'K1', 7, 'CREATE', 'MandateStatusCode'),
      ('1001', 'EFT', 'contract', '2025-12-05 09:00', 'staff', 'C1', 'K1', 7, 'CREATE', 'MandateStatusCode'),
      ('1001', 'EFT', 'instalment', '2025-12-06 10:00', 'finance', 'C1', 'K1', 7, 'EDIT', 'InstalmentAmount[2]'),
      ('1001', 'EFT', 'instalment', '2025-12-07 11:00', 'staff', 'C1', 'K1', 7, 'CANCEL', 'InstalmentStatus[3]');
  insert into sign_in.person (username, display_name, password_hash, permissions, merchants, sandbox)
    values ('staff', 'Sam', 'x', '{mandates:read,mandates:write}', '{1001}', true),
      ('mine', 'Me', 'x', '{mandates:read,mandates:write}', '{1001}', false)`;

test('a database of the first release is brought up to date with what it holds', onOneNode, async () => {
  const testDb = await testDatabase();
  // One connection, so that the merchant of its session sees the rows; the policies apply here.
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  const read = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows;
  try {
    await migrate(database, upTo('002-sign-in'));
    await read(written);
    assert.deepEqual(await migrate(database, migrations), Object.keys(migrations).slice(2));

    assert.deepEqual(
      await read('select created_date, last_update_date from instalment order by instalment_sequence'),
      ['2025-12-05 09:00', '2025-12-06 10:00', '2025-12-07 11:00'].map((last_update_date) => ({
        created_date: '2025-12-05 09:00',
        last_update_date,
      })),
    );
    assert.deepEqual(await read('select user_id from contract'), [{ user_id: 'staff' }]);
    const [account] = await read('select account_number as number, account_mark as mark from client');
    const { mark } = await openNumbers(database);
    assert.deepEqual(account, { number: '62001234567', mark: mark('1001', '62001234567') });
    assert.deepEqual(
      (await read('select instalment_sequence as n from change order by change_sequence')).map(({ n }) => n),
      [null, null, 2, 3],
    );
    const people = await read(
      `select username, 'sandbox:write' = any(permissions) as moves from sign_in.person order by 1`,
    );
    assert.deepEqual(people, [
      { username: 'mine', moves: false },
      { username: 'staff', moves: true },
    ]);
    const open = await read(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relrowsecurity and not relforcerowsecurity`);
    assert.deepEqual(open, [], 'the policies hold for the owner again');
  } finally {
    await database.close();
    await testDb.close();
  }
});

test('after the upgrade old cases belong to the merchant that they name, or to none', onOneNode, async () => {
  const testDb = await testDatabase();
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  const { pool } = database;
  try {
    await migrate(database, upTo('005-jobs'));
    await pool.query(`insert into organisation values
      ('one', 'One', '{11}'), ('many', 'Many', '{21,22,23}')`);
    for (const [number, name] of [
      ['21', 'First'],
      ['22', 'Twin'],
      ['23', 'Twin'],
      ['31', 'Foreign'],
    ])
      await pool
        .query(`select set_config('app.merchant', $1, false)`, [number])
        .then(() => pool.query('insert into merchant values ($1, $2)', [number, name]));
    for (const [organisation, number, company] of [
      ['one', 'A', 'Anything'],
      ['many', 'B', 'First'],
      ['many', 'C', 'Twin'],
      ['many', 'D', 'Foreign'],
    ])
      await pool.query(`select set_config('app.organisation', $1, false)`, [organisation]).then(() =>
        pool.query(
          `insert into case_record (organisation, case_number, company, subject, status)
            values ($1, $2, $3, 'A case', 'Open')`,
          [organisation, number, company],
        ),
      );
    await migrate(database, migrations);
    const found = [];
    for (const organisation of ['one', 'many']) {
      await pool.query(`select set_config('app.organisation', $1, false)`, [organisation]);
      const { rows } = await pool.query(
        'select case_number, merchant from case_record where organisation = $1 order by case_number',
        [organisation],
      );
      found.push(...rows);
    }
    assert.deepEqual(found, [
      { case_number: 'A', merchant: '11' },
      { case_number: 'B', merchant: '21' },
      { case_number: 'C', merchant: null },
      { case_number: 'D', merchant: null },
    ]);
  } finally {
    await database.close();
    await testDb.close();
  }
});

/** A mandate whose six instalments became three, one that became nine, and one whose second has a type set by hand. */
const stale = `
  select set_config('app.merchant', '1001', false);
  insert into merchant values ('1001', 'Umthombo');
  insert into client (merchant, product, client_number, client_name, bank_code, branch_code, account_type, account_number)
    values ('1001', 'EFT', 'C1', 'Thandi Mokoena', 6, 250655, 1, 62001234567);
  insert into contract (merchant, contract_sequence, product, is_mandate, client_number, contract_number,
      mandate_status_code, frequency_code, collection_day, instalment_start_date, instalment_amount, number_of_instalments)
    select '1001', n, 'EFT', true, 'C1', 'K' || n, 'ACTIVE', 'MNTH', 1, '2026-01-01', 10000, n
    from unnest(array[3, 9, 2]) n;
  insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
      instalment_action_date, instalment_amount, instalment_status, debit_sequence_type, created_date, last_update_date)
    select '1001', of, 'EFT', n, case when n <= of then n end, date '2026-01-01' + n * 31, 10000,
      case when n <= of then 'SCHEDULED' else 'CANCELLED' end,
      case n when 1 then 'FRST' when 6 then 'FNAL' when 9 then 'FNAL' else 'RCUR' end, '2026-01-01', '2026-01-01'
    from unnest(array[3, 9, 2]) of, generate_series(1, greatest(of, 6)) n;
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
      contract_sequence, instalment_sequence, change_type, field_changed)
    values ('1001', 'EFT', 'instalment', '2026-01-02', 'staff', 'C1', 'K2', 2, 2, 'EDIT', 'DebitSequenceType[2]')`;

test(
  'a series that an edit left without a last instalment, or with two, has one after the upgrade',
  onOneNode,
  async () => {
    const testDb = await testDatabase();
    const database = await openDatabase({
      databaseUrl: testDb.databaseUrl,
      dataDirectory: '/nonexistent',
      poolSize: 1,
    });
    try {
      await migrate(database, upTo('005-jobs'));
      await database.pool.query(stale);
      await migrate(database, migrations);
      const { rows } = await database.pool.query<{ of: number; types: string }>(
        `select contract_sequence as of, string_agg(debit_sequence_type, ' ' order by instalment_sequence) as types
        from instalment where instalment_status = 'SCHEDULED' group by 1 order by 1`,
      );
      assert.deepEqual(rows, [
        { of: 2, types: 'FRST RCUR' },
        { of: 3, types: 'FRST RCUR FNAL' },
        { of: 9, types: 'FRST RCUR RCUR RCUR RCUR RCUR RCUR RCUR FNAL' },
      ]);
    } finally {
      await database.close();
      await testDb.close();
    }
  },
);

test('the maintenance role has all rights and policies of the role before it, which is left with none', async () => {
  const testDb = await testDatabase();
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  const rightsOf = async (role: string) => {
    const { rows } = await database.pool.query<{ what: string }>(
      `select c.relname || ' ' || a.privilege_type as what from pg_class c, aclexplode(c.relacl) a
         where a.grantee = $1::text::regrole
       union all select a.attrelid::regclass || '.' || a.attname || ' ' || given.privilege_type
         from pg_attribute a, aclexplode(a.attacl) given where given.grantee = $1::text::regrole
       union all select p.proname || ' ' || a.privilege_type from pg_proc p, aclexplode(p.proacl) a
         where a.grantee = $1::text::regrole
       union all select n.nspname || ' ' || a.privilege_type from pg_namespace n, aclexplode(n.nspacl) a
         where a.grantee = $1::text::regrole
       union all select tablename || ' policy' from pg_policies where $1::text::name = any (roles)
       order by 1`,
      [role],
    );
    return rows.map(({ what }) => what);
  };
  try {
    await migrate(database, upTo('017-enter'));
    const before = await rightsOf('collections_keeper');
    assert.ok(before.includes('idempotency DELETE') && before.includes('job policy'));
    await migrate(database, upTo('018-maintenance-role'));
    assert.deepEqual(await rightsOf('collections_maintenance'), before);
    assert.deepEqual(await rightsOf('collections_keeper'), []);
  } finally {
    await database.close();
    await testDb.close();
  }
});

test('the records of a database, also of a distributed one, remain, and a status has its own name in the log', async () => {
  const testDb = await testDatabase();
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent', poolSize: 1 });
  const instalments = async () =>
    (
      await database.pool.query(
        `select contract_sequence, count(*), sum(instalment_amount), min(debit_sequence_type), max(instalment_action_date)
          from instalment group by 1 order by 1`,
      )
    ).rows;
  const logged = (subject: string, field: string) =>
    `('1001', 'EFT', '${subject}', '2026-01-03', 'staff', 'C1', 'CREATE', '${field}')`;
  try {
    await migrate(database, upTo('018-maintenance-role'));
    await database.pool.query(stale);
    await database.pool.query(`
      insert into change (merchant, product, subject, change_date, changed_by, client_number, change_type, field_changed)
        values ${logged('mandate', 'MandateStatusCode')}, ${logged('contract', 'MandateStatusCode')},
          ${logged('payout', 'PayoutStatusCode')}, ${logged('contract', 'InstalmentAmount')}`);
    const before = await instalments();
    const marks = (await database.pool.query(`select account_mark('1001', '62001234567') as mark`)).rows;
    await migrate(database, migrations);
    assert.equal(before.length, 3);
    assert.deepEqual(await instalments(), before);
    assert.deepEqual((await database.pool.query('select account_mark as mark from client')).rows, marks);
    const { rows } = await database.pool.query<{ said: string }>(
      `select subject || ' ' || field_changed as said from change order by change_sequence`,
    );
    assert.deepEqual(
      rows.map(({ said }) => said),
      [
        'instalment DebitSequenceType[2]',
        'mandate MandateStatusCode',
        'contract Status',
        'payout Status',
        'contract InstalmentAmount',
      ],
    );
  } finally {
    await database.close();
    await testDb.close();
  }
});
