import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { wireFaults, type WireFault } from '#service/testing/faulty-wire.ts';
import { markOf, writeCases, type WriteCase } from '#service/testing/gateway-writes.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { until } from '#service/testing/until.ts';

/*
 * Every write of the interface under every fault of the network: what was wanted once is there once, or not at all and the caller
 * is told so; what no record of the provider tells is listed for a person.
 */

let gateway: TestGateway;
before(async () => void (gateway = await startTestGateway()));
after(() => gateway.close());

interface End {
  says: 'accepted' | 'refused' | 'not stored' | 'unclear';
  stored: number;
}

let next = 0;

async function run(write: WriteCase, fault: WireFault): Promise<End> {
  const { bank, front, wire } = gateway;
  const number = `F${String(++next).padStart(5, '0')}`;
  const item = await write.prepare(bank, number);
  const stored = async () => write.stored(bank, item);
  wire.fail(fault, markOf(write, item));
  const answer = await settled((headers) =>
    front.call(write.operation, item as never, { product: write.product, headers }),
  );
  if (!answer) return { says: 'unclear', stored: await stored() };
  if (answer.successful.length > 0) return { says: 'accepted', stored: await stored() };
  const isMissing = answer.status === 503 || answer.failed[0]?.Errors[0]?.Code === 'NOT_STORED';
  return { says: isMissing ? 'not stored' : 'refused', stored: await stored() };
}

/** @returns the answer once there is one, by the same key; undefined where a person must decide. */
async function settled<A extends { status: number }>(
  ask: (headers: Record<string, string>) => Promise<A>,
): Promise<A | undefined> {
  const key = randomUUID();
  let answer = await ask({ 'idempotency-key': key });
  let isUnclear = false;
  await until(async () => {
    if (answer.status !== 503) return true;
    const [row] = await gateway.rows<{ unclear: number }>('select unclear from outgoing_call where key = $1', [key]);
    // Nothing of it was sent, so that the same key may be used again.
    if (!row) return true;
    isUnclear = row.unclear > 0;
    if (!isUnclear) answer = await ask({ 'idempotency-key': key });
    return isUnclear || answer.status !== 503;
  }, 30);
  await gateway.wire.settled();
  return isUnclear ? undefined : answer;
}

/** Of a message no list says whether it was stored, so what counts is how often the provider got it. */
async function runMessage(fault: WireFault): Promise<End> {
  const { front, wire } = gateway;
  const messageId = randomUUID();
  wire.fail(fault, messageId);
  const content = {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['A', 'B'] } },
  };
  const messages = [{ from: '27105550100', to: '27825550101', messageId, content }];
  const answer = await settled((headers) => front.call('templateSend', { messages }, { headers }));
  const stored = wire.passed.filter(({ body }) => body.includes(messageId)).length;
  if (!answer) return { says: 'unclear', stored };
  const { messages: results } = answer.body as { messages?: { status: { name: string } }[] };
  const name = results?.[0]?.status.name;
  return { says: name === 'PENDING_ACCEPTED' ? 'accepted' : answer.status === 503 ? 'not stored' : 'refused', stored };
}

async function mustBeTrue(operation: string, runs: (fault: WireFault) => Promise<End>): Promise<void> {
  const ended = async (fault: WireFault) => [fault, await runs(fault)] as const;
  const ends = await Promise.all(wireFaults.filter((it) => it !== '429').map(ended));
  // The provider asks for a pause, in which nothing else would be sent.
  ends.push(await ended('429'));
  await pause(1100);
  const told = Object.fromEntries(ends.map(([fault, { says, stored }]) => [fault, `${says} ${stored}`]));
  if (process.env['SHOW']) console.log(operation, JSON.stringify(told));
  for (const [fault, { says, stored }] of ends) {
    const is = says === 'unclear' ? stored <= 1 : stored === (says === 'accepted' ? 1 : 0);
    assert.ok(is, `${fault}: ${says}, and it is stored ${stored} times`);
  }
}

for (const [index, write] of writeCases.entries())
  test(`${write.operation} (${index}): under no fault is a lost answer told wrongly, or a change stored twice`, () =>
    mustBeTrue(write.operation, (fault) => run(write, fault)));

test('templateSend: under no fault is a lost answer told wrongly, or a message sent twice', () =>
  mustBeTrue('templateSend', runMessage));

test('what is settled has no claim but that of an accepted message, and what is unclear has its own', async () => {
  const unsettled = await gateway.rows<{ state: string; open: number }>(
    `select state, open from outgoing_call where state <> 'SETTLED' and open > 0`,
  );
  assert.deepEqual(unsettled, []);
  const left = await gateway.rows(
    `select from outgoing_claim where product <> '' and not exists (
      select from outgoing_call it where it.merchant = outgoing_claim.merchant and it.call = outgoing_claim.call and it.unclear > 0)`,
  );
  assert.equal(left.length, 0);
});
