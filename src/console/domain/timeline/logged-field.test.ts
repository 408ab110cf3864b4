import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastChangedBy } from './logged-field.ts';

const changed = (ChangeDate: string, FieldChanged: string, UserId: string | null) => ({
  ChangeDate,
  FieldChanged,
  UserId,
});

test('a conflict names who changed the field last, in whichever report and spelling it is', () => {
  const mandate = [
    changed('2026-11-20 08:00', 'InstalmentAmount', 'first'),
    changed('2026-11-22 09:30', 'INSTALMENT AMOUNT', 'last'),
  ];
  const contract = [
    changed('2026-11-20 08:00', 'InstalmentAmount', 'first'),
    changed('2026-11-23 10:00', 'InstalmentAmount[3]', 'of one instalment'),
    changed('2026-11-24 10:00', 'FrequencyCode', 'of another field'),
  ];
  assert.equal(lastChangedBy([mandate, contract], 'InstalmentAmount'), 'last');
  assert.equal(lastChangedBy([contract, mandate], 'InstalmentAmount'), 'last');
  assert.equal(lastChangedBy([mandate.toReversed(), contract], 'InstalmentAmount'), 'last');
});

test('the last of two changes in one minute names who made it, and nobody if it has no name', () => {
  const at = '2026-11-22 09:30';
  const changes = [changed(at, 'FrequencyCode', 'before'), changed(at, 'FrequencyCode', 'after')];
  assert.equal(lastChangedBy([changes], 'FrequencyCode'), 'after');
  assert.equal(lastChangedBy([[...changes, changed(at, 'FrequencyCode', null)]], 'FrequencyCode'), undefined);
  assert.equal(lastChangedBy([changes], 'InstalmentAmount'), undefined);
});
