import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workThrough } from './testing/clerk.ts';

const seeds = Number(process.env.SEEDS ?? 1000);

test(`${seeds} months of 20,000 debits and 300 lines are matched to the cent, and never where two fit`, () => {
  const sum = { lines: 0, together: 0, byHand: 0, several: 0, open: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const counts = workThrough(seed);
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += counts[key];
  }
  assert.ok(
    sum.several > seeds / 2 && sum.together > sum.lines / 5 && sum.byHand > sum.lines / 20,
    JSON.stringify(sum),
  );
  console.log(JSON.stringify(sum));
});
