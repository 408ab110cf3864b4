import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '#console/domain/timeline/events.ts';
import { termsOn, unknownChangesSince } from './terms-on.ts';

const record = { ContractSequence: 1, InstalmentAmount: 300, CollectionDay: 28, FrequencyCode: 'MNTH', RMS: null };

const change = (at: string, lines: [field: string, old: string, next: string][], type = 'EDIT'): Event => ({
  kind: 'change',
  at,
  type,
  by: 'staff',
  lines: lines.map(([field, old, next]) => ({ field, old, next })),
});

/** Newest first, as the timeline has them. */
const events: Event[] = [
  change('2026-10-05 09:00', [['InstalmentAmount', '250.50', '300']]),
  change('2026-09-05 09:00', [
    ['InstalmentAmount', '200', '250.50'],
    ['InstalmentAmount[3]', '200', '250.50'],
  ]),
  change('2026-08-10 10:00', [['CollectionDay', '25', '28']]),
  change('2026-07-01 08:00', [['InstalmentAmount', '', '200']], 'CREATE'),
];

test('the terms of a day are those of the record with later changes undone', () => {
  assert.deepEqual(termsOn(record, events, '2026-10-31'), record);
  assert.deepEqual(termsOn(record, events, '2026-09-30'), { ...record, InstalmentAmount: 250.5 });
  // A change of the day itself counts.
  assert.equal(termsOn(record, events, '2026-09-05').InstalmentAmount, 250.5);
  assert.deepEqual(termsOn(record, events, '2026-08-31'), { ...record, InstalmentAmount: 200 });
  assert.deepEqual(termsOn(record, events, '2026-07-31'), { ...record, InstalmentAmount: 200, CollectionDay: 25 });
});

test('what a contract was created with and fields of single instalments change no terms', () => {
  const terms = termsOn(record, events, '2026-06-01');
  assert.equal(terms.InstalmentAmount, 200);
  assert.deepEqual(Object.keys(terms), Object.keys(record));
});

test('another spelling of a field is undone, and what cannot be undone is named', () => {
  const later = change('2026-11-20 09:00', [
    ['INSTALMENT AMOUNT', '100', '300'],
    ['collection_day', '25', '28'],
    ['Bedrag', '1', '2'],
    ['InstalmentAmount[3]', '1', '2'],
  ]);
  assert.deepEqual(termsOn(record, [later], '2026-11-18'), { ...record, InstalmentAmount: 100, CollectionDay: 25 });
  assert.deepEqual(unknownChangesSince([later], '2026-11-18'), ['Bedrag']);
  assert.deepEqual(unknownChangesSince([later], '2026-11-20'), []);
});
