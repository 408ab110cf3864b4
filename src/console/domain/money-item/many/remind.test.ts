import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItem } from '../item.ts';
import { nextDebits } from './remind.ts';

const instalment = (
  ContractSequence: number,
  InstalmentSequence: number,
  day: string,
  InstalmentStatus = 'SCHEDULED',
) =>
  moneyItem('instalment', {
    ContractSequence,
    InstalmentSequence,
    InstalmentActionDate: `${day} 00:00`,
    InstalmentAmount: 100,
    InstalmentStatus,
  });

test('people are reminded of the next debit of each contract that is ahead, whatever the order', () => {
  const items = [
    instalment(1, 3, '2026-12-09'),
    instalment(1, 2, '2026-12-02'),
    instalment(2, 1, '2026-11-24'),
    instalment(3, 1, '2026-11-25'),
    instalment(4, 1, '2026-12-01', 'CANCELLED'),
    instalment(5, 1, '2026-11-30', 'SUBMITTED'),
  ];
  const payment = moneyItem('payment', { ContractSequence: 9, PaymentSequence: 1, PaymentDate: '2026-12-01 00:00' });
  assert.deepEqual(
    nextDebits([...items, payment], '2026-11-25').map((it) => [it.ContractSequence, it.number]),
    [
      [1, 2],
      [3, 1],
    ],
  );
});
