import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from './save-file.ts';

test('a file says by its name what it holds', () => {
  const file = { title: 'Transactions', from: '2026-01-01', to: '2026-03-31', count: 1234567, format: 'csv' } as const;
  assert.equal(fileName(file), 'Transactions 2026-01-01 to 2026-03-31, 1 234 567 rows.csv');
  assert.equal(fileName({ ...file, to: file.from, count: 1, format: 'xlsx' }), 'Transactions 2026-01-01, 1 row.xlsx');
  assert.equal(
    fileName({ ...file, title: '../Paid: "all"\n' }),
    '.. Paid all 2026-01-01 to 2026-03-31, 1 234 567 rows.csv',
  );
});
