import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordSeen } from './recent-records.ts';
import { recentMatches } from './recent-search.ts';

let merchants = 0;
const freshPlace = () => ({ merchant: `f${(merchants += 1)}`, product: 'EFT' });

test('contracts are found by part of a number, those that begin with it first', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'contracts', 'contractList', [
    { ContractSequence: 9100, ClientNumber: 'C-1', ContractNumber: 'LOAN-A' },
    { ContractSequence: 1007, ClientNumber: 'C-2', ContractNumber: 'LOAN-B' },
  ]);
  const found = (text: string) => recentMatches(tenant, text).map((it) => it.ContractSequence);
  assert.deepEqual(found('100'), [1007, 9100]);
  assert.deepEqual(found(' loan-b '), [1007]);
  assert.deepEqual(found('c-1 / loan'), [9100]);
  assert.deepEqual(found('nothing'), []);
  assert.deepEqual(found('  '), []);
});

test('a contract is found by the name of its client, one that a word begins with before one that holds it', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'clients', 'clientList', [
    { ClientNumber: 'C-1', ClientName: 'Adamina Nel' },
    { ClientNumber: 'C-2', ClientName: 'Thabo Mina' },
    { ClientNumber: 'C-3', ClientName: 'Mina Botha' },
  ]);
  recordSeen(tenant, 'mandates', 'mandateList', [
    { ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'A' },
    { ContractSequence: 2, ClientNumber: 'C-2', ContractNumber: 'B' },
    { ContractSequence: 3, ClientNumber: 'C-3', ContractNumber: 'D' },
  ]);
  recordSeen(tenant, 'payouts', 'payoutContractList', [{ ContractSequence: 9, ClientNumber: 'C-3' }]);
  assert.deepEqual(
    recentMatches(tenant, ' MINA ').map((it) => it.ContractSequence),
    [3, 2, 1],
  );
  assert.deepEqual(
    recentMatches(tenant, 'mina', 8, 'payouts').map((it) => it.ContractSequence),
    [9],
  );
  // A single letter matches every name.
  assert.deepEqual(recentMatches(tenant, 'h'), []);
});

test('words of a name and parts of a number find a contract together, whatever their order', () => {
  const tenant = freshPlace();
  recordSeen(tenant, 'clients', 'clientList', [
    { ClientNumber: 'C-1', ClientName: 'Zoë van Wyk' },
    { ClientNumber: 'C-2', ClientName: 'Zoe Nel' },
  ]);
  recordSeen(tenant, 'mandates', 'mandateList', [
    { ContractSequence: 1, ClientNumber: 'C-1', ContractNumber: 'HOME-1' },
    { ContractSequence: 2, ClientNumber: 'C-1', ContractNumber: 'CAR-1' },
    { ContractSequence: 3, ClientNumber: 'C-2', ContractNumber: 'HOME-2' },
  ]);
  const found = (text: string) => recentMatches(tenant, text).map((it) => it.ContractSequence);
  assert.deepEqual(found('wyk ZOE'), [1, 2]);
  assert.deepEqual(found('home zoe wyk'), [1]);
});
