import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setConfig } from '#console/api/config.ts';
import { reportOf } from '#console/domain/collections/report-list.ts';
import { withPairs } from './pairs.ts';

before(() =>
  setConfig({
    environment: 'Sandbox',
    segment: 'payments',
    products: ['EFT'],
    organisation: 'demo',
    oauth: { issuer: 'https://service.example', clientId: 'console', scopes: 'openid' },
    timeZone: 'Africa/Johannesburg',
    codes: {},
  }),
);

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
