import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rebasedValues } from './rebased.ts';

const changed = (list: readonly { fieldName: string; old: unknown; next: unknown }[]) =>
  list.map(({ fieldName, old, next }) => [fieldName, old, next]);

test('what another person saved meanwhile stays, and is asked about where the form changes it too', () => {
  const opened = { ClientName: 'Naledi', EMail: 'old@example.com', CellphoneNumber: '1', IDType: 'ID' };
  const stored = { ...opened, ClientName: 'Naledi D', EMail: 'theirs@example.com', CellphoneNumber: '2' };
  const given = { ...opened, EMail: 'mine@example.com', CellphoneNumber: '2', IDType: 'PASS' };
  const { changes, conflicts, theirs } = rebasedValues(opened, stored, given);
  assert.deepEqual(changed(changes), [['IDType', 'ID', 'PASS']], 'the other fields are not sent');
  assert.deepEqual(changed(theirs), [['ClientName', 'Naledi', 'Naledi D']]);
  assert.equal(conflicts.length, 1, 'both saved the same cellphone number');
  assert.deepEqual(changed(conflicts[0]?.moved ?? []), [['EMail', 'old@example.com', 'theirs@example.com']]);
  assert.deepEqual(changed(conflicts[0]?.changes ?? []), [['EMail', 'theirs@example.com', 'mine@example.com']]);
});

test('an account number typed for one bank is never joined with another bank that was saved meanwhile', () => {
  const opened = { BankCode: 4, BranchCode: 470010, AccountType: 2, AccountNumber: 1111111111 };
  const stored = { ...opened, BankCode: 7, BranchCode: 250655 };
  const { changes, conflicts, theirs } = rebasedValues(opened, stored, { ...opened, AccountNumber: 2222222222 });
  assert.deepEqual([changes, theirs], [[], []]);
  assert.deepEqual(changed(conflicts[0]?.changes ?? []), [
    ['BankCode', 7, 4],
    ['BranchCode', 250655, 470010],
    ['AccountNumber', 1111111111, 2222222222],
  ]);
});
