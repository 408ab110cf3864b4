import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** Callers that read or send slowly, stop, or leave take nothing from the others. */

let service: TestService;
let rows: number;
before(async () => {
  service = await testService({ isAlone: true });
  rows = await insertTransactions(service);
});
after(() => service?.close());

/** Enough transactions that no buffer on the path holds their report. */
async function insertTransactions(on: TestService): Promise<number> {
  const transactions = 100_000;
  await on.call(
    'clientCreate',
    Array.from({ length: 40 }, (_, n) => client(`L-${n}`)),
  );
  const created = await on.call('contractCreate', {
    ClientNumber: 'L-0',
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${addDays(on.clock.today(), 9)} 00:00`,
    InstalmentAmount: 1,
    NumberOfInstalments: 1,
  });
  const ContractSequence = created.successful[0]?.ContractSequence ?? 0;
  await inTransaction(on.database.pool, { merchant: '1001' }, async (connection) => {
    await connection.query(
      `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
          instalment_sequence, transaction_type, amount, status)
        select '1001', 'EFT', '2026-01-01'::timestamp + n * interval '1 minute', 'L-0', 'A', $1, 1, 'TT1', n, 'PAID'
        from generate_series(1, $2) n
        returning 1`,
      [ContractSequence, transactions],
    );
  });
  return transactions;
}

const reportRange = { StartDate: '2026-01-01 00:00', EndDate: '2030-01-01 00:00' };

/** Requests the long report and reads only when the test does. */
async function reader(of = service, encoding = 'identity'): Promise<Socket> {
  const { url } = requestOf(operations.transactionReport, of.origin, '1001', 'EFT', reportRange);
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.pause();
  const path = url.pathname + url.search;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${await of.token()}\r\naccept-encoding: ${encoding}\r\n\r\n`,
  );
  return socket;
}

const copies = async (of = service) => {
  const counted = await of.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query ilike 'copy (%'`,
  );
  return counted.rows[0]?.n ?? 0;
};

for (const encoding of ['identity', 'gzip'])
  test(`a report that breaks off in the middle is cut, never ended (${encoding})`, async () => {
    const socket = await reader(service, encoding);
    await once(socket, 'readable');
    const ended = await service.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'copy (%'`,
    );
    assert.equal(ended.rowCount, 1);
    const bytes = await buffer(socket);
    const [head = '', start = ''] = bytes.toString('latin1', 0, 2000).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1.1 200 OK/);
    assert.equal(/content-encoding: gzip/.test(head), encoding === 'gzip');
    assert.notEqual(start, '');
    assert.notEqual(bytes.toString('latin1', bytes.length - 5), '0\r\n\r\n', 'the end of a whole answer');
  });

test('slow readers delay no other caller, and one that leaves frees everything', async () => {
  const stopped = await reader();
  const slow = await reader();
  let read = 0;
  const sip = setInterval(() => (read += (slow.read(1024) as Buffer | null)?.length ?? 0), 100);
  try {
    await until(async () => (await copies()) === 2);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => [
        (await service.call('clientList', { ClientNumber: `L-${n}` })).status,
        (await service.call('clientCreate', client(`S-${n}`))).status,
      ]),
    );
    assert.deepEqual(new Set(answers.flat()), new Set([200]));
    const report = await service.call('transactionReport', reportRange);
    assert.equal(report.records.length, rows);
    assert.deepEqual(
      report.records.slice(-2).map((it) => it.Amount),
      [(rows - 1) / 100, rows / 100],
    );
    assert.equal(await copies(), 2, 'they are being answered still');
    assert.ok(read > 0);
  } finally {
    clearInterval(sip);
    for (const socket of [stopped, slow]) socket.destroy();
  }
  await until(async () => (await copies()) === 0);
});

test('readers that stop take no connection from writes and single retrieves', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => reader()));
  try {
    await until(async () => (await copies()) > 0);
    for (let n = 0; n < 20; n++) {
      assert.equal((await service.call('clientList', { ClientNumber: `L-${n}` })).status, 200);
      assert.equal((await service.call('clientEdit', { ClientNumber: `L-${n}`, ClientName: 'Again' })).status, 200);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await until(async () => (await copies()) === 0);
  assert.equal((await service.call('transactionReport', reportRange)).status, 200);
});

test('callers that leave at any moment leave no connection behind', async () => {
  const { url } = requestOf(operations.transactionReport, service.origin, '1001', 'EFT', reportRange);
  const headers = { authorization: `Bearer ${await service.token()}` };
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        fetch(url, { headers, signal: AbortSignal.timeout(round * 3 + n) })
          .then((answer) => answer.body?.cancel())
          .catch(() => undefined),
      ),
    );
  await until(async () => (await copies()) === 0);
  const answers = await Promise.all(Array.from({ length: 8 }, () => service.call('clientList', {})));
  assert.deepEqual(new Set(answers.map((it) => it.status)), new Set([200]));
});

test('gives up on a caller that reads nothing, or sends drop by drop, after the time limit', async () => {
  const hasty = await testService({ timeouts: { request: 2000, reader: 2000, rate: 100_000 } });
  try {
    await insertTransactions(hasty);
    const dripping = drip(hasty, await hasty.token());
    const stalled = await reader(hasty);
    await until(async () => (await copies(hasty)) === 1);
    await until(async () => (await copies(hasty)) === 0);
    // A paused socket learns of its end only when it is read.
    const closed = new Promise((resolve) => stalled.once('close', resolve));
    stalled.resume();
    await closed;

    const answered = await dripping;
    if (answered !== '') assert.match(answered, /^HTTP\/1\.1 (400|408|503)/);
    assert.equal((await hasty.call('clientCreate', client('DRIP-2'))).successful.length, 1);
  } finally {
    await hasty.close();
  }
});

/** Sends a byte of its body now and then, without end. Resolves to the answer once cut off. */
function drip(of: TestService, token: string): Promise<string> {
  const { url } = requestOf(operations.clientCreate, of.origin, '1001', 'EFT', client('DRIP'));
  const socket = connect(Number(url.port), url.hostname);
  let answered = '';
  socket.on('data', (part) => (answered += part.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
  );
  const drops = setInterval(() => socket.write(' '), 200);
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(drops);
      resolve(answered);
    }),
  );
}

test('reads a slow and steady sender to the end, however long it takes', async () => {
  const hasty = await testService({ timeouts: { request: 500, reader: 2000, rate: 1000 } });
  try {
    const { url, init } = requestOf(operations.clientCreate, hasty.origin, '1001', 'EFT', client('STEADY'));
    const body = Buffer.from(' '.repeat(20_000) + init.body);
    const socket = connect(Number(url.port), url.hostname);
    let answered = '';
    socket.on('data', (part) => (answered += part.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${await hasty.token()}\r\n` +
        `content-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    const startedAt = performance.now();
    // Each chunk earns more seconds; together they take three times as long as a silent sender would get.
    for (let at = 0; at < body.length; at += 2000) {
      socket.write(body.subarray(at, at + 2000));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await closed;
    assert.ok(performance.now() - startedAt > 1500);
    assert.match(answered, /^HTTP\/1\.1 200 /);
  } finally {
    await hasty.close();
  }
});

test('cuts off an endless body soon after its answer, whatever the answer is', async () => {
  const token = await service.token();
  const path = (name: 'clientCreate' | 'clientList') =>
    requestOf(operations[name], service.origin, '1001', 'EFT', {}).url.pathname;
  const calls = [
    ['too long', 'POST', path('clientCreate'), token, 400],
    ['no token', 'POST', path('clientCreate'), 'none', 401],
    ['too long for nothing', 'POST', '/v1/nothing', token, 400],
    ['a body that nobody wants', 'GET', path('clientList'), token, 200],
  ] as const;
  for (const [title, method, address, bearer, status] of calls) {
    const { host, port, hostname } = new URL(service.origin);
    const socket = connect(Number(port), hostname);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    let answered = '';
    socket.on('data', (part) => (answered += part.toString()));
    socket.write(
      `${method} ${address} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${bearer}\r\n` +
        'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    );
    const part = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const send = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', send);
    send();
    await closed;
    // A busy machine may find no connection in time, which is a 503.
    assert.match(answered, new RegExp(`^HTTP/1.1 (${status}|503) `), `${title}: ${answered}`);
    // If it closed at once, the answer could be lost.
    assert.doesNotMatch(answered, /^connection: close/im, title);
  }
  await until(async () => (await service.call('clientList', {})).status === 200);
});
