import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packAccounts, readingOf } from './step.ts';

test('the pack of a closed month names the accounts of its close only while the matched sum is the same', () => {
  const closed = { BankAccounts: ['a'], Figures: { Matched: 500 } } as Parameters<typeof packAccounts>[0];
  assert.deepEqual(packAccounts(closed, 500, undefined), ['a']);
  assert.equal(packAccounts(closed, 400, undefined), undefined, 'nobody checked this sum');
  assert.deepEqual(packAccounts(undefined, 400, ['b']), ['b']);
});

test('what could not be read or compared is not read', () => {
  const none = { lines: [], state: undefined, isLoading: false, error: null };
  assert.equal(readingOf(none), 'read', 'no lines');
  assert.equal(readingOf({ ...none, error: new Error('disk') }), 'unread');
  const line = { id: 'a', date: '2026-10-26', cents: 1, text: '', reference: '', statement: 's' };
  assert.equal(readingOf({ ...none, lines: [line] }), 'unread');
});
