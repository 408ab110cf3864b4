import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptOutcomes, type FollowedDebit } from './attempt-outcomes.ts';
import { addDays } from './calendar.ts';

const debit = (due: string, stage: string, addedOn: string | null = null, cents = 10_000): FollowedDebit => ({
  due: `2026-${due} 00:00`,
  stage,
  cents,
  reason: stage === 'unpaid' ? '02' : '',
  addedOn: addedOn && `2026-${addedOn}`,
});
const told = (debits: FollowedDebit[]) =>
  attemptOutcomes(debits).map(({ due, attempts }) => [
    due.slice(5),
    ...attempts.map(({ attempt, waitedDays, isPaid }) => `${attempt} after ${waitedDays}: ${String(isPaid)}`),
  ]);

test('attempts follow the debit that was missed, the second one after the first failed', () => {
  assert.deepEqual(
    told([
      debit('09-01', 'paid'),
      debit('10-01', 'unpaid'),
      debit('10-05', 'unpaid', '10-02'),
      debit('10-25', 'paid', '10-06'),
      debit('11-01', 'paid'),
    ]),
    [['10-01', '1 after 4: false', '2 after 24: true']],
  );
});

test('of two missed debits the first one is tried first, and what waits is not tried twice', () => {
  const missed = [debit('10-01', 'unpaid'), debit('11-01', 'unpaid')];
  assert.deepEqual(told([...missed, debit('11-05', 'paid', '11-02'), debit('11-06', 'scheduled', '11-02')]), [
    ['10-01', '1 after 35: true'],
    ['11-01', '1 after 5: undefined'],
  ]);
});

test('a debit that was added while nothing was missed, and a cancelled one, are no attempts', () => {
  assert.deepEqual(told([debit('10-01', 'unpaid', '09-20'), debit('10-05', 'cancelled', '10-02')]), [['10-01']]);
  assert.deepEqual(told([debit('10-01', 'paid'), debit('10-10', 'paid', '10-02')]), []);
});

test('each debit that failed is missed or an attempt, once; nothing is tried after it was paid, and no wait is negative', () => {
  const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-09-01', days));
  const any = fc.record({
    due: day.map((it) => `${it} 00:00`),
    stage: fc.constantFrom('paid', 'unpaid', 'cancelled', 'scheduled', undefined),
    cents: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    reason: fc.constantFrom('', '02'),
    addedOn: fc.option(day),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (debits) => {
      const missed = attemptOutcomes(debits);
      const failed =
        missed.length + missed.flatMap((it) => it.attempts).filter(({ isPaid }) => isPaid === false).length;
      assert.equal(failed, debits.filter(({ stage }) => stage === 'unpaid').length);
      for (const { attempts } of missed) {
        assert.ok(attempts.slice(0, -1).every(({ isPaid }) => isPaid === false));
        assert.ok(attempts.every(({ waitedDays, attempt }, at) => waitedDays >= 0 && attempt === at + 1));
      }
    }),
  );
});
