import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fieldOf } from '#contract/fields.ts';
import type { Input } from '#contract/operations.ts';
import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import type { Clock } from '#service/base/clock.ts';
import { testService, type Answer, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let now: DateTimeText = '2026-03-10 09:00';
const clock: Clock = {
  now: (daysAhead = 0) => addDays(dateOf(now), daysAhead) + now.slice(10),
  today: (daysAhead = 0) => dateOf(clock.now(daysAhead)),
};
let service: TestService;
before(async () => void (service = await testService({ clock })));
after(() => service.close());

const range = { StartDate: '2026-03-01 00:00', EndDate: '2026-12-31 23:59' };

interface Row {
  ChangeDate?: string;
  ChangeType?: string;
  FieldChanged?: string;
  OldValue?: string | null;
  NewValue?: string | null;
}

function valueOf(field: string, text: string): unknown {
  const kind = fieldOf(field)?.input;
  return kind === 'integer' || kind === 'amount' || kind === 'rate' ? Number(text) : text;
}

/** The terms on a day, from the change report alone. */
function rebuilt(rows: readonly Row[], day: string): Record<string, unknown> {
  const terms: Record<string, unknown> = {};
  for (const { ChangeDate = '', FieldChanged = '', NewValue } of rows) {
    if (ChangeDate > `${day} 23:59` || FieldChanged.includes('[')) continue;
    if (NewValue) terms[FieldChanged] = valueOf(FieldChanged, NewValue);
    else delete terms[FieldChanged];
  }
  return terms;
}

const numbers = ['ClientNumber', 'ContractNumber', 'ContractSequence'];
const termsOf = (record: object | undefined) =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([fieldName]) => !numbers.includes(fieldName)));

test('the terms of a mandate on any past day can be rebuilt from the mandate change report', async () => {
  await service.call('clientCreate', client('T-1'));
  const full = {
    ...mandate('2026-03-10', 'T-1', 'A'),
    AdjustmentCategory: 'A',
    AdjustmentRate: 5.5,
    FirstCollectionDate: '2026-03-20 00:00',
    FirstCollectionAmount: 1000000.07,
    MaximumAmount: 2000000,
  };
  const created = await service.call('mandateCreate', full);
  const ContractSequence = created.successful[0]?.ContractSequence;
  assert.ok(ContractSequence, created.text);
  const current = async () => termsOf((await service.call('mandateList', { ContractSequence })).records[0]);
  const onDays: [string, Record<string, unknown>][] = [['2026-03-10', await current()]];
  const edits: [string, Input<'mandateEdit'>][] = [
    ['2026-03-12', { InstalmentAmount: 999.5, TrackingCode: '03' }],
    ['2026-03-13', { MaximumAmount: null, NumberOfInstalments: null, AdjustmentRate: 7.25 }],
    ['2026-03-15', { MaximumAmount: 5000000, CollectionDay: 1 }],
  ];
  for (const [day, edit] of edits) {
    now = `${day} 10:00`;
    const edited: Answer<'mandateEdit'> = await service.call('mandateEdit', { ContractSequence, ...edit });
    assert.equal(edited.successful.length, 1, edited.text);
    onDays.push([day, await current()]);
  }
  const { records } = await service.call('mandateChangeReport', { ...range, ContractSequence });
  for (const [day, terms] of onDays) assert.deepEqual(rebuilt(records, day), terms, day);
  assert.deepEqual(rebuilt(records, '2026-03-09'), {});

  // The contract's report has its creation only; the terms are in the mandate's.
  const ofContract = await service.call('contractChangeReport', { ...range, ContractSequence });
  assert.deepEqual(
    ofContract.records.filter((it) => !it.FieldChanged?.includes('[')).map((it) => [it.ChangeType, it.FieldChanged]),
    [['CREATE', 'Status']],
  );
});

test('creating a contract without a mandate, an instalment or a payout logs all its fields', async () => {
  now = '2026-03-16 09:00';
  await service.call('clientCreate', client('T-2'));
  const contract = {
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: '2026-04-01 00:00',
    InstalmentAmount: 10.05,
    NumberOfInstalments: 3,
    CTCPercentage: 2.5,
    TrackingCode: '03',
  };
  const created = await service.call('contractCreate', { ClientNumber: 'T-2', ContractNumber: 'C', ...contract });
  const ContractSequence = created.successful[0]?.ContractSequence;
  assert.ok(ContractSequence, created.text);
  const instalment = {
    InstalmentActionDate: '2026-05-05 00:00',
    InstalmentAmount: 5.5,
    TrackingCode: '12',
    DebitSequenceType: 'OOFF',
    CTCAmount: 0.25,
  };
  const added = await service.call('instalmentCreate', { ContractSequence, ...instalment });
  assert.equal(added.successful.length, 1, added.text);
  const { records } = await service.call('contractChangeReport', { ...range, ContractSequence });
  assert.deepEqual(rebuilt(records, '2026-03-16'), { Status: 'ACTIVE', ...contract });
  const logged = records.flatMap(({ FieldChanged = '', NewValue }) => {
    const [, name] = /^(.*)\[4\]$/.exec(FieldChanged) ?? [];
    return name && NewValue ? [[name, valueOf(name, NewValue)] as const] : [];
  });
  assert.deepEqual(Object.fromEntries(logged), instalment);

  const payout = {
    PaymentStartDate: '2026-03-20 00:00',
    PaymentAmount: 50.25,
    NumberOfPayments: 2,
    FrequencyCode: 'MNTH',
    PaymentIndicator: 'CLAIM',
  };
  const paid = await service.call('payoutContractCreate', { ClientNumber: 'T-2', ContractNumber: 'P', ...payout });
  const sequence = paid.successful[0]?.ContractSequence;
  assert.ok(sequence, paid.text);
  const ofPayout = await service.call('contractChangeReport', { ...range, ContractSequence: sequence });
  assert.deepEqual(rebuilt(ofPayout.records, '2026-03-16'), payout);
  const ofPayment = await service.call('payoutPaymentChangeReport', {
    ...range,
    ContractSequence: sequence,
    PaymentSequence: 2,
  });
  assert.deepEqual(rebuilt(ofPayment.records, '2026-03-16'), {
    PaymentDate: '2026-04-20 00:00',
    PaymentAmount: 50.25,
    PaymentIndicator: 'CLAIM',
  });
});
