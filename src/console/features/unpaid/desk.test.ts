import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { rowsByAge, byGroup, deskRows, exclusionOf, filteredDebits, whatToDo, type DeskRow } from './desk.ts';
import { historyOf, historyText } from './history.ts';
import { debitBatches } from './rows.ts';

before(() => setSampleConfig());

const row = (key: string, fields: Partial<DeskRow> = {}): DeskRow => ({
  key,
  client: 'Zoë Dlamini',
  group: 'retry',
  todo: 'retry',
  days: 3,
  since: '',
  isCollectedAgain: false,
  against: '',
  tries: 1,
  Amount: 0.1,
  ...fields,
});
const every = { find: '', reason: '', age: '', since: 'all' };
const keys = (rows: readonly DeskRow[]) => rows.map((it) => it.key).join('');

test('a name is found by its words in any order and without accents; filters narrow together', () => {
  const rows = [
    row('a'),
    row('b', { client: 'Naledi', ContractNumber: 'ZOE-1' }),
    row('c', { since: 'collected', isCollectedAgain: true, days: 40 }),
  ];
  assert.equal(keys(filteredDebits(rows, { ...every, find: 'dlamini zoe' })), 'ac');
  assert.equal(keys(filteredDebits(rows, { ...every, find: 'ZOE' })), 'abc');
  assert.equal(keys(filteredDebits(rows, { ...every, find: 'zoe', since: '' })), 'ab');
  assert.equal(keys(filteredDebits(rows, { ...every, age: '31-60' })), 'c');
  assert.equal(keys(filteredDebits(rows, { ...every, age: '31-60' }, 'age')), 'abc');
});

test('a debit that was only probably collected again stays listed', () => {
  const rows = [
    row('a', { since: 'probably collected again' }),
    row('b', { since: 'collected again', isCollectedAgain: true }),
  ];
  assert.equal(keys(filteredDebits(rows, { ...every, since: '' })), 'a');
  assert.equal(keys(filteredDebits(rows, { ...every, since: 'collected' })), 'b');
});

test('what was only probably collected again is left out as that, and comes before the reason', () => {
  const followed = (isLikely: boolean) => ({ text: 'collected again', isLikely });
  assert.deepEqual(
    [exclusionOf(followed(false), ''), exclusionOf(followed(true), 'Account closed.')],
    ['again', 'likely'],
  );
  assert.deepEqual([exclusionOf(undefined, 'Account closed.'), exclusionOf(undefined, '')], ['against', undefined]);
});

test('a reason is against every debit of its contract until one is paid, and says what to do', () => {
  const debits = [
    ['a', 1, '2026-09-01', '34'],
    ['b', 1, '2026-10-01', '02'],
    ['c', 2, '2026-09-01', '02'],
    ['d', 2, '2026-10-01', '12'],
    ['e', 3, '2026-10-01', '02'],
  ] as const;
  const list = debits.map(([key, ContractSequence, TransactionDate, InstalmentResult]) => ({
    key,
    ContractSequence,
    TransactionDate,
    InstalmentResult,
  }));
  const todos = (...paid: string[]) =>
    deskRows(list, {
      nameOf: () => undefined,
      since: undefined,
      created: new Set(),
      paid: new Set(paid),
      today: '2026-11-01',
    }).map((it) => `${it.key} ${whatToDo(it)}`);
  assert.deepEqual(todos(), [
    'a Don’t retry',
    'b Don’t retry',
    'c Fix bank details',
    'd Fix bank details',
    'e Try again',
  ]);
  assert.deepEqual(todos('a').slice(0, 2), ['a Don’t retry', 'b Try again']);
});

test('a filter of a reason takes its code, none for debits without one, or the whole group', () => {
  const rows = [
    row('a', { InstalmentResult: '02' }),
    row('b', { InstalmentResult: '04', group: 'stop' }),
    row('c', { group: 'other' }),
  ];
  for (const [reason, found] of [
    ['02', 'a'],
    ['stop', 'b'],
    ['none', 'c'],
    ['', 'abc'],
  ] as const)
    assert.equal(keys(filteredDebits(rows, { ...every, reason })), found, reason);
});

test('groups come in the order of what can be done, sums are whole cents and no sum is made of what has none', () => {
  const groups = byGroup([
    row('a', { group: 'stop', InstalmentResult: '04' }),
    row('b', { InstalmentResult: '02' }),
    row('c', { InstalmentResult: '02', Amount: 0.2 }),
    row('d', { group: 'other', Amount: null }),
  ]);
  assert.deepEqual(
    groups.map(({ group, list, cents }) => [group, list.length, cents]),
    [
      ['retry', 2, 30],
      ['stop', 1, 10],
      ['other', 1, null],
    ],
  );
});

test('every day belongs to one age; a date that cannot be read to none', () => {
  const { ages, undated } = rowsByAge(
    [0, 7, 8, 30, 31, 60, 61, 400, undefined].map((days, at) => row(String(at), { days })),
  );
  assert.deepEqual(
    ages.map((it) => it.list.length),
    [2, 2, 2, 2],
  );
  assert.equal(undated, 1);
});

test('what goes in one call is at most a part, and debits of one contract go together', () => {
  const prepared = [1, 2, 1, 3, 2].map((ContractSequence, at) => ({
    unpaid: row(String(at), { ContractSequence }),
    date: '2026-12-01',
    amount: 1,
  }));
  const parts = debitBatches(prepared, 3).map((part) => part.map((it) => it.unpaid.ContractSequence));
  assert.deepEqual(parts, [
    [1, 1],
    [2, 2, 3],
  ]);
});

test('the history counts the last debits without payouts, and nothing where a status does not say', () => {
  const debit = (TransactionDate: string, Status: string, TransactionType = 'DEBIT') => ({
    TransactionDate,
    Status,
    TransactionType,
  });
  const history = historyOf([
    debit('2026-09-25 18:00', 'PAID'),
    debit('2026-11-25 18:00', 'UNPAID'),
    debit('2026-10-25 18:00', 'PAID'),
    debit('2026-11-26 18:00', 'UNPAID', 'PAYOUT'),
  ]);
  assert.equal(historyText(history), '1 of the last 3 debits was unpaid.');
  assert.equal(history.paidOn, '2026-10-25 18:00');
  assert.deepEqual(historyOf([debit('2026-09-25 18:00', 'BOUNCED')]).unknown, ['BOUNCED']);
});
