import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { askToken } from '#service/auth/test-browser.ts';
import { setApprovalRule } from '#service/cli/approvals.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { client } from '#service/testing/samples.ts';
import { approvalService, type PayoutContractItem } from './testing.ts';

let app: Awaited<ReturnType<typeof approvalService>>;
before(async () => {
  app = await approvalService();
});
after(() => app?.close());

const statusesOf = (prepared: readonly { ContractSequence: number }[]) =>
  Promise.all(prepared.map((it) => app.statusOf(it.ContractSequence)));

test('without a rule nothing waits, and the console learns from the session whether there is one', async () => {
  const flagOf = async () => {
    const headers = { authorization: `Bearer ${await app.service.token()}` };
    const session = (await (await fetch(`${app.service.origin}/session.json`, { headers })).json()) as {
      merchants: { number: string; hasApprovals?: boolean }[];
    };
    return session.merchants.find((it) => it.number === '1001')?.hasApprovals;
  };
  assert.equal(await app.statusOf((await app.prepare()).ContractSequence), 'SCHEDULED');
  assert.equal(await flagOf(), undefined);
  await app.rule(0);
  assert.equal(await flagOf(), true);
});

test('a rule needs two people who may release, and a sum', async () => {
  const { pool } = app.service.database;
  const set = (merchant: string, rule: string, amount = '', hold = '', kind = '') =>
    inOwnTransaction(pool, (_query, db) => setApprovalRule(db, { merchant, rule, amount, hold, kind }, false));
  await assert.rejects(set('1009', 'always'), /^Error: Nobody may release for merchant 1009, and two are needed/);
  await pool.query(`update sign_in.person set disabled = true where username in ('second', 'deputy', 'leaver')`);
  await assert.rejects(set('1001', 'always'), /^Error: One person may release for merchant 1001/);
  await pool.query(`update sign_in.person set disabled = false where username in ('second', 'deputy', 'leaver')`);
  for (const wrong of [['sometimes'], ['above'], ['above', '0'], ['above', '1.005'], ['always', '', '73']] as const)
    await assert.rejects(set('1001', wrong[0], wrong[1], wrong[2]), /^Error: (Give|--hold)/, wrong.join(' '));
  await set('1001', 'above', '50000.00', '24');
  const stored = await asMaintenance(pool, (query) => query('select above, hold_hours from approval_rule'));
  assert.deepEqual(stored, [{ above: 5_000_000, hold_hours: 24 }]);
  await assert.rejects(
    set('1001', 'always', '', '', 'everything'),
    /^Error: --kind is payouts, bank-details or cancel/,
  );
  await assert.rejects(set('1001', 'above', '5', '', 'cancel'), /^Error: Give always or off for --kind cancel/);
  await assert.rejects(set('1009', 'always', '', '', 'cancel'), /^Error: Nobody may release/);
  const rule = async () => {
    const answer = await app.get<{ Rule: unknown }>('', 'reader');
    return answer.Rule;
  };
  await set('1001', 'always', '', '', 'bank-details');
  await set('1001', 'always', '', '', 'cancel');
  assert.deepEqual(await rule(), { Above: 50_000, HoldHours: 24, BankDetails: true, Cancel: true });
  await set('1001', 'off');
  await set('1001', 'off', '', '', 'cancel');
  assert.deepEqual(await rule(), { Above: null, HoldHours: 24, BankDetails: true, Cancel: false });
  assert.equal(await app.statusOf((await app.prepare()).ContractSequence), 'SCHEDULED');
  await set('1001', 'off', '', '', 'bank-details');
  assert.equal(await rule(), null);
});

test('a changed rule touches new payments only', async () => {
  await app.rule(undefined);
  const before = await app.prepare();
  await app.rule(0);
  assert.equal(await app.statusOf(before.ContractSequence), 'SCHEDULED');
  const { ContractSequence } = await app.prepare();
  await app.rule(undefined);
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  assert.equal(await app.release(ContractSequence), '200');
});

test('amounts split below the limit are counted together, by payee and day and by preparer and day', async () => {
  await app.rule(100_000_000);
  const first = await app.prepare({ PaymentAmount: 600000 });
  assert.equal(await app.statusOf(first.ContractSequence), 'SCHEDULED');
  const { ClientNumber } = first;
  // Another preparer, the same payee and day.
  const samePayee = await app.prepare({ ClientNumber, ContractNumber: 'SPLIT', PaymentAmount: 600000 }, 'program');
  // The same preparer, another payee, another day.
  const samePreparer = await app.prepare({ PaymentAmount: 600000, PaymentStartDate: app.inDays(9) });
  assert.deepEqual(await statusesOf([samePayee, samePreparer]), ['WAITING', 'WAITING']);
  const small = await app.prepare({ PaymentAmount: 5 }, 'program');
  assert.equal(await app.statusOf(small.ContractSequence), 'SCHEDULED');
  // An edit counts itself once, and what it was no longer.
  assert.equal((await app.edit(small.ContractSequence, { PaymentAmount: 999999 }, 'clerk')).successful.length, 1);
  assert.equal(await app.statusOf(small.ContractSequence), 'WAITING');
});

test('the payments of one call are counted together', async () => {
  await app.pass(1);
  await app.rule(100_000);
  const two = await app.prepareAll([{ PaymentAmount: 600 }, { PaymentAmount: 600 }]);
  assert.deepEqual(await statusesOf(two), ['WAITING', 'WAITING']);
  // What is returned no longer counts.
  const shown = await app.waitingFor(two[0]?.ContractSequence ?? 0);
  await app.decide(shown, { Action: 'return', Digest: shown.Digest, Reason: 'Later.' }, 'manager');
  const later = await app.prepare({ PaymentAmount: 600 });
  assert.equal(await app.statusOf(later.ContractSequence), 'SCHEDULED');
});

test('calls at once that stay below the limit each do not exceed it together', async () => {
  await app.pass(1);
  await app.rule(5_000_000);
  const prepared = await Promise.all(Array.from({ length: 12 }, () => app.prepare({ PaymentAmount: 20000 })));
  const statuses = await statusesOf(prepared);
  assert.equal(statuses.filter((it) => it === 'SCHEDULED').length, 2, statuses.join());
});

/** Two programs, both secrets shown to one administrator in the settings. */
async function twoPrograms(names: readonly [string, string]) {
  const { signIn, call } = settingsOf(app.service);
  const owner = `owner-of-${names[0]}`;
  const administrator = await signIn(owner, 'administrator:1001', 'clerk:1001');
  const tokens = [];
  for (const ClientId of names) {
    const body = { ClientId, Name: ClientId, Permissions: ['payouts:write'], Merchants: ['1001'] };
    const { answer } = await call(administrator, 'programAdd', { body });
    const form = { grant_type: 'client_credentials', client_id: ClientId, client_secret: answer.Secret };
    tokens.push((await askToken(app.service.origin, form)).body['access_token'] ?? '');
  }
  const [one = '', two = ''] = tokens;
  return { owner: administrator, one, two };
}
const prepareBy = async (token: string, ContractNumber: string, PaymentAmount: number) => {
  await app.service.call('clientCreate', { ...client(ContractNumber), AccountNumber: 64_000_000_000 + ++accounts });
  const item: PayoutContractItem = {
    ClientNumber: ContractNumber,
    ContractNumber,
    PaymentAmount,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: app.inDays(3),
  };
  const answer = await app.service.call('payoutContractCreate', item, { token });
  return app.statusOf(Number(answer.successful[0]?.ContractSequence ?? assert.fail(answer.text)));
};
let accounts = 0;

test('what one person prepares by two programs and by hand is one sum, and another person’s is not', async () => {
  await app.pass(1);
  await app.rule(1_000_000);
  const { owner, one, two } = await twoPrograms(['north', 'south']);
  assert.equal(await prepareBy(one, 'N1', 6000), 'SCHEDULED');
  assert.equal(await prepareBy(two, 'S1', 4000), 'SCHEDULED');
  assert.equal(await prepareBy(two, 'S2', 0.01), 'WAITING');
  assert.equal(await prepareBy(one, 'N2', 0.01), 'WAITING');
  assert.equal(await prepareBy(owner, 'O1', 0.01), 'WAITING', 'by hand');
  const clerk = app.tokenOf('clerk') ?? '';
  assert.equal(await prepareBy(clerk, 'K1', 10_000), 'SCHEDULED', 'another person');
  // A program whose secret an administrator and the clerk were shown counts for both.
  await app.service.database.pool.query(
    `update sign_in.program set former_secret_by = secret_by, secret_by = 'clerk' where client_id = 'south'`,
  );
  assert.equal(await prepareBy(clerk, 'K2', 0.01), 'WAITING');
  assert.equal(await prepareBy(owner, 'O2', 0.01), 'WAITING');
});

test('two programs of one person that send at once do not exceed the limit together', async () => {
  await app.pass(1);
  await app.rule(1_000_000);
  const { one, two } = await twoPrograms(['east', 'west']);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => prepareBy(index % 2 === 0 ? one : two, `R${index}`, 4000)),
  );
  assert.equal(statuses.filter((it) => it === 'SCHEDULED').length, 2, statuses.join());
});

test('changed bank details withdraw a release, hold the payment, and need another person', async () => {
  await app.rule(0);
  const { ClientNumber, ContractSequence } = await app.prepare();
  assert.equal(await app.release(ContractSequence), '200');
  await app.rule(0, 48);
  await app.changeAccount(ClientNumber);
  const shown = await app.waitingFor(ContractSequence);
  assert.deepEqual([shown.Reason, shown.Held, shown.Payments[0]?.BankDetailsChangedBy], ['BANK_DETAILS', 1, 'clerk']);
  assert.equal(await app.release(ContractSequence), '200');
  await app.pass(4);
  assert.match(await app.statusOf(ContractSequence), /SUBMITTED|PAID|UNPAID/);
});

test('a small payment to a new account or to one changed within the hold waits, and a hold of 0 does neither', async () => {
  await app.rule(100_000_000, 48);
  const isNew = await app.prepareAll(Array.from({ length: 6 }, () => ({ PaymentAmount: 5 })));
  assert.deepEqual(new Set(await statusesOf(isNew)), new Set(['WAITING']));
  await app.release(isNew[0]?.ContractSequence ?? 0);
  await app.pass(4);
  // The bank of the sandbox returns some.
  const { ClientNumber = '' } = isNew[(await statusesOf(isNew)).indexOf('PAID')] ?? {};
  const known = await app.prepare({ ClientNumber, ContractNumber: 'KNOWN', PaymentAmount: 5 });
  assert.equal(await app.statusOf(known.ContractSequence), 'SCHEDULED', 'money went there before');
  await app.changeAccount(ClientNumber, 62999999999);
  const changed = await app.prepare({ ClientNumber, ContractNumber: 'CHANGED', PaymentAmount: 5 });
  assert.deepEqual(await statusesOf([known, changed]), ['WAITING', 'WAITING']);
  await app.rule(100_000_000, 0);
  assert.equal(await app.statusOf((await app.prepare({ PaymentAmount: 5 })).ContractSequence), 'SCHEDULED');
});

test('a hold keeps a released payment until it ends, and a move of the clock does not wait for it', async () => {
  await app.rule(0, 72);
  const [one, two] = await app.prepareAll([1, 1].map((day) => ({ PaymentStartDate: app.inDays(day) })));
  assert.ok(one && two);
  assert.ok((await app.waitingFor(one.ContractSequence)).Payments[0]?.HeldUntil);
  assert.equal(await app.release(one.ContractSequence), '200');
  await app.pass(2);
  assert.deepEqual(await statusesOf([one, two]), ['SCHEDULED', 'SCHEDULED']);
  // Its day is over, and it can still be cancelled.
  const CancelDate = app.inDays(0);
  await app.service.call('payoutContractCancel', {
    ContractSequence: two.ContractSequence,
    CancelCode: 'CUST',
    CancelDate: `${CancelDate.slice(0, 10)} 23:59`,
  });
  await app.pass(3);
  const [sent, cancelled] = await statusesOf([one, two]);
  assert.match(sent ?? '', /SUBMITTED|PAID|UNPAID/);
  assert.equal(cancelled, 'CANCELLED');
});

test('a payout that was not released before its day is missed, and its preparer sends it again', async () => {
  await app.rule(0);
  const { ContractSequence } = await app.prepare({ PaymentStartDate: app.inDays(1) });
  const shown = await app.waitingFor(ContractSequence);
  await app.pass(2, false);
  assert.equal(await app.decide(shown, { Action: 'release', Digest: shown.Digest }, 'manager'), '400 TOO_LATE');
  await app.pass(0);
  assert.equal(await app.statusOf(ContractSequence), 'MISSED');
  await app.edit(ContractSequence, { PaymentDate: app.inDays(2) });
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
});

test('side doors: a dry run stores nothing, a repeat finds the same, added payments wait, a cancelled contract cancels them', async () => {
  await app.rule(0);
  await app.service.call('clientCreate', client('SIDE'));
  const item: PayoutContractItem = {
    ClientNumber: 'SIDE',
    ContractNumber: 'SIDE',
    PaymentAmount: 1,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: app.inDays(5),
  };
  const count = async () => (await app.listed()).length;
  const before = await count();
  await app.service.call('payoutContractCreate', item, { isDryRun: true });
  assert.equal(await count(), before);
  const headers = { 'idempotency-key': 'four-eyes' };
  const first = await app.service.call('payoutContractCreate', item, { headers });
  const again = await app.service.call('payoutContractCreate', item, { headers });
  assert.equal(first.text, again.text);
  assert.equal(await count(), before + 1);
  const ContractSequence = first.successful[0]?.ContractSequence ?? 0;
  await app.service.call('payoutPaymentCreate', { ContractSequence, PaymentDate: app.inDays(6), PaymentAmount: 2 });
  assert.equal(await app.statusOf(ContractSequence), 'WAITING WAITING');
  const CancelDate = `${app.clock.today()} 23:59`;
  await app.service.call('payoutContractCancel', { ContractSequence, CancelCode: 'CUST', CancelDate });
  assert.equal(await app.statusOf(ContractSequence), 'CANCELLED CANCELLED');
});
