import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItem } from './item.ts';
import { progressOf } from './progress.ts';

const item = (PaymentStatus: string, PaymentDate: string, PaymentAmount = 100.5) =>
  moneyItem('payment', {
    PaymentStatus,
    PaymentDate,
    PaymentAmount,
  });

test('what is paid, unpaid and to come is counted and summed, without what is cancelled', () => {
  const progress = progressOf(
    [
      item('PAID', '2026-09-25 00:00'),
      item('UNPAID', '2026-10-25 00:00'),
      item('SUBMITTED', '2026-11-22 00:00'),
      item('SCHEDULED', '2027-01-25 00:00'),
      item('SCHEDULED', '2026-12-25 00:00', 50),
      item('CANCELLED', '2027-02-25 00:00'),
    ],
    '2026-11-22',
  );
  assert.deepEqual(progress, {
    paid: { count: 1, cents: 10_050 },
    unpaid: { count: 1, cents: 10_050 },
    open: { count: 3, cents: 25_100 },
    total: { count: 5, cents: 45_200 },
    next: item('SCHEDULED', '2026-12-25 00:00', 50),
    unknown: [],
    failed: [item('UNPAID', '2026-10-25 00:00')],
  });
});

test('a status of the provider’s own is named, and may be the next that moves', () => {
  const progress = progressOf([item('PAID', '2026-09-25'), item('In orbit', '2026-12-01')], '2026-11-22');
  assert.deepEqual(progress.unknown, ['In orbit']);
  assert.deepEqual(progress.total.count, 1);
  assert.deepEqual(progress.next?.due, '2026-12-01');
  assert.deepEqual(progressOf([], '2026-11-22').unpaid, { count: 0, cents: 0 });
});
