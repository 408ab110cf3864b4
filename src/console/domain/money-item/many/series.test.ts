import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rehearse } from '#console/domain/schedule/rehearsal.ts';
import { moneyItem, type Instalment, type MoneyItem } from '../item.ts';
import { payment, standard } from '../resource.ts';
import { planned, type BulkChange } from './plan.ts';
import { seriesOf } from './series.ts';

const today = '2026-11-22';
const one = (ContractSequence: number, date: string, more: Partial<Instalment> = {}): Instalment =>
  moneyItem('instalment', {
    ContractSequence,
    InstalmentSequence: Number(date.slice(5, 7)),
    InstalmentActionDate: `${date} 08:30`,
    InstalmentAmount: 100,
    InstalmentStatus: 'SCHEDULED',
    ...more,
  });
const rehearsed = (list: MoneyItem[], change: BulkChange, others: MoneyItem[], caps = new Map<string, number>()) => {
  const context = { resource: standard, today, holidayOf: () => undefined, others };
  return rehearse(seriesOf(planned(list, change, context), others, caps, today));
};

test('debits that stay or were collected count; cancelled and failed ones do not', () => {
  const others = [
    one(7, '2026-11-05', { InstalmentStatus: 'PAID' }),
    one(8, '2026-11-05', { InstalmentStatus: 'UNPAID' }),
    one(9, '2026-11-05', { InstalmentStatus: 'CANCELLED' }),
    ...[7, 8, 9].map((it) => one(it, '2027-01-05')),
  ];
  const list = [7, 8, 9].map((it) => one(it, '2026-12-05'));
  const { contracts, cash } = rehearsed(list, { kind: 'date', date: '2026-11-28' }, [...others, ...list]);
  assert.deepEqual(
    contracts.map((it) => [it.contract, it.skipped.length, it.doubled.length]),
    [
      ['7', 1, 1],
      ['8', 1, 0],
      ['9', 1, 0],
    ],
  );
  assert.deepEqual(cash[0], { month: '2026-11', before: 0, after: 30_000 });
});

test('the maximum is that of its own contract', () => {
  const list = [one(7, '2026-12-05'), one(8, '2026-12-05')];
  const { contracts } = rehearsed(list, { kind: 'amount', amount: 180 }, list, new Map([['8', 16_000]]));
  assert.deepEqual(
    contracts.map((it) => [it.contract, it.above.length]),
    [
      ['8', 1],
      ['7', 0],
    ],
  );
});

test('a weekly contract may have several debits in a month', () => {
  const list = ['2026-12-01', '2026-12-08'].map((date, at) =>
    one(7, date, { FrequencyCode: 'WEEK', InstalmentSequence: at + 1 }),
  );
  const others = [...list, one(7, '2026-12-15', { FrequencyCode: 'WEEK' })];
  const { contracts } = rehearsed(list.slice(0, 1), { kind: 'shift', days: 2 }, others);
  assert.deepEqual([contracts[0]?.skipped, contracts[0]?.doubled], [[], []]);
});

test('payments are rehearsed as debits are', () => {
  const pay = (PaymentSequence: number, date: string): MoneyItem =>
    moneyItem('payment', {
      ContractSequence: 7,
      PaymentSequence,
      PaymentDate: `${date} 00:00`,
      PaymentAmount: 50,
      PaymentStatus: 'SCHEDULED',
    });
  const list = [pay(1, '2026-12-31'), pay(2, '2027-01-31')];
  const context = { resource: payment, today, holidayOf: () => undefined, others: list };
  const rows = planned(list.slice(0, 1), { kind: 'shift', days: 3 }, context);
  const [it] = rehearse(seriesOf(rows, list, new Map(), today)).contracts;
  assert.deepEqual([it?.skipped.length, it?.doubled.length], [1, 1]);
});
