import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedItem, moneyItem, type Instalment } from '#console/domain/money-item/item.ts';
import { matched, reasonsIn } from '#console/domain/money-item/rules.ts';
import { mergeEvents } from '#console/domain/timeline/events.ts';
import { contractDay } from './day.ts';

const one = (sequence: number, at: string, status: string, amount = 100): Instalment =>
  moneyItem('instalment', {
    InstalmentSequence: sequence,
    InstalmentActionDate: at,
    InstalmentAmount: amount,
    InstalmentStatus: status,
  });
const became = (at: string, sequence: number, old: string, next: string) => ({
  ChangeDate: at,
  ChangeType: 'STATE',
  FieldChanged: `InstalmentStatus[${sequence}]`,
  OldValue: old,
  NewValue: next,
});
const paid = (at: string, amount = 100, status = 'PAID') => ({ TransactionDate: at, Amount: amount, Status: status });

test('a transaction belongs to the instalment that changed in its minute, however alike the others are', () => {
  const instalments = [one(1, '2026-03-25 00:00', 'PAID'), one(2, '2026-03-28 00:00', 'PAID')];
  const first = paid('2026-03-29 09:00');
  const events = mergeEvents({
    contract: [
      became('2026-03-25 08:00', 1, 'SCHEDULED', 'SUBMITTED'),
      became('2026-03-28 09:00', 2, 'SUBMITTED', 'PAID'),
      became('2026-03-29 09:00', 1, 'TRACKING', 'PAID'),
    ],
    transactions: [paid('2026-03-28 09:00'), first],
  });
  assert.equal(matched(instalments, events).get(first)?.InstalmentSequence, 1);
  const { debits, others } = contractDay('2026-03-25', instalments, events);
  assert.deepEqual(others, []);
  assert.deepEqual(
    debits.map((it) => [it.instalment.InstalmentSequence, it.transactions, it.history.map(({ line }) => line.next)]),
    [[1, [first], ['SUBMITTED', 'PAID']]],
  );
  // A transaction on the day of its outcome names its instalment.
  assert.equal(contractDay('2026-03-29', instalments, events).others[0]?.instalment?.InstalmentSequence, 1);
});

test('without the change, status, amount and the nearest date not after it decide, each instalment once', () => {
  const instalments = [
    one(1, '2026-01-25 00:00', 'PAID'),
    one(2, '2026-02-25 00:00', 'PAID'),
    one(3, '2026-03-25 00:00', 'UNPAID'),
    one(4, '2026-04-25 00:00', 'PAID', 120),
  ];
  const events = mergeEvents({
    transactions: [
      paid('2026-01-25 09:00'),
      paid('2026-02-26 09:00'),
      paid('2026-03-25 09:00', 100, 'UNPAID'),
      paid('2026-04-25 09:00', 100),
    ],
  });
  assert.deepEqual(
    [...matched(instalments, events).values()].map((it) => it?.InstalmentSequence),
    [1, 2, 3, undefined],
  );
});

test('a day without anything is empty', () => {
  assert.deepEqual(contractDay('2026-01-01', [], []), { debits: [], others: [] });
});

test('why a debit failed is said of its transaction and of the change that it left, and of nothing else', () => {
  const instalments = [
    changedItem(one(1, '2026-03-25 00:00', 'UNPAID'), { InstalmentResult: '02' }),
    changedItem(one(2, '2026-04-25 00:00', 'PAID'), { InstalmentResult: '00' }),
  ];
  const returned = paid('2026-03-26 09:00', 100, 'UNPAID');
  const collected = paid('2026-04-25 18:00');
  const events = mergeEvents({
    contract: [
      became('2026-03-25 08:00', 1, 'SCHEDULED', 'SUBMITTED'),
      became('2026-03-26 09:00', 1, 'SUBMITTED', 'UNPAID'),
      became('2026-04-25 18:00', 2, 'SUBMITTED', 'PAID'),
    ],
    transactions: [returned, collected],
  });
  const reasons = reasonsIn(instalments, events);
  assert.equal(reasons.ofTransaction(returned), '02');
  assert.equal(reasons.ofTransaction(collected), undefined);
  const lines = events.flatMap((it) => (it.kind === 'change' ? it.lines : []));
  assert.deepEqual(
    lines.flatMap((it) => (reasons.ofLine(it) ? [[it.next, reasons.ofLine(it)]] : [])),
    [['UNPAID', '02']],
  );
});
