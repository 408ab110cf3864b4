import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
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
  const key = randomUUID();
  const ask = () =>
    front.call(write.operation, item as never, { product: write.product, headers: { 'idempotency-key': key } });
  let answer = await ask();
  let isUnclear = false;
  await until(async () => {
    if (answer.status !== 503) return true;
    const [row] = await gateway.rows<{ unclear: number }>('select unclear from outgoing_call where key = $1', [key]);
    // Nothing of it was sent, so that the same key may be used again.
    if (!row) return true;
    isUnclear = row.unclear > 0;
    if (!isUnclear) answer = await ask();
    return isUnclear || answer.status !== 503;
  }, 30);
  await wire.settled();
  if (isUnclear) return { says: 'unclear', stored: await stored() };
  if (answer.successful.length > 0) return { says: 'accepted', stored: await stored() };
  const isMissing = answer.status === 503 || answer.failed[0]?.Errors[0]?.Code === 'NOT_STORED';
  return { says: isMissing ? 'not stored' : 'refused', stored: await stored() };
}

for (const [index, write] of writeCases.entries())
  test(`${write.operation} (${index}): under no fault is a lost answer told wrongly, or a change stored twice`, async () => {
    const ends = await Promise.all(wireFaults.map(async (fault) => [fault, await run(write, fault)] as const));
    const told = Object.fromEntries(ends.map(([fault, { says, stored }]) => [fault, `${says} ${stored}`]));
    if (process.env['SHOW']) console.log(write.operation, JSON.stringify(told));
    for (const [fault, { says, stored }] of ends) {
      const is = says === 'unclear' ? stored <= 1 : stored === (says === 'accepted' ? 1 : 0);
      assert.ok(is, `${fault}: ${says}, and it is stored ${stored} times`);
    }
  });

test('what is settled has no claim, and what is unclear has its own', async () => {
  const unsettled = await gateway.rows<{ state: string; open: number }>(
    `select state, open from outgoing_call where state <> 'SETTLED' and open > 0`,
  );
  assert.deepEqual(unsettled, []);
  const left = await gateway.rows(
    `select from outgoing_claim where not exists (
      select from outgoing_call it where it.call = outgoing_claim.call and it.unclear > 0)`,
  );
  assert.equal(left.length, 0);
});
