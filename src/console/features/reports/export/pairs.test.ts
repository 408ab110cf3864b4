import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { reportOf } from '#console/domain/collections/report-list.ts';
import { withPairs } from './pairs.ts';

before(() => setSampleConfig());

test('a file with amounts in another currency has their currency next to them, though the column is hidden', () => {
  const columns = ['InstalmentActionDate', 'InstalmentAmount', 'InstalmentStatus'];
  const due = reportOf('future-transactions');
  assert.deepEqual(withPairs(due, columns, true), [
    'InstalmentActionDate',
    'InstalmentAmount',
    'Currency',
    'InstalmentStatus',
  ]);
  assert.deepEqual(withPairs(due, [...columns, 'Currency'], true), [...columns, 'Currency']);
  assert.deepEqual(withPairs(due, columns), columns);
});
