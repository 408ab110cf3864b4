import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as always, array, integer, property } from 'fast-check';
import { addDays } from '#rules/calendar.ts';
import type { Planned } from '#rules/schedule.ts';
import { compareSchedules, type CreatedInstalment } from './compare.ts';

const planned = (dates: string[], cents = 10_000): Planned[] =>
  dates.map((date, index) => ({
    InstalmentSequence: index + 1,
    InstalmentActionDate: `${date} 08:00`,
    InstalmentCents: cents,
    DebitSequenceType: 'RCUR',
  }));
const made = (dates: string[], amount = 100): CreatedInstalment[] =>
  dates.map((date, index) => ({
    InstalmentSequence: index + 1,
    InstalmentActionDate: `${date} 08:00`,
    InstalmentAmount: amount,
  }));
const verdicts = (expected: Planned[], actual: CreatedInstalment[]) =>
  compareSchedules(expected, actual).map((it) => it.verdict);

const dated = (offsets: number[]) =>
  offsets.toSorted((one, other) => one - other).map((offset) => addDays('2027-01-01', offset));

const months = ['2027-01-25', '2027-02-25', '2027-03-25', '2027-04-25'];

test('what is as expected is the same, in whatever order the service answers', () => {
  assert.deepEqual(verdicts(planned(months), made(months).toReversed()), ['same', 'same', 'same', 'same']);
});

test('one collection moved off its day is one difference', () => {
  const moved = months.with(1, '2027-02-26');
  assert.deepEqual(verdicts(planned(months), made(moved)), ['same', 'date', 'same', 'same']);
});

test('one that was not made does not shift the others, nor does one too many', () => {
  assert.deepEqual(verdicts(planned(months), made(months.toSpliced(1, 1))), ['same', 'missing', 'same', 'same']);
  assert.deepEqual(verdicts(planned(months.toSpliced(1, 1)), made(months)), ['same', 'extra', 'same', 'same']);
});

test('amounts are compared in whole cents', () => {
  assert.deepEqual(verdicts(planned(months.slice(0, 1), 30), made(months.slice(0, 1), 0.301)), ['amount']);
  assert.deepEqual(verdicts(planned(months.slice(0, 1), 30), made(months.slice(0, 1), 0.1 + 0.2)), ['same']);
  assert.deepEqual(verdicts(planned(months.slice(0, 1), 30), made(months.slice(0, 1), 0.3)), ['same']);
  assert.deepEqual(verdicts(planned(['2027-01-25']), made(['2027-01-26'], 5)), ['both']);
});

test('nothing made, nothing expected', () => {
  assert.deepEqual(verdicts(planned(months), []), ['missing', 'missing', 'missing', 'missing']);
  assert.deepEqual(verdicts([], made(months)), ['extra', 'extra', 'extra', 'extra']);
  assert.deepEqual(verdicts([], []), []);
});

test('every instalment of either side stands in exactly one pair, in order', () => {
  const days = array(integer({ min: 0, max: 30 }), { maxLength: 12 });
  always(
    property(days, days, (one, other) => {
      const [expected, actual] = [planned(dated(one)), made(dated(other))];
      const pairs = compareSchedules(expected, actual);
      assert.deepEqual(
        pairs.flatMap((it) => it.expected ?? []),
        expected,
      );
      assert.deepEqual(
        pairs.flatMap((it) => it.made ?? []),
        actual,
      );
      for (const pair of pairs) {
        assert.equal(pair.verdict === 'missing', pair.made === undefined);
        assert.equal(pair.verdict === 'extra', pair.expected === undefined);
      }
    }),
  );
});
