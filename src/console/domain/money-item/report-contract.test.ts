import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofListed } from './report-contract.ts';

test('contracts that are given with their numbers only are not mixed up', () => {
  const records = [
    { ContractNumber: 'HOME-1', InstalmentAmount: 1 },
    { ContractNumber: 'HOME-2', InstalmentAmount: 2 },
    { ContractSequence: 3, ContractNumber: 'HOME-3', InstalmentAmount: 3 },
    { ContractSequence: 4, ContractNumber: 'HOME-1', InstalmentAmount: 4 },
  ];
  const list = [{ ContractNumber: 'HOME-1' }, { ContractSequence: 3 }];
  assert.deepEqual(
    ofListed(records, list).map((it) => it.InstalmentAmount),
    [1, 3],
  );
});
