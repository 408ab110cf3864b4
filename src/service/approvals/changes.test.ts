import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApprovalRecord } from '#contract/approvals.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import type { Answer } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { approvalService } from './testing.ts';

let app: Awaited<ReturnType<typeof approvalService>>;
before(async () => {
  app = await approvalService();
});
after(() => app?.close());

let count = 0;
async function newClient() {
  const ClientNumber = `K-${++count}`;
  await app.service.call('clientCreate', client(ClientNumber));
  return ClientNumber;
}
const clientOf = async (ClientNumber: string) => (await app.service.call('clientList', { ClientNumber })).records[0];
const codesOf = ({ failed }: Pick<Answer<'clientEdit'>, 'failed'>) => failed.map((it) => it.Errors[0]?.Code);

const waits = ['AWAITING_RELEASE'];
const edit = (
  item: { ClientNumber: string } & Record<string, unknown>,
  user: Parameters<typeof app.tokenOf>[0] = 'clerk',
) => app.service.call('clientEdit', item, { token: app.tokenOf(user) });
const decideOn = (record: ApprovalRecord | undefined, user: Parameters<typeof app.decide>[2], more: object = {}) => {
  assert.ok(record, 'it waits');
  return app.decide(record, { Action: 'release', Digest: record.Digest, ...more }, user);
};
const returned = { Action: 'return', Reason: 'Not confirmed by phone.' };

async function newMandate(NumberOfInstalments = 3) {
  const ClientNumber = await newClient();
  const { successful } = await app.service.call('mandateCreate', {
    ...mandate(app.clock.today(), ClientNumber, 'M'),
    NumberOfInstalments,
  });
  return { ClientNumber, ContractSequence: Number(successful[0]?.ContractSequence) };
}
const cancelAll = (ContractSequence: number, user: Parameters<typeof app.tokenOf>[0] = 'clerk') =>
  app.service.call('omniInstalmentCancel', { ContractSequence }, { token: app.tokenOf(user) });
const instalmentsOf = async (ContractSequence: number) =>
  (await app.service.call('omniInstalmentList', { ContractSequence })).records.map((it) => it.Status).join(' ');
const lastEntry = async () => {
  const [row] = await asMaintenance(app.service.database.pool, (query) =>
    query<{ entry: string }>(`select entry from audit_entry where merchant = '1001' order by sequence desc limit 1`),
  );
  return JSON.parse(row?.entry ?? '') as Record<string, unknown>;
};

test('changed bank details are not in force until another person releases them, as an ordinary edit of who sent them', async () => {
  await app.kinds('bank_details');
  const ClientNumber = await newClient();
  const answer = await edit({ ClientNumber, AccountNumber: 62999999999, ClientName: 'Redirected' });
  assert.deepEqual([answer.status, codesOf(answer)], [200, waits]);
  assert.equal((await clientOf(ClientNumber))?.AccountNumber, 62001234567);
  assert.equal((await clientOf(ClientNumber))?.ClientName, 'Thandi Mokoena', 'an item is done as a whole or not');
  const asked = await lastEntry();
  assert.deepEqual([asked['Action'], asked['Outcome'], asked['Targets']], ['clientEdit', 'partly', [{ ClientNumber }]]);

  const shown = await app.changeOf(ClientNumber);
  assert.deepEqual(
    [shown?.Kind, shown?.PreparedBy, shown?.Payee, shown?.MayDecide, answer.failed[0]?.Errors[0]?.ApprovalSequence],
    ['BANK_DETAILS', 'The clerk', 'Thandi Mokoena', true, shown?.ApprovalSequence],
  );
  const [name, account] = shown?.Change?.Fields ?? [];
  assert.deepEqual(name, { Field: 'ClientName', Old: 'Thandi Mokoena', New: 'Redirected' });
  assert.match(`${account?.Old} ${account?.New}`, /^…4567 \(\w+\) …9999 \(\w+\)$/);
  assert.doesNotMatch(JSON.stringify(shown), /62\d{9}/);
  const timeline = (user: 'reader' | 'payer' = 'reader') =>
    app.ofRecord('BANK_DETAILS', `ClientNumber=${ClientNumber}`, user);
  assert.deepEqual(
    (await timeline())?.map((it) => [it.Decision, it.PreparedBy, it.Fields]),
    [[null, 'The clerk', []]],
  );
  assert.equal(await timeline('payer'), null, 'payouts alone');

  assert.equal(await decideOn(shown, 'manager'), '200');
  const [told, ...others] = (await timeline()) ?? [];
  assert.deepEqual(
    [told?.Decision, told?.DecidedBy, told?.Fields, told?.Outcome, others.length],
    ['RELEASED', 'The manager', shown?.Change?.Fields, null, 0],
  );
  const stored = await clientOf(ClientNumber);
  assert.deepEqual(
    [stored?.AccountNumber, stored?.BankDetailsChangedBy, stored?.ClientName],
    [62999999999, 'clerk', 'Redirected'],
  );
  const entry = await lastEntry();
  const changed = (entry['Changes'] as { Field: string; New: string; IsSealed?: boolean }[]).filter(
    (it) => it.IsSealed,
  );
  assert.deepEqual([entry['Action'], (entry['Actor'] as { Id: string }).Id], ['approval.release', 'manager']);
  assert.deepEqual(changed.map((it) => it.Field).toSorted(), ['AccountNumber', 'ClientName']);
  assert.doesNotMatch(JSON.stringify(entry), /62999999999|Redirected/);
  const [decided] = await app.listed('decided');
  assert.deepEqual([decided?.Decision, decided?.Kind, decided?.DecidedBy], ['RELEASED', 'BANK_DETAILS', 'The manager']);
  const kept = await app.get<ApprovalRecord>(`/${decided?.ApprovalSequence}`, 'reader');
  assert.deepEqual(kept.Change?.Fields, shown?.Change?.Fields);
  assert.deepEqual((await edit({ ClientNumber, AccountNumber: 62999999999 })).failed, [], 'nothing changes any more');
});

test('no account number is kept once it is decided', async () => {
  await app.kinds('bank_details');
  const kept = (number: string) =>
    asMaintenance(app.service.database.pool, (query) =>
      query(`select from approval where client_number = $1 and (content is not null or shown::text ~ '6288')`, [
        number,
      ]),
    );
  for (const end of [{}, returned]) {
    const ClientNumber = await newClient();
    await edit({ ClientNumber, AccountNumber: 62880000000 + count });
    assert.equal((await kept(ClientNumber)).length, 1);
    assert.equal(await decideOn(await app.changeOf(ClientNumber), 'manager', end), '200');
    assert.equal((await kept(ClientNumber)).length, 0);
  }
});

test('other fields need no second person, and the same content finds the same request, other content replaces it', async () => {
  await app.kinds('bank_details', 'cancel');
  const ClientNumber = await newClient();
  assert.equal((await edit({ ClientNumber, CellphoneNumber: '0825550199' })).successful.length, 1);
  assert.equal((await edit({ ClientNumber, AccountNumber: 62001234567 })).successful.length, 1, 'sent back as read');
  await edit({ ClientNumber, AccountNumber: 62111111111 });
  const first = await app.changeOf(ClientNumber);
  const again = await edit({ ClientNumber, AccountNumber: 62111111111, CellphoneNumber: '0825550199' });
  assert.equal(again.failed[0]?.Errors[0]?.ApprovalSequence, first?.ApprovalSequence);
  assert.equal((await app.changeOf(ClientNumber))?.Digest, first?.Digest);

  await edit({ ClientNumber, AccountNumber: 62222222222 }, 'program');
  const second = await app.changeOf(ClientNumber);
  assert.notEqual(second?.ApprovalSequence, first?.ApprovalSequence);
  assert.equal(await decideOn(first, 'manager'), '400 CHANGED');
  assert.equal((await clientOf(ClientNumber))?.AccountNumber, 62001234567);

  // The details that are in force take it back.
  await edit({ ClientNumber, AccountNumber: 62001234567 });
  assert.equal(await app.changeOf(ClientNumber), undefined);
  assert.equal(await decideOn(second, 'manager'), '400 CHANGED');
});

test('a change is not released or returned by who sent it, nor by programs or people without the permission', async () => {
  await app.kinds('bank_details');
  const ClientNumber = await newClient();
  const change = { ClientNumber, AccountNumber: 62333333333 };
  assert.deepEqual(codesOf(await edit(change, 'deputy')), waits);
  const shown = await app.changeOf(ClientNumber, 'deputy');
  assert.deepEqual([shown?.IsOwn, shown?.MayDecide], [true, false]);
  assert.equal(await decideOn(shown, 'deputy'), '400 OWN_WORK');
  assert.equal(await decideOn(shown, 'deputy', returned), '400 OWN_WORK');
  for (const user of ['clerk', 'reader', 'program'] as const)
    assert.equal(await decideOn(shown, user), '401 NOT_PERMITTED', user);
  // A person who sends the same has prepared it as well, first or later, and a program’s change waits like a person’s.
  const other = await newClient();
  await edit({ ClientNumber: other, AccountNumber: 62333333333 }, 'program');
  await edit({ ...change, ClientNumber: other }, 'deputy');
  assert.equal(await decideOn(await app.changeOf(other), 'deputy'), '400 OWN_WORK');
  assert.equal(await decideOn(await app.changeOf(other), 'second'), '200');
  assert.equal((await clientOf(other))?.BankDetailsChangedBy, app.program);
});

test('a release is for what was shown: a client that changed since is read again', async () => {
  await app.kinds('bank_details');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: 62444444444, ClientName: 'New name' });
  const shown = await app.changeOf(ClientNumber);
  await edit({ ClientNumber, ClientName: 'Another name' });
  assert.equal(await decideOn(shown, 'manager'), '400 CHANGED');
  assert.equal(await decideOn(shown, 'manager', { Digest: undefined }), '400 CHANGED');
  const now = await app.changeOf(ClientNumber);
  assert.equal(now?.Change?.Fields[0]?.Old, 'Another name');
  assert.equal(await decideOn(now, 'manager'), '200');
});

test('a returned change is dropped with its reason, and of two who decide at once one does', async () => {
  await app.kinds('bank_details', 'cancel');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: 62555555555 });
  const shown = await app.changeOf(ClientNumber);
  assert.equal(await decideOn(shown, 'manager', { Action: 'return' }), '400 REQUIRED');
  assert.equal(await decideOn(shown, 'manager', returned), '200');
  const [decided] = await app.listed('decided');
  const kept = await app.get<ApprovalRecord>(`/${decided?.ApprovalSequence}`, 'manager');
  assert.deepEqual([kept.Decision, kept.ReturnReason], ['RETURNED', returned.Reason]);
  const [told] = (await app.ofRecord('BANK_DETAILS', `ClientNumber=${ClientNumber}`)) ?? [];
  assert.deepEqual([told?.Decision, told?.ReturnReason], ['RETURNED', returned.Reason]);
  assert.equal(await decideOn(shown, 'second'), '400 NOT_PENDING');
  assert.equal((await clientOf(ClientNumber))?.AccountNumber, 62001234567);

  const { ClientNumber: payer, ContractSequence } = await newMandate();
  await cancelAll(ContractSequence);
  await edit({ ClientNumber, AccountNumber: 62555555555 });
  for (const number of [ClientNumber, payer]) {
    const record = await app.changeOf(number);
    const results = await Promise.all([decideOn(record, 'manager'), decideOn(record, 'second')]);
    assert.deepEqual(results.toSorted(), ['200', '400 NOT_PENDING']);
  }
  assert.equal(
    await decideOn(await app.get<ApprovalRecord>(`/${decided?.ApprovalSequence}`, 'manager'), 'manager', {
      Action: 'withdraw',
    }),
    '400 NOT_SCHEDULED',
  );
});

test('an edit and a release at once never store what was not shown', async () => {
  await app.kinds('bank_details');
  for (let turn = 0; turn < 4; turn++) {
    const ClientNumber = await newClient();
    await edit({ ClientNumber, AccountNumber: 62666666666 });
    const shown = await app.changeOf(ClientNumber);
    const [result] = await Promise.all([
      decideOn(shown, 'manager'),
      edit({ ClientNumber, AccountNumber: 62667777777 }),
    ]);
    assert.match(result, /^(200|400 CHANGED)$/);
    assert.equal((await clientOf(ClientNumber))?.AccountNumber, result === '200' ? 62666666666 : 62001234567);
    assert.ok(await app.changeOf(ClientNumber), 'the second waits');
  }
});

test('the cancel of all that remains waits, and cancels what was shown when another person releases it', async () => {
  await app.kinds('cancel');
  const { ClientNumber, ContractSequence } = await newMandate();
  assert.deepEqual(codesOf(await cancelAll(ContractSequence)), waits);
  assert.equal(await instalmentsOf(ContractSequence), 'SCHEDULED SCHEDULED SCHEDULED');
  const shown = await app.changeOf(ClientNumber);
  assert.deepEqual(
    [shown?.Kind, shown?.Count, shown?.Sum, shown?.Largest, shown?.ContractNumber],
    ['CANCEL', 3, 3703.68, 1234.56, 'M'],
  );
  assert.equal(shown?.Change?.Instalments.length, 3);
  assert.deepEqual(codesOf(await cancelAll(ContractSequence, 'program')), waits);
  assert.equal((await app.changeOf(ClientNumber))?.ApprovalSequence, shown?.ApprovalSequence);

  // A single one needs no second person, and then the rest is another set.
  await app.service.call('omniInstalmentCancel', { ContractSequence, InstalmentSequence: 2 });
  assert.equal(await decideOn(shown, 'manager'), '400 CHANGED');
  const now = await app.changeOf(ClientNumber);
  assert.deepEqual([now?.Count, now?.Sum], [2, 2469.12]);
  assert.equal(await decideOn(now, 'manager'), '200');
  assert.equal(await instalmentsOf(ContractSequence), 'CANCELLED CANCELLED CANCELLED');
  const [decided] = await app.listed('decided');
  assert.deepEqual([decided?.Count, decided?.Sum], [2, 2469.12]);
  for (const query of [`ContractSequence=${ContractSequence}`, `ClientNumber=${ClientNumber}&ContractNumber=M`])
    assert.deepEqual(
      (await app.ofRecord('CANCEL', query))?.map((it) => [it.Decision, it.PreparedBy, it.DecidedBy, it.Fields]),
      [['RELEASED', 'The clerk', 'The manager', []]],
      query,
    );
});

test('the end of a mandate or contract waits like the cancel of its instalments, of which it is another content', async () => {
  await app.kinds('cancel');
  const { ClientNumber, ContractSequence } = await newMandate();
  const CancelDate = `${app.clock.today()} 23:59`;
  const end = { ContractSequence, CancelReason: 'MD17', CancelDate };
  await cancelAll(ContractSequence);
  const all = await app.changeOf(ClientNumber);
  assert.deepEqual(codesOf(await app.service.call('mandateCancel', end)), waits);
  assert.deepEqual(
    codesOf(
      await app.service.call('mandateCancel', {
        ...end,
        ContractSequence: undefined,
        ClientNumber,
        ContractNumber: 'M',
      }),
    ),
    waits,
  );
  assert.equal(await decideOn(all, 'manager'), '400 CHANGED', 'replaced');
  const shown = await app.changeOf(ClientNumber);
  assert.deepEqual(
    [shown?.Change?.Operation, shown?.Change?.CancelDate, shown?.Count],
    ['mandateCancel', CancelDate, 3],
  );
  assert.equal(await decideOn(shown, 'manager'), '200');
  assert.equal(
    (await app.service.call('mandateList', { ContractSequence })).records[0]?.MandateStatusCode,
    'CANCELLED',
  );
  assert.equal(await instalmentsOf(ContractSequence), 'CANCELLED CANCELLED CANCELLED');

  const late = await newMandate();
  await app.service.call('contractCancel', { ...end, ContractSequence: late.ContractSequence });
  await app.pass(1, false);
  const record = await app.changeOf(late.ClientNumber);
  assert.equal(await decideOn(record, 'manager'), '400 IN_THE_PAST');
  assert.equal(await decideOn(record, 'manager', returned), '200');
});

test('a later cancel date keeps what is due before it', async () => {
  await app.kinds('cancel');
  const { ClientNumber, ContractSequence } = await newMandate();
  const [first] = (await app.service.call('omniInstalmentList', { ContractSequence })).records;
  await app.service.call('mandateCancel', {
    ContractSequence,
    CancelReason: 'MD17',
    CancelDate: `${first?.CollectionDate} 23:59`,
  });
  const shown = await app.changeOf(ClientNumber);
  assert.deepEqual(
    shown?.Change?.Instalments.map((it) => it.InstalmentSequence),
    [2, 3],
  );
  await decideOn(shown, 'manager');
  assert.equal(await instalmentsOf(ContractSequence), 'SCHEDULED CANCELLED CANCELLED');
});

test('side doors: a dry run keeps nothing, a repeat gets the same answer, other items of a batch go ahead', async () => {
  await app.kinds('bank_details', 'cancel');
  const [ClientNumber, other] = [await newClient(), await newClient()];
  const item = { ClientNumber, AccountNumber: 62700000001 };
  assert.deepEqual(codesOf(await app.service.call('clientEdit', item, { isDryRun: true })), waits);
  assert.equal(await app.changeOf(ClientNumber), undefined);
  const headers = { 'idempotency-key': 'two-people' };
  const items = [item, { ClientNumber: other, ClientName: 'Renamed' }, { ClientNumber: 'NOBODY', BankCode: 1 }];
  const answer = await app.service.call('clientEdit', items, { headers });
  assert.deepEqual([answer.successful.length, codesOf(answer)], [1, [...waits, 'NOT_FOUND']]);
  assert.equal((await app.service.call('clientEdit', items, { headers })).text, answer.text);
  assert.equal((await clientOf(other))?.ClientName, 'Renamed');
  assert.deepEqual(
    codesOf(await edit({ ClientNumber, AccountNumber: 62700000002, EMail: 'nobody' })),
    ['NOT_PLAUSIBLE'],
    'checked before',
  );
  assert.equal(await decideOn(await app.changeOf(ClientNumber), 'manager'), '200');
  const { ContractSequence } = await newMandate();
  assert.deepEqual(
    codesOf(await app.service.call('omniInstalmentCancel', { ContractSequence }, { isDryRun: true })),
    waits,
  );
});

test('more than sixty requests an hour of one caller are all in the audit', async () => {
  await app.kinds('bank_details');
  const ClientNumber = await newClient();
  for (let turn = 0; turn < 62; turn++) await edit({ ClientNumber, AccountNumber: 62710000000 + turn });
  assert.equal((await lastEntry())['Action'], 'clientEdit');
  const shown = await app.changeOf(ClientNumber);
  const rows = await asMaintenance(app.service.database.pool, (query) =>
    query(`select from audit_entry where merchant = '1001' and entry::jsonb -> 'Targets' @> $1::jsonb`, [
      JSON.stringify([{ ClientNumber }]),
    ]),
  );
  assert.equal(rows.length, 63, 'with the creation');
  assert.equal(await decideOn(shown, 'manager', returned), '200');
});

test('a changed rule touches new changes only: what waits is released, and the same content then needs no second person', async () => {
  await app.kinds('bank_details', 'cancel');
  const [one, two] = [await newClient(), await newClient()];
  const { ContractSequence } = await newMandate();
  for (const ClientNumber of [one, two]) await edit({ ClientNumber, AccountNumber: 62800000001 });
  await app.kinds();
  assert.equal((await clientOf(one))?.AccountNumber, 62001234567);
  assert.equal(await decideOn(await app.changeOf(one), 'manager'), '200');
  const waiting = await app.changeOf(two);
  assert.equal((await edit({ ClientNumber: two, AccountNumber: 62800000001 })).successful.length, 1);
  assert.equal(await decideOn(waiting, 'manager'), '400 CHANGED');
  assert.equal((await cancelAll(ContractSequence)).successful.length, 3);
});

test('released bank details hold payouts, and neither who sent them nor the first preparer releases these', async () => {
  const { ClientNumber, ContractSequence } = await app.prepare({}, 'program');
  await app.rule(0, 48);
  await asMaintenance(app.service.database.pool, (query) => query('update approval_rule set bank_details = true'));
  const paid = await app.prepare({ ClientNumber, ContractNumber: 'TWO', PaymentStartDate: app.inDays(5) }, 'manager');
  await edit({ ClientNumber, AccountNumber: 62810000001 }, 'clerk');
  assert.equal(await decideOn(await app.changeOf(ClientNumber), 'manager'), '200');
  assert.equal(await app.statusOf(ContractSequence), 'WAITING');
  const shown = await app.waitingFor(paid.ContractSequence, 'second');
  assert.deepEqual([shown.Reason, shown.Held, shown.Payments[0]?.BankDetailsChangedBy], ['BANK_DETAILS', 2, 'clerk']);
  assert.equal(await app.release(paid.ContractSequence, 'manager'), '400 OWN_WORK');
  assert.equal(await app.release(paid.ContractSequence, 'second'), '200');
});

test('who changed bank details cannot release payments that had come back before', async () => {
  await app.rule(0);
  const { ClientNumber, ContractSequence } = await app.prepare();
  const shown = await app.waitingFor(ContractSequence);
  await app.decide(shown, { Action: 'return', Digest: shown.Digest, Reason: 'Another account.' }, 'second');
  await edit({ ClientNumber, AccountNumber: 62820000001 }, 'deputy');
  assert.equal(await app.statusOf(ContractSequence), 'SENT_BACK');
  await app.edit(ContractSequence, { PaymentAmount: 101 });
  assert.equal(await app.release(ContractSequence, 'deputy'), '400 OWN_WORK');
  assert.equal(await app.release(ContractSequence, 'second'), '200');
});

test('what waits is shown to those who may read the records, and to no other', async () => {
  await app.kinds('bank_details', 'cancel');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: 62830000001 });
  const record = await app.changeOf(ClientNumber);
  assert.ok(record);
  const headers = { authorization: `Bearer ${app.tokenOf('payer')}` };
  const at = (path: string) => fetch(`${app.service.origin}/approvals/1001${path}`, { headers });
  assert.equal((await at(`/${record.ApprovalSequence}`)).status, 404);
  const list = (await (await at('')).json()) as { Approvals: { Kind: string }[] };
  assert.ok(list.Approvals.every((it) => it.Kind === 'PAYOUTS'));
});
