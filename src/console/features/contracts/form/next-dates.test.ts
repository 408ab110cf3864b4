import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatedInstalment } from '#console/domain/schedule/compare.ts';
import { dateOf } from '#rules/calendar.ts';
import { schedule } from '#rules/schedule.ts';
import { nextDates } from './next-dates.ts';

const terms = {
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: '2026-10-10 00:00',
  InstalmentAmount: 100,
  NumberOfInstalments: 4,
};
const today = '2026-11-10';
const instalments = (change: Partial<CreatedInstalment> = {}, which = 0): CreatedInstalment[] =>
  schedule({ ...terms, InstalmentCents: 10_000 }).map((it) => ({
    InstalmentSequence: it.InstalmentSequence,
    InstalmentActionDate: it.InstalmentActionDate,
    InstalmentAmount: it.InstalmentCents / 100,
    InstalmentStatus: dateOf(it.InstalmentActionDate) < today ? 'PAID' : 'SCHEDULED',
    ...(it.InstalmentSequence === which && change),
  }));
const lines = (changes: Record<string, unknown>, made = instalments()) =>
  nextDates(terms, changes, made, today)?.dates.map(({ sequence, before, after }) =>
    [sequence, before?.date.slice(0, 10), after?.date.slice(0, 10), after && after.cents / 100].join(' '),
  );

test('another day moves each instalment that is ahead', () => {
  assert.deepEqual(lines({ CollectionDay: 28 }), [
    '2 2026-11-25 2026-11-28 100',
    '3 2026-12-25 2026-12-28 100',
    '4 2027-01-25 2027-01-28 100',
  ]);
});

test('a month that an edit skips is named, and so is one that is debited twice', () => {
  const next = nextDates(terms, { CollectionDay: 1 }, instalments(), today);
  assert.deepEqual(
    next?.dates.map((it) => it.after?.date.slice(0, 10)),
    ['2026-12-01', '2027-01-01', '2027-02-01'],
  );
  assert.deepEqual(next?.skipped, ['2026-11']);
  assert.deepEqual(next?.doubled, []);
  // Instalment 1 was paid on 25 October, and the new plan has instalment 2 on the 26th.
  const twice = nextDates(
    terms,
    { InstalmentStartDate: '2026-09-26 00:00', CollectionDay: 26 },
    instalments(),
    '2026-10-25',
  );
  assert.deepEqual(twice?.doubled, ['2026-10']);
  assert.deepEqual(twice?.skipped, []);
});

test('what was set by hand keeps its amount, and fewer instalments cancel the last', () => {
  assert.deepEqual(lines({ InstalmentAmount: 120, NumberOfInstalments: 3 }, instalments({ InstalmentAmount: 55 }, 2)), [
    '2 2026-11-25 2026-11-25 55',
    '3 2026-12-25 2026-12-25 120',
    '4 2027-01-25  ',
  ]);
});

test('an instalment that was cancelled is not added again', () => {
  assert.deepEqual(lines({ CollectionDay: 28 }, instalments({ InstalmentStatus: 'CANCELLED' }, 3)), [
    '2 2026-11-25 2026-11-28 100',
    '4 2027-01-25 2027-01-28 100',
  ]);
});

test('a longer series has new instalments, and one without an end goes on by itself', () => {
  assert.deepEqual(lines({ NumberOfInstalments: 5 })?.at(-1), '5  2027-02-25 100');
  assert.equal(lines({ NumberOfInstalments: null })?.length, 3);
});

test('nothing is said of instalments that are not those of their terms, or whose status is not known', () => {
  const other = instalments().map((it) => ({
    ...it,
    InstalmentActionDate: it.InstalmentActionDate?.replace('-25', '-26'),
  }));
  assert.equal(nextDates(terms, { CollectionDay: 28 }, other, today), undefined);
  assert.equal(nextDates(terms, { CollectionDay: 28 }, instalments({ InstalmentStatus: 'ODD' }, 3), today), undefined);
});
