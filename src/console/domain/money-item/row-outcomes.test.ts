import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { moneyItem, type MoneyItem } from './item.ts';
import { debitsTogether, isEndingSoon } from './row-debits.ts';
import { debitOutcomes, rowDebitsOf } from './row-outcomes.ts';

setSampleConfig();

const today = '2026-11-25';
const contract = { ContractSequence: 100_001, ClientNumber: 'C1', ContractNumber: 'HOME-1' };

const debit = (date: string, InstalmentStatus: string, InstalmentSequence?: number): MoneyItem =>
  moneyItem('instalment', {
    ...contract,
    InstalmentSequence,
    InstalmentActionDate: `${date} 00:00`,
    InstalmentAmount: 100,
    InstalmentStatus,
  });
const transaction = (date: string, Status: string, TransactionType: string) => ({
  ...contract,
  TransactionDate: `${date} 18:30`,
  Amount: 100,
  Status,
  TransactionType,
});

test('a row has the last six debits, the next one and the sum of what is unpaid', () => {
  const past = ['05', '06', '07', '08', '09', '10', '11'].map((month, index) =>
    debit(`2026-${month}-20`, index % 3 === 0 ? 'UNPAID' : 'PAID'),
  );
  const found = rowDebitsOf([debit('2026-12-20', 'SCHEDULED', 9), ...past.toReversed()], today);
  assert.deepEqual(
    found.last.map((it) => it.due.slice(0, 7)),
    ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  );
  assert.equal(found.next?.due, '2026-12-20 00:00');
  assert.equal(found.unpaid, 30_000);
  assert.deepEqual(found.odd, ['weekend']);
});

test('a debit at the bank comes before the next scheduled one', () => {
  const found = rowDebitsOf([debit('2026-12-20', 'SCHEDULED', 9), debit('2026-11-25', 'SUBMITTED', 8)], today);
  assert.equal(found.next?.isAtBank, true);
  assert.deepEqual(found.last, []);
});

test('two debits of a contract on its next day are marked as twice, those of a later day are not', () => {
  const first = debit('2026-12-20', 'SCHEDULED', 9);
  assert.equal(rowDebitsOf([first, debit('2026-12-20', 'SCHEDULED', 10)], today).odd.includes('twice'), true);
  const later = [debit('2027-01-20', 'SCHEDULED', 10), debit('2027-01-20', 'SCHEDULED', 11)];
  assert.equal(rowDebitsOf([first, ...later], today).odd.includes('twice'), false);
});

test('a debit that was returned late is one unpaid debit, and a payout is none', () => {
  const found = debitOutcomes([
    transaction('2026-09-20', 'PAID', 'TT1'),
    transaction('2026-10-20', 'PAID', 'TT1'),
    transaction('2026-10-24', 'UNPAID', 'RETURN'),
    transaction('2026-11-20', 'PAID', 'PAYOUT'),
  ]);
  assert.deepEqual(
    found.map((it) => [it.due.slice(0, 10), it.stage]),
    [
      ['2026-09-20', 'paid'],
      ['2026-10-24', 'unpaid'],
    ],
  );
});

test('a contract ends soon if nothing is scheduled long before the end of what was read', () => {
  const terms = { FrequencyCode: 'MNTH', NumberOfInstalments: 12 };
  const ending = rowDebitsOf([debit('2026-12-20', 'SCHEDULED', 12)], today);
  assert.equal(isEndingSoon(terms, ending, '2027-02-25'), true);
  const going = rowDebitsOf([debit('2026-12-20', 'SCHEDULED', 11), debit('2027-02-20', 'SCHEDULED', 12)], today);
  assert.equal(isEndingSoon(terms, going, '2027-02-25'), false);
  // An open end has no last debit, and a quarter is longer than what was read.
  assert.equal(isEndingSoon({ ...terms, NumberOfInstalments: null }, ending, '2027-02-25'), false);
  assert.equal(isEndingSoon({ ...terms, FrequencyCode: 'QURT' }, ending, '2027-02-25'), false);
  assert.equal(isEndingSoon(terms, undefined, '2027-02-25'), false);
});

test('the row of a client has the debits of all its contracts', () => {
  const home = rowDebitsOf([debit('2026-09-20', 'UNPAID'), debit('2026-12-19', 'SCHEDULED', 9)], today);
  const car = rowDebitsOf([debit('2026-08-20', 'PAID'), debit('2026-12-01', 'SCHEDULED', 3)], today);
  const both = debitsTogether([home, car]);
  assert.deepEqual(
    both?.last.map((it) => it.mark),
    ['paid', 'unpaid'],
  );
  assert.equal(both?.next?.due, '2026-12-01 00:00');
  assert.deepEqual(both?.odd, []);
  assert.equal(both?.unpaid, 10_000);
  assert.equal(both?.lastDay, '2026-12-19');
  assert.equal(debitsTogether([{ ...home, unpaid: null }, car])?.unpaid, null);
  // What is at the bank comes first, as in the row of a contract.
  const atBank = rowDebitsOf([debit('2026-12-05', 'SUBMITTED', 3)], today);
  assert.equal(debitsTogether([car, atBank])?.next?.isAtBank, true);
  assert.equal(debitsTogether([]), undefined);
});
