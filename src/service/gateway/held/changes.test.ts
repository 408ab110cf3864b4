import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Entry } from '#service/audit/entry.ts';
import type { Answer } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { startHeldGateway, type HeldUser } from './testing.ts';

/** Changes that need a second person in front of a provider: nothing leaves before the release, and what leaves is what was shown. */

let app: Awaited<ReturnType<typeof startHeldGateway>>;
before(async () => void (app = await startHeldGateway()));
after(() => app?.close());

let count = 0;
const account = () => 62900000000 + ++count;
async function newClient() {
  const ClientNumber = `H-${++count}`;
  await app.gateway.bank.call('clientCreate', client(ClientNumber));
  return ClientNumber;
}
const clientOf = async (ClientNumber: string) =>
  (await app.gateway.bank.call('clientList', { ClientNumber })).records[0];
const edit = async (
  item: { ClientNumber: string } & Record<string, unknown>,
  user: HeldUser = 'clerk',
  headers: Record<string, string> = {},
) => app.gateway.front.call('clientEdit', item, { ...(await app.as(user)), headers });
const codesOf = ({ failed }: Pick<Answer<'clientEdit'>, 'failed'>) => failed.map((it) => it.Errors[0]?.Code);
const waits = ['AWAITING_RELEASE'];
const returned = { Action: 'return', Reason: 'Not confirmed by phone.' };
const passedOf = (words: string) =>
  app.gateway.wire.passed.filter(({ body, path }) => `${path} ${body}`.includes(words));

/** The next change with these words: as with a token that the provider does not take, which proves that nothing was done. */
function refuseOnce(words: string) {
  app.gateway.wire.fail('401', `"${words}"`);
  app.gateway.wire.fail('401', `"${words}"`);
}

async function newMandate() {
  const ClientNumber = await newClient();
  const { bank } = app.gateway;
  const made = await bank.call('mandateCreate', {
    ...mandate(bank.clock.today(), ClientNumber, 'M'),
    NumberOfInstalments: 3,
  });
  return { ClientNumber, ContractSequence: Number(made.successful[0]?.ContractSequence) };
}
const cancelAll = async (ContractSequence: number, user: HeldUser = 'clerk') =>
  app.gateway.front.call('omniInstalmentCancel', { ContractSequence }, await app.as(user));
const statusesOf = async (ContractSequence: number) =>
  (await app.gateway.bank.call('omniInstalmentList', { ContractSequence })).records.map((it) => it.Status).join(' ');

async function entriesOf(ClientNumber: string): Promise<Entry[]> {
  const rows = await app.gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence');
  return rows
    .map(({ entry }) => JSON.parse(entry) as Entry)
    .filter(({ Targets }) => Targets?.some((it) => it.ClientNumber === ClientNumber));
}

test('changed bank details are at this server until another person releases them, and then go to the provider once', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  const AccountNumber = account();
  const answer = await edit({ ClientNumber, AccountNumber, ClientName: 'Redirected' });
  assert.deepEqual([answer.status, codesOf(answer), passedOf(`${AccountNumber}`).length], [200, waits, 0]);
  assert.equal((await clientOf(ClientNumber))?.AccountNumber, 62001234567);
  const shown = (await app.waiting(ClientNumber)) ?? assert.fail();
  assert.deepEqual(
    [shown.Kind, shown.PreparedBy, shown.Payee, shown.MayDecide, answer.failed[0]?.Errors[0]?.ApprovalSequence],
    ['BANK_DETAILS', 'The clerk', 'Thandi Mokoena', true, shown.ApprovalSequence],
  );
  const fields = shown.Change?.Fields ?? [];
  assert.deepEqual(
    fields.find((it) => it.Field === 'ClientName'),
    { Field: 'ClientName', Old: 'Thandi Mokoena', New: 'Redirected' },
  );
  const number = fields.find((it) => it.Field === 'AccountNumber');
  assert.match(`${number?.Old} ${number?.New}`, /^…4567 \(\w+\) …\d{4} \(\w+\)$/);
  assert.doesNotMatch(JSON.stringify(shown), /62\d{9}/);

  assert.equal(await app.decide(shown, 'manager'), '200');
  const ended = await app.ended(shown);
  assert.deepEqual([ended.Decision, ended.DecidedBy, ended.Outcome?.State], ['RELEASED', 'The manager', 'ACCEPTED']);
  assert.deepEqual(ended.Change?.Fields, shown.Change?.Fields);
  const [told, ...others] = await app.ofRecord('BANK_DETAILS', `ClientNumber=${ClientNumber}`);
  assert.deepEqual(
    [told?.Decision, told?.PreparedBy, told?.DecidedBy, told?.Fields, told?.Outcome?.State, others.length],
    ['RELEASED', 'The clerk', 'The manager', shown.Change?.Fields, 'ACCEPTED', 0],
  );
  const stored = await clientOf(ClientNumber);
  assert.deepEqual([stored?.AccountNumber, stored?.ClientName], [AccountNumber, 'Redirected']);
  assert.equal(passedOf(`${AccountNumber}`).length, 1);
  assert.deepEqual(
    (await entriesOf(ClientNumber)).map(({ Action, Actor, Outcome }) => [Action, Actor.Id, Outcome]),
    [
      ['clientEdit', 'clerk', 'partly'],
      ['approval.release', 'manager', 'done'],
      ['clientEdit', 'clerk', 'asked'],
      ['clientEdit', 'clerk', 'done'],
    ],
  );
  const kept = await app.gateway.rows('select from held_item where content is not null and state <> $1', ['WAITING']);
  assert.deepEqual(kept, [], 'no account number is kept once it is settled');
  assert.deepEqual((await edit({ ClientNumber, AccountNumber })).failed, [], 'nothing changes any more');
});

test('other fields go at once, the same content finds the same request, and other content replaces it', async () => {
  await app.rule('bank_details', 'cancel');
  const ClientNumber = await newClient();
  assert.equal((await edit({ ClientNumber, CellphoneNumber: '0825550199' })).successful.length, 1);
  assert.equal((await edit({ ClientNumber, AccountNumber: 62001234567 })).successful.length, 1, 'sent back as read');
  const [one, two] = [account(), account()];
  await edit({ ClientNumber, AccountNumber: one });
  const first = await app.waiting(ClientNumber);
  const again = await edit({ ClientNumber, AccountNumber: one });
  assert.equal(again.failed[0]?.Errors[0]?.ApprovalSequence, first?.ApprovalSequence);
  await edit({ ClientNumber, AccountNumber: two }, 'program');
  const second = await app.waiting(ClientNumber);
  assert.notEqual(second?.ApprovalSequence, first?.ApprovalSequence);
  assert.equal(await app.decide(first, 'manager'), '400 CHANGED');
  // The details that are in force take it back.
  await edit({ ClientNumber, AccountNumber: 62001234567 });
  assert.equal(await app.waiting(ClientNumber), undefined);
  assert.equal(await app.decide(second, 'manager'), '400 CHANGED');
  assert.equal((await clientOf(ClientNumber))?.AccountNumber, 62001234567);
});

test('it is released or returned by no one who sent it, by no program and by nobody without the permission', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  const item = { ClientNumber, AccountNumber: account() };
  await edit(item, 'program');
  await edit(item, 'deputy');
  const shown = await app.waiting(ClientNumber, 'deputy');
  assert.deepEqual([shown?.IsOwn, shown?.MayDecide], [true, false]);
  assert.equal(await app.decide(shown, 'deputy'), '400 OWN_WORK');
  assert.equal(await app.decide(shown, 'deputy', returned), '400 OWN_WORK');
  for (const user of ['clerk', 'reader', 'program'] as const)
    assert.equal(await app.decide(shown, user), '401 NOT_PERMITTED', user);
  assert.equal(await app.decide(shown, 'second', { Digest: undefined }), '400 CHANGED');
  assert.equal(await app.decide(shown, 'second'), '200');
});

test('a release is for what was shown: a record that changed at the provider since is read again', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: account(), ClientName: 'Ours' });
  const shown = await app.waiting(ClientNumber);
  await app.gateway.bank.call('clientEdit', { ClientNumber, ClientName: 'Theirs' });
  assert.equal(await app.decide(shown, 'manager'), '400 CHANGED');
  assert.equal(await app.decide(await app.waiting(ClientNumber), 'manager'), '200');
});

test('of two who release at once one does, and it leaves once', async () => {
  await app.rule('bank_details');
  for (let turn = 0; turn < 4; turn++) {
    const ClientNumber = await newClient();
    const AccountNumber = account();
    await edit({ ClientNumber, AccountNumber });
    const shown = await app.waiting(ClientNumber);
    const results = await Promise.all([app.decide(shown, 'manager'), app.decide(shown, 'second')]);
    assert.deepEqual(results.toSorted(), ['200', '400 NOT_PENDING']);
    await app.ended(shown ?? assert.fail());
    assert.equal(passedOf(`${AccountNumber}`).length, 1);
  }
});

test('a returned one never leaves, and its sender is told why', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  const AccountNumber = account();
  await edit({ ClientNumber, AccountNumber });
  const shown = await app.waiting(ClientNumber);
  assert.equal(await app.decide(shown, 'manager', { Action: 'return' }), '400 REQUIRED');
  assert.equal(await app.decide(shown, 'manager', returned), '200');
  const kept = await app.view(shown?.ApprovalSequence ?? 0, 'clerk');
  assert.deepEqual([kept.Decision, kept.ReturnReason, kept.Outcome], ['RETURNED', returned.Reason, null]);
  const [told] = await app.ofRecord('BANK_DETAILS', `ClientNumber=${ClientNumber}`);
  assert.deepEqual(
    [told?.Decision, told?.DecidedBy, told?.ReturnReason, told?.Outcome],
    ['RETURNED', 'The manager', returned.Reason, null],
  );
  assert.equal(await app.decide(shown, 'second'), '400 NOT_PENDING');
  assert.equal(passedOf(`${AccountNumber}`).length, 0);
});

test('what the provider refuses goes back with its reason, and can be sent again', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  const item = { ClientNumber, AccountNumber: account(), EMail: 'nobody' };
  await edit(item);
  const shown = await app.waiting(ClientNumber);
  assert.equal(await app.decide(shown, 'manager'), '200');
  const ended = await app.ended(shown ?? assert.fail());
  assert.equal(ended.Outcome?.State, 'REFUSED');
  assert.match(ended.Outcome?.Note ?? '', /mail/i);
  assert.deepEqual(codesOf(await edit(item)), waits);
  assert.notEqual((await app.waiting(ClientNumber))?.ApprovalSequence, shown?.ApprovalSequence);
});

test('an answer that is lost leaves it unknown until the provider is read, and it is not sent twice', async () => {
  await app.rule('bank_details');
  for (const [fault, state] of [
    ['cut after', 'ACCEPTED'],
    ['500 after', 'ACCEPTED'],
    ['cut before', 'NOT_STORED'],
  ] as const) {
    const ClientNumber = await newClient();
    const AccountNumber = account();
    await edit({ ClientNumber, AccountNumber });
    const shown = await app.waiting(ClientNumber);
    app.gateway.wire.fail(fault, `"${ClientNumber}"`);
    assert.equal(await app.decide(shown, 'manager'), '200');
    assert.equal((await app.ended(shown ?? assert.fail())).Outcome?.State, state, fault);
    assert.equal((await clientOf(ClientNumber))?.AccountNumber, state === 'ACCEPTED' ? AccountNumber : 62001234567);
    assert.ok(passedOf(`${AccountNumber}`).length <= 1);
  }
});

test('what a colleague sets meanwhile makes it unclear, which its preparer does not hide', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: account(), ClientName: 'Ours' });
  const shown = await app.waiting(ClientNumber);
  const { wire, bank } = app.gateway;
  wire.fail('cut after', `"${ClientNumber}"`, () => bank.call('clientEdit', { ClientNumber, ClientName: 'Theirs' }));
  assert.equal(await app.decide(shown, 'manager'), '200');
  assert.equal((await app.ended(shown ?? assert.fail())).Outcome?.State, 'UNCLEAR');
  assert.deepEqual(codesOf(await edit({ ClientNumber, AccountNumber: account() })), ['UNSETTLED']);
});

test('while the provider refuses this server it goes later, and until then the release can be taken back', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  const AccountNumber = account();
  await edit({ ClientNumber, AccountNumber });
  const shown = await app.waiting(ClientNumber);
  refuseOnce(ClientNumber);
  assert.equal(await app.decide(shown, 'manager'), '200');
  const released = await app.view(shown?.ApprovalSequence ?? 0);
  assert.equal(released.Outcome?.State, 'RELEASED');
  assert.equal((await edit({ ClientNumber, AccountNumber: account() })).failed[0]?.Errors[0]?.Code, 'UNSETTLED');
  assert.equal(await app.decide(released, 'second', { Action: 'withdraw' }), '200');
  assert.equal((await app.view(released.ApprovalSequence)).Decision, null);
  assert.equal(await app.decide(released, 'second', { Action: 'withdraw' }), '400 NOT_SCHEDULED');
  assert.equal(passedOf(`${AccountNumber}`).length, 0);
  assert.equal(await app.decide(await app.waiting(ClientNumber), 'second'), '200');
  assert.equal((await app.ended(released)).Outcome?.State, 'ACCEPTED');
  assert.equal(passedOf(`${AccountNumber}`).length, 1);
});

test('what changes at the provider between the release and the sending waits again, as does what its preparer may not send any more', async () => {
  await app.rule('bank_details');
  const { bank, front } = app.gateway;
  const { schema } = front.database;
  const again = () => schema.query('update held_item set next_try = now() where next_try is not null');
  const [one, two] = [await newClient(), await newClient()];
  const released = [];
  for (const [ClientNumber, user] of [
    [one, 'clerk'],
    [two, 'leaver'],
  ] as const) {
    await edit({ ClientNumber, AccountNumber: account(), ClientName: 'Ours' }, user);
    const shown = await app.waiting(ClientNumber);
    refuseOnce(ClientNumber);
    assert.equal(await app.decide(shown, 'manager'), '200');
    released.push(shown ?? assert.fail());
  }
  await bank.call('clientEdit', { ClientNumber: one, ClientName: 'Theirs' });
  await schema.query(`update sign_in.person set disabled = true where username = 'leaver'`);
  for (const { ApprovalSequence } of released)
    await until(async () => {
      await again();
      return (await app.view(ApprovalSequence)).Decision === null;
    });
  const [changed, gone] = [await app.waiting(one), await app.waiting(two)];
  assert.match(`${changed?.Outcome?.Note} ${gone?.Outcome?.Note}`, /has changed since the release.* may no longer/);
  assert.equal((await clientOf(one))?.ClientName, 'Theirs');
  assert.equal(await app.decide(changed, 'manager'), '200');
  assert.equal((await app.ended(changed ?? assert.fail())).Outcome?.State, 'ACCEPTED');
  assert.equal(await app.decide(gone, 'manager'), '400 NOT_PERMITTED');
  assert.equal(await app.decide(gone, 'manager', returned), '200');
});

test('the cancel of all that remains waits and is sent as it was shown, however its contract is named', async () => {
  await app.rule('cancel');
  const { front, bank } = app.gateway;
  const { ClientNumber, ContractSequence } = await newMandate();
  assert.deepEqual(codesOf(await cancelAll(ContractSequence)), waits);
  assert.equal(await statusesOf(ContractSequence), 'SCHEDULED SCHEDULED SCHEDULED');
  const first = await app.waiting(ClientNumber);
  assert.deepEqual(
    [first?.Kind, first?.Count, first?.ContractNumber, first?.ContractSequence, first?.Change?.Instalments.length],
    ['CANCEL', 3, 'M', ContractSequence, 3],
  );
  const end = { CancelReason: 'MD17', CancelDate: `${bank.clock.today()} 00:00` };
  const replaced = await front.call(
    'mandateCancel',
    { ClientNumber, ContractNumber: 'M', ...end },
    await app.as('clerk'),
  );
  assert.deepEqual(codesOf(replaced), waits);
  assert.equal(await app.decide(first, 'manager'), '400 CHANGED');
  const second = await app.waiting(ClientNumber);
  assert.deepEqual([second?.Change?.Operation, second?.Change?.CancelReason], ['mandateCancel', 'MD17']);
  assert.equal(await app.decide(second, 'manager'), '200');
  // The first content was replaced, which no one decided.
  const waiting = await app.ofRecord('CANCEL', `ContractSequence=${ContractSequence}`);
  assert.deepEqual(
    waiting.map((it) => it.ApprovalSequence),
    [second?.ApprovalSequence],
  );
  assert.equal((await app.ended(second ?? assert.fail())).Outcome?.State, 'ACCEPTED');
  assert.equal(await statusesOf(ContractSequence), 'CANCELLED CANCELLED CANCELLED');
  for (const query of [`ContractSequence=${ContractSequence}`, `ClientNumber=${ClientNumber}&ContractNumber=M`])
    assert.deepEqual(
      (await app.ofRecord('CANCEL', query)).map((it) => [it.Decision, it.DecidedBy, it.Fields, it.Outcome?.State]),
      [['RELEASED', 'The manager', [], 'ACCEPTED']],
      query,
    );

  const other = await newMandate();
  const single = { ContractSequence: other.ContractSequence, InstalmentSequence: 1 };
  assert.equal(
    (await front.call('omniInstalmentCancel', single, await app.as('clerk'))).successful.length,
    1,
    'one alone',
  );
});

test('the same key gets the same answer, the others of a batch go, and what the provider does not show is refused', async () => {
  await app.rule('bank_details');
  const [ClientNumber, other] = [await newClient(), await newClient()];
  const headers = { 'idempotency-key': randomUUID() };
  const items = [
    { ClientNumber, AccountNumber: account() },
    { ClientNumber: other, ClientName: 'Renamed' },
    { ClientNumber: 'NOBODY', BankCode: 1 },
  ];
  const { front } = app.gateway;
  const how = { ...(await app.as('clerk')), headers };
  const answer = await front.call('clientEdit', items, how);
  assert.deepEqual([answer.successful.length, codesOf(answer)], [1, [...waits, 'NOT_FOUND']]);
  assert.equal((await front.call('clientEdit', items, how)).text, answer.text);
  const shown = await app.waiting(ClientNumber);
  const key = randomUUID();
  const alone = await edit({ ClientNumber, AccountNumber: account() }, 'clerk', { 'idempotency-key': key });
  assert.equal(await app.decide(shown, 'manager'), '400 CHANGED');
  assert.equal(await app.decide(await app.waiting(ClientNumber), 'manager'), '200');
  await until(async () => (await app.listed('decided'))[0]?.Outcome?.State === 'ACCEPTED');
  const now = (await clientOf(ClientNumber))?.AccountNumber;
  const repeated = await edit({ ClientNumber, AccountNumber: now }, 'clerk', { 'idempotency-key': key });
  assert.equal(repeated.text, alone.text, 'also once it was released');
});

test('a changed rule touches new changes only, and what then needs nobody takes back what waits', async () => {
  await app.rule('bank_details');
  const [one, two] = [await newClient(), await newClient()];
  const [first, second] = [account(), account()];
  await edit({ ClientNumber: one, AccountNumber: first });
  await edit({ ClientNumber: two, AccountNumber: second });
  await app.rule();
  assert.equal((await clientOf(one))?.AccountNumber, 62001234567);
  assert.equal(await app.decide(await app.waiting(one), 'manager'), '200');
  const waiting = await app.waiting(two);
  assert.equal((await edit({ ClientNumber: two, AccountNumber: second })).successful.length, 1);
  assert.equal(await app.decide(waiting, 'manager'), '400 CHANGED');
});

test('what this server itself cannot read is its own error, not the provider’s', async () => {
  await app.rule('bank_details');
  const ClientNumber = await newClient();
  await edit({ ClientNumber, AccountNumber: account() });
  const waiting = await app.waiting(ClientNumber);
  const { schema } = app.gateway.front.database;
  await schema.query('update held_item set content = null where approval_sequence = $1', [waiting?.ApprovalSequence]);
  assert.equal(await app.decide(waiting, 'manager'), '500 INTERNAL');
});

test('while the provider cannot be read, what waits is listed and shown as it came, and returned, but not released', async () => {
  await app.rule('bank_details', 'cancel');
  const [ClientNumber, other] = [await newClient(), await newMandate()];
  await edit({ ClientNumber, AccountNumber: account(), ClientName: 'Redirected' });
  await cancelAll(other.ContractSequence);
  const [bank, cancel] = await Promise.all([app.waiting(ClientNumber), app.waiting(other.ClientNumber)]);
  if (!bank || !cancel) return assert.fail();
  assert.equal(bank.IsUnread, undefined);
  const away = (words: string) => app.gateway.wire.failRead('503', words);
  away(ClientNumber);
  const unread = await app.view(bank.ApprovalSequence);
  assert.deepEqual(
    [unread.IsUnread, unread.Payee, unread.Change?.Fields.map(({ Field, Old }) => [Field, Old])],
    [
      true,
      'Thandi Mokoena',
      [
        ['ClientName', null],
        ['AccountNumber', null],
      ],
    ],
  );
  away(`${other.ContractSequence}`);
  const unreadCancel = await app.view(cancel.ApprovalSequence);
  assert.deepEqual([unreadCancel.Count, unreadCancel.Sum, unreadCancel.Change?.Instalments], [3, cancel.Sum, []]);
  assert.ok((await app.listed()).some((it) => it.ApprovalSequence === bank.ApprovalSequence));
  away(ClientNumber);
  assert.equal(await app.decide(unread, 'manager'), '503 PROVIDER_AWAY');
  away(`${other.ContractSequence}`);
  assert.equal(await app.decide(unreadCancel, 'manager', returned), '200');
  await until(async () => !(await app.view(bank.ApprovalSequence)).IsUnread);
  assert.equal(await app.decide(unread, 'manager'), '400 CHANGED', 'what it is for was not shown');
  assert.equal(await app.decide(bank, 'manager'), '200');
});
