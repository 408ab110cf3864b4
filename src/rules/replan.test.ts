import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dateOf } from './calendar.ts';
import { replan, retyped, type ReplannedInstalment } from './replan.ts';
import { horizonLength, schedule, sequenceType, type Planned, type Terms } from './schedule.ts';

/** A stored contract, and today's date. */
interface State {
  terms: Terms;
  instalments: ReplannedInstalment[];
  today: string;
}

const planned = (terms: Terms, reached: number): Planned[] =>
  schedule(terms, Math.max(horizonLength, reached - (terms.FirstCollectionDate ? 1 : 0)));
const isOpenEnded = (terms: Terms) => terms.NumberOfInstalments === null;
const isAhead = (instalment: ReplannedInstalment, today: string) =>
  instalment.status === 'SCHEDULED' && dateOf(instalment.date) > today;

function begin(terms: Terms): State {
  const instalments = planned(terms, 0).map((it) => ({
    sequence: it.InstalmentSequence,
    place: it.InstalmentSequence,
    date: it.InstalmentActionDate,
    cents: it.InstalmentCents,
    type: it.DebitSequenceType,
    status: 'SCHEDULED',
  }));
  return { terms, instalments, today: '2026-01-01' };
}

const reachedBy = (instalments: readonly ReplannedInstalment[]) =>
  Math.max(0, ...instalments.map((it) => it.place ?? 0));

function editTerms(state: State, given: Partial<Terms>): State {
  const terms = { ...state.terms, ...given };
  const reached = reachedBy(state.instalments);
  const [was, will] = [planned(state.terms, reached), planned(terms, reached)];
  const after = replan(state.instalments, was, will, state.today);
  // The service refuses an edit that would move an instalment to today or earlier.
  if (
    after.some(
      (it, n) => state.instalments[n] && state.instalments[n].date !== it.date && dateOf(it.date) <= state.today,
    )
  )
    return state;
  const instalments = retyped(state.instalments, after, isOpenEnded(state.terms), isOpenEnded(terms));
  checkKept(state, was, will, instalments);
  return { ...state, terms, instalments };
}

/** Instalments changed by hand are kept; all others follow the terms. */
function checkKept(before: State, was: Planned[], will: Planned[], after: ReplannedInstalment[]): void {
  for (const [n, old] of before.instalments.entries()) {
    const it = after[n]!;
    if (!isAhead(old, before.today) || old.place === null) {
      assert.deepEqual({ ...it, type: '' }, { ...old, type: '' });
      continue;
    }
    const [from, to] = [was[old.place - 1], will[old.place - 1]];
    if (!to) {
      assert.deepEqual([it.status, it.place], ['CANCELLED', null]);
      continue;
    }
    assert.equal(it.cents, old.cents === from?.InstalmentCents ? to.InstalmentCents : old.cents);
    if (old.date === from?.InstalmentActionDate) assert.equal(it.date, to.InstalmentActionDate);
    else assert.ok(it.date === old.date || it.date === to.InstalmentActionDate);
    if (from?.InstalmentActionDate === to.InstalmentActionDate) assert.equal(it.date, old.date);
  }
  // No period is missing, and none is collected twice.
  const places = after.flatMap((it) => it.place ?? []);
  assert.equal(new Set(places).size, places.length);
  for (const it of will)
    if (dateOf(it.InstalmentActionDate) > before.today) assert.ok(places.includes(it.InstalmentSequence));
}

/** Changes some of the scheduled instalments, like the calls that change them one by one. */
function change(state: State, next: (it: ReplannedInstalment, n: number) => ReplannedInstalment): State {
  const after = state.instalments.map((it, n) => (isAhead(it, state.today) ? next(it, n) : it));
  return {
    ...state,
    instalments: retyped(state.instalments, after, isOpenEnded(state.terms), isOpenEnded(state.terms)),
  };
}

const at = (n: number, state: State) => n % Math.max(1, state.instalments.length);

type Edit = (state: State) => State;
const nat = fc.nat({ max: 40 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.option(fc.integer({ min: 1, max: 15 })).map(
    (it): Edit =>
      (state) =>
        editTerms(state, { NumberOfInstalments: it }),
  ),
  fc.integer({ min: 1, max: 15 }).map(
    (it): Edit =>
      (state) =>
        editTerms(state, { NumberOfInstalments: it }),
  ),
  fc.integer({ min: 1, max: 5 }).map(
    (it): Edit =>
      (state) =>
        editTerms(state, { InstalmentCents: it * 100 }),
  ),
  fc.integer({ min: 1, max: 28 }).map(
    (it): Edit =>
      (state) =>
        editTerms(state, { CollectionDay: it }),
  ),
  fc.integer({ min: 1, max: 100 }).map(
    (it): Edit =>
      (state) =>
        editTerms(state, { InstalmentStartDate: `${addDays(state.today, it)} 00:00` }),
  ),
  fc.option(fc.integer({ min: 1, max: 40 })).map(
    (it): Edit =>
      (state) =>
        editTerms(state, {
          FirstCollectionDate: it === null ? null : `${addDays(state.today, it)} 00:00`,
          FirstCollectionCents: it === null ? null : 77,
        }),
  ),
  fc.tuple(nat, fc.integer({ min: 1, max: 70 })).map(
    ([n, days]): Edit =>
      (state) =>
        change(state, (it, index) =>
          index === at(n, state) ? { ...it, date: `${addDays(state.today, days)} 00:00` } : it,
        ),
  ),
  fc.tuple(nat, fc.integer({ min: 1, max: 9 })).map(
    ([n, cents]): Edit =>
      (state) =>
        change(state, (it, index) => (index === at(n, state) ? { ...it, cents } : it)),
  ),
  nat.map(
    (n): Edit =>
      (state) =>
        change(state, (it, index) => (index === at(n, state) ? { ...it, status: 'CANCELLED' } : it)),
  ),
  fc.integer({ min: 1, max: 60 }).map((days): Edit => (state) => ({
    ...state,
    instalments: [
      ...state.instalments,
      {
        sequence: state.instalments.length + 1,
        place: null,
        date: `${addDays(state.today, days)} 00:00`,
        cents: 1,
        type: null,
        status: 'SCHEDULED',
      },
    ],
  })),
  fc.integer({ min: 1, max: 45 }).map((days): Edit => (state) => {
    const today = addDays(state.today, days);
    const instalments = state.instalments.map((it) =>
      it.status === 'SCHEDULED' && dateOf(it.date) < today ? { ...it, status: 'PAID' } : it,
    );
    return { ...state, today, instalments };
  }),
);

function checkTypes({ instalments, terms }: State): void {
  const live = instalments
    .filter((it) => it.place !== null && it.status !== 'CANCELLED')
    .toSorted((a, b) => (a.date === b.date ? a.place! - b.place! : a.date < b.date ? -1 : 1));
  for (const [n, it] of live.entries())
    if (it.status === 'SCHEDULED') assert.equal(it.type, sequenceType(n, live.length, isOpenEnded(terms)));
}

const begun = fc
  .record({
    NumberOfInstalments: fc.option(fc.integer({ min: 1, max: 12 })),
    CollectionDay: fc.integer({ min: 1, max: 31 }),
  })
  .map((it) => begin({ FrequencyCode: 'MNTH', InstalmentStartDate: '2026-01-05 00:00', InstalmentCents: 100, ...it }));

test('after any edits the scheduled instalments have the types of their position, and changes by hand are kept', (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  fc.assert(
    fc.property(begun, fc.array(edit, { minLength: 1, maxLength: 8 }), (state, edits) => {
      let now = state;
      for (const next of edits) {
        now = next(now);
        checkTypes(now);
      }
    }),
    { numRuns: 12_000, seed },
  );
});

const numbered = (NumberOfInstalments: number | null) =>
  begin({
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: '2026-01-05 00:00',
    InstalmentCents: 100,
    NumberOfInstalments,
  });
const scheduled = ({ instalments }: State) => instalments.filter((it) => it.status === 'SCHEDULED');
const types = (state: State) => scheduled(state).map((it) => it.type);

test('a shortened or extended series has one first and one last', () => {
  assert.deepEqual(types(editTerms(numbered(6), { NumberOfInstalments: 3 })), ['FRST', 'RCUR', 'FNAL']);
  assert.deepEqual(types(editTerms(numbered(3), { NumberOfInstalments: 5 })), ['FRST', 'RCUR', 'RCUR', 'RCUR', 'FNAL']);
  assert.deepEqual(types(editTerms(numbered(6), { NumberOfInstalments: 1 })), ['OOFF']);
  assert.deepEqual(types(editTerms(numbered(1), { NumberOfInstalments: 2 })), ['FRST', 'FNAL']);
  assert.deepEqual(types(editTerms(numbered(2), { NumberOfInstalments: null })), [
    'FRST',
    ...Array.from({ length: 11 }, () => 'RCUR'),
  ]);
});

test('an individually cancelled instalment does not stop a longer series from being filled', () => {
  const without = change(numbered(6), (it) => (it.sequence === 6 ? { ...it, status: 'CANCELLED' } : it));
  const again = editTerms(editTerms(without, { NumberOfInstalments: 4 }), { NumberOfInstalments: 6 });
  assert.deepEqual(
    scheduled(again).map((it) => it.place),
    [1, 2, 3, 4, 5],
  );
});

test('a date set by hand is kept while it is between its neighbours of the new plan, else it follows the plan', () => {
  const moved = change(numbered(6), (it) => (it.sequence === 3 ? { ...it, date: '2026-03-27 00:00' } : it));
  const third = (state: State) => state.instalments[2]?.date;
  assert.equal(third(editTerms(moved, { CollectionDay: 28 })), '2026-03-27 00:00');
  assert.equal(third(editTerms(moved, { InstalmentCents: 500 })), '2026-03-27 00:00');
  assert.equal(third(editTerms(moved, { InstalmentStartDate: '2026-06-01 00:00' })), '2026-08-25 00:00');
});

test('a type set by hand is kept', () => {
  const set = change(numbered(6), (it) => (it.sequence === 2 ? { ...it, type: 'OOFF' } : it));
  assert.equal(editTerms(set, { NumberOfInstalments: 2 }).instalments[1]?.type, 'OOFF');
});
