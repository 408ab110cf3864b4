import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trendText, countChangeText, shortDaysText, sameDays } from './changes.ts';

const sum = (count: number, cents: number | null = 1000 * count) => ({ count, cents });
const same = { from: '2026-10-01', to: '2026-10-23' };

test('a month is compared with the same days of last month, once there are enough of them', () => {
  const text = (now: ReturnType<typeof sum>, before: ReturnType<typeof sum>, today = '2026-11-23') =>
    trendText(now, before, same, today);
  assert.equal(text(sum(120), sum(100)), 'Up 20\u00a0% from 1–23 Oct');
  assert.equal(text(sum(91), sum(100)), 'Down 9\u00a0% from 1–23 Oct');
  assert.equal(text(sum(100), sum(100)), 'Same as 1–23 Oct');
  // Few records, few days, or an amount that is missing.
  assert.equal(text(sum(2), sum(100)), 'R\u00a01\u00a0000,00 on 1–23 Oct');
  assert.equal(text(sum(120), sum(100), '2026-11-03'), 'R\u00a01\u00a0000,00 on 1–23 Oct');
  assert.equal(text(sum(120, null), sum(100)), 'R\u00a01\u00a0000,00 on 1–23 Oct');
  assert.equal(text(sum(120), sum(0)), 'None on 1–23 Oct');
  assert.equal(countChangeText(52, 50), 'up 4\u00a0% in a month');
  assert.equal(countChangeText(2, 50), '');
});

test('the same days end with a shorter month, and days are named briefly', () => {
  assert.deepEqual(sameDays('2027-03-31').same, { from: '2027-02-01', to: '2027-02-28' });
  assert.equal(shortDaysText({ from: '2026-10-23', to: '2026-11-06' }), '23 Oct–6 Nov');
  assert.equal(shortDaysText({ from: '2026-11-01', to: '2026-11-01' }), '1 Nov');
});
