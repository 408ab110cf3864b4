import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '#rules/calendar.ts';
import { testService, type Answer, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const there = { product: 'DEBICHECK' };
const today = () => service.clock.today();

/** Creates a mandate; one of type TT2 on DebiCheck awaits approval. */
async function capture(number: string, TransactionType: string | null = 'TT2', { product } = there): Promise<number> {
  await service.call('clientCreate', client(number), { product });
  const item = { ...mandate(today(), number, 'A'), TransactionType };
  const answer = await service.call('mandateCreate', item, { product });
  const sequence = answer.successful[0]?.ContractSequence;
  assert.ok(sequence, answer.text);
  return sequence;
}

const statusOf = async (ContractSequence: number, { product } = there) =>
  (await service.call('mandateList', { ContractSequence }, { product })).records[0]?.MandateStatusCode;

const instalmentsOf = async (ContractSequence: number) =>
  (await service.call('instalmentList', { ContractSequence }, there)).records;

const end = (ContractSequence: number) => ({
  ContractSequence,
  CancelReason: 'MICN',
  CancelDate: `${today()} 00:00`,
});

type Refused = Pick<Answer<'mandateInitiateEdit'>, 'failed'>;
const faults = ({ failed }: Refused) => failed.map((it) => [it.Errors[0]?.Field, it.Errors[0]?.Code]);

test('an edited initiated mandate changes its instalments and stays initiated', async () => {
  const sequence = await capture('D-1');
  assert.equal(await statusOf(sequence), 'PENDING');
  const edited = await service.call(
    'mandateInitiateEdit',
    { ClientNumber: 'D-1', ContractNumber: 'A', InstalmentAmount: 1500.5, NumberOfInstalments: 6, TrackingCode: null },
    there,
  );
  assert.deepEqual(edited.successful, [
    {
      ClientNumber: 'D-1',
      ContractNumber: 'A',
      ContractSequence: sequence,
      FrequencyCode: 'MNTH',
      CollectionDay: 25,
      InstalmentAmount: 1500.5,
      NumberOfInstalments: 6,
    },
  ]);
  assert.equal(await statusOf(sequence), 'PENDING');
  const scheduled = (await instalmentsOf(sequence)).filter((it) => it.InstalmentStatus === 'SCHEDULED');
  assert.deepEqual(
    scheduled.map((it) => it.InstalmentAmount),
    Array.from({ length: 6 }, () => 1500.5),
  );
  const range = { StartDate: `${addDays(today(), -1)} 00:00`, EndDate: `${addDays(today(), 1)} 23:59` };
  const report = await service.call('mandateChangeReport', { ...range, ContractSequence: sequence }, there);
  assert.deepEqual(
    report.records
      .filter((it) => it.ChangeType !== 'CREATE' || it.FieldChanged === 'MandateStatusCode')
      .map((it) => [it.ChangeType, it.FieldChanged, it.OldValue, it.NewValue]),
    [
      ['CREATE', 'MandateStatusCode', '', 'PENDING'],
      ['EDIT', 'InstalmentAmount', '1234.56', '1500.50'],
      ['EDIT', 'TrackingCode', '14', ''],
      ['EDIT', 'NumberOfInstalments', '12', '6'],
    ],
  );
});

test('deleting an initiated mandate cancels it and its scheduled instalments', async () => {
  const sequence = await capture('D-2');
  const cancelled = await service.call('mandateInitiateCancel', end(sequence), there);
  assert.deepEqual(cancelled.successful, [{ ContractSequence: sequence, ClientNumber: 'D-2', ContractNumber: 'A' }]);
  assert.equal(await statusOf(sequence), 'CANCELLED');
  assert.ok((await instalmentsOf(sequence)).every((it) => it.InstalmentStatus === 'CANCELLED'));
  assert.deepEqual(faults(await service.call('mandateInitiateCancel', end(sequence), there)), [
    [undefined, 'NOT_PENDING'],
  ]);
});

test('refuses and keeps a mandate that is not initiated; the other items of the batch are processed', async () => {
  const pending = await capture('D-3');
  const active = await capture('D-4', 'TT1');
  const eft = await capture('D-5', 'TT2', { product: 'EFT' });
  assert.equal(await statusOf(eft, { product: 'EFT' }), 'ACTIVE', 'on EFT nobody is asked');
  const plain = await service.call(
    'contractCreate',
    {
      ClientNumber: 'D-3',
      ContractNumber: 'B',
      FrequencyCode: 'MNTH',
      CollectionDay: 1,
      InstalmentStartDate: `${addDays(today(), 40)} 00:00`,
      InstalmentAmount: 10,
      NumberOfInstalments: 1,
    },
    there,
  );
  const contract = plain.successful[0]?.ContractSequence ?? 0;
  const to = (ContractSequence: number) => ({ ContractSequence, InstalmentAmount: 77 });
  const answer = await service.call(
    'mandateInitiateEdit',
    [
      to(active),
      to(pending),
      to(contract),
      to(eft),
      to(1),
      { InstalmentAmount: 77 },
      { ...to(pending), ClientNumber: 'D-4' },
      { ...to(pending), InstalmentAmount: null },
    ],
    there,
  );
  assert.deepEqual(
    answer.successful.map((it) => [it.ContractSequence, it.InstalmentAmount]),
    [[pending, 77]],
  );
  assert.deepEqual(faults(answer), [
    [undefined, 'NOT_PENDING'],
    [undefined, 'NOT_FOUND'],
    ['ContractSequence', 'NOT_FOUND'],
    ['ContractSequence', 'NOT_FOUND'],
    [undefined, 'IDENTIFICATION_REQUIRED'],
    ['ClientNumber', 'IDENTIFICATION_DISAGREES'],
    ['InstalmentAmount', 'REQUIRED'],
  ]);
  assert.deepEqual(
    new Set((await instalmentsOf(active)).map((it) => it.InstalmentAmount)),
    new Set([mandate(today(), '', '').InstalmentAmount]),
  );
  assert.deepEqual(faults(await service.call('mandateInitiateCancel', end(active), there)), [
    [undefined, 'NOT_PENDING'],
  ]);
  assert.equal(await statusOf(active), 'ACTIVE');
});

test('a DebiCheck mandate awaits approval, unless its type gets it at once', async () => {
  assert.equal(await statusOf(await capture('D-41', null)), 'PENDING');
  assert.equal(await statusOf(await capture('D-42', 'OTHER')), 'PENDING');
  assert.equal(await statusOf(await capture('D-43', 'TT1')), 'ACTIVE');
  assert.equal(await statusOf(await capture('D-44', 'TT3')), 'ACTIVE');
  const eft = await capture('D-45', null, { product: 'EFT' });
  assert.equal(await statusOf(eft, { product: 'EFT' }), 'ACTIVE');
});

test('refuses MICN for an active mandate, and a cancel date in the past', async () => {
  const active = await capture('D-46', 'TT1');
  const asRequest = await service.call('mandateCancel', end(active), there);
  assert.deepEqual(faults(asRequest), [['CancelReason', 'NOT_PENDING']]);
  const past = { CancelDate: `${addDays(today(), -2)} 23:59` };
  const inThePast = await service.call('mandateCancel', { ...end(active), CancelReason: 'MD17', ...past }, there);
  assert.deepEqual(faults(inThePast), [['CancelDate', 'IN_THE_PAST']]);
  assert.equal(await statusOf(active), 'ACTIVE');
  const pending = await capture('D-47');
  const deleted = await service.call('mandateInitiateCancel', { ...end(pending), ...past }, there);
  assert.deepEqual(faults(deleted), [['CancelDate', 'IN_THE_PAST']]);
  assert.equal(await statusOf(pending), 'PENDING');
});

test('a delete without identification, reason or date is a bad request; a reason must be in the lookup', async () => {
  const sequence = await capture('D-6');
  const { ContractSequence, ...rest } = end(sequence);
  const without = async (query: object) => (await service.call('mandateInitiateCancel', query as never, there)).status;
  assert.equal(await without(rest), 400);
  assert.equal(await without({ ...rest, ClientNumber: 'D-6' }), 400);
  assert.equal(await without({ ContractSequence, CancelReason: 'MICN' }), 400);
  assert.equal(await without({ ContractSequence, CancelDate: rest.CancelDate }), 400);
  const unknown = await service.call('mandateInitiateCancel', { ...end(sequence), CancelReason: 'MD16' }, there);
  assert.deepEqual(faults(unknown), [['CancelReason', 'NOT_IN_LOOKUP']]);
  assert.equal(await statusOf(sequence), 'PENDING');
});

test('the mandate calls accept an initiated mandate as well', async () => {
  const sequence = await capture('D-7');
  const edited = await service.call('mandateEdit', { ContractSequence: sequence, InstalmentAmount: 5 }, there);
  assert.equal(edited.successful[0]?.InstalmentAmount, 5);
  assert.equal(await statusOf(sequence), 'PENDING');
  assert.equal((await service.call('mandateCancel', end(sequence), there)).successful.length, 1);
  assert.equal(await statusOf(sequence), 'CANCELLED');
});

test('without the payer’s approval nothing is collected, whatever the cancel date', async () => {
  const ContractSequence = await capture('D-99');
  const answer = await service.call(
    'mandateCancel',
    { ...end(ContractSequence), CancelDate: '2099-01-01 00:00' },
    there,
  );
  assert.equal(answer.successful.length, 1, answer.text);
  const left = (await instalmentsOf(ContractSequence)).map((it) => it.InstalmentStatus);
  assert.deepEqual([...new Set(left)], ['CANCELLED']);
});
