import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { offeredEvents, type EventBody, type EventType } from '#contract/events.ts';
import { addDays } from '#rules/calendar.ts';
import { eventJobs } from '#service/events/jobs.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { startReceiver, type Receiver } from '#service/messages/test-receiver.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { closerOf, manifestOfReport } from '#service/testing/month-end.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { startHeldGateway } from './held/testing.ts';

/** Events in front of a provider: those of what this server decides, with whatever the provider does in between. */

let app: Awaited<ReturnType<typeof startHeldGateway>>;
let there: Receiver;
before(async () => {
  app = await startHeldGateway({ CALLBACKS: 'loopback' });
  there = await startReceiver();
});
after(async () => {
  await there?.close();
  await app?.close();
});

async function send(): Promise<EventBody[]> {
  const { pool } = app.gateway.front.database;
  there.received.length = 0;
  await app.gateway.rows('update job set run_at = now()');
  const failures: unknown[] = [];
  const jobs = runJobs(pool, eventJobs({ reach: 'loopback' }), {
    pollMilliseconds: 0,
    report: (error) => failures.push(error),
  });
  await jobs.drain();
  await jobs.stop();
  assert.deepEqual(failures, []);
  return there.received.map(({ body }) => JSON.parse(body) as EventBody);
}

const told = (bodies: readonly EventBody[]) =>
  bodies.map(({ Type, Product, ClientNumber, ContractNumber, Amount }) => [
    Type,
    Product,
    ClientNumber,
    ContractNumber,
    Amount,
  ]);

test('held and released payouts, unclear calls and closed months are told; what only the provider knows is not offered', async () => {
  const { gateway, clock } = app;
  const { front, bank, wire } = gateway;
  const settings = settingsOf(front);
  const path = { number: '1001' };
  const administrator = await app.tokenOf('administrator');
  const { answer } = await settings.call(administrator, 'eventEndpointsList', { path });
  assert.deepEqual(answer.Types, offeredEvents(true));
  const add = (Types: EventType[]) =>
    settings.call(administrator, 'eventEndpointAdd', { path, body: { Address: there.origin, Types } });
  const refused = await add(['debit.paid']);
  assert.deepEqual([refused.status, refused.errors[0]?.Code], [400, 'NOT_OFFERED']);
  assert.equal((await add([...offeredEvents(true)])).status, 200);

  await app.payoutRule(0);
  await bank.call('clientCreate', { ...client('V-1'), AccountNumber: 61000000001 });
  const payout = {
    ClientNumber: 'V-1',
    ContractNumber: 'N-1',
    PaymentAmount: 100,
    NumberOfPayments: 3,
    FrequencyCode: 'MNTH',
    PaymentStartDate: `${addDays(clock.today(), 1)} 08:00`,
  };
  const held = await front.call('payoutContractCreate', payout, await app.as('clerk'));
  const approval = await app.view(held.failed[0]?.Errors[0]?.ApprovalSequence ?? 0);
  assert.deepEqual(told(await send()), [['payout.waiting', 'EFT', 'V-1', 'N-1', 300]]);
  assert.equal(await app.decide(approval, 'manager'), '200');
  const released = await send();
  assert.deepEqual(told(released), [['payout.released', 'EFT', 'V-1', 'N-1', 300]]);
  assert.doesNotMatch(JSON.stringify(there.received.map(({ body }) => body)), /Thandi|Mokoena|61000000001|ZAR/);

  // Of an import, nothing waits for a person until all of it is known.
  await app.payoutRule(50_000);
  const headers = { 'import-id': randomUUID() };
  const small = { ...payout, ContractNumber: 'N-2', PaymentAmount: 1, NumberOfPayments: 1 };
  const large = { ...small, ContractNumber: 'N-3', PaymentAmount: 900 };
  await front.call('payoutContractCreate', [small, large], { ...(await app.as('clerk')), headers });
  assert.deepEqual(told(await send()), []);
  const { schema } = front.database;
  await schema.query('update approval set import_closes = now() where import_closes is not null');
  await until(
    async () => (await schema.query('select from approval where import_closes is not null')).rows.length === 0,
  );
  assert.deepEqual(told(await send()).toSorted(), [
    ['payout.waiting', 'EFT', 'V-1', 'N-2', 1],
    ['payout.waiting', 'EFT', 'V-1', 'N-3', 900],
  ]);

  const key = randomUUID();
  wire.fail('cut after', '"V-1"', () => bank.call('clientEdit', { ClientNumber: 'V-1', ClientName: 'Theirs' }));
  await front.call(
    'clientEdit',
    { ClientNumber: 'V-1', ClientName: 'Ours', EMail: 'ours@example.com' },
    { ...(await app.as('clerk')), headers: { 'idempotency-key': key } },
  );
  const unclear = () =>
    gateway.rows<{ call: string }>('select call from outgoing_call where key = $1 and unclear = 1', [key]);
  await until(async () => (await unclear()).length === 1);
  const [call] = await unclear();
  const [asked, ...more] = await send();
  assert.deepEqual([asked?.Type, asked?.Operation, asked?.Call, more], ['call.unclear', 'clientEdit', call?.call, []]);

  const month = addDays(`${clock.today().slice(0, 8)}01`, -1).slice(0, 7);
  const Manifest = await manifestOfReport(front, month, 0);
  const closed = await fetch(`${front.origin}/month-end/1001/EFT/${month}/close`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await closerOf(front)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Manifest }),
  });
  assert.equal(closed.status, 200, await closed.text());
  assert.deepEqual(
    (await send()).map((it) => [it.Type, it.Product, it.Month]),
    [['month.closed', 'EFT', month]],
  );
});
