import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { WaitingPayoutList } from '#contract/approvals.ts';
import { setDisabled } from '#service/cli/people.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { approvalService } from './testing.ts';

let app: Awaited<ReturnType<typeof approvalService>>;
before(async () => {
  app = await approvalService();
});
after(() => app?.close());
beforeEach(() => app.rule(0));

test('what waits is stored and not sent until another person releases it, and the change log and the audit say who', async () => {
  const { ContractSequence } = await app.prepare({ NumberOfPayments: 2, FrequencyCode: 'WEEK' });
  assert.equal(await app.statusOf(ContractSequence), 'WAITING WAITING');
  const shown = await app.waitingFor(ContractSequence);
  assert.deepEqual([shown.Count, shown.Sum, shown.PreparedBy, shown.MayDecide], [2, 200, 'The clerk', true]);
  assert.doesNotMatch(JSON.stringify(shown), /62000000\d\d\d/);
  assert.equal(await app.release(ContractSequence), '200');
  assert.equal(await app.statusOf(ContractSequence), 'SCHEDULED SCHEDULED');
  const changes = await app.service.call('payoutPaymentChangeReport', {
    StartDate: app.inDays(-1),
    EndDate: app.inDays(2),
    ContractSequence,
  });
  assert.ok(changes.records.some((it) => it.NewValue === 'SCHEDULED' && it.UserId === 'manager'));
  const [decided] = await app.listed('decided');
  assert.deepEqual([decided?.Decision, decided?.DecidedBy], ['RELEASED', 'The manager']);
  const [first, ...more] = (await app.ofRecord('PAYOUTS', `ContractSequence=${ContractSequence}`)) ?? [];
  assert.deepEqual(
    [first?.Decision, first?.DecidedBy, first?.PreparedBy, first?.Outcome, more.length],
    ['RELEASED', 'The manager', 'The clerk', null, 0],
  );
  assert.deepEqual(await app.ofRecord('PAYOUTS', 'ContractSequence=999999999'), []);
  const audited = await asMaintenance(app.service.database.pool, (query) =>
    query<{ entry: string }>(`select entry from audit_entry where merchant = '1001' order by sequence desc limit 1`),
  );
  const entry = JSON.parse(audited[0]?.entry ?? '') as Record<string, unknown>;
  assert.deepEqual([entry['Action'], entry['Digest']], ['approval.release', shown.Digest]);
});

test('payouts of a client that wait are listed by day, with their approval, and its timeline says what waits and what was decided', async () => {
  const [one, two] = await app.prepareAll([{ ClientNumber: 'C-W' }, { PaymentStartDate: app.inDays(5) }]);
  assert.ok(one && two);
  await app.prepareAll([{ ClientNumber: 'C-V', NumberOfPayments: 3, FrequencyCode: 'WEEK' }]);
  const waiting = (query: string, user: 'reader' | 'clerk' = 'reader') =>
    app.ask<WaitingPayoutList>(`/waiting-payouts/1001?Product=EFT&${query}`, user);
  const daysOf = async (query: string) => (await waiting(query))?.Payouts.map((it) => it.PaymentDate);
  const own = await waiting('ClientNumber=C-W');
  const { ApprovalSequence } = await app.waitingFor(one.ContractSequence);
  assert.deepEqual(
    own?.Payouts.map((it) => [it.ContractSequence, it.PaymentStatus, it.PaymentAmount, it.ApprovalSequence]),
    [[one.ContractSequence, 'WAITING', 100, ApprovalSequence]],
  );
  assert.doesNotMatch(JSON.stringify(own), /62000000\d\d\d/);
  const weeks = [3, 10, 17].map((days) => app.inDays(days));
  assert.deepEqual(await daysOf('ClientNumber=C-V'), weeks);
  const [, second = ''] = weeks.map((it) => it.slice(0, 10));
  assert.deepEqual(await daysOf(`ClientNumber=C-V&From=${second}&To=${second}`), weeks.slice(1, 2));
  const [many] = await app.prepareAll([{ ClientNumber: 'C-M', NumberOfPayments: 205, FrequencyCode: 'WEEK' }]);
  const bounded = await waiting('ClientNumber=C-M');
  assert.deepEqual([bounded?.Payouts.length, bounded?.IsPartial, own?.IsPartial], [200, true, false]);
  assert.equal(await app.release(many?.ContractSequence ?? 0), '200');
  assert.equal(await waiting('From=never'), null);
  assert.equal(await app.ask('/waiting-payouts/1001?Product=EFT', 'collector'), null, 'without payouts:read');

  assert.equal(await app.release(one.ContractSequence), '200');
  assert.deepEqual(await daysOf('ClientNumber=C-W'), []);
  await app.prepareAll([{ ClientNumber: 'C-W' }]);
  assert.deepEqual(
    (await app.ofRecord('PAYOUTS', 'ClientNumber=C-W'))?.map((it) => [
      it.Decision,
      it.DecidedBy,
      it.ContractNumber?.slice(0, 2),
    ]),
    [
      [null, null, 'P-'],
      ['RELEASED', 'The manager', 'P-'],
    ],
  );
});

test('a person can’t release their own work, and programs and people without the permission can’t release at all', async () => {
  const { ContractSequence } = await app.prepare({}, 'manager');
  assert.equal(await app.release(ContractSequence), '400 OWN_WORK');
  const shown = await app.waitingFor(ContractSequence);
  assert.deepEqual([shown.IsOwn, shown.MayDecide], [true, false]);
  const body = { Action: 'release', Digest: shown.Digest };
  for (const user of ['reader', 'clerk', 'program'] as const)
    assert.equal(await app.decide(shown, body, user), '401 NOT_PERMITTED', user);
  const back = { Action: 'return', Digest: shown.Digest, Reason: 'No.' };
  assert.equal(await app.decide(shown, back, 'manager'), '400 OWN_WORK');
  assert.equal(await app.decide(shown, body, 'second'), '200');
});

test('a person who was disabled a moment ago releases nothing', async () => {
  const { ContractSequence } = await app.prepare();
  const shown = await app.waitingFor(ContractSequence, 'leaver');
  const { pool } = app.service.database;
  await setDisabled(pool, 'person', 'leaver', true);
  const body = { Action: 'release', Digest: shown.Digest };
  assert.match(await app.decide(shown, body, 'leaver'), /^401 (NOT_PERMITTED|UNAUTHORIZED)$/);
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
});

test('a program’s payouts wait like a person’s', async () => {
  const { ContractSequence } = await app.prepare({}, 'program');
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
});

test('a release is for what was shown: an edit before it or after it makes the payment wait again', async () => {
  const { ContractSequence } = await app.prepare();
  const shown = await app.waitingFor(ContractSequence);
  await app.edit(ContractSequence, { PaymentAmount: 900 });
  assert.equal(await app.decide(shown, { Action: 'release', Digest: shown.Digest }, 'manager'), '400 CHANGED');
  assert.equal(await app.release(ContractSequence), '200');
  await app.edit(ContractSequence, { PaymentAmount: 5000 }, 'manager');
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  // Neither who edited it nor who prepared it first.
  assert.deepEqual((await app.waitingFor(ContractSequence, 'second')).IsOwn, false);
  assert.equal(await app.release(ContractSequence, 'manager'), '400 OWN_WORK');
  assert.equal(await app.release(ContractSequence, 'second'), '200');
});

test('an edit and a release at once never send what was not shown', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { ContractSequence } = await app.prepare();
    const shown = await app.waitingFor(ContractSequence);
    await Promise.all([
      app.edit(ContractSequence, { PaymentAmount: 900 }),
      app.decide(shown, { Action: 'release', Digest: shown.Digest }, 'manager'),
    ]);
    assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  }
});

test('new bank details and a release at once never pay an account that was not shown', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { ContractSequence, ClientNumber } = await app.prepare();
    const shown = await app.waitingFor(ContractSequence);
    await Promise.all([
      app.changeAccount(ClientNumber),
      app.decide(shown, { Action: 'release', Digest: shown.Digest }, 'manager'),
    ]);
    assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  }
});

test('of two people who release at once one does', async () => {
  const { ContractSequence } = await app.prepare();
  const shown = await app.waitingFor(ContractSequence);
  const body = { Action: 'release', Digest: shown.Digest };
  const results = await Promise.all([app.decide(shown, body, 'manager'), app.decide(shown, body, 'second')]);
  assert.deepEqual(results.toSorted(), ['200', '400 NOT_PENDING']);
});

test('an import is one thing to release; single rows are returned with a reason, and wait again once corrected', async () => {
  const rows = await app.prepareAll(Array.from({ length: 12 }, (_, index) => ({ PaymentAmount: 100 + index })));
  const [first, second] = rows.map((it) => it.ContractSequence);
  assert.ok(first && second);
  const shown = await app.waitingFor(first);
  assert.deepEqual([shown.Count, shown.Sum, shown.Largest], [12, 1266, 111]);
  const out = { ContractSequence: second, PaymentSequence: 1, Reason: 'Not confirmed by phone yet.' };
  const body = { Action: 'release', Digest: shown.Digest, Without: [out] };
  assert.equal(
    await app.decide(shown, { ...body, Without: [{ ...out, PaymentSequence: 2 }] }, 'manager'),
    '400 NOT_FOUND',
  );
  assert.equal(await app.decide(shown, body, 'manager'), '200');
  const statuses = await Promise.all(rows.map((it) => app.statusOf(it.ContractSequence)));
  assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 11 }, () => 'SCHEDULED'), 'SENT_BACK']);
  const returned = (await app.listed('decided'))[0];
  assert.equal(returned?.Count, 12);
  const told = async (contract: number) =>
    (await app.ofRecord('PAYOUTS', `ContractSequence=${contract}`))?.map((it) => [
      it.Decision,
      it.DecidedBy,
      it.ReturnReason,
    ]);
  const takenOut = [['RETURNED', null, 'Not confirmed by phone yet.']];
  assert.deepEqual([await told(first), await told(second)], [[['RELEASED', 'The manager', null]], takenOut]);
  // Who only takes the release back, or releases the rest, is not said to have taken it out.
  assert.equal(await app.decide(shown, { Action: 'withdraw' }, 'second'), '200');
  assert.deepEqual(await told(second), takenOut);
  const rest = await app.waitingFor(first);
  assert.equal(await app.decide(rest, { Action: 'release', Digest: rest.Digest }, 'second'), '200');
  assert.deepEqual([await told(first), await told(second)], [[['RELEASED', 'The second', null]], takenOut]);
  await app.edit(second, { PaymentAmount: 101 });
  assert.equal(await app.statusOf(second), 'WAITING', 'sent again unchanged');
  const again = await app.waitingFor(second);
  assert.equal(await app.decide(again, { Action: 'return', Digest: again.Digest }, 'manager'), '400 REQUIRED');
  assert.equal(await app.decide(again, { Action: 'return', Digest: again.Digest, Reason: 'Twice.' }, 'manager'), '200');
  assert.equal(await app.statusOf(second), 'SENT_BACK');
});

test('a call of more items than one step handles is one thing to release', async () => {
  const weekly = { NumberOfPayments: 300, FrequencyCode: 'WEEK' };
  const [one] = await app.prepareAll([weekly, weekly, weekly]);
  assert.equal((await app.waitingFor(one?.ContractSequence ?? 0)).Count, 900);
});

test('a release is taken back until it is submitted', async () => {
  const { ContractSequence } = await app.prepare();
  const shown = await app.waitingFor(ContractSequence);
  await app.decide(shown, { Action: 'release', Digest: shown.Digest }, 'manager');
  assert.equal(await app.decide(shown, { Action: 'withdraw' }, 'second'), '200');
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  assert.equal(await app.decide(shown, { Action: 'withdraw' }, 'second'), '400 NOT_SCHEDULED');
  assert.equal(await app.release(ContractSequence), '200');
  await app.pass(4);
  assert.match(await app.statusOf(ContractSequence), /SUBMITTED|PAID|UNPAID/);
  assert.equal(await app.decide(shown, { Action: 'withdraw' }, 'second'), '400 NOT_SCHEDULED');
});

test('bad input is 400 with its field, and what is not there is 404', async () => {
  const shown = await app.waitingFor((await app.prepare()).ContractSequence);
  for (const wrong of [
    {},
    [],
    { Action: 'nonsense' },
    { Action: 'release', More: 1 },
    { Action: 'release', Without: [{}] },
  ])
    assert.match(await app.decide(shown, wrong, 'manager'), /^400 /, JSON.stringify(wrong));
  const body = { Action: 'release', Digest: shown.Digest };
  assert.equal(await app.decide(shown, { ...body, Digest: 'other' }, 'manager'), '400 CHANGED');
  assert.equal(await app.decide(shown, { Action: 'release' }, 'manager'), '400 CHANGED');
  assert.equal(await app.decide({ ApprovalSequence: 999999 }, body, 'manager'), '404 NOT_FOUND');
  assert.equal(await app.decide({ ApprovalSequence: -1 }, body, 'manager'), '404 NOT_FOUND');
  const headers = { authorization: `Bearer ${await app.service.token()}` };
  const at = (path: string) => fetch(`${app.service.origin}${path}`, { headers }).then((it) => it.status);
  assert.equal(await at('/approvals/1002'), 404);
  assert.equal(await at('/approvals/1001?List=all'), 400);
  assert.equal(await at('/approvals/1001/nonsense'), 404);
  assert.equal(await at('/approvals/1001'), 200, 'a program reads what waits');
});
