import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusesInOrder } from './statuses.ts';

test('padded statuses and those in small letters keep their place in the life cycle', () => {
  assert.deepEqual(statusesInOrder(['OTHER', 'unpaid', 'PAID  ', ' Scheduled']), [
    ' Scheduled',
    'PAID  ',
    'unpaid',
    'OTHER',
  ]);
});
