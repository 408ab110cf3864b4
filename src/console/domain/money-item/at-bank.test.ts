import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inFlightAsRead, inFlightText } from './at-bank.ts';
import { moneyItem, type MoneyItem } from './item.ts';

const debit = (day: string, InstalmentStatus: string): MoneyItem =>
  moneyItem('instalment', {
    InstalmentActionDate: `${day} 00:00`,
    InstalmentAmount: 407.95,
    InstalmentStatus,
  });
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

test('a cancel names what it does not stop: debits at the bank, and those of today', () => {
  const list = [debit('2026-11-27', 'SUBMITTED'), debit('2026-11-28', 'SCHEDULED'), debit('2026-12-11', 'SCHEDULED')];
  assert.equal(
    plain(inFlightText(list, '2026-11-28')),
    'This doesn’t stop what is under way: R 407,95 of 27 Nov 2026 is still at the bank. R 407,95 of 28 Nov 2026 goes out today.',
  );
  assert.equal(inFlightText(list.slice(2), '2026-11-28'), '');
  const many = Array.from({ length: 4 }, () => debit('2026-11-27', 'TRACKING'));
  assert.equal(
    plain(inFlightText(many, '2026-11-28')),
    'This doesn’t stop what is under way: 4 instalments, R 1 631,80, are still at the bank.',
  );
});

test('a cancel at several contracts names debits of today too, and says what is not read', () => {
  const underway = [debit('2026-11-27', 'SUBMITTED')];
  // The report of collected debits may have what is at the bank once more.
  const others = [debit('2026-11-28', 'SCHEDULED'), debit('2026-11-27', 'SUBMITTED')];
  const atBank = 'This doesn’t stop what is under way: R 407,95 of 27 Nov 2026 is still at the bank.';
  const textOf = (read: Partial<Parameters<typeof inFlightAsRead>[0]>) =>
    plain(inFlightAsRead({ isFailed: false, ...read }, '2026-11-28'));
  assert.equal(textOf({ underway, others }), `${atBank} R 407,95 of 28 Nov 2026 goes out today.`);
  assert.equal(textOf({ underway: [], others: [] }), '');
  assert.equal(textOf({}), 'Checking what is under way…');
  assert.equal(
    textOf({ underway, isFailed: true }),
    `${atBank} We couldn’t load all that is under way at these contracts; a cancel doesn’t stop it.`,
  );
});
