import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { HttpError } from '#service/base/errors.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { isUnavailable } from '#service/database/transaction.ts';
import { migrations } from '#service/migrations/all.ts';
import { seedOrganisation } from '#service/seed/organisation.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { createBasicGuard, hasSandboxMessageSignIn, saveMessageSignIn } from './basic.ts';

let testDb: TestDatabase;
let database: Database;
let pool: Pool;
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '' });
  pool = database.pool;
  await migrate(database, migrations);
  await seedOrganisation(pool);
});
after(async () => {
  await database.close();
  await testDb.close();
});

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** The answer is the same for every reason. */
async function refused(work: Promise<unknown>, what?: string): Promise<void> {
  const error = await work.then(
    () => assert.fail(`let in: ${what}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof HttpError, String(error));
  assert.deepEqual(
    [error.status, error.faults, error.headers],
    [
      401,
      [{ Code: 'UNAUTHORIZED', Message: 'The username and password of the organisation are needed.' }],
      { 'www-authenticate': 'Basic realm="messages", charset="UTF-8"' },
    ],
    what,
  );
}

test('reads user and password from the header; passwords may have colons and any letters', async () => {
  const guard = createBasicGuard(pool);
  await saveMessageSignIn(pool, { username: 'Zoë 漢', organisation: 'demo', password: 'a:b: ü€ ' });
  const known = { username: 'demo-messages', organisation: 'demo' };
  assert.deepEqual(await guard(basic('demo-messages:sandbox-only'), '192.0.2.1'), known);
  assert.deepEqual(await guard(`bAsIc   ${btoa('demo-messages:sandbox-only')}`, '192.0.2.1'), known);
  assert.equal((await guard(basic('Zoë 漢:a:b: ü€ '), '192.0.2.1')).username, 'Zoë 漢');
});

test('refuses every other header', async () => {
  const guard = createBasicGuard(pool);
  for (const header of [
    undefined,
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    basic(''),
    basic(':'),
    basic('demo-messages'),
    basic(':sandbox-only'),
    basic('demo-messages:'),
    basic('demo-messages:sandbox-onl'),
    basic('demo-messages:sandbox-only '),
    basic('DEMO-MESSAGES:sandbox-only'),
    basic('demo\0messages:sandbox-only'),
    basic('demo-messages:sandbox-only\0'),
    basic('demo-messages:sandbox-only\0\0\0'),
    basic(`${'x'.repeat(10_000)}:y`),
    `Basic ${btoa('demo-messages:sandbox-only')} x`,
    'demo-messages:sandbox-only',
    `Bearer ${btoa('demo-messages:sandbox-only')}`,
  ])
    await refused(guard(header, '192.0.2.2'), header);
});

test('many simultaneous calls with one right password count as one attempt', async () => {
  await saveMessageSignIn(pool, { username: 'many', organisation: 'demo', password: 'p-many' });
  const guard = createBasicGuard(pool);
  const counted = async () => (await pool.query('select sum(tries) from sign_in.pace where tries >= 1')).rows;
  const before = await counted();
  const senders = await Promise.all(Array.from({ length: 30 }, () => guard(basic('many:p-many'), '192.0.2.3')));
  assert.equal(senders.length, 30);
  assert.deepEqual(await counted(), before);
});

test('a hundred wrong passwords from one address lock out neither that name nor another', async () => {
  await saveMessageSignIn(pool, { username: 'guessed', organisation: 'demo', password: 'p-guessed' });
  const guard = createBasicGuard(pool);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      guard(basic(`guessed:${n}`), '192.0.2.4').then(
        () => 200,
        (error: unknown) => (error instanceof HttpError ? error.status : isUnavailable(error) ? 503 : 500),
      ),
    ),
  );
  // Unchecked attempts have to be repeated: they may have been right.
  assert.deepEqual(new Set(statuses), new Set([401, 503]));
  assert.ok(statuses.filter((status) => status === 401).length < 50);
  assert.equal((await guard(basic('demo-messages:sandbox-only'), '192.0.2.4')).username, 'demo-messages');
  assert.equal((await guard(basic('guessed:p-guessed'), '192.0.2.4')).username, 'guessed');
  // A program with a verified password from there continues despite the guesses.
  const guesses = Array.from({ length: 20 }, (_, n) =>
    guard(basic(`guessed:${n}`), '192.0.2.4').catch(() => undefined),
  );
  assert.equal((await guard(basic('guessed:p-guessed'), '192.0.2.4')).username, 'guessed');
  await Promise.all(guesses);
});

test('a new password and a disabled account take effect at once', async () => {
  const signIn = { username: 'changing', organisation: 'demo', password: 'p-one' };
  await saveMessageSignIn(pool, signIn);
  const guard = createBasicGuard(pool);
  await guard(basic('changing:p-one'), '192.0.2.6');
  await saveMessageSignIn(pool, { ...signIn, password: 'p-two' });
  await refused(guard(basic('changing:p-one'), '192.0.2.6'), 'the old password');
  await guard(basic('changing:p-two'), '192.0.2.6');
  await pool.query(`update sign_in.message_sign_in set disabled = true where username = 'changing'`);
  await refused(guard(basic('changing:p-two'), '192.0.2.6'), 'disabled');
});

test('reports the well-known account until it is disabled or changed', async () => {
  assert.equal(await hasSandboxMessageSignIn(pool), true);
  const account = { username: 'demo-messages', organisation: 'demo', password: 'their own' };
  await saveMessageSignIn(pool, account);
  assert.equal(await hasSandboxMessageSignIn(pool), false);
  await seedOrganisation(pool);
  assert.equal(await hasSandboxMessageSignIn(pool), false);
  await refused(createBasicGuard(pool)(basic('demo-messages:sandbox-only'), '192.0.2.7'), 'the well-known password');
  await saveMessageSignIn(pool, { ...account, password: 'sandbox-only' }, true);
  assert.equal(await hasSandboxMessageSignIn(pool), true);
  await pool.query(`update sign_in.message_sign_in set disabled = true where username = 'demo-messages'`);
  assert.equal(await hasSandboxMessageSignIn(pool), false);
});

test('the database role of a call reads neither passwords nor secrets', async () => {
  const client = await pool.connect();
  try {
    for (const table of ['message_sign_in', 'callback_secret']) {
      await client.query(`begin; select set_config('role', 'collections_app', true)`);
      await assert.rejects(client.query(`select * from sign_in.${table}`), /permission denied/);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});
