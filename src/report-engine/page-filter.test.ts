import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import { filteredRows } from './filter.ts';
import type { PageFilter } from './protocol.ts';
import { allRows } from './rows.ts';
import type { Work } from './work.ts';

const columns = new ReportColumns([
  { fieldName: 'Contract', kind: 'text' },
  { fieldName: 'Name', kind: 'text' },
  { fieldName: 'Surname', kind: 'text' },
  { fieldName: 'Client', kind: 'text' },
  { fieldName: 'Day', kind: 'dateTime' },
  { fieldName: 'Type', kind: 'text' },
]);
const parse = (key: string, records: object[], renamed?: Record<string, string>) => {
  const parser = new ReportParser(columns, key, renamed);
  parser.push(new TextEncoder().encode(JSON.stringify({ [key]: records })));
  parser.end();
};
parse('Ahead', [
  { Contract: 100001, Name: 'Zoë', Surname: 'van Wyk', Day: '2026-12-05 08:00' },
  { Contract: 100002, Name: 'Naledi', Surname: 'Dlamini', Day: '2026-12-07 08:00' },
]);
// Another answer uses other names.
parse('Done', [{ Contract: 100003, Client: 'C1', At: '2026-12-05 00:00', Type: 'Payout' }], { At: 'Day' });

function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const found = (pageFilter: PageFilter) => [
  ...finish(filteredRows(columns, allRows(3), { search: '', filters: [], pageFilter })),
];

test('words are found in any order, whatever their accents, in several columns and in figures', () => {
  assert.deepEqual(found({ words: ['wyk', 'zoe'] }), [0]);
  assert.deepEqual(found({ words: ['100002'] }), [1]);
  assert.deepEqual(found({ words: ['zoe', 'dlamini'] }), []);
  assert.deepEqual(found({ words: ['dlam'], orOneOf: [{ fieldName: 'Client', values: ['C1'] }] }), [1, 2]);
});

test('rows of some days', () => {
  assert.deepEqual(found({ days: { fieldName: 'Day', days: ['2026-12-05'] } }), [0, 2]);
});
