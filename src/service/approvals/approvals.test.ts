import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApprovalList, ApprovalRecord } from '#contract/approvals.ts';
import type { Input } from '#contract/operations.ts';
import { allPermissions, type Claims } from '#contract/permissions.ts';
import { addDays } from '#rules/calendar.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, savePerson } from '#service/auth/users.ts';
import { clear } from '#service/clearing/clearing.ts';
import { wallClock } from '#service/clearing/clock.ts';
import { setApprovalRule } from '#service/cli/approvals.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { inOwnTransaction } from '#service/settings/change.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';

/** A clock that a test moves by whole days. */
let ahead = 0;
const real = wallClock('Africa/Johannesburg');
const clock = { now: (days = 0) => real.now(days + ahead), today: (days = 0) => real.today(days + ahead) };

let service: TestService;
const tokens: Record<string, string> = {};
const merchant = '1001';
before(async () => {
  service = await testService({ clock });
  const rights = (permissions: readonly string[]): Claims => ({ permissions, merchants: [merchant], roles: [] });
  for (const [username, claims] of Object.entries({
    clerk: rights(allPermissions),
    manager: rights(['payouts:read', 'payouts:write', 'release']),
    second: rights(['payouts:read', 'release']),
    reader: rights(['payouts:read']),
  })) {
    await savePerson(service.database.pool, {
      username,
      name: `The ${username}`,
      password: sandboxPassword,
      ...claims,
    });
    const answer = await createBrowser(service.origin).signInAs(username);
    tokens[username] = answer.body['access_token'] ?? '';
  }
  await asMaintenance(service.database.pool, (query) =>
    query(`insert into merchant (merchant, name) values ('1001', 'One') on conflict do nothing`),
  );
});
after(() => service?.close());

const rule = (name: 'off' | 'always' | 'above', amount = '', hold = '0', number = merchant) =>
  inOwnTransaction(service.database.pool, (_query, db) =>
    setApprovalRule(db, { merchant: number, rule: name, amount, hold }, false),
  );

let count = 0;
type Item = Input<'payoutContractCreate'>;

/** A client of their own for each payout, with an account of their own. */
async function prepare(more: Partial<Item> = {}, token = tokens['clerk'], newClient = true) {
  const ClientNumber = more.ClientNumber ?? `C-${++count}`;
  if (newClient) await service.call('clientCreate', { ...client(ClientNumber), AccountNumber: 62000000000 + count });
  const answer = await service.call(
    'payoutContractCreate',
    {
      ClientNumber,
      ContractNumber: `P-${++count}`,
      PaymentAmount: 100,
      NumberOfPayments: 1,
      FrequencyCode: 'MNTH',
      PaymentStartDate: `${addDays(clock.today(), 3)} 08:00`,
      ...more,
    },
    { token },
  );
  const ContractSequence = answer.successful[0]?.ContractSequence ?? 0;
  assert.ok(ContractSequence, answer.text);
  return { ClientNumber, ContractSequence };
}

const statusOf = async (ContractSequence: number) =>
  (await service.call('payoutPaymentList', { ContractSequence })).records.map((it) => it.PaymentStatus).join(' ');

async function get<T>(path: string, user = 'manager', token?: string): Promise<T> {
  const answer = await fetch(`${service.origin}/approvals/${merchant}${path}`, {
    headers: { authorization: `Bearer ${token ?? tokens[user]}` },
  });
  return (await answer.json()) as T;
}

const listed = async (list: 'waiting' | 'decided' = 'waiting', user?: string) =>
  (await get<ApprovalList>(`?List=${list}`, user)).Approvals;

const recordOf = (sequence: number, user?: string) => get<ApprovalRecord>(`/${sequence}`, user);

async function waitingFor(contract: number, user?: string): Promise<ApprovalRecord> {
  for (const { ApprovalSequence } of await listed('waiting', user)) {
    const record = await recordOf(ApprovalSequence, user);
    const waits = record.Payments.some((it) => it.ContractSequence === contract && it.PaymentStatus === 'WAITING');
    if (waits) return record;
  }
  return assert.fail('it does not wait');
}

async function decide(
  approval: Pick<ApprovalRecord, 'ApprovalSequence'>,
  body: unknown,
  user = 'manager',
  token?: string,
) {
  const answer = await fetch(`${service.origin}/approvals/${merchant}/${approval.ApprovalSequence}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? tokens[user]}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered = (await answer.json()) as { Errors?: { Code: string }[] };
  return answered.Errors ? `${answer.status} ${answered.Errors[0]?.Code}` : answer.status;
}

const release = async (contract: number, user = 'manager') => {
  const approval = await waitingFor(contract, user);
  return decide(approval, { Action: 'release', Digest: approval.Digest }, user);
};

test('without a rule nothing waits', async () => {
  await rule('off');
  assert.equal(await statusOf((await prepare()).ContractSequence), 'SCHEDULED');
});

test('a rule needs two people who may release', async () => {
  await assert.rejects(
    rule('always', '', '', '1009'),
    /^Error: Nobody may release for merchant 1009, and two are needed/,
  );
});

test('what waits is stored, is not sent, and is not in the future report, until another person releases it', async () => {
  await rule('always');
  const { ContractSequence } = await prepare({ NumberOfPayments: 2, FrequencyCode: 'WEEK' });
  assert.equal(await statusOf(ContractSequence), 'WAITING WAITING');
  const shown = await waitingFor(ContractSequence);
  assert.deepEqual([shown.Count, shown.Sum, shown.PreparedBy, shown.MayDecide], [2, 200, 'The clerk', true]);
  assert.doesNotMatch(JSON.stringify(shown), /62000000\d\d\d/);
  assert.equal(await release(ContractSequence), 200);
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED SCHEDULED');
  const changes = await service.call('payoutPaymentChangeReport', {
    StartDate: `${addDays(clock.today(), -1)} 00:00`,
    EndDate: `${addDays(clock.today(), 1)} 23:59`,
    ContractSequence,
  });
  assert.ok(changes.records.some((it) => it.NewValue === 'SCHEDULED' && it.UserId === 'manager'));
});

test('nobody releases their own work, programs release nothing, and the rest may not', async () => {
  const own = await prepare({}, tokens['manager'], false).catch(async () => {
    await service.call('clientCreate', client('OWN'));
    return prepare({ ClientNumber: 'OWN' }, tokens['manager'], false);
  });
  assert.equal(await release(own.ContractSequence), '400 OWN_WORK');
  assert.equal((await waitingFor(own.ContractSequence)).MayDecide, false);
  const approval = await waitingFor(own.ContractSequence, 'second');
  const body = { Action: 'release', Digest: approval.Digest };
  assert.equal(await decide(approval, body, 'reader'), '401 NOT_PERMITTED');
  assert.equal(await decide(approval, body, 'clerk'), '401 NOT_PERMITTED');
  assert.equal(await decide(approval, body, '', await service.token()), '401 NOT_PERMITTED');
  assert.equal(await decide(approval, body, 'second'), 200);
});

test('a program’s payouts wait like a person’s', async () => {
  const { ContractSequence } = await prepare({}, await service.token());
  assert.equal(await statusOf(ContractSequence), 'WAITING');
});

test('a release is for what was shown: an edit in between withdraws it', async () => {
  const { ContractSequence } = await prepare();
  const shown = await waitingFor(ContractSequence);
  const edit = (PaymentAmount: number, token = tokens['clerk']) =>
    service.call('payoutPaymentEdit', { ContractSequence, PaymentSequence: 1, PaymentAmount }, { token });
  await edit(900);
  assert.equal(await decide(shown, { Action: 'release', Digest: shown.Digest }), '400 CHANGED');
  assert.equal(await release(ContractSequence), 200);
  // Released, then edited: it waits again, and neither the editor nor the first preparer can release it.
  await edit(5000, tokens['manager']);
  assert.equal(await statusOf(ContractSequence), 'WAITING');
  assert.equal(await release(ContractSequence, 'manager'), '400 OWN_WORK');
  assert.equal(await release(ContractSequence, 'second'), 200);
});

test('of two people who release at once one does', async () => {
  const { ContractSequence } = await prepare();
  const shown = await waitingFor(ContractSequence);
  const body = { Action: 'release', Digest: shown.Digest };
  const results = await Promise.all([decide(shown, body, 'manager'), decide(shown, body, 'second')]);
  assert.deepEqual(results.map(String).toSorted(), ['200', '400 NOT_PENDING']);
});

test('single payments are taken out with a reason, all go back with one, and a corrected one waits again', async () => {
  const { ContractSequence } = await prepare({ NumberOfPayments: 3, FrequencyCode: 'WEEK' });
  const shown = await waitingFor(ContractSequence);
  const out = { ContractSequence, PaymentSequence: 2, Reason: 'Not confirmed by phone yet.' };
  assert.equal(await decide(shown, { Action: 'release', Digest: shown.Digest, Without: [out] }), 200);
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED SENT_BACK SCHEDULED');
  const edit = { ContractSequence, PaymentSequence: 2, PaymentAmount: 100 };
  await service.call('payoutPaymentEdit', edit, { token: tokens['clerk'] });
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED WAITING SCHEDULED');
  const again = await waitingFor(ContractSequence);
  assert.equal(await decide(again, { Action: 'return', Digest: again.Digest }), '400 REQUIRED');
  assert.equal(await decide(again, { Action: 'return', Digest: again.Digest, Reason: 'Twice.' }), 200);
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED SENT_BACK SCHEDULED');
});

test('a release is taken back until it is submitted', async () => {
  const { ContractSequence } = await prepare();
  const shown = await waitingFor(ContractSequence);
  await decide(shown, { Action: 'release', Digest: shown.Digest });
  assert.equal(await decide(shown, { Action: 'withdraw' }, 'second'), 200);
  assert.equal(await statusOf(ContractSequence), 'WAITING');
  assert.equal(await decide(shown, { Action: 'withdraw' }, 'second'), '400 NOT_SCHEDULED');
});

test('amounts split below the limit are counted together, by payee and day and by preparer and day', async () => {
  await rule('above', '1000000.00');
  const { ClientNumber, ContractSequence } = await prepare({ PaymentAmount: 600000 });
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED');
  // Another preparer, the same payee and day.
  const other = await prepare({ ClientNumber, PaymentAmount: 600000 }, await service.token(), false);
  assert.equal(await statusOf(other.ContractSequence), 'WAITING');
  // The same preparer, another payee, another day.
  const next = await prepare({ PaymentAmount: 600000, PaymentStartDate: `${addDays(clock.today(), 9)} 08:00` });
  assert.equal(await statusOf(next.ContractSequence), 'WAITING');
  const small = await prepare({ PaymentAmount: 5 }, await service.token());
  assert.equal(await statusOf(small.ContractSequence), 'SCHEDULED');
});

test('two calls that stay below the limit each do not exceed it together', async () => {
  await rule('above', '50000000.00');
  await service.call('clientCreate', client('SPLIT'));
  const made = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      prepare(
        { ClientNumber: 'SPLIT', PaymentAmount: 20000000, ContractNumber: `SPLIT-${index}` },
        index % 2 ? tokens['clerk'] : undefined,
        false,
      ),
    ),
  );
  const statuses = await Promise.all(made.map((it) => statusOf(it.ContractSequence)));
  assert.ok(statuses.filter((it) => it === 'SCHEDULED').length <= 2, statuses.join());
});

test('changed bank details withdraw what was released, hold it, and need another person than who changed them', async () => {
  await rule('always');
  const { ClientNumber, ContractSequence } = await prepare();
  assert.equal(await release(ContractSequence), 200);
  await rule('always', '', '48');
  await service.call('clientEdit', { ClientNumber, AccountNumber: 62777777777 }, { token: tokens['clerk'] });
  const shown = await waitingFor(ContractSequence);
  assert.deepEqual([shown.Reason, shown.Payments[0]?.HeldUntil !== null], ['BANK_DETAILS', true]);
  assert.equal(await release(ContractSequence), 200);
  // The hold of 48 hours is over.
  ahead += 4;
  await clear(service.database.pool, clock, merchant);
  assert.match(await statusOf(ContractSequence), /SUBMITTED|PAID|UNPAID/);
});

test('a hold keeps a released payment until it ends', async () => {
  await rule('always', '', '72');
  const { ContractSequence } = await prepare({ PaymentStartDate: `${addDays(clock.today(), 1)} 08:00` });
  const shown = await waitingFor(ContractSequence);
  assert.ok(shown.Payments[0]?.HeldUntil);
  assert.equal(await release(ContractSequence), 200);
  ahead += 1;
  await clear(service.database.pool, clock, merchant);
  assert.equal(await statusOf(ContractSequence), 'SCHEDULED');
  ahead += 4;
  await clear(service.database.pool, clock, merchant);
  assert.match(await statusOf(ContractSequence), /SUBMITTED|PAID|UNPAID/);
});

test('what nobody released before its day is missed, and never sent; its preparer sends it again', async () => {
  await rule('always');
  const { ContractSequence } = await prepare({ PaymentStartDate: `${addDays(clock.today(), 1)} 08:00` });
  ahead += 2;
  await clear(service.database.pool, clock, merchant);
  assert.equal(await statusOf(ContractSequence), 'MISSED');
  const PaymentDate = `${addDays(clock.today(), 2)} 08:00`;
  const edit = { ContractSequence, PaymentSequence: 1, PaymentDate };
  await service.call('payoutPaymentEdit', edit, { token: tokens['clerk'] });
  assert.equal(await statusOf(ContractSequence), 'WAITING');
});

test('side doors: a dry run stores nothing, a repeat finds the same, a cancelled contract cancels what waits', async () => {
  await rule('always');
  await service.call('clientCreate', client('SIDE'));
  const item: Item = {
    ClientNumber: 'SIDE',
    ContractNumber: 'SIDE',
    PaymentAmount: 1,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: `${addDays(clock.today(), 5)} 08:00`,
  };
  const before = (await listed()).length;
  await service.call('payoutContractCreate', item, { isDryRun: true });
  assert.equal((await listed()).length, before);
  const headers = { 'idempotency-key': 'four-eyes' };
  const first = await service.call('payoutContractCreate', item, { headers });
  const again = await service.call('payoutContractCreate', item, { headers });
  assert.equal(first.text, again.text);
  assert.equal((await listed()).length, before + 1);
  const ContractSequence = first.successful[0]?.ContractSequence ?? 0;
  const added = { ContractSequence, PaymentDate: `${addDays(clock.today(), 6)} 08:00`, PaymentAmount: 2 };
  await service.call('payoutPaymentCreate', added);
  assert.equal(await statusOf(ContractSequence), 'WAITING WAITING');
  const today = clock.today();
  await service.call('payoutContractCancel', { ContractSequence, CancelCode: 'CUST', CancelDate: `${today} 23:59` });
  assert.equal(await statusOf(ContractSequence), 'CANCELLED CANCELLED');
});

test('a rule that changes leaves what waits as it is', async () => {
  await rule('always');
  const { ContractSequence } = await prepare();
  await rule('off');
  assert.equal(await statusOf(ContractSequence), 'WAITING');
  assert.equal(await release(ContractSequence), 200);
});

test('bad input is 400 with its field, and another merchant’s is 404', async () => {
  await rule('always');
  const shown = await waitingFor((await prepare()).ContractSequence);
  for (const wrong of [
    {},
    [],
    { Action: 'nonsense' },
    { Action: 'release', More: 1 },
    { Action: 'release', Without: [{}] },
  ])
    assert.match(String(await decide(shown, wrong)), /^400 /, JSON.stringify(wrong));
  assert.equal(await decide({ ApprovalSequence: 999999 }, { Action: 'release', Digest: '' }), '404 NOT_FOUND');
  const answer = await fetch(`${service.origin}/approvals/1002`, {
    headers: { authorization: `Bearer ${tokens['manager']}` },
  });
  assert.equal(answer.status, 404);
});
