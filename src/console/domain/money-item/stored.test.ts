import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedFields } from './stored.ts';

const moved = (fieldName: string, before: unknown, now: unknown) =>
  movedFields([fieldName], { [fieldName]: before }, { [fieldName]: now }).length > 0;

test('a field that the row’s list lacks is not taken for a change of another person', () => {
  assert.equal(moved('TrackingCode', undefined, '14'), false);
  assert.equal(moved('TrackingCode', '14', undefined), false);
  assert.equal(moved('TrackingCode', null, '14'), true);
  assert.equal(moved('TrackingCode', '01', '14'), true);
});

test('another time of the same day is a change; of a date without a time only the day counts', () => {
  const field = 'InstalmentActionDate';
  assert.equal(moved(field, '2027-01-25 08:00', '2027-01-25 10:30'), true);
  assert.equal(moved(field, '2027-01-25 08:00', '2027-01-25T08:00:00'), false);
  assert.equal(moved(field, '2027-01-25 08:00', '2027-01-25'), false);
  assert.equal(moved(field, '2027-01-26', '2027-01-25 08:00'), true);
});
