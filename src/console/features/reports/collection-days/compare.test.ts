import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRates, comparedText, dayAnswer, everyDay } from './compare.ts';

const line = (label: string, paid: number, all: number) => ({ label, paid, all });

test('only days whose intervals do not overlap are called best and worst', () => {
  assert.equal(
    dayAnswer([line('1', 810, 1000), line('15', 850, 1000), line('25', 880, 1000)]),
    'The 25th collects best of your usual days: 88 of 100 debits are paid. The 1st collects worst: 81 of 100.',
  );
  assert.equal(
    dayAnswer([line('1', 84, 100), line('25', 88, 100)]),
    'Too close to call: no two of your usual days surely differ',
  );
});

test('days with few debits take no part, and two days are needed', () => {
  assert.equal(dayAnswer([line('2', 0, 99), line('25', 88, 100)]), 'Too few debits to compare days');
  assert.equal(compareRates([]), undefined);
});

test('a day with the highest rate by chance does not hide two that surely differ, and is not passed over in words', () => {
  // The 3rd has the highest rate, but so few debits that its interval reaches below that of the 1st.
  const days = [line('1', 8500, 10_000), line('2', 8800, 10_000), line('3', 89, 100)];
  assert.equal(dayAnswer(days), 'The 2nd collects better than the 1st: 88 of 100 debits are paid, not 85 of 100.');
});

test('the other comparisons are said in short', () => {
  assert.equal(
    comparedText([line('Fri', 880, 1000), line('Sat', 790, 1000)]),
    'Best: Fri, 88 of 100. Worst: Sat, 79 of 100.',
  );
  assert.equal(comparedText([line('Fri', 880, 1000), line('Sat', 870, 1000)]), 'No clear difference');
  assert.equal(comparedText([line('Fri', 80, 99)]), 'Too few debits to compare');
});

test('the chart has a place for each day of the month', () => {
  const days = everyDay([line('25', 88, 100)]);
  assert.equal(days.length, 31);
  assert.deepEqual(days[24], line('25', 88, 100));
  assert.deepEqual(days[0], line('1', 0, 0));
});
