import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOf, figuresOf, lateReturnsOf } from './figures.ts';

const row = (at: string, contract: number, amount: number) => ({
  TransactionDate: at,
  ContractSequence: contract,
  ClientNumber: 'C1',
  ContractNumber: `L${contract}`,
  Amount: amount,
});
const sum = (status: string, cents: number | null, type = '', count = 1, day = '2026-10-25') => ({
  day,
  status,
  type,
  count,
  cents,
});
test('a late return is from an earlier month unless the month has a paid debit of its contract and amount before it', () => {
  const returns = [row('2026-10-08 09:00', 1, 10), row('2026-10-28 09:00', 2, 20), row('2026-10-28 09:00', 3, 30)];
  const paid = [row('2026-10-25 19:00', 1, 10), row('2026-10-25 19:00', 2, 20), row('2026-10-25 19:00', 3, 31)];
  assert.deepEqual(
    lateReturnsOf(returns, paid).map((it) => [it.contract, it.cents, it.isFromEarlier]),
    [
      [1, 1000, true],
      [2, 2000, false],
      [3, 3000, true],
    ],
  );
});

test('each late return takes a debit of its own: two equal ones need two, paid before them', () => {
  const paid = ['2026-10-02 09:00', '2026-10-20 09:00'].map((at) => row(at, 1, 10));
  const earlier = (...days: string[]) =>
    lateReturnsOf(
      days.map((day) => row(`2026-10-${day} 09:00`, 1, 10)),
      paid,
    ).map((it) => it.isFromEarlier);
  assert.deepEqual(earlier('25', '26'), [false, false]);
  assert.deepEqual(earlier('27', '25', '26'), [true, false, false]);
  // The first return takes the first debit, before the second is paid.
  assert.deepEqual(earlier('05', '25'), [false, false]);
  assert.deepEqual(earlier('01', '05', '06', '25'), [true, false, true, false]);
  // In the minute of a debit no return of it is possible.
  assert.deepEqual(earlier('02', '20'), [true, false]);
});

test('money that was paid out is no debit that a late return takes back', () => {
  const payout = { ...row('2026-10-02 09:00', 1, 10), TransactionType: 'PAYOUT' };
  assert.deepEqual(
    lateReturnsOf([row('2026-10-05 09:00', 1, 10)], [payout]).map((it) => it.isFromEarlier),
    [true],
  );
});

test('opening and month give the closing, and each kind of money is in one figure', () => {
  const late = lateReturnsOf([row('2026-10-08 09:00', 1, 10)], []);
  const figures = figuresOf(
    [
      sum('PAID', 50_001, '', 3),
      sum('UNPAID', 700),
      sum('UNPAID', 1000, 'RETURN'),
      sum('PAID', 333, 'PAYOUT'),
      sum('UNPAID', 22, 'PAYOUT'),
      sum('SOMETHING', 99_999),
      sum('PAID', 5, '', 1, ''),
    ],
    late,
  );
  assert.deepEqual(
    [figures.collected, figures.returned, figures.afterPayment, figures.fromEarlier, figures.paidOut],
    [
      { count: 3, cents: 50_001 },
      { count: 2, cents: 1700 },
      { count: 1, cents: 1000 },
      { count: 1, cents: 1000 },
      { count: 1, cents: 333 },
    ],
  );
  assert.deepEqual([figures.saysReturns, figures.saysPayouts], [true, true]);
  assert.deepEqual([figures.unknown, figures.unknownCount, figures.undatedCount], [['SOMETHING'], 1, 1]);
  assert.deepEqual(balanceOf(figures, 250, 40_000), { opening: 250, month: 9001, closing: 9251 });
});

test('a missing amount gives no closing rather than a wrong one', () => {
  const figures = figuresOf([sum('PAID', null)], []);
  assert.deepEqual(balanceOf(figures, 250), { opening: 250, month: null, closing: null });
});

test('a payout by another word is paid out, an unknown type is in no figure, and what no type says is not claimed', () => {
  const figures = figuresOf(
    [sum('PAID', 600_168, 'DEBIT', 3), sum('PAID', 45_075, 'PAYO'), sum('PAID', 9, 'XYZ', 2)],
    [],
  );
  assert.deepEqual(
    [figures.collected, figures.paidOut],
    [
      { count: 3, cents: 600_168 },
      { count: 1, cents: 45_075 },
    ],
  );
  assert.equal(figures.unknownTypeCount, 2);
  assert.deepEqual([figures.saysPayouts, figures.saysReturns], [true, false]);
});
