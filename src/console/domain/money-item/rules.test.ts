import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affectedText, countAndSum, moneyItem, itemTarget, type Instalment } from './item.ts';
import { affectedByCancel, ahead, notEditableReason, unidentifiedItem } from './rules.ts';

const today = '2026-11-21';
const one = (more: Partial<Instalment>): Instalment =>
  moneyItem('instalment', {
    ContractSequence: 7,
    InstalmentSequence: 1,
    InstalmentActionDate: '2026-12-01 08:00',
    InstalmentAmount: 100,
    InstalmentStatus: 'SCHEDULED',
    ...more,
  });

test('scheduled up to the day before can be changed, what is over or on its way says why not', () => {
  assert.equal(notEditableReason(one({}), today), undefined);
  assert.equal(notEditableReason(one({ InstalmentActionDate: '2026-11-22 00:00' }), today), undefined);
  assert.ok(notEditableReason(one({ InstalmentActionDate: '2026-11-21 23:59' }), today));
  for (const status of ['SUBMITTED', 'TRACKING', 'PAID', 'Paid', 'UNPAID', 'CANCELLED', 'Canceled', 'FAILED'])
    assert.ok(notEditableReason(one({ InstalmentStatus: status }), today), status);
  assert.ok(notEditableReason(one({ InstalmentSequence: undefined }), today));
});

test('a payout that was not released can be corrected on any day', () => {
  for (const PaymentStatus of ['WAITING', 'SENT_BACK', 'MISSED'])
    for (const day of ['2026-11-20', today, '2026-11-22']) {
      const record = { ContractSequence: 7, PaymentSequence: 1, PaymentDate: `${day} 08:00`, PaymentStatus };
      assert.equal(notEditableReason(moneyItem('payment', record), today), undefined, `${PaymentStatus} ${day}`);
    }
});

test('one that does not say which contract it is of cannot be changed, and says so', () => {
  const numbers = { ClientNumber: 'C1', ContractNumber: 'L1' };
  assert.equal(notEditableReason(one({ ContractSequence: undefined, ...numbers }), today), undefined);
  for (const named of [{}, { ClientNumber: 'C1' }, { ContractNumber: 'L1' }])
    assert.equal(notEditableReason(one({ ContractSequence: null, ...named }), today), unidentifiedItem);
});

test('a status that says nothing here leaves the decision to the service, until its day has come', () => {
  for (const InstalmentStatus of [undefined, null, '', 'booked', 'On_the_way', 'constructor']) {
    assert.equal(notEditableReason(one({ InstalmentStatus }), today), undefined);
    assert.equal(notEditableReason(one({ InstalmentStatus, InstalmentActionDate: '01/02/2027' }), today), undefined);
    assert.ok(notEditableReason(one({ InstalmentStatus, InstalmentActionDate: '2026-11-20 08:00' }), today));
  }
});

test('what may still be collected is scheduled, or ahead with a status that says nothing here', () => {
  const list = [
    one({ InstalmentSequence: 1, InstalmentStatus: 'booked' }),
    one({ InstalmentSequence: 2, InstalmentStatus: 'booked', InstalmentActionDate: '2026-11-20 08:00' }),
    one({ InstalmentSequence: 3, InstalmentStatus: 'PAID' }),
    one({ InstalmentSequence: 4 }),
    one({ InstalmentSequence: 5, InstalmentStatus: undefined, InstalmentActionDate: 'soon' }),
  ];
  assert.deepEqual(
    ahead(list, today).map((it) => it.InstalmentSequence),
    [1, 4, 5],
  );
  assert.match(
    affectedText(affectedByCancel(list, '2026-11-21 08:00', today)),
    /^3 instalments, .*.*recognise the status “booked”/,
  );
  assert.doesNotMatch(affectedText([one({})]), /known/);
});

test('an omni instalment is held to the same by its own words', () => {
  const omni = (CollectionDate: string, Status?: string) =>
    moneyItem('omni', { ContractSequence: 7, InstalmentSequence: 1, CollectionDate, Status });
  assert.equal(notEditableReason(omni('2026-11-22', 'SCHEDULED'), today), undefined);
  assert.equal(notEditableReason(omni('2026-11-22'), today), undefined);
  assert.ok(notEditableReason(omni(today, 'SCHEDULED'), today));
  assert.ok(notEditableReason(omni('2026-11-22', 'PAID'), today));
});

test('what is sent always names one instalment: an omni cancel without a number takes all that remain', () => {
  assert.deepEqual(itemTarget(moneyItem('omni', { ContractSequence: 7, InstalmentSequence: 3 })), {
    ContractSequence: 7,
    InstalmentSequence: 3,
  });
  assert.deepEqual(itemTarget(moneyItem('omni', { ContractSequence: 7, InstalmentSequence: null })), {
    ContractSequence: 7,
    InstalmentSequence: 0,
  });
});

test('sums are whole cents', () => {
  const dimes = Array.from({ length: 3 }, () => one({ InstalmentAmount: 0.1 }));
  assert.equal(countAndSum(dimes), '3 instalments, R\u00a00,30');
  assert.equal(countAndSum(dimes.slice(0, 1)), '1 instalment, R\u00a00,10');
  assert.equal(countAndSum([]), '0 instalments, R\u00a00,00');
});

test('an amount that is missing or cannot be read as whole cents leaves no sum, rather than counting as nothing', () => {
  for (const InstalmentAmount of [250.505, 1e21, Number.NaN, null, undefined, 'ten' as unknown as number])
    assert.equal(countAndSum([one({}), one({ InstalmentAmount })]), '2 instalments, no sum');
});

test('a cancel takes what is scheduled after its date and not yet on its way', () => {
  const list = [
    one({ InstalmentSequence: 1, InstalmentActionDate: '2026-11-21 08:00' }),
    one({ InstalmentSequence: 2, InstalmentActionDate: '2026-12-01 08:00' }),
    one({ InstalmentSequence: 3, InstalmentActionDate: '2026-12-01 08:00', InstalmentStatus: 'PAID' }),
    one({ InstalmentSequence: 4, InstalmentActionDate: '2027-01-01 08:00' }),
  ];
  const sequences = (date: string) => affectedByCancel(list, date, today).map((it) => it.InstalmentSequence);
  assert.deepEqual(sequences('2026-01-01 00:00'), [2, 4]);
  assert.deepEqual(sequences('2026-12-01 08:00'), [4]);
  assert.deepEqual(sequences('2026-12-01 07:59'), [2, 4]);
});
