import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completedRecords, normalizedRecords } from './normalize.ts';

test('words come in the type that the dictionary gives them, where nothing is lost', () => {
  const received = {
    ClientNumber: 17,
    ContractSequence: '100001',
    InstalmentAmount: '250.50',
    AccountNumber: '00123',
    NumberOfInstalments: 'many',
    EMail: { home: 'a@b' },
    TrackingYN: true,
    ContractNumber: null,
    Unknown: 5,
  };
  assert.deepEqual(normalizedRecords([received]), [
    {
      ClientNumber: '17',
      ContractSequence: 100001,
      InstalmentAmount: 250.5,
      // A number would lose its zeros.
      AccountNumber: '00123',
      NumberOfInstalments: 'many',
      EMail: '{"home":"a@b"}',
      TrackingYN: 'true',
      ContractNumber: null,
      Unknown: 5,
    },
  ]);
});

test('records within records are read the same way; what is no record is left out', () => {
  assert.deepEqual(normalizedRecords([{ Products: [{ Banks: { BankCode: '5' } }, 'EFT'], Branches: 'none' }]), [
    { Products: [{ Banks: [{ BankCode: 5 }] }], Branches: [] },
  ]);
});

test('records that are as they should be are the same objects', () => {
  const records = [{ ClientNumber: 'A', BankCode: 5, Products: [{ Product: 'EFT' }] }, {}];
  assert.equal(normalizedRecords(records), records);
});

test('where a service leaves out what is empty, a field that is missing is empty', () => {
  assert.deepEqual(completedRecords([{ ClientNumber: 'C', Loyalty: 1 }], ['ClientNumber', 'EMail']), [
    { ClientNumber: 'C', EMail: null, Loyalty: 1 },
  ]);
});

test('texts that a service pads to a fixed length are read without the padding', () => {
  assert.deepEqual(
    normalizedRecords([
      { Status: 'UNPAID          ', ClientName: ' Thandi ', InstalmentAmount: ' 250.50 ', Own: 'x ' },
    ]),
    [{ Status: 'UNPAID', ClientName: 'Thandi', InstalmentAmount: 250.5, Own: 'x' }],
  );
});
