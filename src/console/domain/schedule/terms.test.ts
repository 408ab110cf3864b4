import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimate, isStepping, type Draft } from './terms.ts';

const monthly: Draft = {
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: '2027-01-01 08:00',
  InstalmentAmount: 1234.56,
  NumberOfInstalments: 3,
};

test('an empty draft waits for the four words that make a schedule', () => {
  assert.deepEqual(estimate({}), {
    kind: 'waiting',
    missing: ['FrequencyCode', 'CollectionDay', 'InstalmentStartDate', 'InstalmentAmount'],
  });
  assert.deepEqual(estimate({ ...monthly, InstalmentAmount: undefined }), {
    kind: 'waiting',
    missing: ['InstalmentAmount'],
  });
  assert.deepEqual(estimate({ ...monthly, InstalmentAmount: 0.001 }), {
    kind: 'waiting',
    missing: ['InstalmentAmount'],
  });
});

test('terms become dates and whole cents', () => {
  const found = estimate(monthly);
  assert.equal(found.kind, 'planned');
  assert.ok(found.kind === 'planned');
  assert.equal(found.isOpenEnded, false);
  assert.deepEqual(
    found.planned.map((it) => [it.InstalmentActionDate, it.InstalmentCents]),
    [
      ['2027-01-25 08:00', 123_456],
      ['2027-02-25 08:00', 123_456],
      ['2027-03-25 08:00', 123_456],
    ],
  );
});

test('no number of instalments is open-ended', () => {
  const found = estimate({ ...monthly, NumberOfInstalments: null });
  assert.ok(found.kind === 'planned' && found.isOpenEnded && found.planned.length === 12);
});

test('half a first collection is wrong at the half that is missing', () => {
  const noAmount = estimate({ ...monthly, FirstCollectionDate: '2027-01-05 08:00' });
  assert.ok(noAmount.kind === 'wrong' && noAmount.field === 'FirstCollectionAmount');
  const noDate = estimate({ ...monthly, FirstCollectionAmount: 50 });
  assert.ok(noDate.kind === 'wrong' && noDate.field === 'FirstCollectionDate');
});

test("a frequency of another service's lookup is unknown, not wrong", () => {
  const unknown = { kind: 'unknown', fieldName: 'FrequencyCode', code: 'DAIL' };
  assert.deepEqual(estimate({ ...monthly, FrequencyCode: 'DAIL' }), unknown);
});

test("amounts are not estimated by another service's adjustment category", () => {
  const unknown = { kind: 'unknown', fieldName: 'AdjustmentCategory', code: 'CPI' };
  assert.deepEqual(estimate({ ...monthly, AdjustmentCategory: 'CPI', AdjustmentRate: 5 }), unknown);
});

test('an adjustment counts only while its category makes it step', () => {
  const stepped = estimate({ ...monthly, NumberOfInstalments: 4, AdjustmentCategory: 'Q', AdjustmentAmount: 10 });
  assert.ok(stepped.kind === 'planned');
  assert.equal(stepped.planned.at(-1)?.InstalmentCents, 124_456);
  // Typed before its category was changed back: the form hides it and does not send it.
  const taken = estimate({ ...monthly, AdjustmentCategory: 'N', AdjustmentAmount: 10, AdjustmentRate: 5 });
  assert.ok(taken.kind === 'planned' && taken.planned.every((it) => it.InstalmentCents === 123_456));
  assert.deepEqual(['Q', 'B', 'A', 'N', 'R', '', null, undefined].map(isStepping), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
