import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from './statuses.ts';

test('padded statuses and those in small letters keep their place in the life cycle', () => {
  assert.deepEqual(inOrder(['OTHER', 'unpaid', 'PAID  ', ' Scheduled']), [' Scheduled', 'PAID  ', 'unpaid', 'OTHER']);
});
