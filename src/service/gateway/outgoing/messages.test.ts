import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Message } from '#contract/messages.ts';
import type { Output } from '#contract/operations.ts';
import type { OutgoingCall, OutgoingCallList } from '#contract/outgoing-calls.ts';
import type { Entry } from '#service/audit/entry.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { numbersKeyFile, prepare, testService, type TestService } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { messageSignIn, quickly, startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { until } from '#service/testing/until.ts';

/** Messages in front of a provider: what reaches it, which answers their senders get, and that no recipient gets one twice. */

let gateway: TestGateway;
/** On a slow machine, too, callers get the outcome that their call has. */
const patiently = { ...quickly, caller: 60_000 };
before(async () => void (gateway = await startTestGateway(patiently)));
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

const send = async (
  messages: unknown[],
  { headers, front = gateway.front }: { headers?: Record<string, string>; front?: TestService } = {},
) => {
  const answer = await front.call('templateSend', { messages }, { headers });
  const results = (answer.body as Partial<Output<'templateSend'>>).messages ?? [];
  return { ...answer, results, names: results.map(({ status }) => status.name) };
};

/** Those that the provider has taken, by whom they were sent. */
async function sendersOf({ messageId }: Sent): Promise<string[]> {
  const { rows } = await gateway.bank.database.schema.query<{ sender: string }>(
    'select sent_by as sender from message where message_id = $1',
    [messageId],
  );
  return rows.map(({ sender }) => sender);
}

const timesSent = ({ messageId }: Sent) => gateway.wire.passed.filter(({ body }) => body.includes(messageId)).length;

const personToken = (role: string): Promise<string> => settingsOf(gateway.front).signIn(role.replace(':', '-'), role);

const ask = async (path: string, token: string, body?: object) => {
  const answer = await fetch(`${gateway.front.origin}/outgoing-calls/1001${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

/** Messages whose answer is lost, until only a person can decide their outcome. */
async function unclear(messages: Sent[], fault: 'cut before' | 'cut after', headers?: Record<string, string>) {
  gateway.wire.fail(fault, messages[0]?.messageId);
  const lost = await send(messages, { headers });
  assert.deepEqual([lost.status, lost.errors[0]?.Code], [503, 'UNSETTLED']);
  let call = '';
  await until(async () => {
    const rows = await gateway.rows<{ call: string }>(
      `select it.call from outgoing_call it join outgoing_claim claim on claim.merchant = it.merchant and claim.call = it.call
        where claim.numbers = $1 and open = 0 and unclear > 0`,
      [JSON.stringify([messages[0]?.messageId])],
    );
    call = rows[0]?.call ?? '';
    return call !== '';
  });
  return call;
}

const decide = async (call: string, Outcome: 'stored' | 'not stored', Items = [1]) => {
  const decided = await ask(`/${call}`, await personToken('support:1001'), { Items, Outcome, Reason: 'Asked them.' });
  assert.equal(decided.status, 200, decided.text);
};

test('a message goes as the user of the organisation at the provider, once, and its answer passes as it is', async () => {
  const one = message();
  const first = await send([one]);
  assert.deepEqual([first.status, first.names], [200, ['PENDING_ACCEPTED']]);
  assert.deepEqual(await sendersOf(one), [messageSignIn.username]);
  const again = await send([one]);
  const underKey = await send([one], { headers: { 'idempotency-key': randomUUID() } });
  assert.deepEqual([again.text, underKey.names, timesSent(one)], [first.text, ['PENDING_ACCEPTED'], 1]);
});

test('callers need a sign-in of this server, which says nothing of the one at the provider', async () => {
  const { username, password } = messageSignIn;
  const basic = (name: string, word: string) => `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;
  const sent = gateway.wire.passed.length;
  for (const authorization of ['', basic(username, password), `Bearer ${await gateway.front.token()}`])
    assert.equal((await send([message()], { headers: { authorization } })).status, 401, authorization);
  assert.equal(gateway.wire.passed.length, sent);
  const { username: own, password: word } = sandboxMessageSignIn;
  assert.equal((await send([message()], { headers: { authorization: basic(own, word) } })).status, 200);
});

test('what a provider cannot read, or would get twice, is not sent; the answer has it in its place', async () => {
  const [one, two] = [message(), message({ from: '27000000000' })];
  const unread = { ...message(), to: 27825550155 };
  const given = await send([unread, one, { ...one, to: '27825550156' }, two, { ...message(), messageId: undefined }]);
  assert.deepEqual(given.names, [
    'REJECTED_MALFORMED',
    'PENDING_ACCEPTED',
    'REJECTED_DUPLICATE_MESSAGE_ID',
    'REJECTED_SENDER',
    'PENDING_ACCEPTED',
  ]);
  assert.deepEqual(
    given.results.slice(0, 4).map((it) => it.messageId),
    [unread.messageId, one.messageId, one.messageId, two.messageId],
  );
  assert.equal(timesSent(one), 1);
  assert.doesNotMatch(gateway.wire.passed.at(-1)?.body ?? '', /5550156/);
});

test('where none can be sent the refusals are the answer, and a body of another shape is a 400', async () => {
  const sent = gateway.wire.passed.length;
  const refused = await send([{}, 7]);
  assert.deepEqual([refused.status, refused.names], [200, ['REJECTED_MALFORMED', 'REJECTED_MALFORMED']]);
  assert.equal((await send([])).status, 400);
  assert.equal(gateway.wire.passed.length, sent);
});

test('a message that was accepted is known in any other call, and another one under its messageId is refused', async () => {
  const [one, two] = [message(), message()];
  await send([one]);
  const both = await send([two, one]);
  assert.deepEqual([both.names, timesSent(one)], [['PENDING_ACCEPTED', 'PENDING_ACCEPTED'], 1]);
  const other = await send([{ ...one, to: '27825550156' }]);
  assert.deepEqual([other.names, timesSent(one)], [['REJECTED_DUPLICATE_MESSAGE_ID'], 1]);
});

test('what the provider rejects can be sent again under the same messageId', async () => {
  const wrong = message({ from: '27000000000' });
  assert.deepEqual((await send([wrong])).names, ['REJECTED_SENDER']);
  assert.deepEqual((await send([wrong])).names, ['REJECTED_SENDER'], 'the provider is asked again');
  assert.equal(timesSent(wrong), 2);
  assert.deepEqual((await send([{ ...wrong, from: '27105550100' }])).names, ['PENDING_ACCEPTED']);
});

test('a message without an answer is not sent again, alone or among others, until a person has decided', async () => {
  const [lost, other] = [message(), message()];
  const call = await unclear([lost], 'cut after');
  const again = await send([lost]);
  assert.deepEqual([again.status, again.errors[0]?.Code], [503, 'UNSETTLED']);
  const among = await send([lost, other]);
  assert.deepEqual([among.names, timesSent(lost)], [['REJECTED_UNSETTLED', 'PENDING_ACCEPTED'], 1]);

  const support = await personToken('support:1001');
  const list = await ask('', support);
  const listed = (JSON.parse(list.text) as OutgoingCallList).Calls.find(({ Call }) => Call === call);
  const { Sent, State } = listed?.Items[0] ?? {};
  assert.deepEqual([listed?.Operation, listed?.MayDecide, State], ['templateSend', true, 'unclear']);
  assert.deepEqual([Sent?.['to'], Sent?.['content']], ['•••• 0155', lost.content]);
  assert.equal(listed?.Items[0]?.Note, 'No list of the provider shows what was sent.');
  const one = await ask(`/${call}`, support);
  assert.equal((JSON.parse(one.text) as OutgoingCall).Items[0]?.Found, null);
  assert.doesNotMatch(list.text + one.text, /27825550155/);
  const [auditor, elsewhere] = [await personToken('auditor:1001'), await personToken('support:1002')];
  const decision = { Items: [1], Outcome: 'stored', Reason: 'Asked them.' };
  assert.equal((await ask(`/${call}`, auditor, decision)).status, 401);
  assert.equal((await ask(`/${call}`, elsewhere, decision)).status, 404);

  await decide(call, 'stored');
  const settled = await send([lost]);
  assert.deepEqual([settled.names, settled.headers.get('settled-by')], [['PENDING_ACCEPTED'], 'person']);
  assert.deepEqual(
    (await send([lost, other])).names,
    ['PENDING_ACCEPTED', 'PENDING_ACCEPTED'],
    'not as it was answered',
  );
  assert.deepEqual([timesSent(lost), timesSent(other), await sendersOf(lost)], [1, 1, [messageSignIn.username]]);
});

test('what a person has found not stored is said of each message, and the same one can be sent', async () => {
  const [one, two] = [message(), message()];
  const key = { 'idempotency-key': randomUUID() };
  const call = await unclear([one, two], 'cut before', key);
  await decide(call, 'stored', [2]);
  await decide(call, 'not stored', [1]);
  const told = await send([one, two], { headers: key });
  assert.deepEqual([told.status, told.names], [200, ['REJECTED_NOT_STORED', 'PENDING_ACCEPTED']]);
  assert.deepEqual((await send([one])).names, ['PENDING_ACCEPTED']);
  assert.equal(timesSent(one), 1);
});

test('a message is in the audit before it leaves, and its outcome, without its recipient', async () => {
  const [one, two] = [message({ to: '27825550177' }), message({ to: '27825550177', from: '27000000000' })];
  const { status } = await send([one, two]);
  assert.equal(status, 200);
  const rows = await gateway.rows<{ merchant: string; entry: string }>(
    `select merchant, entry from audit_entry where entry like '%templateSend%' order by sequence desc limit 2`,
  );
  const [done, asked] = rows.map(({ entry }) => JSON.parse(entry) as Entry);
  assert.deepEqual(
    rows.map(({ merchant }) => merchant),
    ['1001', '1001'],
  );
  assert.deepEqual([asked?.Outcome, asked?.Items, asked?.Actor.Id], ['asked', 2, sandboxMessageSignIn.username]);
  assert.deepEqual([done?.Outcome, done?.Refused, done?.Details], ['partly', 1, { Found: 'answer' }]);
  assert.equal(asked?.CallSequence, done?.CallSequence);
  assert.doesNotMatch(JSON.stringify(rows), /5550177/);
});

test('while a merchant’s changes are paused no message of its organisation is sent', async () => {
  const { schema } = gateway.front.database;
  await schema.query(`insert into provider_connection (merchant, version, paused_since) values ('1001', 1, now())`);
  try {
    const answer = await send([message()]);
    assert.deepEqual([answer.status, answer.errors[0]?.Code], [503, 'PAUSED']);
  } finally {
    await schema.query(`delete from provider_connection where merchant = '1001'`);
  }
});

test('a provider that refuses the password is an administrator’s matter, and a new one in the file is used at once', async () => {
  const { passwordFile } = gateway;
  writeFileSync(passwordFile, 'another');
  const one = message();
  const refused = await send([one]);
  assert.deepEqual([refused.status, refused.errors[0]?.Code], [503, 'PROVIDER_REFUSED']);
  assert.deepEqual(await sendersOf(one), []);
  writeFileSync(passwordFile, messageSignIn.password);
  assert.deepEqual((await send([one])).names, ['PENDING_ACCEPTED']);
});

test('without a username and password at the provider no message is taken', async () => {
  const { environment } = gateway;
  const front = await testService({
    environment: { ...environment, PROVIDER_MESSAGE_USER: '', PROVIDER_MESSAGE_PASSWORD_FILE: '' },
  });
  try {
    const answer = await send([message()], { front });
    assert.deepEqual([answer.status, answer.errors[0]?.Code], [400, 'NOT_OFFERED']);
  } finally {
    await front.close();
  }
});

test('to a provider that sends a messageId once the same call goes again after a lost answer', async () => {
  const { environment, wire } = gateway;
  const front = await testService({
    environment: { ...environment, PROVIDER_MESSAGE_REPEATS: 'once' },
    // Looking for the outcome at the same moment would come first, and the caller would have to repeat once more.
    outgoing: { ...patiently, pollMs: 3_600_000 },
  });
  try {
    const one = message();
    // Of these the first reaches it; a refusal of the third proves nothing of the first.
    for (const faults of [['cut after'], ['cut before'], ['401', '401']] as const) {
      for (const fault of faults) wire.fail(fault, one.messageId);
      const open = await send([one], { front });
      assert.deepEqual([open.status, open.errors[0]?.Code], [503, 'UNSETTLED'], faults[0]);
    }
    const told = await send([one], { front });
    assert.deepEqual([told.status, told.names, timesSent(one)], [200, ['PENDING_ACCEPTED'], 2]);
    assert.deepEqual(await sendersOf(one), [messageSignIn.username]);
    assert.equal((await send([one], { front })).text, told.text);
    assert.equal(timesSent(one), 2);
  } finally {
    await front.close();
  }
});

test('once its answer is no longer kept a messageId is known no longer', async () => {
  const { environment } = gateway;
  const on = await testDatabase((databaseUrl) => prepare(databaseUrl, numbersKeyFile || undefined));
  const one = message();
  const start = () => testService({ environment, outgoing: patiently, on });
  const first = await start();
  await send([one], { front: first });
  await first.database.schema.query(
    `update outgoing_call set settled_at = now() - interval '73 hours' where settled_at is not null`,
  );
  await first.close();
  const next = await start();
  try {
    const left = async () => (await next.database.schema.query('select from outgoing_claim')).rowCount;
    await until(async () => (await left()) === 0);
    assert.deepEqual([(await send([one], { front: next })).names, timesSent(one)], [['PENDING_ACCEPTED'], 2]);
  } finally {
    await next.close();
    await on.close();
  }
});
