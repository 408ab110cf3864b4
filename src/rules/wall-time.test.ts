import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallTime } from './wall-time.ts';

const instant = new Date('2026-12-31T22:05:00Z');

test('shows the wall clock of the zone, not of this computer', () => {
  assert.equal(wallTime('Africa/Johannesburg', instant), '2027-01-01 00:05');
  assert.equal(wallTime('UTC', instant), '2026-12-31 22:05');
  assert.equal(wallTime('America/New_York', instant), '2026-12-31 17:05');
});

test('midnight is 00:00, which some engines write as 24:00', () => {
  assert.equal(wallTime('UTC', new Date('2026-06-01T00:00:00Z')), '2026-06-01 00:00');
});
