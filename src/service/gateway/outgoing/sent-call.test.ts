import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { extensionAddress } from '#contract/extensions.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client } from '#service/testing/samples.ts';
import { answeredWith, askSentCall } from '#service/testing/sent-calls.ts';
import { until } from '#service/testing/until.ts';

/** In front of a provider: the answer about a key whose answer was lost, and that it stays the same. */

let gateway: TestGateway;
before(async () => void (gateway = await startTestGateway()));
after(() => gateway.close());

const nothing = '{"Outcome":"nothing"}';
const unknown = '{"Outcome":"unknown"}';
let next = 0;
const newNumber = () => `K${String(++next).padStart(4, '0')}`;
const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const codeOf = ({ errors }: { errors: { Code: string }[] }) => errors[0]?.Code;
const create = (number: string, key: string, product?: string) =>
  gateway.front.call('clientCreate', client(number), { product, ...under(key) });
const isStored = async (ClientNumber: string) =>
  (await gateway.bank.call('clientList', { ClientNumber })).status === 200;
const sentOf = (number: string) => gateway.wire.passed.filter(({ body }) => body.includes(`"${number}"`)).length;

/** Asks until the outcome is known. */
async function known(key: string): Promise<string> {
  let told = unknown;
  await until(async () => (told = (await askSentCall(gateway.front, key)).text) !== unknown);
  return told;
}

test('a change is unknown until it is settled, then its answer is told with the provider’s bytes', async () => {
  const { front, wire } = gateway;
  const [number, key] = [newNumber(), randomUUID()];
  const held = wire.hold('answer', `"${number}"`);
  const sending = create(number, key);
  const goOn = await held;
  assert.equal((await askSentCall(front, key)).text, unknown);
  goOn();
  const answer = await sending;
  assert.equal(answer.successful.length, 1, answer.text);
  assert.equal((await askSentCall(front, key)).text, answeredWith(answer));
  assert.equal(sentOf(number), 1);
});

test('an outcome that reading back has found is told as the repeated call is answered', async () => {
  for (const fault of ['cut after', 'cut before'] as const) {
    const [number, key] = [newNumber(), randomUUID()];
    gateway.wire.fail(fault, `"${number}"`);
    await create(number, key);
    const told = await known(key);
    const again = await create(number, key);
    assert.equal(again.headers.get('settled-by'), 'read-back');
    assert.deepEqual([told, again.successful.length], [answeredWith(again), fault === 'cut after' ? 1 : 0]);
  }
});

/** An edit whose outcome no record tells. */
async function unclearEdit() {
  const { front, bank, wire } = gateway;
  const [number, key] = [newNumber(), randomUUID()];
  await bank.call('clientCreate', client(number));
  wire.fail('cut after', `"${number}"`, () => bank.call('clientEdit', { ClientNumber: number, ClientName: 'Theirs' }));
  const edit = () => front.call('clientEdit', { ClientNumber: number, ClientName: 'Ours' }, under(key));
  const lost = await edit();
  assert.equal(lost.status, 503);
  let call = '';
  await until(async () => {
    const rows = await gateway.rows<{ call: string }>('select call from outgoing_call where key = $1 and unclear = 1', [
      key,
    ]);
    return (call = rows[0]?.call ?? '') !== '';
  });
  return { key, edit, call };
}

const clerk = async (name: string) => `Bearer ${await settingsOf(gateway.front).signIn(name, 'clerk:1001')}`;

const decide = (call: string, authorization: string) =>
  fetch(`${gateway.front.origin}${extensionAddress('outgoingCallDecide', { merchant: '1001', call })}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ Items: [1], Outcome: 'stored', Reason: 'Seen at the provider.' }),
  });

test('an outcome that a person has decided is told', async () => {
  const { key, edit, call } = await unclearEdit();
  assert.equal((await askSentCall(gateway.front, key)).text, unknown);
  assert.equal((await decide(call, await clerk('deciding'))).status, 200);
  const told = await askSentCall(gateway.front, key);
  const again = await edit();
  assert.deepEqual([told.text, again.headers.get('settled-by')], [answeredWith(again), 'person']);
});

test('a decision is kept although the call is read back at the same moment', async () => {
  const { call } = await unclearEdit();
  const authorization = await clerk('reading');
  const end = performance.now() + 300;
  const read = async () => {
    while (performance.now() < end)
      await inTransaction(gateway.front.database.pool, { merchant: '1001' }, (connection) =>
        connection.query('update outgoing_call set version = version + 1 where call = $1 returning 1', [call]),
      );
  };
  const [decided] = await Promise.all([decide(call, authorization), read(), read()]);
  assert.equal(decided.status, 200, await decided.text());
});

test('a request that arrives after its key was asked for is refused, and never reaches the provider', async () => {
  const [number, key] = [newNumber(), randomUUID()];
  assert.equal((await askSentCall(gateway.front, key)).text, nothing);
  const late = [await create(number, key), await create(newNumber(), key), await create(number, key, 'DEBICHECK')];
  for (const answer of late) assert.deepEqual([answer.status, codeOf(answer)], [400, 'IDEMPOTENCY_KEY_CLOSED']);
  assert.deepEqual([sentOf(number), await isStored(number)], [0, false]);
  assert.deepEqual(await gateway.rows('select call from outgoing_call where key = $1', [key]), []);
  assert.equal((await askSentCall(gateway.front, key)).text, nothing, 'asked again');
  assert.equal((await create(number, randomUUID())).successful.length, 1, 'its record is free');
});

test('a change that the provider did not take has done nothing, and is not sent under its key any more', async () => {
  const [number, key] = [newNumber(), randomUUID()];
  gateway.wire.fail('401', `"${number}"`);
  gateway.wire.fail('401', `"${number}"`);
  assert.equal(codeOf(await create(number, key)), 'PROVIDER_REFUSED');
  assert.equal((await askSentCall(gateway.front, key)).text, nothing);
  assert.equal(codeOf(await create(number, key)), 'IDEMPOTENCY_KEY_CLOSED');
  assert.equal(await isStored(number), false);
});

test('a change that waits for another one of its record is not sent once its key was asked for', async () => {
  const { front, wire } = gateway;
  const [number, key] = [newNumber(), randomUUID()];
  const held = wire.hold('answer', `"${number}"`);
  const first = create(number, randomUUID());
  const goOn = await held;
  const waiting = front.call('clientEdit', { ClientNumber: number, ClientName: 'Later' }, under(key));
  await pause(50);
  const told = await askSentCall(front, key);
  goOn();
  await first;
  const answer = await waiting;
  assert.equal(told.text, nothing);
  assert.ok(
    ['IDEMPOTENCY_KEY_CLOSED', 'UNSETTLED'].includes(codeOf(answer) ?? answer.failed[0]?.Errors[0]?.Code ?? ''),
  );
  assert.equal(sentOf(number), 1);
});

test('asks and sends of one key at once: it is sent once and all are told so, or never', async (t) => {
  let rounds = 0;
  let closed = 0;
  const delays = fc.array(fc.nat(12), { minLength: 16, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(delays, async (given) => {
      rounds++;
      const [number, key] = [newNumber(), randomUUID()];
      const [asks, sends] = await Promise.all([
        Promise.all(given.slice(0, 8).map((ms) => pause(ms).then(() => askSentCall(gateway.front, key)))),
        Promise.all(given.slice(8).map((ms) => pause(ms).then(() => create(number, key)))),
      ]);
      const isClosed = asks.some(({ text }) => text === nothing);
      const told = await known(key);
      for (const { text } of asks) assert.ok(text === told || (text === unknown && !isClosed), text);
      for (const answer of sends)
        if (isClosed) assert.equal(codeOf(answer), 'IDEMPOTENCY_KEY_CLOSED', answer.text);
        // A repeated call that comes at the very moment in which the first was kept is not answered yet.
        else if (codeOf(answer) !== 'UNSETTLED') assert.equal(told, answeredWith(answer));
      assert.deepEqual([sentOf(number), await isStored(number)], isClosed ? [0, false] : [1, true]);
      if (isClosed) closed++;
    }),
    { numRuns: 20 },
  );
  t.diagnostic(`${closed} of ${rounds} keys were closed, the others answered`);
});

test('one key for two products at once: one is sent, and the other refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [number, key] = [newNumber(), randomUUID()];
    const answers = await Promise.all([create(number, key), create(number, key, 'DEBICHECK')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
    assert.equal(codeOf(answers.find(({ status }) => status === 400) ?? { errors: [] }), 'IDEMPOTENCY_KEY_REUSED');
    assert.equal(sentOf(number), 1);
  }
});

test('an answer is told as the provider wrote it: with its long numbers, and in plain words', async () => {
  const { front } = gateway;
  const kept = { '{"ContractSequence": 9007199254740993}': '', 'Nothing was "processed".': '' };
  for (const text of Object.keys(kept)) {
    const key = randomUUID();
    await create(newNumber(), key);
    await inTransaction(front.database.pool, { merchant: '1001' }, (db) =>
      db.query('update outgoing_call set answer = $1 where merchant = $2 and key = $3', [
        front.numbers.seal(text),
        '1001',
        key,
      ]),
    );
    const told = text.startsWith('{') ? text : JSON.stringify(text);
    assert.equal((await askSentCall(front, key)).text, answeredWith({ status: 200, text: told }));
  }
});

test('other callers and other merchants are told nothing of a key, and close only their own', async () => {
  const { front } = gateway;
  const [number, key] = [newNumber(), randomUUID()];
  const other = await settingsOf(front).signIn('other', 'auditor:1001');
  const answer = await create(number, key);
  assert.equal((await askSentCall(front, key, { token: other })).text, nothing);
  assert.equal((await askSentCall(front, key, { merchant: '1002' })).text, nothing);
  assert.equal((await askSentCall(front, key)).text, answeredWith(answer));
});
