import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessageDeliveryList } from '#contract/message-deliveries.ts';
import type { Message } from '#contract/messages.ts';
import type { Output } from '#contract/operations.ts';
import type { Entry } from '#service/audit/entry.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { messageJobs } from '#service/messages/jobs.ts';
import { simulatedNetwork } from '#service/messages/network.ts';
import { startReceiver } from '#service/messages/test-receiver.ts';
import { sandboxCallbackSecret } from '#service/seed/organisation.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { numbersKeyFile, prepare, testService } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { quickly, startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { until } from '#service/testing/until.ts';
import { passingJobs } from './pass-on.ts';

/** Delivery reports of a provider: who may post one, what is kept of them, what they prove, and that callers get theirs. */

let gateway: TestGateway;
let support: string;
const patiently = { ...quickly, caller: 60_000 };
before(async () => {
  gateway = await startTestGateway(patiently, { more: { CALLBACKS: 'loopback' } });
  support = await settingsOf(gateway.front).signIn('support', 'support:1001');
});
after(() => gateway.close());

type Sent = Omit<Message, 'messageId'> & { messageId: string };

const message = (more: Partial<Sent> = {}): Sent => ({
  from: '27105550100',
  to: '27825550155',
  messageId: randomUUID(),
  content: {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Naledi', 'R 1,00'] } },
  },
  ...more,
});

const send = async (messages: Sent[], front = gateway.front) => {
  const answer = await front.call('templateSend', { messages });
  const results = (answer.body as Partial<Output<'templateSend'>>).messages ?? [];
  return { ...answer, names: results.map(({ status }) => status.name) };
};

/** As the provider got it. */
function passedMessage({ messageId }: Sent): Sent {
  const passed = gateway.wire.passed.findLast(({ body }) => body.includes(messageId));
  const { messages } = JSON.parse(passed?.body ?? '{"messages":[]}') as { messages: Sent[] };
  return messages.find((it) => it.messageId === messageId) as Sent;
}

const addressOf = (sent: Sent): string => passedMessage(sent).callbackData ?? '';

const delivered = ({ messageId, to }: Sent, more: object = {}) => ({
  results: [{ messageId, to, status: { groupId: 3, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' }, ...more }],
});

const report = async (address: string, body: object | string, init: RequestInit = {}) => {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
  return { status: answer.status, text: await answer.text() };
};

async function deliveryOf({ messageId }: Sent, token = support, more: object = {}) {
  const answer = await fetch(`${gateway.front.origin}/message-deliveries/1001`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Organisation: 'demo', Messages: [messageId], ...more }),
  });
  const text = await answer.text();
  const { Messages = [] } = answer.ok ? (JSON.parse(text) as MessageDeliveryList) : {};
  return { status: answer.status, text, found: Messages[0] };
}

const reportsOf = async (sent: Sent) =>
  gateway.rows<{ posting: string | null }>(
    `select posting from delivery_report join message_delivery using (merchant, digest) where message_id = $1`,
    [sent.messageId],
  );

/** Runs what passes reports on, those that failed before as well. */
async function passOn(more: Partial<Parameters<typeof passingJobs>[0]> = {}, front = gateway.front): Promise<void> {
  const { pool } = front.database;
  await pool.query('update job set run_at = now()');
  const world = { numbers: front.numbers, reach: 'loopback' as const, timeoutMs: 500, ...more };
  const jobs = runJobs(pool, passingJobs(world), { pollMilliseconds: 0 });
  await jobs.drain();
  await jobs.stop();
}

const openJobs = async () =>
  (await gateway.front.database.pool.query(`select payload from job where kind = 'passed-report'`)).rows;

async function receiver(t: TestContext, answer?: Parameters<typeof startReceiver>[0]) {
  const started = await startReceiver(answer);
  t.after(() => started.close());
  return started;
}

/** A message whose answer is lost, until only a person or a report can tell its outcome. */
async function unclear(sent: Sent): Promise<void> {
  gateway.wire.fail('cut after', sent.messageId);
  assert.equal((await send([sent])).status, 503);
  await until(async () => {
    const rows = await gateway.rows(
      `select from outgoing_call it join outgoing_claim claim on claim.merchant = it.merchant and claim.call = it.call
        where claim.numbers = $1 and open = 0 and unclear > 0`,
      [JSON.stringify([sent.messageId])],
    );
    return rows.length === 1;
  });
}

test('a provider gets an address of this server for each message, of which only a digest is stored', async () => {
  const [one, two] = [message({ callbackData: 'order 17' }), message({ notifyUrl: 'https://shop.example/n' })];
  assert.deepEqual((await send([one, two])).names, ['PENDING_ACCEPTED', 'PENDING_ACCEPTED']);
  const shape = new RegExp(`^${gateway.front.origin}/message-reports/1001/([\\w-]{43})$`);
  const tokens = [one, two].map((it) => {
    const passed = passedMessage(it);
    assert.equal(passed.callbackData, passed.notifyUrl);
    return shape.exec(passed.callbackData ?? '')?.[1] ?? '';
  });
  assert.equal(new Set(tokens).size, 2);
  const rows = await gateway.rows('select it::text as row from message_delivery it');
  for (const token of tokens) assert.ok(token !== '' && !JSON.stringify(rows).includes(token));
  if (numbersKeyFile) assert.doesNotMatch(JSON.stringify(rows), /order 17|shop\.example/);
});

test('what the provider reports is shown with its message, to those who may read messages there', async () => {
  const one = message();
  await send([one]);
  assert.equal((await deliveryOf(one)).found, undefined);
  assert.deepEqual(await report(addressOf(one), delivered(one)), { status: 200, text: '' });
  const { found, text } = await deliveryOf(one);
  assert.deepEqual(found?.Status, { groupId: 3, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' });
  assert.match(found?.ReportedAt ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  assert.doesNotMatch(text, /27825550155/);
  const { signIn } = settingsOf(gateway.front);
  assert.equal((await deliveryOf(one, await signIn('other', 'support:1002'))).status, 404);
  assert.equal((await deliveryOf(one, support, { Organisation: 'another' })).found, undefined);
  assert.equal((await deliveryOf(one, support, { Messages: [] })).status, 400);
  assert.equal((await deliveryOf(one, '')).status, 401);
  assert.deepEqual(await openJobs(), [], 'its caller named no address');
});

test('a report of an unknown shape is kept as text, without telephone numbers, and overtaken by a readable one', async () => {
  const one = message();
  await send([one]);
  const odd = 'DLR for +27 82 555 0155: ok';
  assert.equal((await report(addressOf(one), odd, { headers: { 'content-type': 'text/plain' } })).status, 200);
  const { found } = await deliveryOf(one);
  assert.deepEqual([found?.Status, found?.Text], [null, 'DLR for +•••• 0155: ok']);
  assert.equal((await report(addressOf(one), new Uint8Array([0, 255, 7]) as never, { headers: {} })).status, 200);
  assert.equal((await report(addressOf(one), delivered(one))).status, 200);
  assert.equal((await report(addressOf(one), '', { headers: {} })).status, 200);
  assert.equal((await deliveryOf(one)).found?.Status?.groupId, 3);
  const rows = await gateway.rows('select it::text as row from message_delivery it where message_id = $1', [
    one.messageId,
  ]);
  if (numbersKeyFile) assert.doesNotMatch(JSON.stringify(rows), /0155/);
});

test('a forged, oversized or otherwise wrong report is refused, and nothing is kept', async () => {
  const one = message();
  await send([one]);
  const address = addressOf(one);
  const { origin } = gateway.front;
  const token = address.slice(-43);
  for (const [forged, method] of [
    [`${origin}/message-reports/1001/${'A'.repeat(43)}`, 'POST'],
    [`${origin}/message-reports/1002/${token}`, 'POST'],
    [`${origin}/message-reports/%00/${token}`, 'POST'],
    [`${origin}/message-reports/1001/${token}A`, 'POST'],
    [`${origin}/message-reports/1001/short`, 'POST'],
    [`${origin}/message-reports/1001/`, 'POST'],
    [address, 'PUT'],
    [address, 'DELETE'],
  ] as const)
    assert.equal((await report(forged, delivered(one), { method })).status, 404, `${method} ${forged}`);
  assert.equal((await fetch(address)).status, 404);
  assert.equal((await report(address, 'x'.repeat(16 * 1024 + 1))).status, 413);
  assert.equal(await postChunks(address, 32), 413, 'also of a length that is not announced');
  assert.equal((await report(address, 'x', { headers: { 'content-encoding': 'gzip' } })).status, 400);
  assert.deepEqual(await reportsOf(one), []);
  assert.equal((await report(address, 'x'.repeat(16 * 1024))).status, 200);
});

/** Kilobytes without a length. */
const postChunks = (address: string, kilobytes: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const posting = httpRequest(address, { method: 'POST' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    posting.on('error', reject);
    for (let at = 0; at < kilobytes; at++) posting.write('x'.repeat(1024));
    posting.end();
  });

test('a repeated report is kept and passed on once, two at once are as well, and after twenty no more are taken', async (t) => {
  const { origin, received } = await receiver(t);
  const one = message({ notifyUrl: `${origin}/n` });
  await send([one]);
  const address = addressOf(one);
  const same = delivered(one);
  const answers = await Promise.all([same, same, delivered(one, { doneAt: 1 })].map((it) => report(address, it)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await report(address, same)).status, 200);
  assert.equal((await reportsOf(one)).length, 2);
  await passOn();
  assert.equal(received.length, 2);
  for (let index = 2; index < 20; index++)
    assert.equal((await report(address, delivered(one, { doneAt: index }))).status, 200);
  assert.equal((await report(address, delivered(one, { doneAt: 20 }))).status, 410);
  assert.equal((await reportsOf(one)).length, 20);
  await passOn();
});

test('a report is passed on to its caller’s address with the caller’s own data, signed, byte for byte', async (t) => {
  const { origin, received } = await receiver(t);
  const { pool } = gateway.front.database;
  const cases = [
    { sent: message({ callbackData: `${origin}/c?a=1`, notifyUrl: `${origin}/n` }), target: '/c?a=1' },
    { sent: message({ callbackData: 'order "17"', notifyUrl: `${origin}/n` }), target: '/n' },
    { sent: message({ notifyUrl: `${origin}/n` }), target: '/n' },
  ];
  for (const { sent, target } of cases) {
    await send([sent]);
    const body = `{ "results":[ {"messageId":"${sent.messageId}", "price":1.50, "callbackData":"${addressOf(sent)}"}] }`;
    assert.equal((await report(addressOf(sent), body)).status, 200);
    assert.ok(!JSON.stringify(await openJobs()).includes(sent.to), 'a job tells nothing');
    await passOn();
    const got = received.at(-1)!;
    const own = JSON.stringify(sent.callbackData ?? null);
    assert.deepEqual([got.path, got.body], [target, body.replace(`"${addressOf(sent)}"`, () => own)]);
    assert.equal(got.headers['content-type'], 'application/json');
    assert.match(String(got.headers['x-delivery-id']), /^[0-9a-f-]{36}$/);
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got.headers['x-signature'])) ?? [];
    assert.equal(hex, createHmac('sha256', sandboxCallbackSecret).update(`${seconds}.${got.body}`).digest('hex'));
    assert.deepEqual(await reportsOf(sent), [{ posting: null }]);
  }
  const [secret] = (await pool.query('delete from sign_in.callback_secret returning *')).rows as { secret: string }[];
  t.after(() => pool.query('insert into sign_in.callback_secret values ($1, $2)', ['demo', secret?.secret]));
  const unsigned = message({ notifyUrl: `${origin}/n` });
  await send([unsigned]);
  await report(addressOf(unsigned), delivered(unsigned));
  await passOn();
  assert.equal(received.at(-1)?.headers['x-signature'], undefined);
});

test('a caller’s address that is down, or may not be reached, holds nothing up, and gets the report later', async (t) => {
  let isDown = true;
  const { origin, received } = await receiver(t, (response) => {
    response.statusCode = isDown ? 503 : 204;
    response.end();
  });
  const one = message({ notifyUrl: `${origin}/n` });
  await send([one]);
  assert.equal((await report(addressOf(one), delivered(one))).status, 200);
  await passOn({ reach: 'public' });
  assert.equal(received.length, 0);
  await passOn();
  assert.equal((await openJobs()).length, 1);
  isDown = false;
  await passOn();
  assert.equal(received.length, 2);
  assert.equal(new Set(received.map(({ headers }) => headers['x-delivery-id'])).size, 1);
  assert.deepEqual(await openJobs(), []);
});

test('a report proves of an unclear message that the provider has it', async () => {
  const one = message();
  await unclear(one);
  assert.equal((await report(addressOf(one), delivered(one))).status, 200);
  const settled = await send([one]);
  assert.deepEqual([settled.names, settled.headers.get('settled-by')], [['PENDING_ACCEPTED'], 'delivery-report']);
  const passed = gateway.wire.passed.filter(({ body }) => body.includes(one.messageId));
  assert.equal(passed.length, 1);
  const [row] = await gateway.rows<{ entry: string }>(
    `select entry from audit_entry where entry like '%templateSend%' order by sequence desc limit 1`,
  );
  const { Outcome, Details, Actor } = JSON.parse(row?.entry ?? '{}') as Entry;
  assert.deepEqual([Outcome, Details?.['Found'], Actor.Id], ['done', 'delivery report', 'delivery-report']);
});

test('of several messages it proves the one that it is about', async () => {
  const [one, two] = [message(), message()];
  gateway.wire.fail('cut after', one.messageId);
  assert.equal((await send([one, two])).status, 503);
  const openItems = () =>
    gateway.rows<{ left: number }>(
      `select open + unclear as left from outgoing_call it
        where exists (select from message_delivery known where known.merchant = it.merchant and known.call = it.call and message_id = $1)`,
      [one.messageId],
    );
  await report(addressOf(two), delivered(two));
  await until(async () => (await openItems())[0]?.left === 1);
  await report(addressOf(one), delivered(one));
  await until(async () => (await openItems())[0]?.left === 0);
  assert.deepEqual((await send([one, two])).names, ['PENDING_ACCEPTED', 'PENDING_ACCEPTED']);
});

test('a report that comes before our own answer changes nothing of it, and settles the message if none comes', async () => {
  const [one, two] = [message(), message()];
  for (const sent of [one, two]) {
    const held = gateway.wire.hold('answer', sent.messageId);
    if (sent === two) gateway.wire.fail('cut after', sent.messageId);
    const sending = send([sent]);
    const goOn = await held;
    assert.equal((await report(addressOf(sent), delivered(sent))).status, 200);
    goOn();
    const { status, names, headers } = await sending;
    if (sent === one) assert.deepEqual([names, headers.get('settled-by')], [['PENDING_ACCEPTED'], null]);
    else assert.equal(status, 503);
  }
  await until(async () => (await send([two])).headers.get('settled-by') === 'delivery-report');
  assert.equal(gateway.wire.passed.filter(({ body }) => body.includes(two.messageId)).length, 1);
});

test('a message that is sent a second time has a second address, and both are known', async () => {
  const front = await testService({
    environment: { ...gateway.environment, PROVIDER_MESSAGE_REPEATS: 'once' },
    outgoing: { ...patiently, pollMs: 3_600_000 },
  });
  try {
    const one = message();
    gateway.wire.fail('cut after', one.messageId);
    assert.equal((await send([one], front)).status, 503);
    const first = addressOf(one);
    assert.deepEqual((await send([one], front)).names, ['PENDING_ACCEPTED']);
    const second = addressOf(one);
    assert.notEqual(first, second);
    for (const address of [first, second]) assert.equal((await report(address, delivered(one))).status, 200);
  } finally {
    await front.close();
  }
});

test('a report on a message that is forgotten is refused, and what was kept of it goes', async () => {
  const { environment } = gateway;
  const on = await testDatabase((databaseUrl) => prepare(databaseUrl, numbersKeyFile || undefined));
  const start = () => testService({ environment, outgoing: patiently, on });
  const one = message();
  const first = await start();
  try {
    await send([one], first);
    assert.equal((await report(addressOf(one), delivered(one))).status, 200);
    await first.database.schema.query(
      `update outgoing_call set settled_at = now() - interval '73 hours' where settled_at is not null`,
    );
    assert.equal((await report(addressOf(one), 'late')).status, 404);
  } finally {
    await first.close();
  }
  const next = await start();
  try {
    const left = async (table: string) => (await next.database.schema.query(`select from ${table}`)).rowCount;
    await until(async () => (await left('message_delivery')) === 0 && (await left('delivery_report')) === 0);
  } finally {
    await next.close();
    await on.close();
  }
});

test(
  'a server that gets a key encrypts what it has kept of reports, and passes them on',
  { skip: numbersKeyFile !== '' && 'it has a key from the start' },
  async (t) => {
    const { origin, received } = await receiver(t);
    const folder = mkdtempSync(path.join(tmpdir(), 'collections-reports-'));
    const keyFile = path.join(folder, 'key');
    writeFileSync(keyFile, randomBytes(32));
    const on = await testDatabase((databaseUrl) => prepare(databaseUrl));
    t.after(async () => {
      await on.close();
      rmSync(folder, { recursive: true });
    });
    const { environment } = gateway;
    const one = message({ notifyUrl: `${origin}/n` });
    const inClear = await testService({ environment, outgoing: patiently, on });
    await send([one], inClear);
    assert.equal((await report(addressOf(one), delivered(one))).status, 200);
    await inClear.close();

    const front = await testService({ environment, outgoing: patiently, on, numbersKeyFile: keyFile });
    try {
      const { rows } = await front.database.schema.query<{ sealed: string[] }>(
        'select array[callback, state, posting] as sealed from message_delivery join delivery_report using (merchant, digest)',
      );
      assert.ok(rows[0]?.sealed.length === 3 && rows[0].sealed.every((it) => it.startsWith('~')));
      const { pathname } = new URL(addressOf(one));
      assert.equal((await report(front.origin + pathname, delivered(one))).status, 200, 'it is known again');
      await passOn({}, front);
      assert.equal(received.length, 1);
    } finally {
      await front.close();
    }
  },
);

test('without a public address the message goes as it is, and no report is taken', async () => {
  const front = await testService({
    environment: { ...gateway.environment, CALLBACKS: 'public' },
    outgoing: patiently,
  });
  try {
    const one = message({ callbackData: 'order 17', notifyUrl: 'https://shop.example/n' });
    await send([one], front);
    const { callbackData, notifyUrl } = passedMessage(one);
    assert.deepEqual([callbackData, notifyUrl], ['order 17', 'https://shop.example/n']);
    const address = `${front.origin}/message-reports/1001/${'A'.repeat(43)}`;
    assert.equal((await report(address, delivered(one))).status, 404);
  } finally {
    await front.close();
  }
});

test('a sandbox as provider reports by itself, and its report reaches the caller', async (t) => {
  const { origin, received } = await receiver(t);
  const one = message({ callbackData: 'order 18', notifyUrl: `${origin}/n` });
  await send([one]);
  const { pool } = gateway.bank.database;
  const world = { clock: gateway.bank.clock, network: simulatedNetwork, reach: 'loopback' as const };
  const jobs = runJobs(pool, messageJobs(world), { pollMilliseconds: 0 });
  await jobs.drain();
  await jobs.stop();
  assert.equal((await deliveryOf(one)).found?.Status?.name, 'DELIVERED_TO_HANDSET');
  await passOn();
  const { results } = JSON.parse(received[0]?.body ?? '{"results":[]}') as { results: { callbackData: string }[] };
  assert.equal(results[0]?.callbackData, 'order 18');
});

test('a flood of reports leaves other calls their connections', async () => {
  const one = message();
  await send([one]);
  const address = addressOf(one);
  const forged = `${address.slice(0, -43)}${'B'.repeat(43)}`;
  const ending = new AbortController();
  const answers: number[] = [];
  const flood = Array.from({ length: 100 }, async () => {
    while (!ending.signal.aborted) answers.push((await report(forged, delivered(one))).status);
  });
  await pause(200);
  for (let count = 0; count < 5; count++) assert.equal((await deliveryOf(one)).status, 200);
  ending.abort();
  await Promise.all(flood);
  assert.ok(answers.length > 100 && answers.every((status) => status === 404 || status === 503));
  assert.equal((await report(address, delivered(one))).status, 200);
});
