import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceAgainst } from '#console/domain/collections/return-reasons.ts';
import {
  afterBank,
  atBankText,
  attemptsOf,
  inFlightAsRead,
  inFlightText,
  returnedText,
  triedText,
} from './attempts.ts';
import { moneyItem, type MoneyItem } from './item.ts';

/** Without an installation's labels. */
const against = (code: string | null | undefined) => adviceAgainst(code ?? '', undefined);
const debit = (day: string, InstalmentStatus: string, InstalmentResult?: string): MoneyItem =>
  moneyItem('instalment', {
    InstalmentActionDate: `${day} 00:00`,
    InstalmentAmount: 407.95,
    InstalmentStatus,
    InstalmentResult,
  });
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

test('attempts are counted since the last paid debit, and what is still at the bank is named', () => {
  const attempts = attemptsOf(
    [
      debit('2026-11-27', 'SUBMITTED'),
      debit('2026-08-13', 'UNPAID', '02'),
      debit('2026-09-13', 'PAID', '00'),
      debit('2026-11-13', 'UNPAID', '02'),
      debit('2026-10-13', 'UNPAID', '02'),
      debit('2026-12-11', 'SCHEDULED'),
    ],
    against,
  );
  assert.equal(triedText(attempts), 'Tried 2 times since the last paid debit of 13 Sep 2026.');
  assert.equal(plain(atBankText(attempts.underway)), 'R 407,95 of 27 Nov 2026 is still at the bank.');
  // Ten days of tracking end on Mon 7 Dec.
  assert.equal(
    afterBank(attempts.underway, () => undefined),
    '2026-12-08',
  );
  assert.equal(attempts.against, undefined);
});

test('without anything paid or at the bank nothing is claimed of it', () => {
  const once = attemptsOf([debit('2026-11-13', 'UNPAID', '02')], against);
  assert.equal(triedText(once), 'Tried once; none has been paid.');
  assert.deepEqual([atBankText(once.underway), afterBank(once.underway, () => undefined)], ['', undefined]);
  assert.equal(triedText(attemptsOf([debit('2026-11-13', 'PAID')], against)), '');
});

test('a withdrawn authority is against every debit of the contract until one is paid again', () => {
  const withdrawn = [debit('2026-10-13', 'UNPAID', '34'), debit('2026-11-13', 'UNPAID', '02')];
  const found = attemptsOf(withdrawn, against).against;
  assert.ok(found);
  // Not the last one.
  assert.match(
    plain(returnedText(found.item, found.text)),
    /^R 407,95 of 13 Oct 2026 was returned: .*new mandate first/,
  );
  assert.equal(attemptsOf([...withdrawn, debit('2026-11-20', 'PAID', '00')], against).against, undefined);
});

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
