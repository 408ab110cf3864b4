import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItem } from '#console/domain/money-item/item.ts';
import type { InstalmentChange } from './debits.ts';
import { addedBeside, collectedSince, isPaidSince, knownFollowUp, isCollectedAgain, sinceText } from './since.ts';

const debit = {
  key: 'a',
  ContractSequence: 1,
  ClientNumber: 'C1',
  ContractNumber: 'A',
  InstalmentSequence: 2,
  TransactionDate: '2026-11-02 18:00',
  Amount: 250,
};
const created = (sequence: number, at: string, due: string, ContractSequence = 1) => ({
  ContractSequence,
  ClientNumber: 'C1',
  ContractNumber: 'A',
  ChangeDate: at,
  ChangeType: 'CREATE',
  FieldChanged: `InstalmentActionDate[${sequence}]`,
  NewValue: due,
});
const instalment = (sequence: number, due: string, status: string, UserId = 'staff'): InstalmentChange => ({
  ContractSequence: 1,
  ContractNumber: 'A',
  InstalmentSequence: sequence,
  InstalmentActionDate: due,
  InstalmentAmount: 250,
  InstalmentStatus: status,
  LastUpdateDate: '2026-11-05 09:00',
  UserId,
});
const made = created(13, '2026-11-05 09:00', '2026-11-28 00:00');

test('what the contract was given after the failure counts, in whatever state it is; what was there before does not', () => {
  for (const status of ['SCHEDULED', 'SUBMITTED', 'TRACKING', 'ON_THE_WAY', 'PAID', 'UNPAID'])
    assert.equal(
      collectedSince(debit, { changes: [made], instalments: [instalment(13, '2026-11-28 00:00', status)] }).length,
      1,
      status,
    );
  const reports = {
    changes: [
      created(12, '2026-11-01 09:00', '2026-11-28 00:00'),
      created(13, '2026-11-05 09:00', '2026-11-28 00:00', 2),
    ],
    instalments: [instalment(12, '2026-11-28 00:00', 'SCHEDULED')],
  };
  assert.deepEqual(collectedSince(debit, reports), []);
});

test('what was cancelled again does not count, nor what the service adds at the far end of an endless series', () => {
  const cancelled = { changes: [made], instalments: [instalment(13, '2026-11-28 00:00', 'CANCELLED')] };
  assert.deepEqual(collectedSince(debit, cancelled), []);
  const far = '2027-11-25 00:00';
  const endless = (UserId: string) => ({
    changes: [created(14, '2026-11-05 09:00', far)],
    instalments: [instalment(1, '2026-10-02 00:00', 'PAID', 'clearing'), instalment(14, far, 'SCHEDULED', UserId)],
  });
  assert.deepEqual(collectedSince(debit, endless('clearing')), []);
  assert.equal(collectedSince(debit, endless('staff')).length, 1);
});

test('without one of the reports the other tells what it can', () => {
  assert.deepEqual(collectedSince(debit, { changes: [made] }), [
    { due: '2026-11-28 00:00', amount: undefined, status: '' },
  ]);
  const changed = [instalment(2, '2026-11-02 00:00', 'UNPAID'), instalment(13, '2026-11-28 00:00', 'SCHEDULED')];
  assert.deepEqual(
    collectedSince(debit, { instalments: changed }).map((it) => [it.due, it.isLikely]),
    [['2026-11-28 00:00', true]],
  );
});

test('it reads as a sentence, which says where one was made for several debits', () => {
  const since = { due: '2026-11-28 00:00', amount: 250, status: 'SCHEDULED' };
  assert.equal(sinceText(debit, [since], 3), 'collected again, due 28 Nov 2026 (1 for 3 debits)');
  assert.equal(sinceText(debit, [since, since]), 'collected again, due 28 Nov 2026; collected again, due 28 Nov 2026');
});

test('without a log of what is made, an instalment of the same amount that fits no rhythm was probably collected again', () => {
  const failed = {
    key: '1',
    ContractSequence: 7,
    TransactionDate: '2026-10-28 08:00',
    Amount: 250,
    InstalmentSequence: 1,
  };
  const one = (InstalmentSequence: number, day: string, InstalmentAmount = 250, InstalmentStatus = 'SCHEDULED') =>
    moneyItem('instalment', {
      ContractSequence: 7,
      InstalmentSequence,
      InstalmentActionDate: `${day} 00:00`,
      InstalmentAmount,
      InstalmentStatus,
    });
  const series = [one(1, '2026-10-28', 250, 'UNPAID'), one(2, '2026-11-28'), one(3, '2026-12-28')];
  assert.deepEqual(addedBeside(failed, series), []);
  const found = addedBeside(failed, [...series, one(4, '2026-12-15')]);
  assert.equal(sinceText(failed, found), 'probably collected again, due 15 Dec 2026');
  const weekly = ['2026-11-04', '2026-11-11', '2026-11-18', '2026-11-25'].map((day, at) => one(at + 2, day));
  assert.deepEqual(addedBeside(failed, weekly), []);
  assert.equal(addedBeside(failed, [...weekly, one(6, '2026-11-27')]).length, 1);
  const monthEnds = ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'].map((day, at) => one(at + 2, day));
  assert.deepEqual(addedBeside(failed, monthEnds), []);
  // The second one on a day of the series.
  assert.equal(addedBeside(failed, [...series, one(4, '2026-11-28')]).length, 1);
  for (const other of [one(4, '2026-10-15'), one(4, '2026-12-15', 99), one(4, '2026-12-15', 250, 'CANCELLED')])
    assert.deepEqual(addedBeside(failed, [...series, other]), []);
});

test('a debit counts as collected again by the change log or by this session, never by an inference', () => {
  const since = new Map([
    ['sure', { text: 'collected again', isLikely: false }],
    ['likely', { text: 'probably collected again', isLikely: true }],
  ]);
  const isAgain = (key: string, ...ours: string[]) => isCollectedAgain(knownFollowUp(key, since, new Set(ours)));
  assert.deepEqual(
    [isAgain('sure'), isAgain('likely'), isAgain('likely', 'likely'), isAgain('none'), isAgain('none', 'none')],
    [true, false, true, false, true],
  );
});

test('a debit of the contract that was due later and paid counts as paid since, an earlier one or another’s does not', () => {
  const own = instalment(2, '2026-11-01 00:00', 'UNPAID');
  const isPaid = (...others: InstalmentChange[]) => isPaidSince(debit, [own, ...others]);
  // The bank answered after the other one was due.
  assert.equal(isPaid(instalment(3, '2026-11-02 00:00', 'paid ')), true);
  assert.equal(isPaid(instalment(3, '2026-12-01 00:00', 'UNPAID'), instalment(1, '2026-10-01 00:00', 'PAID')), false);
  assert.equal(isPaid({ ...instalment(3, '2026-12-01 00:00', 'PAID'), ContractSequence: 2 }), false);
});
