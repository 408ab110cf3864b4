import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { after, before, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { ApprovalRecord } from '#contract/approvals.ts';
import { eventTypes, mostEndpoints, offeredEvents, type EventBody, type EventType } from '#contract/events.ts';
import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { Clock } from '#service/base/clock.ts';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { queryOn } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { PostingWorld } from '#service/messages/post-signed.ts';
import { drip, flood, startReceiver, type Receiver } from '#service/messages/test-receiver.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { closerOf, manifestOfReport } from '#service/testing/month-end.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { eventJobs } from './jobs.ts';
import { sweepEvents } from './store.ts';
import { writeEvents } from './write.ts';

/** A wall clock that is set by hand. */
const clock: Clock & { at: DateTimeText } = {
  at: '2026-03-10 09:00',
  now: (daysAhead = 0) => addDays(dateOf(clock.at), daysAhead) + clock.at.slice(10),
  today: (daysAhead = 0) => dateOf(clock.now(daysAhead)),
};

let service: TestService;
let settings: ReturnType<typeof settingsOf>;
let admin: string;

before(async () => {
  service = await testService({ isAlone: true, clock, environment: { CALLBACKS: 'loopback' } });
  settings = settingsOf(service);
  admin = await settings.signIn('ann', 'administrator:*');
  for (const Number of ['1001', '5001', '5002'])
    await settings.call(admin, 'merchantAdd', { body: { Number, Name: `Merchant ${Number}` } });
});
after(() => service.close());

const rows = <Row>(text: string, values: unknown[] = []) =>
  asMaintenance(service.database.pool, (query) => query<Row>(text, values));

async function receiver(t: TestContext, answer?: Parameters<typeof startReceiver>[0]) {
  const started = await startReceiver(answer);
  t.after(() => started.close());
  return started;
}

/** It is there until the test ends. */
async function add(t: TestContext, Address: string, Types: readonly EventType[], number = '5001') {
  const added = await settings.call(admin, 'eventEndpointAdd', {
    path: { number },
    body: { Address, Types: [...Types] },
  });
  assert.equal(added.status, 200, JSON.stringify(added.errors));
  const { Endpoint: endpoint, Secret: secret } = added.answer;
  t.after(() => settings.call(admin, 'eventEndpointRemove', { path: { number, endpoint } }));
  return { number, endpoint, secret };
}
type Added = Awaited<ReturnType<typeof add>>;
const pathOf = ({ number, endpoint }: Added, more: Record<string, string> = {}) => ({
  path: { number, endpoint, ...more },
});

/** Sends what is due, as the jobs do, and again what failed before. */
async function send(world: Partial<PostingWorld> = {}): Promise<void> {
  await rows(`update job set run_at = now() where kind <> 'event-sweep'`);
  await rows('update event_endpoint set next_try = null');
  const handlers = eventJobs({ reach: 'loopback', timeoutMs: 300, ...world });
  const jobs = runJobs(service.database.pool, handlers, { pollMilliseconds: 0 });
  await jobs.drain();
  await jobs.stop();
}

const bodiesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body) as EventBody);

const write = (number: string, types: readonly EventType[]) =>
  inTransaction(service.database.pool, { merchant: number }, (connection) =>
    writeEvents(
      queryOn(connection),
      number,
      types.map((Type, index) => ({ Type, At: clock.now(), Product: 'EFT', ContractSequence: index })),
    ),
  );

const shown = async ({ number, endpoint }: Added) => {
  const { answer } = await settings.call(admin, 'eventEndpointsList', { path: { number } });
  const found = answer.Endpoints.find((it) => it.Endpoint === endpoint);
  assert.ok(found);
  return found;
};
const logOf = async (added: Added) =>
  (await settings.call(admin, 'eventDeliveriesList', pathOf(added))).answer.Deliveries;

/** The example of the documentation, as it is there. */
const [, example = ''] =
  /```js\n(.*?)```/s.exec(readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')) ?? [];
const { isFromService } = (await import(`data:text/javascript,${encodeURIComponent(example)}`)) as {
  isFromService: (body: string, signature: string, secret: string, seconds?: number) => boolean;
};

const isSigned = ({ headers, body }: Receiver['received'][number], secret: string, seconds?: number): boolean =>
  isFromService(body, String(headers['x-signature']), secret, seconds);

test('an endpoint learns of what happens to debits, mandates, payouts and months, and of no person', async (t) => {
  const there = await receiver(t);
  const added = await add(t, `${there.origin}/events`, offeredEvents(false), '1001');
  assert.deepEqual(
    [...offeredEvents(false), 'call.unclear'].toSorted(),
    [...eventTypes].toSorted(),
    'one does not happen in a service of its own',
  );
  const at = async (time: DateTimeText) => {
    clock.at = time;
    await clearMerchant(service.database.pool, clock, '1001', service);
  };
  const capture = async (number: string, account: number, more: object = {}, product = 'EFT') => {
    await service.call('clientCreate', { ...client(number), AccountNumber: account }, { product });
    const terms = { InstalmentStartDate: '2026-03-12 00:00', CollectionDay: 12, NumberOfInstalments: 2, ...more };
    const created = await service.call(
      'mandateCreate',
      { ...mandate('2026-03-10', number, 'A'), ...terms },
      { product },
    );
    return created.successful[0]?.ContractSequence ?? assert.fail(created.text);
  };
  const paid = await capture('E-1', 620_0000_1111);
  const unpaid = await capture('E-2', 620_0000_0000, { TrackingYN: 'N' });
  const returned = await capture('E-3', 620_0000_3333);
  const approved = await capture('E-4', 620_0000_1111, { TransactionType: 'TT2' }, 'DEBICHECK');
  const rejected = await capture('E-5', 620_0000_2222, { TransactionType: 'TT2' }, 'DEBICHECK');
  const ended = await capture('E-6', 620_0000_1111);
  const endedToo = await capture('E-7', 620_0000_1111);
  const end = { CancelReason: 'MD17', CancelDate: '2026-03-11 08:00' };
  const refused = await service.call('mandateCancel', { ContractSequence: ended, ...end }, { isDryRun: true });
  assert.equal(refused.status, 200);
  const cancelled = await service.call('mandateCancel', { ContractSequence: ended, ...end });
  assert.equal(cancelled.failed.length, 0, cancelled.text);
  await service.call('contractCancel', { ContractSequence: endedToo, ...end });
  await rows(`insert into approval_rule (merchant, above, hold_hours) values ('1001', 0, 0)`);
  const made = await service.call('payoutContractCreate', {
    ClientNumber: 'E-1',
    ContractNumber: 'P',
    PaymentAmount: 250.5,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: '2026-03-12 08:00',
  });
  const payout = made.successful[0]?.ContractSequence ?? assert.fail(made.text);
  await release();
  await at('2026-03-20 20:00');
  await at('2026-04-02 09:00');
  const Manifest = await manifestOfReport(service, '2026-03', 0);
  const closed = await fetch(`${service.origin}/month-end/1001/EFT/2026-03/close`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await closerOf(service)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Manifest }),
  });
  assert.equal(closed.status, 200, await closed.text());
  await send();

  const bodies = bodiesOf(there);
  const of = (contract: number) => bodies.filter((it) => it.ContractSequence === contract).map((it) => it.Type);
  assert.deepEqual(of(paid), ['debit.paid']);
  assert.deepEqual(of(unpaid), ['debit.unpaid']);
  assert.deepEqual(of(returned), ['debit.paid', 'debit.returned']);
  assert.deepEqual(of(approved).slice(0, 1), ['mandate.approved']);
  assert.deepEqual(of(rejected), ['mandate.rejected']);
  assert.deepEqual([of(ended), of(endedToo)], [['mandate.cancelled'], ['mandate.cancelled']]);
  assert.deepEqual(of(payout), ['payout.waiting', 'payout.released', 'payout.paid']);
  assert.deepEqual(
    bodies.filter((it) => it.Type === 'month.closed').map(({ At, Product, Month }) => ({ At, Product, Month })),
    [{ At: '2026-04-02 09:00', Product: 'EFT', Month: '2026-03' }],
  );
  const [debit] = bodies.filter((it) => it.ContractSequence === paid);
  const [entry] = (
    await service.call('transactionReport', {
      StartDate: '2026-03-01 00:00',
      EndDate: '2026-03-31 00:00',
      ContractSequence: paid,
    })
  ).records;
  assert.deepEqual(
    { ...debit, EventId: '', WrittenAt: '' },
    {
      EventId: '',
      Type: 'debit.paid',
      At: entry?.TransactionDate,
      WrittenAt: '',
      Merchant: '1001',
      Product: 'EFT',
      ClientNumber: 'E-1',
      ContractNumber: 'A',
      ContractSequence: paid,
      InstalmentSequence: 1,
      Amount: 1234.56,
      Currency: 'ZAR',
    },
  );
  assert.ok(Math.abs(Date.parse(debit?.WrittenAt ?? '') - Date.now()) < 600_000);
  for (const one of there.received) {
    assert.ok(isSigned(one, added.secret));
    assert.ok(!isSigned({ ...one, body: one.body.replace('1001', '1002') }, added.secret), 'what was changed is not');
    assert.ok(!isSigned(one, added.secret, Date.now() / 1000 + 600), 'nor what is repeated later');
    assert.equal(one.headers['x-delivery-id'], (JSON.parse(one.body) as EventBody).EventId);
    assert.doesNotMatch(one.body, /Thandi|Mokoena|6200000|0825550101|900101/);
  }
  assert.equal(new Set(bodies.map((it) => it.EventId)).size, bodies.length, 'each has its own id, and is sent once');
  assert.deepEqual(await shown(added).then(({ State, Waiting }) => [State, Waiting]), ['works', 0]);
});

/** As a second person. */
async function release(): Promise<void> {
  const manager = await settings.signIn('thabo', 'manager:1001');
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${service.origin}/approvals/1001${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${manager}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as ApprovalRecord & { Approvals: ApprovalRecord[] };
  };
  const [waiting] = (await call('')).Approvals;
  const { Digest, ApprovalSequence } = await call(`/${waiting?.ApprovalSequence}`);
  await call(`/${ApprovalSequence}`, { Action: 'release', Digest });
}

test('what is undone, and what is not chosen, is not sent; an endpoint that is off gets nothing new', async (t) => {
  const there = await receiver(t);
  const added = await add(t, there.origin, ['debit.paid']);
  await write('5001', ['debit.unpaid']);
  await assert.rejects(
    inTransaction(service.database.pool, { merchant: '5001' }, async (connection) => {
      await writeEvents(queryOn(connection), '5001', [{ Type: 'debit.paid', At: clock.now() }]);
      throw new Error('undone');
    }),
  );
  await write('5002', ['debit.paid']);
  await send();
  assert.deepEqual(there.received, []);
  await settings.call(admin, 'eventEndpointEdit', { ...pathOf(added), body: { IsOn: false } });
  await write('5001', ['debit.paid']);
  await settings.call(admin, 'eventEndpointEdit', { ...pathOf(added), body: { IsOn: true, Types: ['debit.unpaid'] } });
  await write('5001', ['debit.unpaid', 'debit.paid']);
  await send();
  assert.deepEqual(
    bodiesOf(there).map((it) => it.Type),
    ['debit.unpaid'],
  );
  await settings.call(admin, 'eventEndpointRemove', pathOf(added));
  await settings.call(admin, 'eventEndpointRemove', pathOf(added));
  assert.deepEqual(await rows('select from event_delivery where endpoint = $1', [added.endpoint]), []);
});

test('a secret is shown once, and the one before it signs as well for a day', async (t) => {
  const there = await receiver(t);
  const added = await add(t, there.origin, ['debit.paid']);
  const rolled = await settings.call(admin, 'eventSecret', pathOf(added));
  assert.ok(rolled.answer.FormerEnds);
  assert.equal((await shown(added)).FormerSecretEnds, rolled.answer.FormerEnds);
  await write('5001', ['debit.paid']);
  await send();
  const [first] = there.received;
  assert.deepEqual([isSigned(first!, added.secret), isSigned(first!, rolled.answer.Secret)], [true, true]);
  await service.database.pool.query('update sign_in.event_secret set former_until = now() where endpoint = $1', [
    added.endpoint,
  ]);
  await write('5001', ['debit.paid']);
  await send();
  const [, second] = there.received;
  assert.deepEqual([isSigned(second!, added.secret), isSigned(second!, rolled.answer.Secret)], [false, true]);
  const { answer } = await settings.call(admin, 'eventEndpointsList', { path: { number: '5001' } });
  assert.doesNotMatch(JSON.stringify(answer), new RegExp(`${added.secret}|${rolled.answer.Secret}`));
  const audit = await rows<{ entry: string }>(`select entry from audit_entry where entry like '%merchant.events%'`);
  assert.ok(audit.length > 0);
  assert.doesNotMatch(
    JSON.stringify(audit),
    new RegExp(`${added.secret}|${rolled.answer.Secret}|http`),
    'the audit has hosts only',
  );
});

test('a receiver that fails gets the same events again, in order, with the same ids; what it refuses for good goes behind', async (t) => {
  let status = 503;
  const there = await receiver(t, (response) => {
    response.statusCode = status;
    response.end();
  });
  const added = await add(t, there.origin, ['debit.paid', 'debit.unpaid', 'debit.returned']);
  await write('5001', ['debit.paid', 'debit.unpaid', 'debit.returned']);
  await send();
  await send();
  assert.deepEqual(
    bodiesOf(there).map((it) => it.Type),
    ['debit.paid', 'debit.paid'],
  );
  assert.equal(bodiesOf(there)[0]?.EventId, bodiesOf(there)[1]?.EventId);
  const failing = await shown(added);
  assert.deepEqual([failing.State, failing.Outcome, failing.Waiting], ['fails', 'ANSWERED_503', 3]);
  assert.ok(failing.FailingSince && failing.NextTry);
  status = 200;
  await send();
  assert.deepEqual(
    bodiesOf(there)
      .slice(2)
      .map((it) => it.Type),
    ['debit.paid', 'debit.unpaid', 'debit.returned'],
  );
  assert.deepEqual(await shown(added).then((it) => [it.State, it.Waiting]), ['works', 0]);

  there.received.length = 0;
  const refusing = await receiver(t, (response, nth) => {
    response.statusCode = nth <= 4 ? 422 : 204;
    response.end();
  });
  await settings.call(admin, 'eventEndpointEdit', { ...pathOf(added), body: { Address: refusing.origin } });
  await write('5001', ['debit.unpaid', 'debit.paid']);
  for (let round = 0; round < 5; round++) await send();
  assert.deepEqual(
    bodiesOf(refusing).map((it) => it.Type),
    ['debit.unpaid', 'debit.unpaid', 'debit.unpaid', 'debit.unpaid', 'debit.paid'],
    'the next one goes first after four',
  );
});

test('after three days an event is given up and shown, and a person sends it again; after 30 days it is forgotten', async (t) => {
  let status = 500;
  const there = await receiver(t, (response) => {
    response.statusCode = status;
    response.end();
  });
  const added = await add(t, there.origin, ['debit.paid']);
  await write('5001', ['debit.paid']);
  await rows(`update event_delivery set due_since = now() - interval '73 hours' where endpoint = $1`, [added.endpoint]);
  await send();
  assert.deepEqual(await shown(added).then((it) => [it.State, it.Waiting, it.GivenUp]), ['given up', 0, 1]);
  const [given] = await logOf(added);
  assert.deepEqual([given?.State, given?.Attempts, given?.Outcome], ['GIVEN_UP', 1, 'ANSWERED_500']);
  await send();
  assert.equal(there.received.length, 1);
  status = 200;
  const again = await settings.call(admin, 'eventResend', pathOf(added, { event: given?.Event ?? '' }));
  assert.equal(again.status, 200);
  await send();
  assert.equal(bodiesOf(there)[1]?.EventId, given?.Event);
  const [sent] = await logOf(added);
  assert.deepEqual([sent?.State, sent?.Attempts], ['DELIVERED', 2]);
  const tried = await settings.call(admin, 'eventTest', pathOf(added));
  await send();
  assert.deepEqual(
    bodiesOf(there)
      .slice(2)
      .map(({ EventId, Type, Merchant }) => ({ EventId, Type, Merchant })),
    [{ EventId: tried.answer.Event, Type: 'test', Merchant: '5001' }],
  );
  await rows(`update event_delivery set written_at = now() - interval '31 days' where event = $1`, [given?.Event]);
  await sweepEvents(service.database.pool);
  assert.deepEqual(
    (await logOf(added)).map((it) => it.Event),
    [tried.answer.Event],
  );
});

/** How a receiver can behave badly, and what is known of it then. */
const badly: Readonly<Record<string, { answer: (response: ServerResponse) => void; outcome: string | undefined }>> = {
  'says nothing': { answer: () => undefined, outcome: 'TOO_LATE' },
  'answers slowly without end': { answer: drip, outcome: 'ANSWERED_200' },
  'answers without end': { answer: flood, outcome: 'ANSWERED_200' },
  'hangs up': { answer: (response) => response.destroy(), outcome: 'ECONNRESET' },
  redirects: {
    answer: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
    outcome: 'ANSWERED_302',
  },
};

test('a receiver that is slow, wrong or redirects costs no other endpoint and no other merchant an event', async (t) => {
  const others = await Promise.all(['5001', '5002'].map(async (number) => ({ number, there: await receiver(t) })));
  await Promise.all(others.map(({ number, there }) => add(t, there.origin, ['debit.paid'], number)));
  const bad = [];
  for (const [name, { answer, outcome }] of Object.entries(badly).slice(0, mostEndpoints - 1))
    bad.push({ name, outcome, added: await add(t, (await receiver(t, answer)).origin, ['debit.paid']) });
  const tooMany = await settings.call(admin, 'eventEndpointAdd', {
    path: { number: '5001' },
    body: { Address: 'https://one-more.example.org', Types: ['debit.paid'] },
  });
  assert.equal(tooMany.errors[0]?.Code, 'TOO_MANY');
  await write('5001', ['debit.paid']);
  await write('5002', ['debit.paid']);
  await send();
  assert.deepEqual(
    others.map(({ there }) => there.received.length),
    [1, 1],
  );
  for (const { name, outcome, added } of bad) {
    assert.equal((await logOf(added))[0]?.Outcome, outcome, name);
    await settings.call(admin, 'eventEndpointRemove', pathOf(added));
  }
  const redirecting = await add(t, (await receiver(t, badly['redirects']?.answer)).origin, ['debit.paid']);
  await write('5001', ['debit.paid']);
  await send();
  assert.equal((await logOf(redirecting))[0]?.Outcome, 'ANSWERED_302');
});

const byte = fc.integer({ min: 0, max: 255 });
const privately = fc.oneof(
  fc.tuple(byte, byte, byte).map((it) => `10.${it.join('.')}`),
  fc.tuple(fc.integer({ min: 16, max: 31 }), byte, byte).map((it) => `172.${it.join('.')}`),
  fc.tuple(byte, byte).map((it) => `192.168.${it.join('.')}`),
  fc.tuple(byte, byte).map((it) => `169.254.${it.join('.')}`),
  fc.tuple(byte, byte).map(([one, other]) => `[fd00::${one.toString(16)}:${other.toString(16)}]`),
  fc.tuple(byte, byte).map(([one, other]) => `[::ffff:10.0.${one}.${other}]`),
  fc.integer({ min: 10 * 2 ** 24, max: 11 * 2 ** 24 - 1 }).map(String),
);

test('no endpoint has a private address, and none is reached by a name for one', async (t) => {
  await fc.assert(
    fc.asyncProperty(privately, async (host) => {
      const { status, errors } = await settings.call(admin, 'eventEndpointAdd', {
        path: { number: '5001' },
        body: { Address: `https://${host}/events`, Types: ['debit.paid'] },
      });
      assert.deepEqual([status, errors[0]?.Field], [400, 'Address'], host);
    }),
    { numRuns: 40 },
  );
  const there = await receiver(t);
  const added = await add(t, `https://receiver.example.org:${there.port}/events`, ['debit.paid']);
  await write('5001', ['debit.paid']);
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['169.254.169.254'], ['::1']]) {
    await send({ reach: 'public', resolve: async () => addresses });
    assert.deepEqual(await shown(added).then((it) => [it.State, it.Outcome]), ['fails', 'REFUSED_ADDRESS']);
  }
  assert.equal(there.connections.length, 0);
});

test('only administrators of a merchant see and change its endpoints, with what is offered', async (t) => {
  const local = await settings.signIn('lindiwe', 'administrator:5002');
  const path = { number: '5001' };
  assert.equal((await settings.call(local, 'eventEndpointsList', { path })).status, 404);
  const body = { Address: 'https://events.example.org', Types: ['call.unclear' as const] };
  const refused = await settings.call(admin, 'eventEndpointAdd', { path, body });
  assert.deepEqual([refused.status, refused.errors[0]?.Field], [400, 'Types']);
  const plain = await settings.call(admin, 'eventEndpointAdd', {
    path,
    body: { Address: 'http://events.example.org', Types: ['debit.paid'] },
  });
  assert.deepEqual([plain.status, plain.errors[0]?.Field], [400, 'Address']);
  const added = await add(t, 'https://events.example.org', ['debit.paid']);
  const twice = await settings.call(admin, 'eventEndpointAdd', {
    path,
    body: { Address: 'https://events.example.org', Types: ['debit.paid'] },
  });
  assert.equal(twice.errors[0]?.Code, 'DUPLICATE');
  assert.equal((await settings.call(local, 'eventTest', pathOf(added))).status, 404);
  // The same id at another merchant is nothing.
  const elsewhere = { ...added, number: '5002' };
  assert.equal((await settings.call(admin, 'eventSecret', pathOf(elsewhere))).status, 404);
  await settings.call(admin, 'eventTest', pathOf(added));
  assert.deepEqual([(await logOf(added)).length, (await logOf(elsewhere)).length], [1, 0]);
});
