import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Assignment } from '#contract/assignments.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import type { PromiseOutcome } from '#rules/promised-money.ts';
import { doneTodayText, initialsOf, isMineToday, whereOf, type FollowUp } from './where.ts';

const today = '2026-11-25';
const assigned = (more: Partial<Assignment> = {}): Assignment => ({
  ClientNumber: 'C1',
  To: { Username: 'sam', Name: 'Sam Staff', IsMe: true },
  Former: null,
  Since: '2026-11-20 08:00',
  GivenBy: null,
  FollowUp: null,
  NextStep: null,
  Done: null,
  ...more,
});
const promised = (id: string, Day: string, At = '2026-11-20 08:00'): PaymentPromise => ({
  PromiseId: id,
  ClientNumber: 'C1',
  ContractSequence: null,
  ContractNumber: null,
  Day,
  Amount: 500,
  By: 'Sam Staff',
  At,
  Withdrawn: null,
});
const where = (more: Partial<FollowUp>, days = 30) =>
  whereOf({ assignment: undefined, promises: [], outcomes: undefined, today, ...more }, '2026-11-20 08:00', days)?.text;
const ended = (...list: [string, PromiseOutcome['state'], number][]) =>
  new Map(list.map(([id, state, cents]) => [id, { state, cents }]));

test('where a follow-up is: what was promised and how it ended, the next step, or that it is new', () => {
  assert.equal(where({}), undefined);
  assert.equal(where({ promises: [promised('a', '2026-11-27')] }), 'Promised Fri 27');
  assert.equal(
    where({ promises: [promised('a', '2026-11-27')], outcomes: ended(['a', 'waiting', 0]) }),
    'Promised Fri 27',
  );
  // Where the money can't be read, nothing is said about it.
  assert.equal(where({ promises: [promised('a', '2026-11-24')] }), 'Promised for Tue 24');
  assert.match(
    where({ promises: [promised('a', '2026-11-24')], outcomes: ended(['a', 'kept', 50_000]) }) ?? '',
    /^Kept R\s500,00$/,
  );
  assert.match(
    where({ promises: [promised('a', '2026-11-24')], outcomes: ended(['a', 'partly', 20_000]) }) ?? '',
    /^Paid R\s200,00 of R\s500,00$/,
  );
  const two = [promised('b', '2026-11-24'), promised('a', '2026-11-10')];
  assert.equal(where({ promises: two, outcomes: ended(['b', 'broken', 0], ['a', 'broken', 0]) }), 'Broke 2 promises');
  assert.equal(where({ promises: two, outcomes: ended(['b', 'broken', 0], ['a', 'kept', 1]) }), 'Broke a promise');
  assert.equal(where({ assignment: assigned({ FollowUp: '2026-11-26' }) }), 'Reminder Thu 26');
  assert.equal(where({ assignment: assigned({ FollowUp: today }) }), 'Call today');
  assert.equal(where({ assignment: assigned({ FollowUp: today, NextStep: 'Ask the bank' }) }), 'Ask the bank');
  assert.equal(where({ assignment: assigned() }, 5), 'New since Fri');
  assert.equal(where({ assignment: assigned() }, 8), undefined);
});

test('mine today is what is assigned to me, due by today, and not done today', () => {
  const isMine = (more: Partial<Assignment>) => isMineToday({ assignment: assigned(more), today });
  assert.deepEqual(
    [
      {},
      { FollowUp: today },
      { FollowUp: '2026-11-26' },
      { To: { Username: 'x', Name: 'X', IsMe: false } },
      { To: null },
      { Done: { By: 'Sam Staff', At: `${today} 08:00` } },
      { Done: { By: 'Sam Staff', At: '2026-11-24 08:00' } },
    ].map(isMine),
    [true, true, false, false, false, false, true],
  );
});

test('what was done today is the promise that was taken, the reminder that was set, or that it is done', () => {
  const done = (more: Partial<FollowUp>) =>
    doneTodayText({ assignment: assigned(), promises: [], outcomes: undefined, today, ...more });
  assert.equal(done({}), 'Done');
  assert.equal(done({ assignment: assigned({ FollowUp: '2026-11-27' }) }), 'Reminder Fri 27');
  assert.equal(done({ promises: [promised('a', '2026-11-27', `${today} 10:05`)] }), 'Promised Fri 27');
  assert.deepEqual(['Sam Staff', 'ann', 'Lindiwe van der Merwe', ''].map(initialsOf), ['SS', 'A', 'LM', '']);
});
