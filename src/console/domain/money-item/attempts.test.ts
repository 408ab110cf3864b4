import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceAgainst } from '#rules/return-reasons.ts';
import { afterBank, atBankText } from './at-bank.ts';
import { attemptsOf, returnedText, triedText } from './attempts.ts';
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
