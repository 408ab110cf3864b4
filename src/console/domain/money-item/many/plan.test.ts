import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItem, type Instalment, type MoneyItem } from '../item.ts';
import { omniResource, standard } from '../resource.ts';
import { inContractOrder, planned, type BulkChange } from './plan.ts';

const today = '2026-11-22';
const one = (InstalmentSequence: number, date: string, more: Partial<Instalment> = {}): MoneyItem =>
  moneyItem('instalment', {
    ContractSequence: 7,
    InstalmentSequence,
    InstalmentActionDate: `${date} 08:30`,
    InstalmentAmount: 100,
    InstalmentStatus: 'SCHEDULED',
    ...more,
  });
const holidays: Record<string, string> = { '2026-12-16': 'Day of Reconciliation', '2026-12-25': 'Christmas Day' };
const plan = (list: MoneyItem[], change: BulkChange, others: MoneyItem[] = []) =>
  planned(list, change, { resource: standard, today, holidayOf: (date) => holidays[date], others });

test('dates move by days and keep their time; nothing else is sent', () => {
  const [first, second] = plan([one(1, '2026-12-01'), one(2, '2026-12-31')], { kind: 'shift', days: 7 });
  assert.deepEqual(first?.item, {
    ContractSequence: 7,
    InstalmentSequence: 1,
    InstalmentActionDate: '2026-12-08 08:30',
  });
  assert.equal(second?.after.due, '2027-01-07 08:30');
});

test('a banking day is neither a weekend nor a holiday; what is on one already stays', () => {
  const days = ['2026-12-26', '2026-12-16', '2026-12-17'].map((date, at) => one(at, date));
  const moved = (to: 'next' | 'previous') =>
    plan(days, { kind: 'bankingDay', to }).map((it) => it.why ?? it.after.due.slice(0, 10));
  assert.deepEqual(moved('next'), ['2026-12-28', '2026-12-17', 'already on a banking day']);
  assert.deepEqual(moved('previous'), ['2026-12-24', '2026-12-15', 'already on a banking day']);
});

test('what cannot be changed is left out and says why, what would change nothing too', () => {
  const list = [one(1, '2026-12-01', { InstalmentStatus: 'PAID' }), one(2, today), one(3, '2026-12-01')];
  assert.deepEqual(
    plan(list, { kind: 'amount', amount: 100 }).map((it) => [it.item, it.why]),
    [
      [undefined, 'no longer scheduled'],
      [undefined, 'goes out today'],
      [undefined, 'no change'],
    ],
  );
});

test('before anything goes it says: a weekend, a holiday, a day that has passed, two of a contract on one day', () => {
  const warnings = (date: string, others: MoneyItem[] = []) =>
    plan([one(1, '2026-12-01')], { kind: 'date', date }, others)[0]?.warnings;
  assert.deepEqual(warnings('2026-12-05'), ['weekend']);
  assert.deepEqual(warnings('2026-12-25'), ['Christmas Day']);
  assert.deepEqual(warnings('2026-11-20'), ['the new date has passed']);
  const twin = ['already has a debit that day'];
  assert.deepEqual(warnings('2026-12-02', [one(2, '2026-12-02')]), twin);
  assert.deepEqual(warnings('2026-12-02', [one(2, '2026-12-02', { InstalmentStatus: 'CANCELLED' })]), []);
  assert.deepEqual(warnings('2026-12-02', [one(1, '2026-12-02')]), []);
  // Both move to the same date.
  const both = plan([one(1, '2026-12-01'), one(2, '2026-12-03')], { kind: 'date', date: '2026-12-02' });
  assert.deepEqual(
    both.map((it) => it.warnings),
    [twin, twin],
  );
});

test('a status that is not known here is left to the service, and said', () => {
  const [row] = plan([one(1, '2026-12-01', { InstalmentStatus: 'BOOKED' })], { kind: 'amount', amount: 50 });
  assert.deepEqual([row?.item?.InstalmentAmount, row?.warnings], [50, ['status “BOOKED”']]);
});

test('an omni instalment moves by its plain date, and an unfinished change sends nothing', () => {
  const it = moneyItem('omni', {
    ContractSequence: 7,
    InstalmentSequence: 1,
    CollectionDate: '2026-12-05',
    Status: 'SCHEDULED',
  });
  const context = { resource: omniResource, today, holidayOf: () => undefined, others: [] };
  assert.equal(planned([it], { kind: 'bankingDay', to: 'next' }, context)[0]?.item?.CollectionDate, '2026-12-07');
  assert.equal(planned([it], { kind: 'shift', days: undefined }, context)[0]?.item, undefined);
  assert.equal(planned([it], { kind: 'shift', days: 9_999_999 }, context)[0]?.item, undefined);
});

test('a change across contracts sends the instalments of each contract together, so that it is read once', () => {
  const row = (ContractSequence: number, InstalmentSequence: number) => ({
    before: moneyItem('instalment', { ContractSequence, InstalmentSequence }),
  });
  const byDate = [row(7, 1), row(9, 1), row(7, 2), row(8, 1), row(9, 2)];
  const names = inContractOrder(byDate).map(({ before }) => `${before.ContractSequence}/${before.number}`);
  assert.deepEqual(names, ['7/1', '7/2', '9/1', '9/2', '8/1']);
});
