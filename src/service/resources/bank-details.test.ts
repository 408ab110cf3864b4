import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sandboxProgram } from '#service/auth/users.ts';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
const clock = { at: '2026-03-02 09:00' };
before(async () => {
  service = await testService({ clock: { now: () => clock.at, today: () => clock.at.slice(0, 10) } });
});
after(() => service.close());

const always = { StartDate: '2026-01-01 00:00', EndDate: '2026-12-31 23:59' };
const [own, other] = [62000001111, 71000001111];

async function done(answer: Promise<{ successful: object[]; text: string }>): Promise<void> {
  const { successful, text } = await answer;
  assert.equal(successful.length, 1, text);
}

const edit = (ClientNumber: string, AccountNumber: number) =>
  done(service.call('clientEdit', { ClientNumber, AccountNumber }));

test('a payout shows the account that it went to, and the log who changed the account', async () => {
  await done(service.call('clientCreate', { ...client('B-1'), AccountNumber: own }));
  await done(
    service.call('payoutContractCreate', {
      ClientNumber: 'B-1',
      ContractNumber: 'P',
      PaymentAmount: 950_000,
      NumberOfPayments: 2,
      PaymentStartDate: '2026-03-04 00:00',
      FrequencyCode: 'WEEK',
    }),
  );
  clock.at = '2026-03-03 16:55';
  await edit('B-1', other);
  // A payment goes to the account that was stored when it was submitted in the morning, even if it is changed by noon.
  clock.at = '2026-03-04 08:01';
  await clearMerchant(service.database.pool, service.clock, '1001', service);
  await edit('B-1', own);
  clock.at = '2026-03-04 12:00';
  await clearMerchant(service.database.pool, service.clock, '1001', service);

  const named = { ClientNumber: 'B-1', ContractNumber: 'P' };
  const edits = (await service.call('contractChangeReport', { ...always, ...named })).records.filter(
    (it) => it.FieldChanged === 'AccountNumber',
  );
  const [there, back] = edits;
  assert.ok(there && back && edits.length === 2);
  assert.match(String(there.OldValue), /^…1111 \([0-9a-f]{6}\)$/);
  assert.match(String(there.NewValue), /^…1111 \([0-9a-f]{6}\)$/);
  assert.notEqual(there.OldValue, there.NewValue);
  assert.deepEqual([back.OldValue, back.NewValue], [there.NewValue, there.OldValue]);
  assert.deepEqual([there.ChangeDate, back.ChangeDate], ['2026-03-03 16:55', '2026-03-04 08:01']);

  const payments = (await service.call('payoutPaymentList', named)).records;
  assert.deepEqual(
    payments.map((it) => [it.PaymentStatus, it.PaymentAccount, it.PaymentBankCode, it.PaymentBranchCode]),
    [
      ['PAID', there.NewValue, 6, 250655],
      ['SCHEDULED', undefined, undefined, undefined],
    ],
  );
  const [contract] = (await service.call('payoutContractList', named)).records;
  assert.deepEqual(contract?.ContractPayments, payments);
  const changes = (await service.call('payoutPaymentChangeReport', { ...always, ...named })).records.filter(
    (it) => it.FieldChanged === 'PaymentAccount',
  );
  assert.deepEqual(
    changes.map((it) => [it.ChangeDate, it.PaymentSequence, it.OldValue, it.NewValue]),
    [['2026-03-04 08:00', 1, '', there.NewValue]],
  );
  for (const answer of [payments, edits, changes])
    assert.doesNotMatch(JSON.stringify(answer), new RegExp(`${own}|${other}`), 'no number in full');

  const [now] = (await service.call('clientList', { ClientNumber: 'B-1' })).records;
  assert.deepEqual(
    [now?.AccountNumber, now?.BankDetailsChangedDate, now?.BankDetailsChangedBy],
    [own, '2026-03-04 08:01', sandboxProgram.clientId],
  );
});

test('other edits set no date of a bank details change, and contracts that have ended log none', async () => {
  await done(service.call('clientCreate', client('B-2')));
  await done(service.call('mandateCreate', mandate('2026-03-04', 'B-2', 'OPEN')));
  await done(service.call('mandateCreate', mandate('2026-03-04', 'B-2', 'ENDED')));
  const ended = { ClientNumber: 'B-2', ContractNumber: 'ENDED', CancelReason: 'MD17', CancelDate: '2026-03-04 00:00' };
  await done(service.call('mandateCancel', ended));
  await done(service.call('clientEdit', { ClientNumber: 'B-2', EMail: 'new@example.com', AccountNumber: 62001234567 }));
  const [first] = (await service.call('clientList', { ClientNumber: 'B-2' })).records;
  assert.ok(first && !('BankDetailsChangedDate' in first));

  await done(service.call('clientEdit', { ClientNumber: 'B-2', BankCode: 8, BranchCode: 198765 }));
  const changes = (await service.call('contractChangeReport', { ...always, ClientNumber: 'B-2' })).records;
  assert.deepEqual(
    changes
      .filter((it) => String(it.FieldChanged).startsWith('B'))
      .map((it) => [it.ContractNumber, it.FieldChanged, it.NewValue]),
    [
      ['OPEN', 'BankCode', '8'],
      ['OPEN', 'BranchCode', '198765'],
    ],
  );
});

test('no call can read the key of the marks', async () => {
  await assert.rejects(
    inTransaction(service.database.pool, { merchant: '1001' }, (connection) =>
      connection.query('select * from sign_in.account_key'),
    ),
    /permission denied/,
  );
});
