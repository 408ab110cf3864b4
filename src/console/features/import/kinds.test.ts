import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { kinds } from './kinds.ts';

test('every operation that takes a list can be imported', () => {
  const taking = Object.values(operations).flatMap((it) => ('request' in it ? [it.name] : []));
  assert.deepEqual(kinds.map((it) => it.operation).toSorted(), taking.toSorted());
});
