import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApprovalRecord } from '#contract/approvals.ts';
import type { Input } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Answer } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { sendTimeOf } from './payouts.ts';
import { changingClients } from './store.ts';
import { startHeldGateway, type HeldUser } from './testing.ts';

/** Payouts that need a second person in front of a provider: held here, and sent when they must be, not before. */

let app: Awaited<ReturnType<typeof startHeldGateway>>;
before(async () => void (app = await startHeldGateway()));
after(() => app?.close());

type Item = Input<'payoutContractCreate'>;
let count = 0;
const inDays = (days: number) => `${addDays(app.clock.today(), days)} 08:00`;

async function newPayee() {
  const ClientNumber = `P-${++count}`;
  const AccountNumber = 61000000000 + count;
  await app.gateway.bank.call('clientCreate', { ...client(ClientNumber), AccountNumber });
  return ClientNumber;
}
const madeUp = new Map<string, string[]>();
function payout(ClientNumber: string, more: Partial<Item> = {}): Item {
  const ContractNumber = `N-${++count}`;
  madeUp.set(ClientNumber, [...(madeUp.get(ClientNumber) ?? []), ContractNumber]);
  return {
    ClientNumber,
    ContractNumber,
    PaymentAmount: 100,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: inDays(1),
    ...more,
  };
}
const send = async (items: Item | Item[], user: HeldUser = 'clerk', headers: Record<string, string> = {}) =>
  app.gateway.front.call('payoutContractCreate', items, { ...(await app.as(user)), headers });
const codesOf = ({ failed }: Pick<Answer<'payoutContractCreate'>, 'failed'>) => failed.map((it) => it.Errors[0]?.Code);
const waits = ['AWAITING_RELEASE'];
const passedOf = (words: string) => app.gateway.wire.passed.filter(({ body }) => body.includes(words)).length;
/** The contracts of a payee that the provider has, of those that were ever made up here. */
async function recordsOf(ClientNumber: string) {
  const found = await Promise.all(
    (madeUp.get(ClientNumber) ?? []).map((ContractNumber) =>
      app.gateway.bank.call('payoutContractList', { ClientNumber, ContractNumber }),
    ),
  );
  return found.flatMap(({ records }) => records);
}
const storedOf = async (ClientNumber: string) => (await recordsOf(ClientNumber)).length;
const approvalOf = async ({ failed }: Pick<Answer<'payoutContractCreate'>, 'failed'>) =>
  app.view(failed[0]?.Errors[0]?.ApprovalSequence ?? 0);
const statusesOf = async ({ ApprovalSequence }: Pick<ApprovalRecord, 'ApprovalSequence'>) =>
  (await app.view(ApprovalSequence)).Payments.toSorted((one, other) => one.PaymentSequence - other.PaymentSequence)
    .map((it) => it.PaymentStatus)
    .join(' ');
const becomes = (approval: Pick<ApprovalRecord, 'ApprovalSequence'>, statuses: string) =>
  until(async () => (await statusesOf(approval)) === statuses);

test('a payout over the limit is held, shown as it would be paid, and sent once when another person has released it', async () => {
  await app.payoutRule(0);
  const payee = await newPayee();
  const item = payout(payee, { NumberOfPayments: 3 });
  const answer = await send(item);
  assert.deepEqual([answer.status, codesOf(answer), passedOf(`"${payee}"`)], [200, waits, 0]);
  const shown = await approvalOf(answer);
  const [payment] = shown.Payments;
  assert.deepEqual(
    [
      shown.Kind,
      shown.Count,
      shown.Sum,
      shown.Payee,
      payment?.PaymentStatus,
      payment?.Expected?.Count,
      payment?.IsNewPayee,
    ],
    ['PAYOUTS', 1, 300, 'Thandi Mokoena', 'WAITING', 3, true],
  );
  assert.doesNotMatch(JSON.stringify(shown), /61\d{9}/);
  assert.equal(await app.decide(shown, 'reader'), '401 NOT_PERMITTED');
  assert.equal(await app.decide(shown, 'manager'), '200');
  await becomes(shown, 'ACCEPTED');
  const told = await app.ofRecord('PAYOUTS', `ClientNumber=${payee}&ContractNumber=${item.ContractNumber}`);
  assert.deepEqual(
    told.map((it) => [it.Decision, it.PreparedBy, it.DecidedBy, it.ContractNumber, it.Outcome?.State]),
    [['RELEASED', 'The clerk', 'The manager', item.ContractNumber, 'ACCEPTED']],
  );
  assert.deepEqual([passedOf(`"${payee}"`), await storedOf(payee)], [1, 1]);
  assert.equal(
    codesOf(await send({ ...item, PaymentAmount: 5 }))[0],
    'AWAITING_RELEASE',
    'the provider refuses the number',
  );
});

test('it is sent on the banking day before its day; until then it is taken back, or waits again for a new account', async () => {
  await app.payoutRule(0);
  const [one, two] = [await newPayee(), await newPayee()];
  const first = await approvalOf(await send(payout(one, { PaymentStartDate: inDays(9) })));
  assert.equal(await app.decide(first, 'manager'), '200');
  assert.equal(await statusesOf(first), 'SCHEDULED');
  const second = await approvalOf(await send(payout(two, { PaymentStartDate: inDays(9) })));
  assert.equal(await app.decide(second, 'manager'), '200');
  await app.pass(0);
  assert.equal(await app.decide(first, 'second', { Action: 'withdraw' }), '200');
  assert.equal(await statusesOf(first), 'WAITING');
  // A person changes the account at the provider.
  await app.gateway.bank.call('clientEdit', { ClientNumber: two, AccountNumber: 61999999999 });
  await app.pass(8);
  await becomes(second, 'WAITING');
  const again = await app.view(second.ApprovalSequence);
  assert.equal(again.Decision, null);
  assert.match(again.Payments[0]?.Outcome?.Note ?? '', /has changed since the release/);
  assert.notEqual(again.Payments[0]?.PaymentAccount, second.Payments[0]?.PaymentAccount);
  assert.equal(await app.decide(second, 'manager'), '400 CHANGED');
  assert.equal(await app.decide(again, 'manager'), '200');
  await becomes(second, 'ACCEPTED');
  assert.deepEqual([await storedOf(one), await storedOf(two)], [0, 1]);
});

test('what has not reached the provider is listed by client and day until it has, and its client’s timeline says how it ended', async () => {
  await app.payoutRule(0);
  const payee = await newPayee();
  const later = await approvalOf(await send(payout(payee, { PaymentStartDate: inDays(12), PaymentAmount: 200 })));
  const sooner = await approvalOf(await send(payout(payee, { PaymentStartDate: inDays(9) })));
  const ofPayee = `ClientNumber=${payee}`;
  const found = async (query = ofPayee) =>
    (await app.payoutsHere(query)).map((it) => [it.ApprovalSequence, it.PaymentAmount, it.PaymentStatus]);
  assert.deepEqual(await found(), [
    [sooner.ApprovalSequence, 100, 'WAITING'],
    [later.ApprovalSequence, 200, 'WAITING'],
  ]);
  assert.deepEqual(await found(`${ofPayee}&From=${inDays(10).slice(0, 10)}`), [
    [later.ApprovalSequence, 200, 'WAITING'],
  ]);
  assert.deepEqual(await found(`${ofPayee}&To=${inDays(8).slice(0, 10)}`), []);
  assert.deepEqual(await found(`ClientNumber=${payee.slice(0, -1)}`), [], 'the beginning of a number');
  assert.doesNotMatch(JSON.stringify(await app.payoutsHere(ofPayee)), /61\d{9}/);
  const told = async () =>
    (await app.ofRecord('PAYOUTS', ofPayee)).map((it) => [
      it.Decision,
      it.DecidedBy,
      it.ReturnReason,
      it.Outcome?.State,
    ]);
  assert.deepEqual(await told(), [
    [null, null, null, undefined],
    [null, null, null, undefined],
  ]);
  assert.equal(await app.decide(sooner, 'manager'), '200');
  assert.deepEqual(await found(), [
    [sooner.ApprovalSequence, 100, 'SCHEDULED'],
    [later.ApprovalSequence, 200, 'WAITING'],
  ]);
  assert.equal(await app.decide(later, 'manager', { Action: 'return', Reason: 'Twice.' }), '200');
  assert.deepEqual(await told(), [
    ['RELEASED', 'The manager', null, 'RELEASED'],
    ['RETURNED', 'The manager', 'Twice.', undefined],
  ]);
  await app.pass(8);
  await becomes(sooner, 'ACCEPTED');
  assert.deepEqual(await found(), []);
  assert.deepEqual((await told())[0], ['RELEASED', 'The manager', null, 'ACCEPTED']);
});

test('each connection has its own number of banking days before', () => {
  const sentOn = (payoutDays: number, date = '2026-12-07 08:00') =>
    sendTimeOf('payoutContractCreate', { account: {}, payments: [{ date, cents: 100 }] }, null, { payoutDays }).slice(
      0,
      10,
    );
  assert.deepEqual(
    [0, 1, 2, 5].map((it) => sentOn(it)),
    ['2026-12-07', '2026-12-04', '2026-12-03', '2026-11-30'],
  );
  // A Sunday.
  assert.deepEqual(
    [0, 1, 2].map((it) => sentOn(it, '2026-12-06 08:00')),
    ['2026-12-04', '2026-12-04', '2026-12-03'],
  );
});

test('a payout that was not released or sent before its day is over is missed, and never leaves', async () => {
  await app.payoutRule(0);
  const [one, two] = [await newPayee(), await newPayee()];
  const waiting = await approvalOf(await send(payout(one, { PaymentStartDate: inDays(2) })));
  const released = await approvalOf(await send(payout(two, { PaymentStartDate: inDays(2) })));
  for (let turn = 0; turn < 2; turn++) app.gateway.wire.fail('401', `"${two}"`);
  assert.equal(await app.decide(released, 'manager'), '200');
  await app.pass(3);
  await becomes(waiting, 'MISSED');
  await becomes(released, 'MISSED');
  assert.equal(await app.decide(waiting, 'manager'), '400 NOT_PENDING');
  assert.deepEqual([await storedOf(one), await storedOf(two), passedOf(`"${one}"`)], [0, 0, 0]);
});

test('below the limit it goes by itself, and amounts of a payee, and of a preparer, are counted together', async () => {
  await app.payoutRule(100_000);
  const [one, two, three] = [await newPayee(), await newPayee(), await newPayee()];
  const own = (ClientNumber: string, PaymentAmount: number, user: HeldUser) =>
    send(payout(ClientNumber, { PaymentAmount, PaymentStartDate: inDays(5) }), user);
  assert.equal((await own(one, 600, 'clerk')).successful.length, 1);
  assert.deepEqual(codesOf(await own(one, 600, 'leaver')), waits, 'to the same payee on the same day');
  assert.deepEqual(codesOf(await own(two, 600, 'clerk')), waits, 'by the same preparer today');
  assert.equal((await own(two, 300, 'leaver')).successful.length, 1);
  assert.deepEqual(codesOf(await own(three, 200, 'leaver')), waits, 'what waits counts');
  await app.pass(1);
  const batch = await send([payout(two, { PaymentAmount: 50 }), payout(three, { PaymentAmount: 1100 })], 'clerk');
  assert.deepEqual(codesOf(batch), [...waits, ...waits], 'a call is judged as one');
});

test('what never left does not count, and what is unknown does', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const [one, two, three] = [await newPayee(), await newPayee(), await newPayee()];
  const { wire } = app.gateway;
  for (let turn = 0; turn < 2; turn++) wire.fail('401', `"${one}"`);
  const item = payout(one, { PaymentAmount: 900, PaymentStartDate: inDays(5) });
  assert.equal((await send(item)).errors[0]?.Code, 'PROVIDER_REFUSED');
  assert.equal((await send(item)).successful.length, 1);
  assert.deepEqual(codesOf(await send(payout(two, { PaymentAmount: 200, PaymentStartDate: inDays(5) }))), waits);
  const lost = payout(three, { PaymentAmount: 900, PaymentStartDate: inDays(5) });
  wire.fail('cut before', `"${three}"`);
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  await send(lost, 'leaver', headers);
  assert.deepEqual(codesOf(await send(payout(two, { PaymentAmount: 200 }), 'leaver')), waits);
  await until(async () => (await send(lost, 'leaver', headers)).status === 200);
  assert.equal(
    (await send(payout(two, { PaymentAmount: 200, PaymentStartDate: inDays(6) }), 'leaver')).successful.length,
    1,
  );
});

test('the same call again is the same request, a second one of the number is refused, and rows are taken out', async () => {
  await app.payoutRule(0);
  const payees = [await newPayee(), await newPayee(), await newPayee()];
  const items = payees.map((payee) => payout(payee));
  const answer = await send(items);
  const again = await send(items);
  assert.deepEqual(
    again.failed.map((it) => it.Errors[0]?.ApprovalSequence),
    answer.failed.map((it) => it.Errors[0]?.ApprovalSequence),
  );
  const [first] = items;
  assert.deepEqual(codesOf(await send({ ...(first ?? assert.fail()), PaymentAmount: 7 })), ['DUPLICATE']);
  const twice = payout(await newPayee());
  assert.deepEqual(codesOf(await send([twice, { ...twice, PaymentAmount: 7 }])), [...waits, 'DUPLICATE']);
  const shown = await approvalOf(answer);
  assert.equal(shown.Count, 3);
  const Without = [{ ContractSequence: 0, PaymentSequence: 2, Reason: 'Not confirmed.' }];
  assert.equal(await app.decide(shown, 'manager', { Without }), '200');
  await becomes(shown, 'ACCEPTED SENT_BACK ACCEPTED');
  const sentBack = (await app.view(shown.ApprovalSequence)).Payments.find((it) => it.PaymentSequence === 2);
  assert.equal(sentBack?.ReturnReason, 'Not confirmed.');
  assert.equal(await storedOf(payees[1] ?? ''), 0);
});

test('of a call whose large payout waits, the small one goes once, however often the call comes', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const [one, two] = [await newPayee(), await newPayee()];
  const items = [
    payout(one, { PaymentAmount: 400, PaymentStartDate: inDays(5) }),
    payout(one, { PaymentAmount: 500, PaymentStartDate: inDays(5) }),
    payout(two, { PaymentAmount: 50, PaymentStartDate: inDays(5) }),
  ];
  await send(payout(one, { PaymentAmount: 200, PaymentStartDate: inDays(5) }), 'program');
  await app.payoutRule(99_999);
  const answer = await send(items, 'leaver');
  assert.deepEqual([answer.successful.length, codesOf(answer)], [1, [...waits, ...waits]]);
  const again = await send(items, 'leaver');
  assert.deepEqual([again.successful.length, codesOf(again).toSorted()], [0, [...waits, ...waits, 'UNSETTLED']]);
  assert.equal(await storedOf(two), 1);
});

/** No more calls of its import came for a quarter of an hour. */
const closeImport = (approval: number) =>
  app.gateway.front.database.schema.query('update approval set import_closes = now() where approval_sequence = $1', [
    approval,
  ]);
const small = async () => payout(await newPayee(), { PaymentAmount: 1, PaymentStartDate: inDays(9) });

test('an import above the limit waits as one, and a person can release it before it is complete', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const headers = { 'import-id': randomUUID() };
  const large = payout(await newPayee(), { PaymentAmount: 1100, PaymentStartDate: inDays(9) });
  const one = await send([await small()], 'second', headers);
  const two = await send([large], 'second', { ...headers, 'import-end': 'true' });
  assert.deepEqual([codesOf(one), codesOf(two)], [waits, waits]);
  const shown = await approvalOf(two);
  assert.deepEqual([shown.Count, shown.ApprovalSequence], [2, one.failed[0]?.Errors[0]?.ApprovalSequence]);
  const isJudged = async () => {
    const [row] = await app.gateway.rows<{ closes: string | null }>(
      'select import_closes as closes from approval where approval_sequence = $1',
      [shown.ApprovalSequence],
    );
    return row?.closes === null;
  };
  await until(isJudged);
  assert.equal(await statusesOf(shown), 'WAITING WAITING');
  assert.equal(await app.decide(shown, 'second'), '400 OWN_WORK');
  assert.equal(await app.decide(shown, 'manager'), '200');
  await app.pass(8);
  await becomes(shown, 'ACCEPTED ACCEPTED');

  const early = await approvalOf(await send([await small()], 'program', { 'import-id': randomUUID() }));
  assert.equal(await app.decide(early, 'second'), '200');
});

test('an import below the limit goes by itself once it is complete, as each of its payouts is shown', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const headers = { 'import-id': randomUUID() };
  const items = [await small(), await small(), await small()];
  const one = await send(items, 'clerk', headers);
  assert.deepEqual(codesOf(one), [...waits, ...waits, ...waits]);
  const shown = await approvalOf(one);
  const [first, second] = items;
  assert.equal(await storedOf(first?.ClientNumber ?? ''), 0, 'more may come');
  await app.gateway.bank.call('clientEdit', { ClientNumber: second?.ClientNumber ?? '', AccountNumber: 61777777777 });
  // Nothing of its last call is valid.
  const bad = await send({ ...(await small()), PaymentStartDate: 'soon' }, 'clerk', {
    ...headers,
    'import-end': 'true',
  });
  assert.equal(bad.successful.length, 0);
  await becomes(shown, 'ACCEPTED WAITING ACCEPTED');
  assert.deepEqual([passedOf(`"${first?.ClientNumber}"`), await storedOf(first?.ClientNumber ?? '')], [1, 1]);
  const entries = await app.gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence');
  const released = entries
    .map(({ entry }) => JSON.parse(entry) as Entry)
    .find(({ Action, Details }) => Action === 'approval.release' && Details?.['Approval'] === shown.ApprovalSequence);
  assert.deepEqual([released?.Actor.Kind, released?.Items, released?.Targets?.length], ['service', 3, 3]);
});

/** As many as are read together. */
async function manyPayees() {
  const payees = Array.from({ length: 120 }, () => ({ ...client(`P-${++count}`), AccountNumber: 61000000000 + count }));
  await app.gateway.bank.call('clientCreate', payees);
  return payees.map((it) => it.ClientNumber);
}
const clientReads = (from: number) =>
  app.gateway.wire.read.slice(from).filter((it) => it.includes('/maintain/clients/'));

test('the payees of an import are read in one list, and each again before its payout is sent', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const payees = await manyPayees();
  const headers = { 'import-id': randomUUID() };
  const part = () => payees.map((it) => payout(it, { PaymentAmount: 1, PaymentStartDate: inDays(9) }));
  const from = app.gateway.wire.read.length;
  const one = await send(part(), 'program', headers);
  const two = await send(part(), 'program', headers);
  assert.deepEqual(new Set([...codesOf(one), ...codesOf(two)]), new Set(waits));
  const reads = clientReads(from);
  assert.deepEqual(
    [reads.filter((it) => !it.includes('ClientNumber=')).length, reads.length],
    [1, 3],
    'one list, and a client of each call by itself',
  );
  const shown = await approvalOf(one);
  assert.equal(shown.Count, 240);
  await app.gateway.bank.call('clientEdit', { ClientNumber: payees[7] ?? '', AccountNumber: 61777777778 });
  await closeImport(shown.ApprovalSequence);
  await until(async () => (await statusesOf(shown)).split('ACCEPTED').length === 239);
  const waiting = (await app.view(shown.ApprovalSequence)).Payments.filter((it) => it.PaymentStatus === 'WAITING');
  assert.deepEqual(
    waiting.map((it) => it.ClientNumber),
    [payees[7], payees[7]],
  );
});

test('a list of clients that shows less than a client by itself is not used', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const payees = await manyPayees();
  const from = app.gateway.wire.read.length;
  const masked = (text: string) => text.replace(/"AccountNumber":"?\d+"?/g, '"AccountNumber":"****"');
  app.gateway.wire.failRead({ body: masked }, 'clients/EFT?Version=v1 ');
  const items = payees.map((it) => payout(it, { PaymentAmount: 1, PaymentStartDate: inDays(9) }));
  const answer = await send(items, 'program', { 'import-id': randomUUID() });
  assert.ok(clientReads(from).length > payees.length);
  const { Payments } = await approvalOf(answer);
  assert.equal(Payments.length, 120);
  assert.ok(Payments.every((it) => !it.PaymentAccount.includes('****')));
});

test('an import without a last call is judged after a while, and a later part of it with what went before', async () => {
  await app.payoutRule(100_000);
  await app.pass(1);
  const headers = { 'import-id': randomUUID() };
  const more = async (PaymentAmount: number) =>
    approvalOf(await send(payout(await newPayee(), { PaymentAmount, PaymentStartDate: inDays(9) }), 'second', headers));
  const one = await more(600);
  await closeImport(one.ApprovalSequence);
  await becomes(one, 'ACCEPTED');
  const { Decision, DecidedBy } = await app.view(one.ApprovalSequence);
  assert.deepEqual([Decision, DecidedBy], ['RELEASED', 'the rule, below its limit']);
  const two = await more(600);
  assert.notEqual(two.ApprovalSequence, one.ApprovalSequence);
  await closeImport(two.ApprovalSequence);
  await pause(300);
  assert.equal(await statusesOf(two), 'WAITING');
  const three = await more(1);
  await closeImport(three.ApprovalSequence);
  await pause(300);
  assert.equal(await statusesOf(three), 'WAITING WAITING');
});

test('a new account is held, and its payout is sent with the day on which the hold ends', async () => {
  await app.payoutRule(100_000, 48);
  await app.pass(1);
  const payee = await newPayee();
  const shown = await approvalOf(await send(payout(payee, { PaymentAmount: 10, PaymentStartDate: inDays(1) })));
  assert.deepEqual([shown.Held, shown.Payments[0]?.PaymentDate], [1, inDays(2)]);
  assert.equal(await app.decide(shown, 'manager'), '200');
  assert.equal(await statusesOf(shown), 'SCHEDULED');
  await app.pass(2);
  await becomes(shown, 'ACCEPTED');
  assert.equal((await recordsOf(payee))[0]?.PaymentStartDate, inDays(0));
  assert.equal((await send(payout(payee, { PaymentAmount: 10 }))).successful.length, 1, 'it is known now');
});

test('an edit that pays more or sooner waits, one that pays less or later goes at once, and so do added payments by the rule', async () => {
  await app.payoutRule(0);
  const payee = await newPayee();
  const made = await app.gateway.bank.call('payoutContractCreate', payout(payee, { PaymentStartDate: inDays(20) }));
  const ContractSequence = Number(made.successful[0]?.ContractSequence);
  const named = { ContractSequence, PaymentSequence: 1 };
  const { front, bank } = app.gateway;
  const edit = async (change: { PaymentAmount?: number; PaymentDate?: string }) =>
    front.call('payoutPaymentEdit', { ...named, ...change }, await app.as('clerk'));
  assert.equal((await edit({ PaymentAmount: 90 })).successful.length, 1);
  assert.equal((await edit({ PaymentDate: inDays(22) })).successful.length, 1);
  const raised = await edit({ PaymentAmount: 200 });
  assert.deepEqual(codesOf(raised), waits);
  const nearer = await edit({ PaymentDate: inDays(10) });
  assert.deepEqual(codesOf(nearer), waits, 'replaces the first');
  const shown = await approvalOf(nearer);
  assert.deepEqual([shown.Reason, shown.Payments[0]?.Expected?.Before], ['EDIT', 90]);
  assert.deepEqual(
    (await app.ofRecord('PAYOUTS', `ContractSequence=${ContractSequence}`)).map((it) => [
      it.ApprovalSequence,
      it.Decision,
    ]),
    [[shown.ApprovalSequence, null]],
  );
  assert.equal(await app.decide(shown, 'manager'), '200');
  await becomes(shown, 'ACCEPTED');
  const { records } = await bank.call('payoutPaymentList', { ContractSequence });
  assert.deepEqual([records[0]?.PaymentDate, records[0]?.PaymentAmount], [inDays(10), 90]);
  const added = await front.call(
    'payoutPaymentCreate',
    { ContractSequence, PaymentDate: inDays(3), PaymentAmount: 20 },
    await app.as('clerk'),
  );
  assert.deepEqual(codesOf(added), waits);
});

test('released bank details make released payouts of the client wait, and who changed them releases none', async () => {
  await app.payoutRule(0);
  const payee = await newPayee();
  const shown = await approvalOf(await send(payout(payee, { PaymentStartDate: inDays(12) })));
  assert.equal(await app.decide(shown, 'manager'), '200');
  const change = { ClientNumber: payee, AccountNumber: 61888888880 + (count % 10) };
  const changed = await app.gateway.front.call('clientEdit', change, await app.as('deputy'));
  assert.deepEqual(codesOf(changed as never), waits, 'without a rule of its own');
  const bank = await app.waiting(payee);
  assert.equal(await app.decide(bank, 'second'), '200');
  await becomes(shown, 'WAITING');
  const again = await app.view(shown.ApprovalSequence);
  assert.equal(await app.decide(again, 'deputy'), '400 OWN_WORK');
  await until(async () => (await app.view(bank?.ApprovalSequence ?? 0)).Outcome?.State === 'ACCEPTED');
  assert.equal(await app.decide(await app.view(shown.ApprovalSequence), 'manager'), '200');
});

test('a change of bank details that ends at any moment while payouts are judged is seen by them', async () => {
  await app.payoutRule(0);
  const payee = await newPayee();
  const change = { ClientNumber: payee, AccountNumber: 61777777770 };
  await app.gateway.front.call('clientEdit', change, await app.as('deputy'));
  const { pool, schema } = app.gateway.front.database;
  const set = (what: string) =>
    schema.query(`update held_item set ${what} where numbers = $1`, [JSON.stringify([payee])]);
  const [now] = (await schema.query<{ since: string }>('select now()::text as since')).rows;
  const read = [{ numbers: JSON.stringify([payee]), since: now?.since ?? '' }];
  for (let moment = 0, statements = 1; moment <= statements; moment++) {
    await set(`state = 'SENDING', ended_at = null`);
    statements = 0;
    const { changed, changing } = await asMaintenance(pool, (query) =>
      changingClients(
        {
          merchant: '1001',
          query: async (...statement) => {
            if (statements++ === moment) await set(`state = 'ACCEPTED', ended_at = now()`);
            return query(...statement);
          },
        },
        'EFT',
        read,
      ),
    );
    assert.equal(changed.size + changing.size, 1, `it ends before statement ${moment + 1}`);
  }
  await set(`state = 'WITHDRAWN'`);
});

test('what the provider refuses, or loses, is shown, and it is sent once', async () => {
  await app.payoutRule(0);
  const { wire, bank } = app.gateway;
  const [one, two] = [await newPayee(), await newPayee()];
  const taken = payout(one);
  await bank.call('payoutContractCreate', taken);
  const refused = await approvalOf(await send(taken));
  assert.equal(await app.decide(refused, 'manager'), '200');
  await becomes(refused, 'REFUSED');
  assert.match((await app.view(refused.ApprovalSequence)).Payments[0]?.Outcome?.Note ?? '', /number/);
  const lost = await approvalOf(await send(payout(two)));
  wire.fail('cut after', `"${two}"`);
  assert.equal(await app.decide(lost, 'manager'), '200');
  await becomes(lost, 'ACCEPTED');
  assert.deepEqual([passedOf(`"${two}"`), await storedOf(two)], [1, 1]);
});
