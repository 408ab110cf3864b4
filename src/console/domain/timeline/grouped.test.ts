import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItem } from '#console/domain/money-item/item.ts';
import { mergeEvents } from './events.ts';
import { timelineLines } from './grouped.ts';

const became = (at: string, sequence: number, old: string, next: string) => ({
  ChangeDate: at,
  ChangeType: 'STATE',
  FieldChanged: `InstalmentStatus[${sequence}]`,
  OldValue: old,
  NewValue: next,
});
const debit = (at: string, status: string) => ({ TransactionDate: at, Amount: 100, Status: status });
const item = (sequence: number, at: string, status: string) =>
  moneyItem('instalment', {
    InstalmentSequence: sequence,
    InstalmentActionDate: at,
    InstalmentAmount: 100,
    InstalmentStatus: status,
  });

test('paid debits that follow each other are one line, and a debit is not also its changes of status', () => {
  const items = [
    item(1, '2026-01-25 00:00', 'PAID'),
    item(2, '2026-02-25 00:00', 'PAID'),
    item(3, '2026-03-25 00:00', 'UNPAID'),
    item(4, '2026-04-25 00:00', 'PAID'),
    item(5, '2026-05-25 00:00', 'SUBMITTED'),
  ];
  const lines = timelineLines(
    mergeEvents({
      contract: [
        became('2026-01-25 08:00', 1, 'SCHEDULED', 'SUBMITTED'),
        became('2026-01-25 22:00', 1, 'SUBMITTED', 'PAID'),
        became('2026-02-25 22:00', 2, 'SUBMITTED', 'PAID'),
        became('2026-03-25 22:00', 3, 'SUBMITTED', 'UNPAID'),
        became('2026-04-25 22:00', 4, 'SUBMITTED', 'PAID'),
        became('2026-05-25 08:00', 5, 'SCHEDULED', 'SUBMITTED'),
      ],
      transactions: [
        debit('2026-01-25 22:00', 'PAID'),
        debit('2026-02-25 22:00', 'PAID'),
        debit('2026-03-25 22:00', 'UNPAID'),
        debit('2026-04-25 22:00', 'PAID'),
      ],
    }),
    items,
  );
  assert.deepEqual(
    lines.map((it) => [it.kind, it.at, it.kind === 'paid' ? it.transactions.length : 1]),
    [
      // Without an outcome, the step is all there is.
      ['change', '2026-05-25 08:00', 1],
      ['paid', '2026-04-25 22:00', 1],
      ['transaction', '2026-03-25 22:00', 1],
      ['paid', '2026-02-25 22:00', 2],
    ],
  );
});
