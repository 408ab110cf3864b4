import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { operations } from '#contract/operations.ts';
import { wallTime } from '#rules/wall-time.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { numbersKeyFile } from '#service/testing/run.ts';
import { startService, type ServiceProcess } from '#service/testing/service-process.ts';
import { until } from '#service/testing/until.ts';

/** Two processes in front of a provider send what waited, while one after the other is killed. */

/** `ROUNDS=200` for a release: a round takes about three seconds. */
const rounds = Number(process.env['ROUNDS'] ?? 8);
const inRound = 40;

let provider: Awaited<ReturnType<typeof startProvider>>;
let testDb: TestDatabase;
let database: Database;
const processes: ServiceProcess[] = [];

const start = async (): Promise<ServiceProcess> =>
  startService({
    PORT: String(await freePort()),
    DATABASE_URL: testDb.databaseUrl,
    NUMBERS_KEY_FILE: numbersKeyFile,
    SANDBOX: 'off',
    PROVIDER_GRACE_SECONDS: '2',
    ...provider.environment,
  });

before(async () => {
  provider = await startProvider();
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  await database.schema.query(`insert into merchant (merchant, name) values ('1001', 'x') on conflict do nothing`);
  processes.push(await start(), await start());
});
after(async () => {
  await Promise.all(processes.map((it) => it.kill('SIGTERM')));
  await database?.close();
  await testDb?.close();
  await provider?.close();
});

const rows = <Row>(text: string): Promise<Row[]> => asMaintenance(database.pool, (query) => query<Row>(text));

/** They wait: the merchant's messages go at another time of the day. */
async function sendLater(address: string): Promise<string[]> {
  const isMorning = wallTime('Africa/Johannesburg', new Date()).slice(11) < '12:00';
  const [from, to] = isMorning ? ['23:00', '24:00'] : ['00:00', '01:00'];
  await rows(
    `insert into message_rule values ('1001', '${from}', '${to}', true, true, true, null) on conflict (merchant) do nothing`,
  );
  const ids = Array.from({ length: inRound }, () => randomUUID());
  const messages = ids.map((messageId, index) => ({
    from: '27105550100',
    to: `2782555${String(1000 + index)}`,
    messageId,
    content: {
      templateName: 'mandate_request',
      language: 'en',
      templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
    },
  }));
  const { url, init } = requestOf(operations.templateSend, address, '1001', '', { messages });
  const { username, password } = sandboxMessageSignIn;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const answer = await fetch(url, { ...init, headers: { ...init.headers, authorization } });
  assert.equal((await answer.text()).split('PENDING_SCHEDULED').length - 1, inRound);
  return ids;
}

test('whenever a process is killed, no message goes twice, and of one that did not go it is known or asked', async (t) => {
  const all: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const victim = round % 2;
    all.push(...(await sendLater(processes[1 - victim]?.address ?? '')));
    await rows(`update waiting_message set goes_at = goes_at - interval '3 days' where content is not null`);
    await rows(`delete from message_rule`);
    // Both look about once a second.
    await pause(1500 * Math.random());
    await processes[victim]?.kill('SIGKILL');
    processes[victim] = await start();
  }
  await until(async () => {
    const [left] = await rows<{ waiting: number; open: number }>(
      `select (select count(*)::int from waiting_message where content is not null) as waiting,
        (select count(*)::int from outgoing_call where state in ('WAITING', 'SENDING')) as open`,
    );
    return left?.waiting === 0 && left.open === 0;
  });
  const times = new Map<string, number>();
  for (const { body } of provider.wire.passed)
    for (const [, id = ''] of body.matchAll(/"messageId":"([^"]+)"/g)) times.set(id, (times.get(id) ?? 0) + 1);
  const twice = all.filter((id) => (times.get(id) ?? 0) > 1);
  assert.deepEqual(twice, []);
  const ends = new Map(
    (await rows<{ id: string; status: string }>('select message_id as id, status from message_end')).map((it) => [
      it.id,
      it.status,
    ]),
  );
  // Those whose process was killed while it sent them are unclear calls, which an administrator decides.
  const claims = await rows<{ numbers: string }>(
    `select claim.numbers from outgoing_claim claim join outgoing_call using (merchant, call) where state = 'UNKNOWN'`,
  );
  const unknown = new Set(claims.flatMap(({ numbers }) => JSON.parse(numbers) as string[]));
  const lost = all.filter((id) => !times.has(id) && !unknown.has(id));
  for (const id of lost) assert.match(ends.get(id) ?? '', /REJECTED_NOT_STORED/);
  t.diagnostic(`${all.length} messages in ${rounds} rounds, ${lost.length} not sent, ${unknown.size} unknown`);
});
