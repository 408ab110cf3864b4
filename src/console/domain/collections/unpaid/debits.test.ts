import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailed, unpaidOf } from './debits.ts';

const debit = { ContractSequence: 1, TransactionDate: '2026-03-25 19:04', Amount: 250, Status: 'UNPAID' };
const change = { ContractSequence: 1, InstalmentAmount: 250, InstalmentStatus: 'UNPAID' };

test('the reason is that of the instalment which came back in the same minute', () => {
  const changed = [
    { ...change, InstalmentSequence: 1, InstalmentResult: '04', LastUpdateDate: '2026-03-25 18:00' },
    { ...change, InstalmentSequence: 2, InstalmentResult: '02', LastUpdateDate: '2026-03-25 19:04' },
    { ...change, ContractSequence: 2, InstalmentResult: '12', LastUpdateDate: '2026-03-25 19:04' },
  ];
  const [found] = unpaidOf([debit], changed);
  assert.deepEqual([found?.InstalmentSequence, found?.InstalmentResult], [2, '02']);
});

test('two instalments that fit alike leave the reason open, one alone gives it whatever its time', () => {
  const one = { ...change, InstalmentSequence: 1, InstalmentResult: '02', LastUpdateDate: '2026-03-26 07:00' };
  const resultOf = (changed: object[]) => unpaidOf([debit], changed)[0]?.InstalmentResult;
  assert.equal(resultOf([one]), '02');
  assert.equal(resultOf([one, { ...one, InstalmentSequence: 2 }]), undefined);
  assert.equal(resultOf([{ ...one, InstalmentAmount: 251 }]), undefined);
});

test('the status that means failed is known however it is written; debits that look alike stay apart', () => {
  assert.deepEqual(
    ['UNPAID', 'unpaid', 'UNPAID    ', 'PAID', null].map((it) => isFailed(it, 'Unpaid ')),
    [true, true, true, false, false],
  );
  assert.equal(new Set(unpaidOf([debit, debit], []).map((it) => it.key)).size, 2);
});
