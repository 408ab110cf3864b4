import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, fieldLabel, rebased, touched } from './difference.ts';

test('only words that differ, in the order of the form', () => {
  const returned = { InstalmentAmount: 100, CollectionDay: 25, MandateType: 'FIXED' };
  const changes = difference(returned, { MandateType: 'FIXED', CollectionDay: 1, InstalmentAmount: 120 });
  assert.deepEqual(changes, [
    { fieldName: 'CollectionDay', old: 25, next: 1, isUnknown: false },
    { fieldName: 'InstalmentAmount', old: 100, next: 120, isUnknown: false },
  ]);
  assert.deepEqual(touched(changes), { CollectionDay: 1, InstalmentAmount: 120 });
});

test('a word that was not returned and is left empty is never sent', () => {
  for (const empty of [undefined, null, '']) {
    assert.deepEqual(difference({}, { MaximumAmount: empty }), []);
    assert.deepEqual(difference({ MaximumAmount: null }, { MaximumAmount: empty }), []);
  }
});

test('filling a word that was not returned says that its old value is unknown', () => {
  assert.deepEqual(difference({}, { MaximumAmount: 500 }), [
    { fieldName: 'MaximumAmount', old: undefined, next: 500, isUnknown: true },
  ]);
  assert.equal(difference({ MaximumAmount: null }, { MaximumAmount: 500 })[0]?.isUnknown, false);
});

test('emptying a word that was returned clears it with null', () => {
  for (const empty of [undefined, null, ''])
    assert.deepEqual(touched(difference({ TrackingCode: '12' }, { TrackingCode: empty })), { TrackingCode: null });
});

test('zero is a value', () => {
  assert.deepEqual(touched(difference({ AdjustmentRate: 5 }, { AdjustmentRate: 0 })), { AdjustmentRate: 0 });
  assert.deepEqual(difference({ AdjustmentRate: 0 }, { AdjustmentRate: 0 }), []);
});

test('changed fields have names for people', () => {
  assert.equal(fieldLabel('InstalmentAmount'), 'Instalment amount');
  assert.equal(fieldLabel('InstalmentActionDate[3]'), 'Instalment 3: Action date');
  assert.equal(fieldLabel('PaymentDate[2]'), 'Payment 2: Payment date');
  for (const name of ['SomethingElse', 'some.internal.path[3]', 'Mood[3]', 'InstalmentAmount[x]', '[3]', ''])
    assert.equal(fieldLabel(name), name);
});

const changed = (list: readonly { fieldName: string; old: unknown; next: unknown }[]) =>
  list.map(({ fieldName, old, next }) => [fieldName, old, next]);

test('what somebody else saved meanwhile stays, and is asked about where the form changes it too', () => {
  const opened = { ClientName: 'Naledi', EMail: 'old@example.com', CellphoneNumber: '1', IDType: 'ID' };
  const stored = { ...opened, ClientName: 'Naledi D', EMail: 'theirs@example.com', CellphoneNumber: '2' };
  const given = { ...opened, EMail: 'mine@example.com', CellphoneNumber: '2', IDType: 'PASS' };
  const { changes, conflicts, theirs } = rebased(opened, stored, given);
  assert.deepEqual(changed(changes), [['IDType', 'ID', 'PASS']], 'the other fields are not sent');
  assert.deepEqual(changed(theirs), [['ClientName', 'Naledi', 'Naledi D']]);
  assert.equal(conflicts.length, 1, 'both saved the same cellphone number');
  assert.deepEqual(changed(conflicts[0]?.moved ?? []), [['EMail', 'old@example.com', 'theirs@example.com']]);
  assert.deepEqual(changed(conflicts[0]?.changes ?? []), [['EMail', 'theirs@example.com', 'mine@example.com']]);
});

test('an account number typed for one bank is never joined with another bank that was saved meanwhile', () => {
  const opened = { BankCode: 4, BranchCode: 470010, AccountType: 2, AccountNumber: 1111111111 };
  const stored = { ...opened, BankCode: 7, BranchCode: 250655 };
  const { changes, conflicts, theirs } = rebased(opened, stored, { ...opened, AccountNumber: 2222222222 });
  assert.deepEqual([changes, theirs], [[], []]);
  assert.deepEqual(changed(conflicts[0]?.changes ?? []), [
    ['BankCode', 7, 4],
    ['BranchCode', 250655, 470010],
    ['AccountNumber', 1111111111, 2222222222],
  ]);
});
