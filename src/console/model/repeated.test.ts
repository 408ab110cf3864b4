import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { UniqueRecords } from './repeated.ts';

const contract = { ClientNumber: 'C1', ContractNumber: 'K-1' };
const instalment = { ...contract, InstalmentSequence: 1, InstalmentAmount: 100, InstalmentStatus: 'PAID' };

test('a record that comes again with the same values counts once, whatever the order of its fields', () => {
  const once = new UniqueRecords(operations.instalmentList, {});
  const { InstalmentStatus, ...rest } = instalment;
  const others = [
    { ...instalment, InstalmentSequence: 2 },
    { ...instalment, InstalmentAmount: 90 },
  ];
  assert.deepEqual(once.of([instalment, { InstalmentStatus, ...rest }, ...others]), [instalment, ...others]);
  // A long list comes in slices.
  assert.deepEqual(once.of([instalment]), []);
  assert.equal(once.repeated, 2);
});

test('records that are not named in full may be several that look alike', () => {
  const unnamed = { InstalmentSequence: 1, InstalmentAmount: 100 };
  assert.equal(new UniqueRecords(operations.instalmentList, {}).of([unnamed, { ...unnamed }]).length, 2);
  assert.equal(
    new UniqueRecords(operations.instalmentList, { ContractSequence: 7 }).of([unnamed, { ...unnamed }]).length,
    1,
  );
  const debit = { ...contract, TransactionDate: '2026-11-02 08:00', Amount: 100, Status: 'PAID' };
  assert.equal(new UniqueRecords(operations.transactionReport, {}).of([debit, { ...debit }]).length, 2);
});
