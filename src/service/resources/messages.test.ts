import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Message } from '#contract/messages.ts';
import { saveMessageSignIn } from '#service/auth/basic.ts';
import { testService, type TestService } from '#service/testing/app.ts';

let service: TestService;
// Alone the service runs in this process, where no jobs run: accepted messages stay accepted.
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

interface Result {
  to: string;
  messageCount: number;
  messageId: string;
  status: { groupId: number; groupName: string; id: number; name: string; description: string; action: string | null };
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

async function post(body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.origin}/v1/send-whatsapp-template`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: basic('demo-messages', 'sandbox-only'),
      ...headers,
    },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as Record<string, unknown> };
}

async function send(items: unknown[], headers?: Record<string, string>): Promise<Result[]> {
  const { status, body, text } = await post(JSON.stringify({ messages: items }), headers);
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(body).toSorted(), ['bulkId', 'messages']);
  assert.equal(body['bulkId'], null);
  return body['messages'] as Result[];
}

const message = (more: object = {}): Message => ({
  from: '27105550100',
  to: '27825550101',
  content: {
    templateName: 'payment_reminder',
    templateData: {
      body: { placeholders: ['Thandi', 'R 100,00', 'LN000012', '25 November'] },
      header: { type: 'TEXT', mediaUrl: '', filename: '' },
    },
    language: 'en',
  },
  ...more,
});
const withContent = (more: object): Message => message({ content: { ...message().content, ...more } });
const withHeader = (templateName: string, placeholders: string[], header?: object): Message =>
  withContent({ templateName, templateData: { body: { placeholders }, ...(header ? { header } : {}) } });

/** Counts the stored messages and network jobs. */
async function stored(): Promise<{ messages: number; jobs: number }> {
  const client = await service.database.pool.connect();
  try {
    await client.query(`begin; select set_config('app.organisation', 'demo', true)`);
    const { rows } = await client.query<{ messages: number; jobs: number }>(
      `select (select count(*)::int from message where organisation = 'demo') as messages,
        (select count(*)::int from job where kind = 'network' and payload ->> 'organisation' = 'demo') as jobs`,
    );
    return rows[0]!;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a message with all fields is accepted and answered in the form of the interface', async () => {
  const item = message({
    messageId: 'whole-1',
    callbackData: 'https://hooks.example.com/reports',
    notifyUrl: 'https://hooks.example.com/other',
    urlOptions: {
      shortenUrl: true,
      trackClicks: true,
      trackingUrl: 'https://example.com/t',
      removeProtocol: false,
      customDomain: 'go.example.com',
    },
  });
  assert.deepEqual(await send([item]), [
    {
      to: '27825550101',
      messageCount: 1,
      messageId: 'whole-1',
      status: {
        groupId: 1,
        groupName: 'PENDING',
        id: 26,
        name: 'PENDING_ACCEPTED',
        description: 'Message accepted, pending for delivery.',
        action: null,
      },
    },
  ]);
});

test('without a messageId each message gets one of its own', async () => {
  const results = await send([message(), message(), message({ messageId: '' }), message({ messageId: null })]);
  for (const it of results) assert.match(it.messageId, /^[0-9a-f-]{36}$/);
  assert.equal(new Set(results.map((it) => it.messageId)).size, 4);
});

const rejections: [name: string, item: unknown, description: RegExp][] = [
  ['REJECTED_SENDER', message({ from: '27105550109' }), /from/],
  ...['0825550101', '2782555', '+278255501012345678', 'mother', ''].map((to): [string, unknown, RegExp] => [
    'REJECTED_DESTINATION',
    message({ to }),
    /^to must/,
  ]),
  ['REJECTED_TEMPLATE_UNKNOWN', withContent({ templateName: 'payment_remindr' }), /payment_remindr/],
  ['REJECTED_TEMPLATE_LANGUAGE', withContent({ language: 'zu' }), /in af, en, not in zu/],
  ['REJECTED_TEMPLATE_NOT_APPROVED', withHeader('special_offer', ['R 5']), /not approved/],
  ['REJECTED_TEMPLATE_NOT_APPROVED', withHeader('season_greetings', ['Ann'], { type: 'IMAGE' }), /not approved/],
  ['REJECTED_PLACEHOLDERS', withHeader('payment_received', ['Thandi', 'R 1']), /takes 3 placeholders, 2 were given/],
  ['REJECTED_PLACEHOLDERS', withContent({ templateData: null }), /takes 4 placeholders, 0 were given/],
  ['REJECTED_HEADER', withHeader('statement', ['Ann', 'May']), /header of DOCUMENT, not TEXT/],
  ['REJECTED_HEADER', withHeader('statement', ['Ann', 'May'], { type: 'IMAGE' }), /DOCUMENT, not IMAGE/],
  ['REJECTED_HEADER', withHeader('statement', ['Ann', 'May'], { type: 'DOCUMENT' }), /mediaUrl/],
  ['REJECTED_HEADER', withHeader('statement', ['Ann', 'May'], { type: 'DOCUMENT', mediaUrl: 'file:///x' }), /mediaUrl/],
  [
    'REJECTED_HEADER',
    withHeader('payment_received', ['a', 'b', 'c'], { type: 'IMAGE', mediaUrl: 'https://example.com/i' }),
    /header of TEXT, not IMAGE/,
  ],
  ['REJECTED_MALFORMED', { from: '27105550100', to: '27825550101' }, /content is required/],
  ['REJECTED_MALFORMED', message({ to: 27825550101 }), /to must be text/],
  ['REJECTED_MALFORMED', message({ to: undefined }), /to is required/],
  ['REJECTED_MALFORMED', message({ urlOptions: { shortenUrl: 'yes' } }), /urlOptions.shortenUrl must be true or false/],
  ['REJECTED_MALFORMED', withContent({ templateData: { body: { placeholders: ['a', 4] } } }), /placeholders\.1/],
  ['REJECTED_MALFORMED', message({ callback: 'x' }), /callback is not a field/],
  ['REJECTED_MALFORMED', message({ messageId: 'x'.repeat(201) }), /messageId is longer than 200/],
  ['REJECTED_MALFORMED', message({ callbackData: 'a\u0000b' }), /callbackData has characters/],
  ['REJECTED_MALFORMED', message({ notifyUrl: '\ud800' }), /notifyUrl has characters/],
  ...['text', 7, null, [], true].map((item): [string, unknown, RegExp] => ['REJECTED_MALFORMED', item, /./]),
];

test('a message with an error is rejected alone, each reason with its own name and number', async () => {
  const before = await stored();
  const results = await send(rejections.flatMap(([, item]) => [item, message()]));
  assert.equal(results.length, rejections.length * 2);
  for (const [index, [name, item, description]] of rejections.entries()) {
    const [bad, good] = [results[index * 2], results[index * 2 + 1]];
    assert.deepEqual([bad?.status.groupId, bad?.status.groupName, bad?.status.name], [5, 'REJECTED', name], `${index}`);
    assert.match(bad?.status.description ?? '', description);
    assert.ok(bad?.messageId);
    const to: unknown = (item as { to?: unknown } | null)?.to;
    assert.equal(bad?.to, typeof to === 'string' ? to : '');
    assert.equal(good?.status.groupId, 1);
  }
  const numbers = new Map(results.map((it) => [it.status.name, it.status.id]));
  assert.equal(new Set(numbers.values()).size, numbers.size);
  const now = await stored();
  assert.deepEqual(
    [now.messages - before.messages, now.jobs - before.jobs],
    [rejections.length, rejections.length],
    'a rejected message leaves nothing',
  );
});

test('accepts templates with media and without placeholders', async () => {
  const results = await send([
    withHeader('statement', ['Ann', 'May'], {
      type: 'DOCUMENT',
      mediaUrl: 'https://example.com/s.pdf',
      filename: 's.pdf',
    }),
    withContent({
      templateName: 'thank_you',
      templateData: { header: { type: 'IMAGE', mediaUrl: 'https://example.com/t' } },
    }),
    withHeader('payment_received', ['a', 'b', 'c']),
    withContent({ language: 'af' }),
    message({ to: '+27825550101' }),
  ]);
  assert.deepEqual(
    results.map((it) => it.status.name),
    Array.from({ length: 5 }, () => 'PENDING_ACCEPTED'),
  );
  assert.equal(results[4]?.to, '+27825550101');
});

test('an accepted messageId is not sent again; for a different message it is refused', async () => {
  const item = message({ messageId: 'again-1' });
  await send([item]);
  const before = await stored();
  const [same, otherText, otherNumber, otherSender] = await send([
    item,
    { ...withContent({ language: 'af' }), messageId: 'again-1' },
    { ...item, to: '27825550102' },
    { ...item, from: '27105550101' },
  ]);
  assert.deepEqual([same?.messageId, same?.status.groupId], ['again-1', 1]);
  for (const it of [otherText, otherNumber, otherSender])
    assert.deepEqual([it?.status.name, it?.status.id], ['REJECTED_DUPLICATE_MESSAGE_ID', 23]);
  assert.deepEqual(await stored(), before);
});

test('a rejected messageId can be used again, also twice in one call', async () => {
  const before = await stored();
  const good = message({ messageId: 'fixed-1' });
  const names = (await send([{ ...good, to: 'x' }, good, good, { ...good, to: '27825550102' }])).map(
    (it) => it.status.name,
  );
  assert.deepEqual(names, [
    'REJECTED_DESTINATION',
    'PENDING_ACCEPTED',
    'PENDING_ACCEPTED',
    'REJECTED_DUPLICATE_MESSAGE_ID',
  ]);
  assert.equal((await stored()).messages, before.messages + 1);
});

test('simultaneous calls with the same messages, in any order, send each once', async () => {
  const items = Array.from({ length: 40 }, (_, n) => message({ messageId: `race-${n}` }));
  const before = await stored();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => send(n % 2 ? items : items.toReversed())));
  for (const it of answers.flat()) assert.equal(it.status.groupId, 1);
  const now = await stored();
  assert.deepEqual([now.messages - before.messages, now.jobs - before.jobs], [40, 40]);
});

test('a body of the wrong shape refuses the whole call', async () => {
  for (const body of [
    '{}',
    '[]',
    'null',
    '7',
    '{"messages":{}}',
    '{"messages":[]}',
    '{"messages":[],"bulkId":"b"}',
    '{',
    '',
  ])
    assert.equal((await post(body)).status, 400, body);
  const many = Array.from({ length: 1001 }, () => 0);
  const tooMany = await post(JSON.stringify({ messages: many }));
  assert.equal(tooMany.status, 400);
  assert.match(tooMany.text, /holds more than 1000 messages/);
  assert.equal((await send(many.slice(1))).length, 1000);
  const answer = await fetch(`${service.origin}/v1/send-whatsapp-template?x=1`, {
    method: 'POST',
    body: JSON.stringify({ messages: [message()] }),
    headers: { 'content-type': 'application/json', authorization: basic('demo-messages', 'sandbox-only') },
  });
  assert.equal(answer.status, 400);
});

test('one call takes a thousand messages', async () => {
  const items = Array.from({ length: 1000 }, (_, n) => message({ messageId: `bulk-${n}` }));
  const results = await send(items);
  assert.deepEqual(
    results.map((it) => it.messageId),
    items.map((it) => it.messageId),
  );
  assert.ok(results.every((it) => it.status.groupId === 1));
});

test('accepts the content type as the interface writes it', async () => {
  for (const type of ['application-json', 'Application-JSON; charset=utf-8', 'application/json; charset=utf-8'])
    assert.equal((await send([message()], { 'content-type': type })).length, 1, type);
  for (const type of ['application-jsonx', 'text/plain', 'application/x-www-form-urlencoded'])
    assert.equal((await post(JSON.stringify({ messages: [message()] }), { 'content-type': type })).status, 400, type);
});

test('unknown credentials and bearer tokens are answered 401 with a challenge', async () => {
  for (const authorization of [
    '',
    basic('demo-messages', 'wrong'),
    basic('nobody', 'sandbox-only'),
    basic('staff', 'sandbox-only'),
    `Bearer ${await service.token()}`,
  ]) {
    const answer = await post(JSON.stringify({ messages: [message()] }), { authorization });
    assert.equal(answer.status, 401, authorization);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/);
  }
});

test('an organisation has its own senders, templates and messageIds', async () => {
  const { pool } = service.database;
  await pool.query(`insert into organisation values ('other', 'Other', '{1002}')`);
  const client = await pool.connect();
  try {
    await client.query(`begin; select set_config('app.organisation', 'other', true)`);
    await client.query(`insert into message_sender values ('other', '27105550200')`);
    await client.query(`insert into message_template values ('other', 'hello', 'en', 'APPROVED', null, 'Hello!')`);
    await client.query('commit');
  } finally {
    client.release();
  }
  await saveMessageSignIn(pool, { username: 'other-messages', organisation: 'other', password: 'of: others' });
  const authorization = basic('other-messages', 'of: others');
  await send([message({ messageId: 'shared-1' })]);
  const hello = { templateName: 'hello', language: 'en' };
  const results = await send(
    [
      message(),
      message({ from: '27105550200' }),
      { from: '27105550200', to: '27825550101', messageId: 'shared-1', content: hello },
    ],
    { authorization },
  );
  assert.deepEqual(
    results.map((it) => it.status.name),
    ['REJECTED_SENDER', 'REJECTED_TEMPLATE_UNKNOWN', 'PENDING_ACCEPTED'],
  );
});

test('without a sandbox a message is refused at once as not sent, and is not stored', async () => {
  const live = await testService({ isLive: true });
  try {
    const { status, body } = await live.call('templateSend', { messages: [{ ...message(), messageId: 'live-1' }] });
    const [result] = body['messages'] as Result[];
    assert.deepEqual([status, result?.status.groupName, result?.status.name], [200, 'REJECTED', 'REJECTED_NO_NETWORK']);
    assert.match(result?.status.description ?? '', /^Not sent/);
    assert.deepEqual((await live.database.pool.query('select from message')).rowCount, 0);
    const config = (await (await fetch(`${live.origin}/config.json`)).json()) as { messages: { network: string } };
    assert.equal(config.messages.network, 'none');
  } finally {
    await live.close();
  }
});
