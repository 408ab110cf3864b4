import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientsOf, contractOf, contractsSeen, noteOpened, recentOf, recordSeen } from './recent-records.ts';

let merchants = 0;
const freshPlace = () => ({ merchant: `m${(merchants += 1)}`, product: 'EFT' });

test('a record that says less takes nothing away', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'mandates', 'mandateList', [{ ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'L' }]);
  recordSeen(tenant, 'instalments', 'instalmentList', [{ ContractSequence: 1, ClientNumber: null }]);
  assert.deepEqual(contractOf(tenant, { ContractSequence: 1 }), {
    ContractSequence: 1,
    ClientNumber: 'C-1',
    ContractNumber: 'L',
  });
});

test('payout contracts count their own sequences and are kept apart', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'payouts', 'payoutContractList', [{ ContractSequence: 1 }]);
  recordSeen(tenant, 'reports', 'payoutPaymentChangeReport', [{ ContractSequence: 2 }]);
  recordSeen(tenant, 'reports', 'transactionReport', [
    { ContractSequence: 3 },
    { ContractSequence: 4, TransactionType: 'PAYOUT' },
    { ContractSequence: null },
  ]);
  // Contract changes may be of either kind of contract.
  recordSeen(tenant, 'reports', 'contractChangeReport', [{ ContractSequence: 5, ClientNumber: 'C' }]);
  assert.deepEqual([...contractsSeen(tenant).keys()], ['3']);
  assert.deepEqual([...contractsSeen(tenant, 'payouts').keys()], ['1', '2', '4']);
  assert.deepEqual([...clientsOf(tenant).keys()], ['C']);
});

test('a contract whose records come without its sequence is met by its numbers, and is one with that of its sequence', () => {
  const tenant = freshPlace();
  const numbers = { ClientNumber: 'C-1', ContractNumber: 'L' };
  recordSeen(tenant, 'mandates', 'mandateList', [
    numbers,
    { ...numbers, ContractSequence: null },
    { ClientNumber: 'C-1' },
  ]);
  assert.deepEqual([...contractsSeen(tenant).values()], [numbers]);
  assert.deepEqual(contractOf(tenant, numbers), numbers);
  recordSeen(tenant, 'contracts', 'contractList', [{ ...numbers, ContractSequence: 5 }]);
  recordSeen(tenant, 'mandates', 'mandateList', [numbers]);
  assert.deepEqual([...contractsSeen(tenant)], [['5', { ...numbers, ContractSequence: 5 }]]);
  assert.equal(contractOf(tenant, numbers)?.ContractSequence, 5);
});

test('a client keeps the name that one of its records told', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'clients', 'clientList', [{ ClientNumber: 'C-1', ClientName: 'Naledi Dlamini' }]);
  recordSeen(tenant, 'mandates', 'mandateList', [{ ContractSequence: 1, ClientNumber: 'C-1' }]);
  assert.deepEqual([...clientsOf(tenant).values()], [{ ClientNumber: 'C-1', ClientName: 'Naledi Dlamini' }]);
});

test('one place knows nothing of another', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'contracts', 'contractList', [{ ContractSequence: 1 }]);
  assert.equal(contractsSeen({ ...tenant, product: 'DEBICHECK' }).size, 0);
});

test('what is opened again moves to the head and is listed once', () => {
  const tenant = freshPlace();
  noteOpened(tenant, { kind: 'contract', contract: { ContractSequence: 1 } });
  noteOpened(tenant, { kind: 'client', ClientNumber: 'C' });
  noteOpened(tenant, { kind: 'contract', contract: { ContractSequence: 1 } });
  assert.deepEqual(recentOf(tenant), [
    { kind: 'contract', contract: { ContractSequence: 1 } },
    { kind: 'client', ClientNumber: 'C' },
  ]);
});
