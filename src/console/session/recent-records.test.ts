import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientsOf, contractOf, metOf, noteOpened, noteSeen, recentOf } from './recent-records.ts';

let merchants = 0;
const freshPlace = () => ({ merchant: `m${(merchants += 1)}`, product: 'EFT' });

test('a record that says less takes nothing away', () => {
  const place = freshPlace();
  noteSeen(place, 'mandates', 'mandateList', [{ ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'L' }]);
  noteSeen(place, 'instalments', 'instalmentList', [{ ContractSequence: 1, ClientNumber: null }]);
  assert.deepEqual(contractOf(place, { ContractSequence: 1 }), {
    ContractSequence: 1,
    ClientNumber: 'C-1',
    ContractNumber: 'L',
  });
});

test('payout contracts count their own sequences and are kept apart', () => {
  const place = freshPlace();
  noteSeen(place, 'payouts', 'payoutContractList', [{ ContractSequence: 1 }]);
  noteSeen(place, 'reports', 'payoutPaymentChangeReport', [{ ContractSequence: 2 }]);
  noteSeen(place, 'reports', 'transactionReport', [
    { ContractSequence: 3 },
    { ContractSequence: 4, TransactionType: 'PAYOUT' },
    { ContractSequence: null },
  ]);
  // The changes of contracts are those of both kinds.
  noteSeen(place, 'reports', 'contractChangeReport', [{ ContractSequence: 5, ClientNumber: 'C' }]);
  assert.deepEqual([...metOf(place).keys()], ['3']);
  assert.deepEqual([...metOf(place, 'payouts').keys()], ['1', '2', '4']);
  assert.deepEqual([...clientsOf(place).keys()], ['C']);
});

test('a contract whose records come without its sequence is met by its numbers, and is one with that of its sequence', () => {
  const place = freshPlace();
  const numbers = { ClientNumber: 'C-1', ContractNumber: 'L' };
  noteSeen(place, 'mandates', 'mandateList', [
    numbers,
    { ...numbers, ContractSequence: null },
    { ClientNumber: 'C-1' },
  ]);
  assert.deepEqual([...metOf(place).values()], [numbers]);
  assert.deepEqual(contractOf(place, numbers), numbers);
  noteSeen(place, 'contracts', 'contractList', [{ ...numbers, ContractSequence: 5 }]);
  noteSeen(place, 'mandates', 'mandateList', [numbers]);
  assert.deepEqual([...metOf(place)], [['5', { ...numbers, ContractSequence: 5 }]]);
  assert.equal(contractOf(place, numbers)?.ContractSequence, 5);
});

test('a client keeps the name that one of its records told', () => {
  const place = freshPlace();
  noteSeen(place, 'clients', 'clientList', [{ ClientNumber: 'C-1', ClientName: 'Naledi Dlamini' }]);
  noteSeen(place, 'mandates', 'mandateList', [{ ContractSequence: 1, ClientNumber: 'C-1' }]);
  assert.deepEqual([...clientsOf(place).values()], [{ ClientNumber: 'C-1', ClientName: 'Naledi Dlamini' }]);
});

test('one place knows nothing of another', () => {
  const place = freshPlace();
  noteSeen(place, 'contracts', 'contractList', [{ ContractSequence: 1 }]);
  assert.equal(metOf({ ...place, product: 'DEBICHECK' }).size, 0);
});

test('what is opened again moves to the head and is listed once', () => {
  const place = freshPlace();
  noteOpened(place, { kind: 'contract', contract: { ContractSequence: 1 } });
  noteOpened(place, { kind: 'client', ClientNumber: 'C' });
  noteOpened(place, { kind: 'contract', contract: { ContractSequence: 1 } });
  assert.deepEqual(recentOf(place), [
    { kind: 'contract', contract: { ContractSequence: 1 } },
    { kind: 'client', ClientNumber: 'C' },
  ]);
});
