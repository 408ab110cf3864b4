import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { startReceiver, type Receiver } from '#service/messages/test-receiver.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { startPair, type Pair } from '#service/testing/pair.ts';
import { until } from '#service/testing/until.ts';

/** Two processes of this server in front of a provider: one is killed after it has taken a report, and the other one passes it on. */

let provider: Awaited<ReturnType<typeof startProvider>>;
let testDb: TestDatabase;
let database: Database;
let pair: Pair;
let receiver: Receiver;
let isDown = true;

before(async () => {
  provider = await startProvider();
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  receiver = await startReceiver((response) => {
    response.statusCode = isDown ? 503 : 200;
    response.end();
  });
  const environment = { ...provider.environment, SANDBOX: 'off', CALLBACKS: 'loopback' };
  pair = await startPair(database, testDb.databaseUrl, await freePort(), environment);
});
after(async () => {
  await pair?.close();
  await receiver?.close();
  await database?.close();
  await testDb?.close();
  await provider?.close();
});

test('a report that was taken reaches its caller although the process that took it is killed', async () => {
  const [one] = pair.processes;
  const { username, password } = sandboxMessageSignIn;
  const messageId = randomUUID();
  const content = {
    templateName: 'payment_received',
    language: 'en',
    templateData: { body: { placeholders: ['A', 'B', 'C'] } },
  };
  const message = { from: '27105550100', to: '27825550155', messageId, content, notifyUrl: `${receiver.origin}/n` };
  const answer = await fetch(`${one.address}/v1/send-whatsapp-template`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messages: [message] }),
  });
  assert.match(await answer.text(), /PENDING_ACCEPTED/);
  const { messages } = JSON.parse(provider.wire.passed.at(-1)?.body ?? '') as { messages: { notifyUrl: string }[] };
  const { pathname } = new URL(messages[0]?.notifyUrl ?? '');
  const report = await fetch(one.address + pathname, { method: 'POST', body: `{"messageId":"${messageId}"}` });
  assert.equal(report.status, 200);
  await one.kill('SIGKILL');
  isDown = false;
  const { length } = receiver.received;
  await until(async () => receiver.received.length > length);
  assert.equal(receiver.received.at(-1)?.body, `{"messageId":"${messageId}"}`);
});
