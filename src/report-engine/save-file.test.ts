import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from './save-file.ts';

test('a file says by its name what it holds', () => {
  const file = { title: 'Transactions 2026-01-01', count: 1234567, noun: ['row', 'rows'], format: 'csv' } as const;
  assert.equal(fileName(file), 'Transactions 2026-01-01, 1 234 567 rows.csv');
  assert.equal(fileName({ ...file, count: 1, format: 'xlsx' }), 'Transactions 2026-01-01, 1 row.xlsx');
  assert.equal(fileName({ ...file, title: '../Paid: "all"\n' }), '.. Paid all , 1 234 567 rows.csv');
  assert.equal(fileName({ ...file, count: undefined }), 'Transactions 2026-01-01, all rows.csv');
  // A filtered list that still loads is not all of it.
  assert.equal(fileName({ ...file, count: undefined, isPart: true }), 'Transactions 2026-01-01, rows.csv');
});
