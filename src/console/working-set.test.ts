import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractOf, countOf, matching, noteOpened, noteSeen, recentOf } from './working-set.ts';

let merchants = 0;
const freshPlace = () => ({ merchant: `m${(merchants += 1)}`, product: 'EFT' });

test('contracts are found by part of a number, those that begin with it first', () => {
  const place = freshPlace();
  noteSeen(place, 'contracts', 'contractList', [
    { ContractSequence: 9100, ClientNumber: 'C-1', ContractNumber: 'LOAN-A' },
    { ContractSequence: 1007, ClientNumber: 'C-2', ContractNumber: 'LOAN-B' },
  ]);
  const found = (text: string) => matching(place, text).map((it) => it.ContractSequence);
  assert.deepEqual(found('100'), [1007, 9100]);
  assert.deepEqual(found(' loan-b '), [1007]);
  assert.deepEqual(found('c-1 / loan'), [9100]);
  assert.deepEqual(found('nothing'), []);
  assert.deepEqual(found('  '), []);
});

test('a record that says less takes nothing away', () => {
  const place = freshPlace();
  noteSeen(place, 'mandates', 'mandateList', [{ ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'L' }]);
  noteSeen(place, 'instalments', 'instalmentList', [{ ContractSequence: 1, ClientNumber: null }]);
  assert.deepEqual(contractOf(place, 1), { ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'L' });
});

test('payout contracts count their own sequences and stay out', () => {
  const place = freshPlace();
  noteSeen(place, 'payouts', 'payoutContractList', [{ ContractSequence: 1 }]);
  noteSeen(place, 'reports', 'payoutPaymentChangeReport', [{ ContractSequence: 2 }]);
  noteSeen(place, 'reports', 'transactionReport', [{ ContractSequence: 3 }, { ContractSequence: null }]);
  assert.equal(countOf(place), 1);
});

test('one place knows nothing of another', () => {
  const place = freshPlace();
  noteSeen(place, 'contracts', 'contractList', [{ ContractSequence: 1 }]);
  assert.deepEqual(matching({ ...place, product: 'DEBICHECK' }, '1'), []);
});

test('what is opened again moves to the head and is listed once', () => {
  const place = freshPlace();
  noteOpened(place, { kind: 'contract', ContractSequence: 1 });
  noteOpened(place, { kind: 'client', ClientNumber: 'C' });
  noteOpened(place, { kind: 'contract', ContractSequence: 1 });
  assert.deepEqual(recentOf(place), [
    { kind: 'contract', ContractSequence: 1 },
    { kind: 'client', ClientNumber: 'C' },
  ]);
});
