import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAndSum, goingAfter, heldBack, targetOf, type Instalment } from './instalment-totals.ts';

const today = '2026-11-21';
const one = (more: Partial<Instalment>): Instalment => ({
  InstalmentSequence: 1,
  InstalmentActionDate: '2026-12-01 08:00',
  InstalmentAmount: 100,
  InstalmentStatus: 'SCHEDULED',
  ...more,
});

test('scheduled up to the day before can be changed, anything else says why not', () => {
  assert.equal(heldBack(one({}), today), undefined);
  assert.equal(heldBack(one({ InstalmentActionDate: '2026-11-22 00:00' }), today), undefined);
  assert.ok(heldBack(one({ InstalmentActionDate: '2026-11-21 23:59' }), today));
  for (const status of ['SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED', 'WHATEVER'])
    assert.ok(heldBack(one({ InstalmentStatus: status }), today), status);
  assert.ok(heldBack(one({ InstalmentSequence: undefined }), today));
});

test('a status that the service does not return leaves the decision to it', () => {
  assert.equal(heldBack(one({ InstalmentStatus: undefined }), today), undefined);
});

test('an omni instalment is held to the same by its own words', () => {
  const omni = (CollectionDate: string, Status?: string): Instalment => ({
    InstalmentSequence: 1,
    CollectionDate,
    Status,
  });
  assert.equal(heldBack(omni('2026-11-22', 'SCHEDULED'), today), undefined);
  assert.equal(heldBack(omni('2026-11-22'), today), undefined);
  assert.ok(heldBack(omni(today, 'SCHEDULED'), today));
  assert.ok(heldBack(omni('2026-11-22', 'PAID'), today));
});

test('what is sent always names one instalment: an omni cancel without a number takes all that remain', () => {
  assert.deepEqual(targetOf({ ContractSequence: 7, InstalmentSequence: 3 }), {
    ContractSequence: 7,
    InstalmentSequence: 3,
  });
  assert.deepEqual(targetOf({ ContractSequence: 7, InstalmentSequence: null }), {
    ContractSequence: 7,
    InstalmentSequence: 0,
  });
});

test('sums are whole cents', () => {
  const dimes = Array.from({ length: 3 }, () => one({ InstalmentAmount: 0.1 }));
  assert.equal(countAndSum(dimes), '3 instalments, R\u00a00,30');
  assert.equal(countAndSum(dimes.slice(0, 1)), '1 instalment, R\u00a00,10');
});

test('a cancel takes what is scheduled after its date and not yet on its way', () => {
  const list = [
    one({ InstalmentSequence: 1, InstalmentActionDate: '2026-11-21 08:00' }),
    one({ InstalmentSequence: 2, InstalmentActionDate: '2026-12-01 08:00' }),
    one({ InstalmentSequence: 3, InstalmentActionDate: '2026-12-01 08:00', InstalmentStatus: 'PAID' }),
    one({ InstalmentSequence: 4, InstalmentActionDate: '2027-01-01 08:00' }),
  ];
  const sequences = (date: string) => goingAfter(list, date, today).map((it) => it.InstalmentSequence);
  assert.deepEqual(sequences('2026-01-01 00:00'), [2, 4]);
  assert.deepEqual(sequences('2026-12-01 08:00'), [4]);
  assert.deepEqual(sequences('2026-12-01 07:59'), [2, 4]);
});
