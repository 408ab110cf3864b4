import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedFrom } from './carry.ts';

const old = {
  ContractSequence: 7,
  ClientNumber: 'C-1',
  ContractNumber: 'A',
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: '2026-03-01 00:00',
  InstalmentAmount: 100.5,
  NumberOfInstalments: 12,
  FirstCollectionDate: '2026-02-20 00:00',
  FirstCollectionAmount: 10,
  TrackingCode: null,
  MandateType: 'FIXED',
};

test('terms that lie ahead are carried as they are, the contract number and what only a mandate has are not', () => {
  const { item } = carriedFrom(old, '2026-02-01');
  assert.deepEqual(item, {
    ClientNumber: 'C-1',
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: '2026-03-01 00:00',
    InstalmentAmount: 100.5,
    NumberOfInstalments: 12,
    FirstCollectionDate: '2026-02-20 00:00',
    FirstCollectionAmount: 10,
  });
});

test('what began is not begun again: a start in the past is asked for, a first collection that was made is left out', () => {
  const { item, hints } = carriedFrom(old, '2026-03-01');
  assert.deepEqual(Object.keys(item), [
    'ClientNumber',
    'FrequencyCode',
    'CollectionDay',
    'InstalmentAmount',
    'NumberOfInstalments',
  ]);
  assert.match(hints.InstalmentStartDate ?? '', /1 Mar 2026/);
});
