import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextContractNumber } from './next-contract-number.ts';

const contract = (ContractSequence: number, ClientNumber: string, ContractNumber: string) => ({
  ContractSequence,
  ClientNumber,
  ContractNumber,
});

test('no number of another client is suggested', () => {
  const contracts = [contract(1, 'C1', 'HOME-1'), contract(2, 'C2', 'HOME-2'), contract(3, 'C2', 'GYM-7')];
  assert.equal(nextContractNumber('C1', contracts), 'HOME-3');
  assert.equal(nextContractNumber('C2', contracts), 'GYM-8');
});

test('the first contract of a client continues the series of the merchant, or begins one with the number of the client', () => {
  assert.equal(nextContractNumber('C9', [contract(2, 'C2', 'LN0012'), contract(1, 'C1', 'LN0099')]), 'LN0100');
  assert.equal(nextContractNumber('C9', [contract(1, 'C1', 'C1-4')]), 'C9-1');
  assert.equal(nextContractNumber('C9', []), 'C9-1');
  assert.equal(nextContractNumber('C9', [contract(1, 'C1', 'C1-4'), contract(2, 'C8', 'C9-1')]), 'C9-2');
});

test('the number of the contract that is replaced is continued', () => {
  const contracts = [contract(1, 'C1', 'A-1'), contract(2, 'C1', 'B-1'), contract(3, 'C2', 'A-2')];
  assert.equal(nextContractNumber('C1', contracts, contract(1, 'C1', 'A-1')), 'A-3');
});
