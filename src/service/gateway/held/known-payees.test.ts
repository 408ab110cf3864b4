import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KnownPayeesList, KnownPayeesPrepared } from '#contract/approvals.ts';
import { addDays } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { client } from '#service/testing/samples.ts';
import { startHeldGateway, type HeldUser } from './testing.ts';

/** Payees that were paid before this server stood in front of the provider: two people take them over, once. */

let app: Awaited<ReturnType<typeof startHeldGateway>>;
before(async () => void (app = await startHeldGateway()));
after(() => app?.close());

let count = 0;
async function newPayees(howMany: number) {
  const payees = Array.from({ length: howMany }, () => ({
    ...client(`K-${++count}`),
    AccountNumber: 61500000000 + count,
  }));
  await app.gateway.bank.call('clientCreate', payees);
  return payees.map((it) => it.ClientNumber);
}

async function ask(user: HeldUser, body?: object) {
  const answer = await fetch(`${app.gateway.front.origin}/known-payees/1001`, {
    headers: {
      authorization: `Bearer ${await app.tokenOf(user)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { status } = answer;
  return {
    status,
    body: (await answer.json()) as KnownPayeesPrepared & { Errors?: { Code: string; Message: string }[] },
  };
}
const prepare = (ClientNumbers: readonly string[], user: HeldUser = 'administrator', Product = 'EFT') =>
  ask(user, { Product, ClientNumbers });
const statesOf = async () =>
  ((await ask('administrator')).body as unknown as KnownPayeesList).Lists.map((it) => `${it.Product} ${it.State}`);

async function pay(ClientNumber: string) {
  const item = {
    ClientNumber,
    ContractNumber: `N-${++count}`,
    PaymentAmount: 10,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: `${addDays(app.clock.today(), 5)} 08:00`,
  };
  const { failed } = await app.gateway.front.call('payoutContractCreate', item, await app.as('clerk'));
  return failed[0]?.Errors[0]?.Code ?? 'sent';
}
const entriesOf = async (action: string) => {
  const rows = await app.gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence');
  return rows.map(({ entry }) => JSON.parse(entry) as Entry).filter(({ Action }) => Action === action);
};
const codeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => `${status} ${body.Errors?.[0]?.Code}`;

test('only an administrator prepares, of a product that there is, at most 50,000, and nothing while the provider is away', async () => {
  await app.payoutRule(100_000_00, 48);
  const [one = '', two = ''] = await newPayees(2);
  assert.equal(codeOf(await prepare([one], 'manager')), '401 NOT_PERMITTED');
  assert.equal((await prepare([one], 'administrator', 'NONE')).status, 404);
  assert.equal((await prepare([])).status, 400);
  assert.equal((await prepare(Array.from({ length: 50_001 }, (_, at) => `${at}`))).status, 400);
  for (const it of [one, two]) app.gateway.wire.failRead('503', `ClientNumber=${it}`);
  assert.equal(codeOf(await prepare([one, two])), '503 PROVIDER_AWAY');
  assert.deepEqual(await statesOf(), []);
  const [refused] = await entriesOf('known-payees');
  assert.deepEqual([refused?.Actor.Name, refused?.Outcome], ['The manager', 'refused']);
  assert.deepEqual(await entriesOf('known-payees.prepare'), []);
});

test('many are read in one list; what is prepared again replaces what waits, and so it is after a return', async () => {
  const payees = await newPayees(150);
  const from = app.gateway.wire.read.length;
  const first = await prepare(payees);
  assert.deepEqual([first.status, first.body.Count, first.body.LeftOut], [200, 150, 0]);
  assert.equal(app.gateway.wire.read.slice(from).filter((it) => it.includes('/clients/')).length, 2);
  const replaced = await app.view(first.body.ApprovalSequence);
  const second = await prepare(payees.slice(1));
  assert.equal(await app.decide(replaced, 'manager'), '400 CHANGED');
  assert.deepEqual(
    (await app.listed()).map((it) => [it.Kind, it.Count]),
    [['KNOWN_PAYEES', 149]],
  );
  const shown = await app.view(second.body.ApprovalSequence);
  assert.equal(await app.decide(shown, 'manager', { Action: 'return' }), '400 REQUIRED');
  assert.equal(await app.decide(shown, 'manager', { Action: 'return', Reason: 'Too many.' }), '200');
  assert.deepEqual(await statesOf(), ['EFT RETURNED']);
  assert.equal(await app.decide(shown, 'manager'), '400 NOT_PENDING');
  assert.equal(await pay(payees[5] ?? ''), 'AWAITING_RELEASE');
  const [returned] = await app.listed('decided');
  assert.deepEqual([returned?.Decision, returned?.DecidedBy], ['RETURNED', 'The manager']);
  assert.equal((await entriesOf('approval.return')).length, 1);
});

test('they are known once a second person has released them, and only their accounts of then; it is possible once', async () => {
  const [one = '', two = '', broken = '', other = ''] = await newPayees(4);
  app.gateway.wire.failRead('truncated', `ClientNumber=${broken}`);
  const { status, body } = await prepare([one, two, one, 'K-none', broken]);
  assert.deepEqual([status, body.Count, body.LeftOut], [200, 2, 2]);
  assert.equal(await pay(one), 'AWAITING_RELEASE');
  const shown = await app.view(body.ApprovalSequence);
  assert.deepEqual(
    [shown.Kind, shown.Count, shown.PreparedBy, shown.KnownPayees?.LeftOutCount, shown.KnownPayees?.LeftOut],
    [
      'KNOWN_PAYEES',
      2,
      'The administrator',
      2,
      [
        { ClientNumber: broken, Reason: 'UNREADABLE' },
        { ClientNumber: 'K-none', Reason: 'NOT_FOUND' },
      ],
    ],
  );
  assert.deepEqual(shown.KnownPayees?.Payees[0], {
    ClientNumber: one,
    ClientName: 'Thandi Mokoena',
    Account: `…${String(61500000000 + Number(one.slice(2))).slice(-4)}`,
  });
  assert.equal(await app.decide(shown, 'administrator'), '400 OWN_WORK');
  assert.equal(await app.decide(shown, 'reader'), '401 NOT_PERMITTED');
  assert.equal(await app.decide({ ...shown, Digest: 'another' }, 'manager'), '400 CHANGED');
  assert.equal(await app.decide(shown, 'manager'), '200');
  assert.deepEqual(await statesOf(), ['EFT RELEASED']);
  assert.equal(await app.decide(shown, 'second', { Action: 'withdraw' }), '400 NOT_SCHEDULED');
  await app.gateway.bank.call('clientEdit', { ClientNumber: two, AccountNumber: 61599999999 });
  assert.deepEqual(
    [await pay(one), await pay(two), await pay(other)],
    ['sent', 'AWAITING_RELEASE', 'AWAITING_RELEASE'],
  );
  const again = await prepare([other]);
  assert.equal(codeOf(again), '409 TAKEN_OVER');
  assert.match(
    again.body.Errors?.[0]?.Message ?? '',
    /The administrator prepared .* The manager released .* \d{4}-\d\d-\d\d/,
  );
  assert.deepEqual(
    (await entriesOf('known-payees.prepare')).map((it) => [it.Actor.Name, it.Items, it.Details?.['LeftOut']]),
    [
      ['The administrator', 150, 0],
      ['The administrator', 149, 0],
      ['The administrator', 4, 2],
    ],
  );
  assert.equal((await entriesOf('known-payees')).at(-1)?.Outcome, 'refused');
  const [released] = await entriesOf('approval.release');
  assert.deepEqual([released?.Actor.Name, released?.Details?.['Approval']], ['The manager', body.ApprovalSequence]);
});
