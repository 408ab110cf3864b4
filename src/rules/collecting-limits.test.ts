import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from './calendar.ts';
import { collectingBudget, type CountedDebit } from './collecting-limits.ts';

const first = '2026-01-05';
const isStop = (reason: string) => reason === '34';
const debit = (due: string, stage: string, addedOn: string | null = null, reason = '02'): CountedDebit => ({
  due,
  stage,
  addedOn,
  reason: stage === 'unpaid' ? reason : null,
});
const counts = (debits: CountedDebit[], attempts: number | null = 2) => {
  const { missed, used, left, stop } = collectingBudget(debits, attempts, isStop);
  return [missed.length, used, left, stop?.due ?? null];
};

test('attempts are debits that were added after a missed one; those of the schedule are none', () => {
  const missed = debit('2026-10-13', 'unpaid');
  const again = debit('2026-10-28', 'unpaid', '2026-10-20');
  const scheduled = debit('2026-11-13', 'scheduled');
  assert.deepEqual(counts([missed, scheduled]), [1, 0, 2, null]);
  assert.deepEqual(counts([missed, again, scheduled]), [1, 1, 1, null]);
  assert.deepEqual(counts([missed, again, debit('2026-11-02', 'scheduled', '2026-10-30')]), [1, 2, 0, null]);
  // Each missed debit has its own.
  assert.deepEqual(counts([missed, again, debit('2026-11-13', 'unpaid')]), [2, 1, 3, null]);
  // It was added before anything was missed.
  assert.deepEqual(counts([missed, debit('2026-10-28', 'scheduled', '2026-10-01')]), [1, 0, 2, null]);
  assert.deepEqual(counts([debit('2026-10-13', 'paid'), scheduled]), [0, 0, null, null]);
  assert.deepEqual(counts([missed, again], null), [1, 1, null, null]);
});

test('what is paid settles what was missed: an attempt the first one, a debit of the schedule all but the last', () => {
  const [october, november] = [debit('2026-10-13', 'unpaid'), debit('2026-11-13', 'unpaid')];
  assert.deepEqual(counts([october, debit('2026-10-28', 'paid', '2026-10-20')]), [0, 0, null, null]);
  assert.deepEqual(counts([october, november, debit('2026-11-28', 'paid', '2026-11-20')]), [1, 0, 2, null]);
  assert.deepEqual(counts([october, november, debit('2026-12-13', 'paid')]), [1, 0, 2, null]);
});

test('a reason to stop counts until a debit of the contract is paid again', () => {
  const cancelled = debit('2026-10-13', 'unpaid', null, '34');
  assert.deepEqual(counts([cancelled, debit('2026-11-13', 'unpaid')]), [2, 0, 4, '2026-10-13']);
  assert.deepEqual(counts([cancelled, debit('2026-11-13', 'paid')]), [1, 0, 2, null]);
});

const anyDebit = fc
  .record({
    day: fc.nat(120),
    stage: fc.constantFrom('scheduled', 'underway', 'paid', 'unpaid', 'cancelled', undefined),
    added: fc.option(fc.nat(120), { nil: null }),
    reason: fc.constantFrom('02', '34', null),
  })
  .map(({ day, stage, added, reason }): CountedDebit => ({
    due: `${addDays(first, day)} 08:00`,
    stage,
    reason,
    addedOn: added === null ? null : addDays(first, Math.min(added, day)),
  }));
const anyDebits = fc.array(anyDebit, { maxLength: 20 });
const limit = fc.integer({ min: 1, max: 5 });

test('neither the order of the debits nor cancelled ones change the count', () => {
  fc.assert(
    fc.property(
      anyDebits.chain((debits) =>
        fc.tuple(fc.constant(debits), fc.shuffledSubarray(debits, { minLength: debits.length })),
      ),
      limit,
      ([debits, shuffled], most) => {
        // Of a day and kind there is one: which of several comes first is nowhere to be read.
        const keys = debits.map((it) => `${it.due} ${it.addedOn === null}`);
        fc.pre(new Set(keys).size === keys.length);
        assert.deepEqual(counts(shuffled, most), counts(debits, most));
        assert.deepEqual(
          counts(
            debits.filter(({ stage }) => stage !== 'cancelled'),
            most,
          ),
          counts(debits, most),
        );
      },
    ),
  );
});

test('who adds debits while attempts are left never adds more than the limit for each missed one, whatever fails', () => {
  fc.assert(
    fc.property(anyDebits, limit, fc.array(fc.boolean(), { maxLength: 40 }), (past, most, failures) => {
      const today = addDays(first, 130);
      const debits = past.map((it) => ({ ...it }));
      const { missed, used, left } = collectingBudget(debits, most, isStop);
      assert.ok(left === null || (left >= 0 && left === Math.max(0, most * missed.length - used)));
      assert.equal(left === null, missed.length === 0);
      let added = 0;
      for (const isFailed of failures) {
        if ((collectingBudget(debits, most, isStop).left ?? 0) === 0) break;
        debits.push(debit(addDays(today, added), isFailed ? 'unpaid' : 'scheduled', today));
        added += 1;
      }
      assert.ok(added <= (left ?? 0), 'an attempt that fails is no missed debit');
      if (failures.length >= (left ?? 0)) assert.equal(added, left ?? 0);
    }),
  );
});

test('one more attempt uses one, and one that is paid leaves fewer missed debits', () => {
  fc.assert(
    fc.property(anyDebits, limit, (debits, most) => {
      const now = collectingBudget(debits, most, isStop);
      fc.pre(now.missed.length > 0);
      const today = addDays(first, 130);
      const after = (stage: string) => collectingBudget([...debits, debit(today, stage, today)], most, isStop);
      assert.equal(after('scheduled').used, now.used + 1);
      assert.equal(after('paid').missed.length, now.missed.length - 1);
      assert.equal(after('cancelled').used, now.used);
    }),
  );
});
