import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldChanges, fieldLabel, touchedValues } from './difference.ts';

test('only words that differ, in the order of the form', () => {
  const returned = { InstalmentAmount: 100, CollectionDay: 25, MandateType: 'FIXED' };
  const changes = fieldChanges(returned, { MandateType: 'FIXED', CollectionDay: 1, InstalmentAmount: 120 });
  assert.deepEqual(changes, [
    { fieldName: 'CollectionDay', old: 25, next: 1, isUnknown: false },
    { fieldName: 'InstalmentAmount', old: 100, next: 120, isUnknown: false },
  ]);
  assert.deepEqual(touchedValues(changes), { CollectionDay: 1, InstalmentAmount: 120 });
});

test('a word that was not returned and is left empty is never sent', () => {
  for (const empty of [undefined, null, '']) {
    assert.deepEqual(fieldChanges({}, { MaximumAmount: empty }), []);
    assert.deepEqual(fieldChanges({ MaximumAmount: null }, { MaximumAmount: empty }), []);
  }
});

test('filling a word that was not returned says that its old value is unknown', () => {
  assert.deepEqual(fieldChanges({}, { MaximumAmount: 500 }), [
    { fieldName: 'MaximumAmount', old: undefined, next: 500, isUnknown: true },
  ]);
  assert.equal(fieldChanges({ MaximumAmount: null }, { MaximumAmount: 500 })[0]?.isUnknown, false);
});

test('emptying a word that was returned clears it with null', () => {
  for (const empty of [undefined, null, ''])
    assert.deepEqual(touchedValues(fieldChanges({ TrackingCode: '12' }, { TrackingCode: empty })), {
      TrackingCode: null,
    });
});

test('zero is a value', () => {
  assert.deepEqual(touchedValues(fieldChanges({ AdjustmentRate: 5 }, { AdjustmentRate: 0 })), { AdjustmentRate: 0 });
  assert.deepEqual(fieldChanges({ AdjustmentRate: 0 }, { AdjustmentRate: 0 }), []);
});

test('changed fields have names for people', () => {
  assert.equal(fieldLabel('InstalmentAmount'), 'Instalment amount');
  assert.equal(fieldLabel('InstalmentActionDate[3]'), 'Instalment 3: Action date');
  assert.equal(fieldLabel('PaymentDate[2]'), 'Payment 2: Payment date');
  for (const name of ['SomethingElse', 'some.internal.path[3]', 'Mood[3]', 'InstalmentAmount[x]', '[3]', ''])
    assert.equal(fieldLabel(name), name);
});
