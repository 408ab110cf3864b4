import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreatedInstalment } from '#console/domain/schedule/compare.ts';
import { rehearse } from '#console/domain/schedule/rehearsal.ts';
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
  nextDates(terms, changes, made, today)?.series.moves.map(({ before, after }) =>
    [before?.date.slice(0, 10), after?.date.slice(0, 10), after?.cents && after.cents / 100].join(' '),
  );
const rehearsed = (changes: Record<string, unknown>, on = today) => {
  const next = nextDates(terms, changes, instalments(), on);
  return next && rehearse([next.series]).contracts[0];
};
const months = (list: readonly { from: string }[] = []) => list.map((it) => it.from.slice(0, 7));

test('another day moves each instalment that is ahead', () => {
  assert.deepEqual(lines({ CollectionDay: 28 }), [
    '2026-11-25 2026-11-28 100',
    '2026-12-25 2026-12-28 100',
    '2027-01-25 2027-01-28 100',
  ]);
});

test('a month that an edit skips is named, and so is one that is debited twice', () => {
  const next = rehearsed({ CollectionDay: 1 });
  assert.deepEqual(
    next?.after.map((it) => dateOf(it.date)),
    ['2026-12-01', '2027-01-01', '2027-02-01'],
  );
  assert.deepEqual([months(next?.skipped), months(next?.doubled)], [['2026-11'], []]);
  // Instalment 1 was paid on 25 October, and the new plan has instalment 2 on the 26th.
  const twice = rehearsed({ InstalmentStartDate: '2026-09-26 00:00', CollectionDay: 26 }, '2026-10-25');
  assert.deepEqual([months(twice?.skipped), months(twice?.doubled)], [['2027-01'], ['2026-10']]);
});

test('fewer instalments and another frequency skip no month by themselves', () => {
  assert.deepEqual(rehearsed({ NumberOfInstalments: 3 })?.skipped, []);
  const quarterly = rehearsed({ FrequencyCode: 'QURT' });
  assert.deepEqual([quarterly?.skipped, quarterly?.doubled], [[], []]);
});

test('what was set by hand keeps its amount, and fewer instalments cancel the last', () => {
  assert.deepEqual(lines({ InstalmentAmount: 120, NumberOfInstalments: 3 }, instalments({ InstalmentAmount: 55 }, 2)), [
    '2026-11-25 2026-11-25 55',
    '2026-12-25 2026-12-25 120',
    '2027-01-25  ',
  ]);
});

test('an amount set by hand above a lower maximum is said', () => {
  const next = nextDates(terms, { MaximumAmount: 150 }, instalments({ InstalmentAmount: 170 }, 3), today);
  assert.deepEqual(next && rehearse([next.series]).contracts[0]?.above.map((it) => it.cents), [17_000]);
});

test('an instalment that was cancelled is not added again', () => {
  assert.deepEqual(lines({ CollectionDay: 28 }, instalments({ InstalmentStatus: 'CANCELLED' }, 3)), [
    '2026-11-25 2026-11-28 100',
    '2027-01-25 2027-01-28 100',
  ]);
});

test('a longer series has new instalments, and one without an end goes on by itself', () => {
  assert.deepEqual(lines({ NumberOfInstalments: 5 })?.at(-1), ' 2027-02-25 100');
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
