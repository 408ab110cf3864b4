import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test, type TestContext } from 'node:test';
import type { MessageDeliveryList } from '#contract/message-deliveries.ts';
import type { Message } from '#contract/messages.ts';
import { renewCallbackSecret } from '#service/cli/keys.ts';
import { runJobs, type Job } from '#service/jobs/jobs.ts';
import { sandboxCallbackSecret } from '#service/seed/organisation.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { messageJobs, type MessageWorld } from './jobs.ts';
import { simulatedNetwork } from './network.ts';
import type { ChatNetwork, OutboundMessage } from './network.ts';
import { startReceiver } from './test-receiver.ts';

let service: TestService;
// Alone the service runs in this process, and its jobs run when a test starts them.
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

let sent = 0;

async function accepted(more: Partial<Omit<Message, 'messageId'>> = {}) {
  const item = {
    from: '27105550100',
    to: '27825550101',
    messageId: `m-${++sent}`,
    content: {
      templateName: 'mandate_request',
      templateData: { body: { placeholders: ['Thandi', 'R 100,00'] } },
      language: 'en',
    },
    ...more,
  };
  const answer = await service.call('templateSend', { messages: [item] });
  const [result] = answer.body['messages'] as { status: { groupId: number; action: string | null } }[];
  assert.equal(result?.status.groupId, 1, answer.text);
  return { item, action: result?.status.action };
}

const world = (more: Partial<MessageWorld> = {}): MessageWorld => ({
  clock: service.clock,
  network: simulatedNetwork,
  reach: 'loopback',
  timeoutMs: 500,
  ...more,
});

/** Runs all due jobs, including those that failed before. */
async function drain(more: Partial<MessageWorld> = {}): Promise<void> {
  await service.database.pool.query('update job set run_at = now()');
  const jobs = runJobs(service.database.pool, messageJobs(world(more)), { pollMilliseconds: 0 });
  await jobs.drain();
  await jobs.stop();
}

const openJobs = async () =>
  (
    await service.database.pool.query<{ kind: string; payload: object; attempts: number; last_error: string | null }>(
      `select kind, payload, attempts, last_error from job where kind in ('network', 'delivery') order by job_sequence`,
    )
  ).rows;

async function statusOf(messageId: string): Promise<string> {
  const client = await service.database.pool.connect();
  try {
    await client.query(`begin; select set_config('app.organisation', 'demo', true)`);
    const { rows } = await client.query<{ status: string }>('select status from message where message_id = $1', [
      messageId,
    ]);
    return rows[0]?.status ?? 'none';
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function receiver(t: TestContext, answer?: Parameters<typeof startReceiver>[0]) {
  const started = await startReceiver(answer);
  t.after(() => started.close());
  return started;
}

test('a report tells how the message ended, signed, to the address in callbackData', async (t) => {
  const { origin, received } = await receiver(t);
  const callbackData = `${origin}/reports?of=demo`;
  const { item } = await accepted({ callbackData, notifyUrl: `${origin}/other` });
  const [job] = await openJobs();
  assert.deepEqual(job?.payload, { organisation: 'demo', messageId: item.messageId }, 'a job names and tells nothing');
  await drain();

  assert.deepEqual(
    received.map((it) => it.path),
    ['/reports?of=demo'],
  );
  const { headers, body } = received[0]!;
  assert.equal(headers['content-type'], 'application/json');
  assert.match(String(headers['x-delivery-id']), /^[0-9a-f-]{36}$/);
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? [];
  assert.equal(hex, createHmac('sha256', sandboxCallbackSecret).update(`${seconds}.${body}`).digest('hex'));
  assert.ok(Math.abs(Number(seconds) - Date.now() / 1000) < 60);

  const { results } = JSON.parse(body) as { results: Record<string, unknown>[] };
  const [result] = results;
  for (const fieldName of ['sentAt', 'doneAt'])
    assert.match(String(result?.[fieldName]), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  assert.deepEqual(
    { ...result, sentAt: '', doneAt: '' },
    {
      bulkId: null,
      messageId: item.messageId,
      to: item.to,
      sentAt: '',
      doneAt: '',
      messageCount: 1,
      status: {
        groupId: 3,
        groupName: 'DELIVERED',
        id: 5,
        name: 'DELIVERED_TO_HANDSET',
        description: 'Message delivered to handset.',
        action: null,
      },
      error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No error.', permanent: false },
      callbackData,
    },
  );
  assert.deepEqual(await openJobs(), []);
});

test('how a message ended is told to those who may read the messages of its organisation', async () => {
  const { item } = await accepted({ to: '27825550199' });
  const ask = async (merchant: string, body: object) => {
    const answer = await fetch(`${service.origin}/message-deliveries/${merchant}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await service.token(merchant)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ Organisation: 'demo', Messages: [item.messageId, 'none'], ...body }),
    });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as MessageDeliveryList).Messages;
  };
  assert.deepEqual(await ask('1001', {}), []);
  await drain();
  const [found] = await ask('1001', {});
  assert.deepEqual([found?.MessageId, found?.Status?.name], [item.messageId, 'UNDELIVERABLE_NOT_DELIVERED']);
  assert.match(found?.ReportedAt ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  assert.deepEqual(await ask('1001', { Organisation: 'another' }), []);
});

test('after a change of the secret, reports are signed with both for a week', async (t) => {
  const { pool } = service.database;
  t.after(() =>
    pool.query('update sign_in.callback_secret set secret = $1, former_secret = null, former_until = null', [
      sandboxCallbackSecret,
    ]),
  );
  const { origin, received } = await receiver(t);
  const told = await renewCallbackSecret(pool, 'demo');
  const [, secret = ''] =
    /demo: (\S{43}): it is not shown again; the former one signs as well until 20/.exec(told) ?? [];
  await assert.rejects(renewCallbackSecret(pool, 'none'), /no organisation none/);
  await accepted({ callbackData: origin });
  await drain();
  await pool.query(`update sign_in.callback_secret set former_until = now() - interval '1 second'`);
  await accepted({ callbackData: origin });
  await drain();

  const hmac = (key: string, seconds: string, body: string) =>
    createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const keys = [[secret, sandboxCallbackSecret], [secret]];
  assert.equal(received.length, 2);
  for (const [index, { headers, body }] of received.entries()) {
    const [time = '', ...signatures] = String(headers['x-signature']).split(',');
    assert.deepEqual(
      signatures,
      keys[index]?.map((key) => `v1=${hmac(key, time.slice(2), body)}`),
    );
  }
});

test('the report to notifyUrl returns the data in callbackData; without an address there is none', async (t) => {
  const { origin, received } = await receiver(t);
  await accepted({ callbackData: 'order 17', notifyUrl: `${origin}/n` });
  await accepted({ callbackData: 'order 18' });
  await drain();
  assert.equal(received.length, 1);
  const { results } = JSON.parse(received[0]!.body) as { results: { callbackData: string }[] };
  assert.equal(results[0]?.callbackData, 'order 17');
  assert.deepEqual(await openJobs(), []);
});

test('the last digits of a number decide how the simulated network ends a message', async (t) => {
  const { origin, received } = await receiver(t);
  for (const to of ['27825550198', '+27825550199', '27825550197']) await accepted({ to, callbackData: origin });
  await drain();
  const ended = received
    .flatMap(
      (it) => (JSON.parse(it.body) as { results: { to: string; status: { name: string }; error: object }[] }).results,
    )
    .toSorted((a, b) => a.to.localeCompare(b.to));
  assert.deepEqual(Object.fromEntries(ended.map((it) => [it.to, it.status.name])), {
    '+27825550199': 'UNDELIVERABLE_NOT_DELIVERED',
    '27825550197': 'DELIVERED_TO_HANDSET',
    '27825550198': 'EXPIRED_EXPIRED',
  });
  assert.equal(new Set(ended.map((it) => JSON.stringify(it.error))).size, 3);
});

test('repeats the same report to a failing receiver until it accepts', async (t) => {
  const { origin, received } = await receiver(
    t,
    (response, nth) => void response.writeHead([500, 302, 204][nth - 1] ?? 500).end(),
  );
  await accepted({ callbackData: origin });
  await drain();
  assert.deepEqual(
    (await openJobs()).map((it) => [it.kind, it.attempts, it.last_error]),
    [['delivery', 1, 'Error ANSWERED_500']],
  );
  await drain();
  assert.equal((await openJobs())[0]?.last_error, 'Error ANSWERED_302');
  await drain();
  assert.deepEqual(await openJobs(), []);
  assert.equal(received.length, 3);
  assert.equal(new Set(received.map((it) => `${String(it.headers['x-delivery-id'])} ${it.body}`)).size, 1);
});

test('410 ends the report', async (t) => {
  const { origin, received } = await receiver(t, (response) => void response.writeHead(410).end());
  await accepted({ callbackData: origin });
  await drain();
  assert.deepEqual(await openJobs(), []);
  assert.equal(received.length, 1);
});

test('a silent receiver delays its own report, and no other', async (t) => {
  const silent = await receiver(t, () => undefined);
  const good = await receiver(t);
  await accepted({ callbackData: silent.origin });
  for (let n = 0; n < 10; n++) await accepted({ callbackData: good.origin });
  await drain();
  assert.equal(good.received.length, 10);
  assert.deepEqual(
    (await openJobs()).map((it) => it.last_error),
    ['Error TOO_LATE'],
  );
  await service.database.pool.query('delete from job');
});

test('never posts to this machine unless the sandbox allows it, and tells the sender why', async (t) => {
  const { origin, connections } = await receiver(t);
  assert.equal((await accepted({ callbackData: origin })).action, null);
  await drain({ reach: 'public' });
  assert.equal(connections.length, 0);
  assert.deepEqual(
    (await openJobs()).map((it) => it.last_error),
    ['Error REFUSED_ADDRESS'],
  );
  await service.database.pool.query('delete from job');

  for (const callbackData of [
    'https://10.0.0.1/x',
    'http://example.com/x',
    'https://ann@example.com/',
    'https://x:22/',
  ])
    assert.match((await accepted({ callbackData })).action ?? '', /^No delivery report: the address /);
  assert.match((await accepted({ notifyUrl: 'ring me' })).action ?? '', /notifyUrl is not a web address/);
  await drain();
  assert.equal((await openJobs()).length, 4);
  await service.database.pool.query('delete from job');
});

test('retries a failing network, and one that was called twice ends a message once', async (t) => {
  const { origin, received } = await receiver(t);
  const attempts: OutboundMessage[] = [];
  const flaky: ChatNetwork = {
    async send(outbound) {
      attempts.push(outbound);
      if (attempts.length === 1) throw Object.assign(new Error('the network is down'), { code: 'DOWN' });
      return 'DELIVERED_TO_HANDSET';
    },
  };
  const { item } = await accepted({ callbackData: origin });
  await drain({ network: flaky });
  assert.equal(await statusOf(item.messageId), 'PENDING_ACCEPTED');
  assert.equal((await openJobs())[0]?.last_error, 'Error DOWN');
  await drain({ network: flaky });
  assert.equal(await statusOf(item.messageId), 'DELIVERED_TO_HANDSET');
  assert.deepEqual(new Set(attempts.map((it) => it.messageId)), new Set([item.messageId]));

  // As when a job's lease expired while it ran.
  const twice = await accepted({ callbackData: origin });
  const job: Job = {
    kind: 'network',
    key: 'k',
    payload: { organisation: 'demo', messageId: twice.item.messageId },
    attempts: 1,
  };
  const handlers = messageJobs(world());
  await Promise.all([1, 2, 3].map(() => handlers['network']?.run(service.database.pool, job)));
  assert.equal((await openJobs()).filter((it) => it.kind === 'delivery').length, 1);
  await drain();
  assert.equal(received.length, 2);
});

test('without a network no message that was accepted before is delivered or reported', async (t) => {
  const { origin, received } = await receiver(t);
  const { item } = await accepted({ callbackData: origin });
  await drain({ network: undefined });
  assert.equal(await statusOf(item.messageId), 'PENDING_ACCEPTED');
  assert.equal(received.length, 0);
  await drain();
});

test('answers a repeated message with its status, and sends it once', async (t) => {
  const { origin, received } = await receiver(t);
  const { item } = await accepted({ callbackData: origin });
  await drain();
  const answer = await service.call('templateSend', { messages: [item] });
  const [result] = answer.body['messages'] as { messageId: string; status: { name: string } }[];
  assert.deepEqual([result?.messageId, result?.status.name], [item.messageId, 'DELIVERED_TO_HANDSET']);
  await drain();
  assert.equal(received.length, 1);
});
