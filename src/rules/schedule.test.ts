import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  dateOf,
  daysBetween,
  daysInMonth,
  fromDayNumber,
  isDateTime,
  toDayNumber,
  weekday,
} from './calendar.ts';
import { frequencies } from './frequencies.ts';
import { maxCents } from './money.ts';
import { horizonLength, maxInstalments, schedule, ScheduleError, type Planned, type Terms } from './schedule.ts';

const base: Terms = {
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: '2026-01-01 09:30',
  InstalmentCents: 10_000,
  NumberOfInstalments: 3,
};

const plan = (terms: Partial<Terms>, horizon?: number): Planned[] => schedule({ ...base, ...terms }, horizon);
const dates = (terms: Partial<Terms>): string[] => plan(terms).map((each) => dateOf(each.InstalmentActionDate));
const cents = (terms: Partial<Terms>): number[] => plan(terms).map((each) => each.InstalmentCents);
const types = (terms: Partial<Terms>): string =>
  plan(terms)
    .map((each) => each.DebitSequenceType)
    .join(' ');

/** Whether a date is the collection day, from the date alone: another algorithm than the engine's. */
function matches(code: string, day: number, date: string, start: string): boolean {
  const ofMonth = Number(date.slice(8));
  const length = daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  if (code === 'WEEK') return weekday(date) === day;
  if (code === 'FRTN') {
    const monday = addDays(start, 1 - weekday(start));
    const position = daysBetween(monday, date) % 14;
    return position + 1 === day;
  }
  if (code !== 'ADHO') return ofMonth === Math.min(day, length);
  if (day === 99) return ofMonth === length;
  if (day === 14) return ofMonth === length - 1;
  if (day <= 6) return weekday(date) === day && ofMonth + 7 > length;
  return weekday(date) === day - 6 && ofMonth <= 7;
}

const everyMonths: Record<string, number> = { MNTH: 1, QURT: 3, MIAN: 6, YEAR: 12, ADHO: 1 };
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

const anyDate = fc
  .integer({ min: toDayNumber('1999-01-01'), max: toDayNumber('2101-01-01') })
  .map((days) => fromDayNumber(days));
const anyFrequency = fc.constantFrom(
  ...frequencies.flatMap((frequency) =>
    frequency.CollectionDays.map((day) => ({
      FrequencyCode: frequency.FrequencyCode,
      CollectionDay: day.CollectionDay,
    })),
  ),
);
const anyTerms = fc
  .record({
    frequency: anyFrequency,
    start: anyDate,
    InstalmentCents: fc.integer({ min: 1, max: 1_000_000 }),
    NumberOfInstalments: fc.option(fc.integer({ min: 1, max: 60 })),
    first: fc.option(
      fc.record({ days: fc.integer({ min: -40, max: 400 }), cents: fc.integer({ min: 1, max: 1_000_000 }) }),
    ),
  })
  .map(({ frequency, start, first, ...rest }): Terms & { NumberOfInstalments: number | null } => ({
    ...frequency,
    ...rest,
    InstalmentStartDate: `${start} 08:15`,
    FirstCollectionDate: first && `${addDays(start, first.days)} 17:45`,
    FirstCollectionCents: first?.cents ?? null,
  }));

test('a series has its count, ascends, matches its rule, misses no date and sums up', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const all = schedule(terms);
      const start = dateOf(terms.InstalmentStartDate);
      const first = terms.FirstCollectionDate ? all[0] : undefined;
      const series = first ? all.slice(1) : all;
      const count = terms.NumberOfInstalments ?? horizonLength;

      assert.equal(series.length, count);
      assert.deepEqual(
        all.map((each) => each.InstalmentSequence),
        all.map((_, n) => n + 1),
      );
      const sum = all.reduce((total, each) => total + each.InstalmentCents, 0);
      assert.equal(sum, count * terms.InstalmentCents + (first ? (terms.FirstCollectionCents ?? NaN) : 0));
      if (first) assert.equal(first.InstalmentActionDate, terms.FirstCollectionDate);

      const found = series.map((each) => dateOf(each.InstalmentActionDate));
      series.forEach((each) =>
        assert.ok(isDateTime(each.InstalmentActionDate) && each.InstalmentActionDate.endsWith(' 08:15')),
      );
      found.forEach((date) => assert.ok(matches(terms.FrequencyCode, terms.CollectionDay, date, start), date));
      assert.ok(
        all.every(
          (each, n) => n === 0 || dateOf(all[n - 1]?.InstalmentActionDate ?? '') < dateOf(each.InstalmentActionDate),
        ),
      );
      for (const [n, date] of found.entries()) {
        const before = found[n - 1];
        if (before === undefined) continue;
        const months = everyMonths[terms.FrequencyCode];
        if (months) assert.equal(monthOf(date) - monthOf(before), months);
        else assert.equal(daysBetween(before, date), terms.FrequencyCode === 'WEEK' ? 7 : 14);
      }
    }),
    { numRuns: 1500 },
  );
});

test('the series starts on the earliest matching day', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const start = dateOf(terms.InstalmentStartDate);
      const first = terms.FirstCollectionDate ? dateOf(terms.FirstCollectionDate) : '';
      const found = dateOf(schedule(terms)[first ? 1 : 0]?.InstalmentActionDate ?? '');
      // Day by day from the start: the first match sets the rhythm, and the first date of it after the first collection
      // begins the series.
      let expected = start;
      let beat: string | undefined;
      for (; ; expected = addDays(expected, 1)) {
        if (!matches(terms.FrequencyCode, terms.CollectionDay, expected, start)) continue;
        beat ??= expected;
        const inRhythm = (monthOf(expected) - monthOf(beat)) % (everyMonths[terms.FrequencyCode] ?? 1) === 0;
        if (inRhythm && expected > first) break;
      }
      assert.equal(found, expected);
    }),
    { numRuns: 1000 },
  );
});

test('types mark the first, the last and the only instalment', () => {
  assert.equal(types({ NumberOfInstalments: 1 }), 'OOFF');
  assert.equal(types({ NumberOfInstalments: 2 }), 'FRST FNAL');
  assert.equal(types({ NumberOfInstalments: 4 }), 'FRST RCUR RCUR FNAL');
  const first = { FirstCollectionDate: '2026-01-10 12:00', FirstCollectionCents: 500 };
  assert.equal(types({ NumberOfInstalments: 1, ...first }), 'FRST FNAL');
  const open = types({ NumberOfInstalments: null }).split(' ');
  assert.deepEqual(open, ['FRST', ...Array<string>(11).fill('RCUR')]);
  assert.equal(types({ NumberOfInstalments: null, ...first }).split(' ').length, 13);
});

test('extending an open-ended horizon does not change planned instalments', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 30 }), (terms, more) => {
      const open = { ...terms, NumberOfInstalments: null };
      const [short, long] = [schedule(open), schedule(open, horizonLength + more)];
      assert.deepEqual(long.slice(0, short.length), short);
      assert.equal(long.length, short.length + more);
    }),
  );
});

test('month ends clamp and recover, through every February', () => {
  assert.deepEqual(dates({ CollectionDay: 31, NumberOfInstalments: 6, InstalmentStartDate: '2024-01-31 00:00' }), [
    '2024-01-31',
    '2024-02-29',
    '2024-03-31',
    '2024-04-30',
    '2024-05-31',
    '2024-06-30',
  ]);
  assert.deepEqual(dates({ CollectionDay: 29, InstalmentStartDate: '2026-02-01 00:00' }), [
    '2026-02-28',
    '2026-03-29',
    '2026-04-29',
  ]);
  assert.deepEqual(dates({ CollectionDay: 30, InstalmentStartDate: '2028-02-29 00:00' }), [
    '2028-02-29',
    '2028-03-30',
    '2028-04-30',
  ]);
  assert.deepEqual(dates({ FrequencyCode: 'QURT', CollectionDay: 31, InstalmentStartDate: '2025-11-15 00:00' }), [
    '2025-11-30',
    '2026-02-28',
    '2026-05-31',
  ]);
  assert.deepEqual(dates({ FrequencyCode: 'MIAN', CollectionDay: 99, InstalmentStartDate: '2027-08-31 00:00' }), [
    '2027-08-31',
    '2028-02-29',
    '2028-08-31',
  ]);
  for (const [year, day] of [
    [1900, 28],
    [2000, 29],
    [2100, 28],
  ] as const) {
    assert.deepEqual(dates({ CollectionDay: 99, NumberOfInstalments: 1, InstalmentStartDate: `${year}-02-01 00:00` }), [
      `${year}-02-${day}`,
    ]);
  }
  const leap = dates({
    FrequencyCode: 'YEAR',
    CollectionDay: 29,
    NumberOfInstalments: 9,
    InstalmentStartDate: '2096-02-01 00:00',
  });
  assert.deepEqual(
    leap.map((date) => date.slice(8)),
    ['29', '28', '28', '28', '28', '28', '28', '28', '29'],
  );
});

test('fortnights count from the week of the start', () => {
  // 2026-01-01 is a Thursday of the week of Monday 29 December.
  const start = { FrequencyCode: 'FRTN', InstalmentStartDate: '2026-01-01 06:00', NumberOfInstalments: 2 };
  assert.deepEqual(dates({ ...start, CollectionDay: 5 }), ['2026-01-02', '2026-01-16']);
  assert.deepEqual(dates({ ...start, CollectionDay: 8 }), ['2026-01-05', '2026-01-19']);
  assert.deepEqual(dates({ ...start, CollectionDay: 14 }), ['2026-01-11', '2026-01-25']);
  // Wednesday of the first week is past.
  assert.deepEqual(dates({ ...start, CollectionDay: 3 }), ['2026-01-14', '2026-01-28']);
});

test('month rules', () => {
  const rule = (CollectionDay: number): string[] =>
    dates({ FrequencyCode: 'ADHO', CollectionDay, NumberOfInstalments: 3 });
  assert.deepEqual(rule(5), ['2026-01-30', '2026-02-27', '2026-03-27']);
  assert.deepEqual(rule(7), ['2026-01-05', '2026-02-02', '2026-03-02']);
  assert.deepEqual(rule(12), ['2026-01-03', '2026-02-07', '2026-03-07']);
  assert.deepEqual(rule(14), ['2026-01-30', '2026-02-27', '2026-03-30']);
  assert.deepEqual(rule(99), ['2026-01-31', '2026-02-28', '2026-03-31']);
});

test('a first collection comes before the series, with its own time and amount', () => {
  const first = { FirstCollectionDate: '2026-01-25 12:00', FirstCollectionCents: 250 };
  assert.deepEqual(plan({ NumberOfInstalments: 2, ...first }), [
    {
      InstalmentSequence: 1,
      InstalmentActionDate: '2026-01-25 12:00',
      InstalmentCents: 250,
      DebitSequenceType: 'FRST',
    },
    {
      InstalmentSequence: 2,
      InstalmentActionDate: '2026-02-25 09:30',
      InstalmentCents: 10_000,
      DebitSequenceType: 'RCUR',
    },
    {
      InstalmentSequence: 3,
      InstalmentActionDate: '2026-03-25 09:30',
      InstalmentCents: 10_000,
      DebitSequenceType: 'FNAL',
    },
  ]);
  assert.equal(dates({ ...first, FirstCollectionDate: '2025-12-01 12:00' })[1], '2026-01-25');
  // The quarters follow January, whatever the first collection does.
  const quarterly = dates({ ...first, FrequencyCode: 'QURT', FirstCollectionDate: '2026-02-10 12:00' });
  assert.deepEqual(quarterly, ['2026-02-10', '2026-04-25', '2026-07-25', '2026-10-25']);
  // A fee at the start may be larger than the payer's monthly maximum.
  assert.deepEqual(
    cents({ ...first, FirstCollectionCents: 99_999, MaximumCents: 10_000 }),
    [99_999, 10_000, 10_000, 10_000],
  );
});

test('a step falls on its anniversary of the first date', () => {
  const stepped = { AdjustmentCents: 100, NumberOfInstalments: 13 };
  const expected = (every: number): number[] =>
    Array.from({ length: 13 }, (_, n) => 10_000 + 100 * Math.floor(n / every));
  assert.deepEqual(cents({ ...stepped, AdjustmentCategory: 'Q' }), expected(3));
  assert.deepEqual(cents({ ...stepped, AdjustmentCategory: 'B' }), expected(6));
  assert.deepEqual(cents({ ...stepped, AdjustmentCategory: 'A' }), expected(12));
  for (const AdjustmentCategory of ['N', 'R', 'MONTHLY', 'toString', null, undefined]) {
    assert.deepEqual(cents({ ...stepped, AdjustmentCategory }), Array<number>(13).fill(10_000));
  }
  // Clamped days and month rules also step with their month.
  const monthly = { ...stepped, AdjustmentCategory: 'Q', InstalmentStartDate: '2026-01-30 00:00' };
  assert.deepEqual(cents({ ...monthly, CollectionDay: 31 }), expected(3));
  assert.deepEqual(cents({ ...monthly, FrequencyCode: 'ADHO', CollectionDay: 5 }), expected(3));
  // A yearly collection takes the four steps of its year at once.
  assert.deepEqual(
    cents({ ...stepped, FrequencyCode: 'YEAR', AdjustmentCategory: 'Q', NumberOfInstalments: 3 }),
    [10_000, 10_400, 10_800],
  );
  // A first collection is no part of the series: the anniversary is the second instalment's.
  const withFirst = { FirstCollectionDate: '2025-11-03 00:00', FirstCollectionCents: 1, NumberOfInstalments: 4 };
  assert.deepEqual(cents({ ...stepped, ...withFirst, AdjustmentCategory: 'Q' }), [1, 10_000, 10_000, 10_000, 10_100]);
});

test('a weekly series steps on the first date on or after the anniversary', () => {
  const weekly = {
    FrequencyCode: 'WEEK',
    CollectionDay: 6,
    InstalmentStartDate: '2026-01-31 00:00',
    NumberOfInstalments: 60,
  };
  const all = plan({ ...weekly, AdjustmentCategory: 'Q', AdjustmentCents: 100 });
  for (const each of all) {
    const passed = ['2026-04-30', '2026-07-31', '2026-10-31', '2027-01-31'].filter(
      (day) => day <= dateOf(each.InstalmentActionDate),
    );
    assert.equal(each.InstalmentCents, 10_000 + 100 * passed.length, each.InstalmentActionDate);
  }
});

test('a rate compounds, rounding half up at each step', () => {
  const rated = { FrequencyCode: 'YEAR', AdjustmentCategory: 'A', NumberOfInstalments: 4 };
  assert.deepEqual(cents({ ...rated, AdjustmentRate: 10 }), [10_000, 11_000, 12_100, 13_310]);
  // If rounded only at the end, three steps of 1 % on 150 would give 155.
  assert.deepEqual(cents({ ...rated, InstalmentCents: 150, AdjustmentRate: 1 }), [150, 152, 154, 156]);
  assert.deepEqual(cents({ ...rated, AdjustmentRate: -50 }), [10_000, 5000, 2500, 1250]);
});

test('an amount steps up to the maximum and stays there', () => {
  const raised = { FrequencyCode: 'YEAR', AdjustmentCategory: 'A', NumberOfInstalments: 5, MaximumCents: 12_500 };
  assert.deepEqual(cents({ ...raised, AdjustmentCents: 1000 }), [10_000, 11_000, 12_000, 12_500, 12_500]);
  assert.deepEqual(cents({ ...raised, AdjustmentRate: 10 }), [10_000, 11_000, 12_100, 12_500, 12_500]);
  assert.deepEqual(cents({ ...raised, AdjustmentRate: 1e300, NumberOfInstalments: 2 }), [10_000, 12_500]);
  const rising = fc.record({
    AdjustmentCategory: fc.constantFrom('Q', 'B', 'A'),
    MaximumCents: fc.integer({ min: 10_000, max: 15_000 }),
    adjust: fc.oneof(
      fc.record({ AdjustmentRate: fc.double({ min: 0.01, max: 40, noNaN: true }) }),
      fc.record({ AdjustmentCents: fc.integer({ min: 1, max: 5000 }) }),
    ),
  });
  fc.assert(
    fc.property(rising, anyFrequency, ({ adjust, ...rest }, frequency) => {
      const all = cents({ ...frequency, ...rest, ...adjust, NumberOfInstalments: 40 });
      assert.equal(all[0], 10_000);
      assert.ok(
        all.every((value, n) => Number.isInteger(value) && value >= (all[n - 1] ?? 0) && value <= rest.MaximumCents),
      );
    }),
    { numRuns: 300 },
  );
});

test('terms without a schedule name the wrong field', () => {
  const first = { FirstCollectionDate: '2026-01-10 12:00', FirstCollectionCents: 500 };
  const yearly = { FrequencyCode: 'YEAR', AdjustmentCategory: 'A' };
  const wrong: [Partial<Terms>, string, ScheduleError['code']][] = [
    [{ FrequencyCode: 'DAIL' }, 'FrequencyCode', 'INVALID'],
    [{ FrequencyCode: 'mnth' }, 'FrequencyCode', 'INVALID'],
    [{ FrequencyCode: 'constructor' }, 'FrequencyCode', 'INVALID'],
    [{ CollectionDay: 32 }, 'CollectionDay', 'INVALID'],
    [{ CollectionDay: 0 }, 'CollectionDay', 'INVALID'],
    [{ CollectionDay: 1.5 }, 'CollectionDay', 'INVALID'],
    [{ FrequencyCode: 'WEEK', CollectionDay: 8 }, 'CollectionDay', 'INVALID'],
    [{ FrequencyCode: 'FRTN', CollectionDay: 15 }, 'CollectionDay', 'INVALID'],
    [{ FrequencyCode: 'ADHO', CollectionDay: 13 }, 'CollectionDay', 'INVALID'],
    [{ InstalmentStartDate: '2026-02-30 09:00' }, 'InstalmentStartDate', 'INVALID'],
    [{ InstalmentStartDate: '2026-02-03' }, 'InstalmentStartDate', 'INVALID'],
    [{ InstalmentStartDate: '9999-12-01 09:00' }, 'InstalmentStartDate', 'OUT_OF_RANGE'],
    [{ NumberOfInstalments: 0 }, 'NumberOfInstalments', 'OUT_OF_RANGE'],
    [{ NumberOfInstalments: maxInstalments + 1 }, 'NumberOfInstalments', 'OUT_OF_RANGE'],
    [{ NumberOfInstalments: 2.5 }, 'NumberOfInstalments', 'OUT_OF_RANGE'],
    [{ InstalmentCents: 0 }, 'InstalmentAmount', 'OUT_OF_RANGE'],
    [{ InstalmentCents: 10.5 }, 'InstalmentAmount', 'INVALID'],
    [{ InstalmentCents: maxCents + 1 }, 'InstalmentAmount', 'OUT_OF_RANGE'],
    [{ MaximumCents: 9999 }, 'InstalmentAmount', 'OUT_OF_RANGE'],
    [{ MaximumCents: -1 }, 'MaximumAmount', 'OUT_OF_RANGE'],
    [{ ...first, FirstCollectionDate: null }, 'FirstCollectionDate', 'REQUIRED'],
    [{ ...first, FirstCollectionCents: undefined }, 'FirstCollectionAmount', 'REQUIRED'],
    [{ ...first, FirstCollectionDate: '2026-13-01 00:00' }, 'FirstCollectionDate', 'INVALID'],
    [{ ...first, FirstCollectionCents: 0 }, 'FirstCollectionAmount', 'OUT_OF_RANGE'],
    [{ ...first, FirstCollectionDate: '9999-12-31 00:00' }, 'InstalmentStartDate', 'OUT_OF_RANGE'],
    [{ AdjustmentCategory: 'A' }, 'AdjustmentAmount', 'REQUIRED'],
    [{ AdjustmentCategory: 'A', AdjustmentCents: 1, AdjustmentRate: 1 }, 'AdjustmentRate', 'CONFLICT'],
    [{ AdjustmentCents: 1, AdjustmentRate: 1 }, 'AdjustmentRate', 'CONFLICT'],
    [{ ...yearly, AdjustmentCents: 0.5 }, 'AdjustmentAmount', 'INVALID'],
    [{ ...yearly, AdjustmentRate: NaN }, 'AdjustmentRate', 'INVALID'],
    [{ ...yearly, AdjustmentCents: -5000 }, 'AdjustmentAmount', 'OUT_OF_RANGE'],
    [{ ...yearly, AdjustmentRate: -100 }, 'AdjustmentRate', 'OUT_OF_RANGE'],
    [{ ...yearly, AdjustmentRate: 1e300 }, 'AdjustmentRate', 'OUT_OF_RANGE'],
  ];
  for (const [terms, field, code] of wrong) {
    assert.throws(
      () => plan(terms),
      (error) => error instanceof ScheduleError && error.field === field && error.code === code,
      JSON.stringify(terms),
    );
  }
});

test('refuses a step only where the series reaches it; zero adjusts nothing', () => {
  const yearly = { FrequencyCode: 'YEAR', AdjustmentCategory: 'A', AdjustmentCents: -5000 };
  assert.deepEqual(cents({ ...yearly, NumberOfInstalments: 2 }), [10_000, 5000]);
  assert.deepEqual(
    cents({ ...yearly, AdjustmentCents: 0, AdjustmentRate: 10, NumberOfInstalments: 2 }),
    [10_000, 11_000],
  );
  assert.deepEqual(cents({ ...yearly, AdjustmentCents: 0, NumberOfInstalments: 2 }), [10_000, 10_000]);
});

test('the longest series and the last possible day', () => {
  assert.equal(plan({ NumberOfInstalments: maxInstalments }).length, maxInstalments);
  const last = { CollectionDay: 99, NumberOfInstalments: 1, InstalmentStartDate: '9999-12-01 23:59' };
  assert.deepEqual(dates(last), ['9999-12-31']);
  // A first collection millennia after the start is found by division, not by counting.
  const far = { FirstCollectionDate: '9998-06-01 00:00', FirstCollectionCents: 1, NumberOfInstalments: 1 };
  assert.deepEqual(dates(far), ['9998-06-01', '9998-06-25']);
  assert.deepEqual(dates({ ...far, FrequencyCode: 'WEEK', CollectionDay: 1 }).length, 2);
});

test('the lookup keeps the lengths of the interface and every day once', () => {
  assert.deepEqual(
    frequencies.map((each) => [each.FrequencyCode, each.CollectionDays.length]),
    [
      ['WEEK', 7],
      ['FRTN', 14],
      ['MNTH', 32],
      ['QURT', 32],
      ['MIAN', 32],
      ['YEAR', 32],
      ['ADHO', 14],
    ],
  );
  for (const frequency of frequencies) {
    assert.ok(frequency.FrequencyCode.length <= 4 && frequency.FrequencyDescription.length <= 30);
    const days = frequency.CollectionDays.map((day) => day.CollectionDay);
    assert.equal(new Set(days).size, days.length);
    assert.equal(new Set(frequency.CollectionDays.map((day) => day.DayDescription)).size, days.length);
    assert.ok(
      frequency.CollectionDays.every((day) => day.DayDescription.length <= 40 && String(day.CollectionDay).length <= 2),
    );
  }
});
