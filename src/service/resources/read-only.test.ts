import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Operation } from '#contract/operation.ts';
import { operations, readOnlyFields, type Input, type OperationName } from '#contract/operations.ts';
import { testService, type Answer, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';

/** A retrieved record can be sent back (docs/decisions.md, 7). */

type Item = Record<string, unknown>;

let service: TestService;
const sequences = { mandate: 0, pending: 0, contract: 0, payout: 0 };
const debiCheck = { product: 'DEBICHECK' };

before(async () => {
  service = await testService();
  const today = service.clock.today();
  for (const options of [{}, debiCheck]) await create('clientCreate', client('C-1'), options);
  // A client has every field once its bank details were changed.
  await service.call('clientEdit', { ClientNumber: 'C-1', AccountNumber: 62001234568 });
  const created = await create('mandateCreate', { ...mandate(today, 'C-1', 'M'), RMS: 'A' });
  sequences.mandate = Number(created.ContractSequence);
  const pending = { ...mandate(today, 'C-1', 'P'), TransactionType: 'TT2' };
  sequences.pending = Number((await create('mandateCreate', pending, debiCheck)).ContractSequence);
  const contract = {
    ClientNumber: 'C-1',
    ContractNumber: 'C',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    TrackingCode: '14',
    InstalmentStartDate: `${nextMonth(today)} 00:00`,
    InstalmentAmount: 250.75,
    CTCPercentage: 2.5,
  };
  sequences.contract = Number((await create('contractCreate', contract)).ContractSequence);
  const payout = await create('payoutContractCreate', {
    ClientNumber: 'C-1',
    ContractNumber: 'PO',
    PaymentAmount: 99.5,
    PaymentStartDate: `${nextMonth(today)} 07:00`,
    NumberOfPayments: 3,
    FrequencyCode: 'MNTH',
  });
  sequences.payout = Number(payout.ContractSequence);
});
after(() => service.close());

async function create<N extends OperationName>(name: N, item: Input<N>, options = {}) {
  const { successful, failed } = await service.call(name, item, options);
  assert.deepEqual(failed, [], name);
  return successful[0] as { ContractSequence?: number };
}

interface Round {
  query: () => Item;
  change: Item;
  options?: { product: string };
}

const rounds: Partial<Record<OperationName, Round>> = {
  mandateEdit: { query: () => ({ ContractSequence: sequences.mandate }), change: { InstalmentAmount: 1300.25 } },
  mandateInitiateEdit: {
    query: () => ({ ContractSequence: sequences.pending }),
    change: { InstalmentAmount: 1300.25 },
    options: debiCheck,
  },
  contractEdit: { query: () => ({ ContractSequence: sequences.contract }), change: { CollectionDay: 3 } },
  instalmentEdit: {
    query: () => ({ ContractSequence: sequences.mandate, InstalmentSequence: 2 }),
    change: { InstalmentAmount: 1400.5 },
  },
  omniInstalmentEdit: {
    query: () => ({ ContractSequence: sequences.mandate, InstalmentSequence: 3 }),
    change: { InstalmentAmount: 1500.75 },
  },
  payoutPaymentEdit: {
    query: () => ({ ContractSequence: sequences.payout, PaymentSequence: 2 }),
    change: { PaymentAmount: 88.25 },
  },
  clientEdit: { query: () => ({ ClientNumber: 'C-1' }), change: { ClientName: 'Thandiwe Mokoena' } },
};

const edits = Object.values<Operation>(operations).filter((it) => it.method === 'PUT');

test('every resource with read-only fields is tested', () => {
  assert.deepEqual(Object.keys(rounds).toSorted(), edits.map((it) => it.name).toSorted());
});

for (const it of edits) {
  const name = it.name as OperationName;
  const read = async (): Promise<Item> => {
    const { query, options } = rounds[name] as Round;
    const { records } = await service.call(it.retrieve as OperationName, query() as never, options);
    assert.equal(records.length, 1);
    return records[0] as Item;
  };
  const edit = (item: Item) => service.call(name, item as never, rounds[name]?.options);

  test(`${name}: a whole record can be sent back with one field changed`, async () => {
    const record = await read();
    const { change } = rounds[name] as Round;
    const { successful, failed } = await edit({ ...record, ...change });
    assert.deepEqual(failed, []);
    assert.equal(successful.length, 1);
    assert.deepEqual(await read(), { ...record, ...change });
  });

  test(`${name}: a read-only field is refused if it differs, and ignored if null`, async () => {
    const record = await read();
    const fieldNames = readOnlyFields(it);
    for (const fieldName of fieldNames) {
      const { failed } = await edit({ ...record, [fieldName]: 'other' });
      assert.deepEqual(
        failed.map(({ Errors }) => Errors.map(({ Field, Code }) => [Field, Code])),
        [[[fieldName, 'READ_ONLY']]],
      );
    }
    const nothing = Object.fromEntries(fieldNames.map((fieldName) => [fieldName, null]));
    assert.deepEqual((await edit({ ...record, ...nothing })).failed, []);
    assert.deepEqual(await read(), record);
    const [misspelt] = (await edit({ ...record, Misspelt: null })).failed;
    assert.deepEqual(misspelt?.Errors, [
      { Field: 'Misspelt', Code: 'UNKNOWN_WORD', Message: 'Misspelt is not a field of this call.' },
    ]);
  });
}

const write = (operation: Operation, item: Item): Promise<Answer<OperationName>> =>
  service.call(operation.name as OperationName, item as never);

test('a new record may have a read-only field only as null', async () => {
  const creates = Object.values<Operation>(operations).filter((it) => it.method === 'POST' && it.retrieve);
  assert.equal(creates.length, 7);
  const today = service.clock.today();
  const items: Partial<Record<OperationName, Item>> = {
    clientCreate: client('NEW'),
    mandateCreate: mandate(today, 'C-1', 'NEW'),
    omniInstalmentCreate: {
      ContractSequence: sequences.contract,
      CollectionDate: nextMonth(today),
      InstalmentAmount: 1,
    },
  };
  for (const it of creates) {
    const item = items[it.name as OperationName];
    if (!item) continue;
    for (const fieldName of readOnlyFields(it)) {
      const { failed } = await write(it, { ...item, [fieldName]: 1 });
      const refusals = failed.flatMap(({ Errors }) => Errors.map(({ Field, Code }) => [Field, Code]));
      assert.deepEqual(refusals, [[fieldName, 'READ_ONLY']], it.name);
    }
    const nothing = Object.fromEntries(readOnlyFields(it).map((fieldName) => [fieldName, null]));
    assert.deepEqual((await write(it, { ...item, ...nothing })).failed, [], it.name);
  }
});

test('the read-only fields of a call are the other fields of its record', () => {
  const readOnly = (name: OperationName) => readOnlyFields(operations[name]);
  assert.deepEqual(readOnly('contractCreate'), ['ContractSequence', 'CancelReason', 'CancelDate']);
  assert.deepEqual(readOnly('instalmentEdit'), ['InstalmentStatus', 'CTCAmount', 'InstalmentResult']);
  assert.deepEqual(readOnly('omniInstalmentCreate'), ['InstalmentSequence', 'Status']);
  assert.deepEqual(readOnly('mandateInitiateEdit'), ['MandateStatusCode', 'CancelReason', 'CancelDate']);
  assert.ok(readOnly('payoutContractCreate').includes('SuccessPayments'));
  assert.deepEqual(readOnly('mandateCancel'), []);
});
