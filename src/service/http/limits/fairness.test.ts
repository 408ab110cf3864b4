import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { limits } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { Lock } from './shares.ts';

/** One merchant floods the service: its calls wait or are refused, and other merchants notice nothing. */

let service: TestService;
let elsewhere: pg.Client;
before(async () => {
  service = await testService({ isAlone: true });
  elsewhere = new pg.Client({ connectionString: service.database.pool.options.connectionString });
  await elsewhere.connect();
  await service.call('clientCreate', client('OTHER'), { merchant: '1002' });
});
after(async () => {
  await elsewhere?.end();
  await service?.close();
});

let created = 0;
const batch = () => Array.from({ length: 5 }, () => client(`F-${(created += 1)}`));

/** The lock that another process holds while it stores a batch of the merchant. */
const take = () => elsewhere.query(`select pg_advisory_lock(hashtextextended('1001', 1))`);
const giveBack = () => elsewhere.query(`select pg_advisory_unlock(hashtextextended('1001', 1))`);

const waitingSessions = async () => {
  const { rows } = await elsewhere.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n;
};
const otherReads = async () => {
  const { status } = await service.call('clientList', { ClientNumber: 'OTHER' }, { merchant: '1002' });
  return status;
};

test('a batch that waits for its turn holds no connection, and is stored when its turn comes', async () => {
  const { pool } = service.database;
  await take();
  const waiting = Array.from({ length: 10 }, () => service.call('clientCreate', batch()));
  // Each attempt holds a connection only briefly: connections keep becoming free, and no call waits for one.
  for (let look = 0; look < 20; look++) {
    await until(async () => pool.idleCount === pool.totalCount);
    assert.equal(await waitingSessions(), 0);
    assert.equal(await otherReads(), 200);
  }
  await giveBack();
  const answers = await Promise.all(waiting);
  assert.deepEqual(new Set(answers.map((it) => it.successful.length)), new Set([5]));
});

test('while its batches wait, a merchant reads and writes single items', async () => {
  await take();
  const waiting = Array.from({ length: 10 }, () => service.call('clientCreate', batch()));
  assert.equal((await service.call('clientCreate', client('SINGLE'))).status, 200);
  assert.equal((await service.call('clientList', { ClientNumber: 'SINGLE' })).status, 200);
  await giveBack();
  await Promise.all(waiting);
});

test('refuses the batches beyond the queue with Retry-After, and stores the others', async () => {
  await take();
  const all = Array.from({ length: 40 }, () => service.call('clientCreate', batch()));
  const refused: number[] = [];
  for (const call of all)
    void call.then(({ status }) => {
      if (status === 503) refused.push(status);
    });
  await until(async () => refused.length === 19);
  assert.equal(await otherReads(), 200);
  await giveBack();
  const answers = await Promise.all(all);
  for (const { status, headers, errors } of answers.filter((it) => it.status !== 200)) {
    assert.equal(status, 503);
    assert.equal(errors[0]?.Code, 'BUSY');
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  const stored = answers.filter((it) => it.status === 200);
  assert.equal(stored.length, 21, 'one whose turn it is, twenty that wait');
  assert.ok(stored.every((it) => it.successful.length === 5));
});

test('a caller that hangs up while waiting frees its slot in the queue', async () => {
  await take();
  const { url, init } = requestOf(operations.clientCreate, service.origin, '1001', 'EFT', batch());
  const headers = { ...init.headers, authorization: `Bearer ${await service.token()}` };
  const leaving = new AbortController();
  // More than the queue holds: a further one is refused.
  const early = Array.from({ length: 30 }, () =>
    fetch(url, { ...init, headers, signal: leaving.signal }).catch(() => undefined),
  );
  /** The status of a further batch if it is refused; undefined if it waits. */
  const further = () =>
    fetch(url, { ...init, headers, signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status,
      () => undefined,
    );
  await until(async () => (await further()) === 503);
  leaving.abort();
  await Promise.all(early);
  await until(async () => (await further()) === undefined);
  await giveBack();
});

test('forty batches at once from one merchant: every read of another is answered', async () => {
  const flood = Array.from({ length: 40 }, () =>
    service.call(
      'clientCreate',
      Array.from({ length: 100 }, () => client(`F-${(created += 1)}`)),
    ),
  );
  const reads = Array.from({ length: 40 }, otherReads);
  assert.deepEqual(new Set(await Promise.all(reads)), new Set([200]));
  assert.deepEqual(
    (await Promise.all(flood)).map((it) => it.status).filter((it) => it !== 200 && it !== 503),
    [],
  );
});

test('repeats of a running call hold no connection either, and get its answer', async () => {
  const key = JSON.stringify(['1001', 'sandbox', 'repeat']);
  await elsewhere.query('select pg_advisory_lock(hashtextextended($1, 2))', [key]);
  const item = client('REPEATED');
  const calls = Array.from({ length: 8 }, () =>
    service.call('clientCreate', item, { headers: { 'idempotency-key': 'repeat' } }),
  );
  for (let look = 0; look < 10; look++) {
    assert.equal(await waitingSessions(), 0);
    assert.equal(await otherReads(), 200);
  }
  await elsewhere.query('select pg_advisory_unlock(hashtextextended($1, 2))', [key]);
  const answers = await Promise.all(calls);
  assert.equal(new Set(answers.map((it) => it.text)).size, 1);
  assert.equal(answers[0]?.successful.length, 1);
});

test('a change of bank accounts or of the test clock that waits for another process holds no connection either', async () => {
  const { pool } = service.database;
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const Account = { id, name: 'A', ending: '1', tolerance: { line: 0, month: 0 }, rules: [] };
  const kept = { Version: 0, Account, Statements: [], Lines: [], Matches: [] };
  for (const [lock, method, path, body] of [
    [Lock.bankAccounts, 'PUT', `/month-end/1001/bank-accounts/${id}`, kept],
    [Lock.bankAccounts, 'DELETE', `/month-end/1001/bank-accounts/${id}`, { Version: 1 }],
    [Lock.testClock, 'POST', '/sandbox/clock/1001', { Today: addDays(service.clock.today(), 1) }],
  ] as const) {
    await elsewhere.query(`select pg_advisory_lock(hashtextextended('1001', $1))`, [lock]);
    let isWaiting = true;
    const headers = { authorization: `Bearer ${await service.token()}`, 'content-type': 'application/json' };
    const waiting = fetch(service.origin + path, { method, headers, body: JSON.stringify(body) }).finally(
      () => (isWaiting = false),
    );
    for (let look = 0; look < 10; look++) {
      await until(async () => pool.idleCount === pool.totalCount);
      assert.equal(await waitingSessions(), 0);
      assert.equal(await otherReads(), 200);
    }
    assert.ok(isWaiting, path);
    await elsewhere.query(`select pg_advisory_unlock(hashtextextended('1001', $1))`, [lock]);
    assert.equal((await waiting).status, 200, path);
  }
});

test('refuses a further body of a merchant whose share is full before reading it; other merchants can send', async () => {
  const { url } = requestOf(operations.clientCreate, service.origin, '1001', 'EFT', client('B'));
  const sockets: Socket[] = [];
  const answers: string[] = [];
  const head =
    `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${await service.token()}\r\n` +
    `content-type: application/json\r\ncontent-length: ${limits.bytes}\r\n\r\n{`;
  try {
    for (let n = 0; n < 5; n++) {
      const socket = connect(Number(url.port), url.hostname);
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => answers.push(data.toString()));
      socket.write(head);
    }
    // Four bodies are being read.
    await until(() => answers.length > 0);
    assert.match(answers.join(''), /^HTTP\/1\.1 503 .*retry-after: \d.*"Code":"BUSY"/is);
    const other = await service.call('clientCreate', client(`BODY-${(created += 1)}`), { merchant: '1002' });
    assert.equal(other.status, 200);
    assert.equal((await service.call('clientList', {})).status, 200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await until(async () => (await service.call('clientCreate', client(`BODY-${(created += 1)}`))).status === 200);
});
