import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusMarkOf } from '#console/domain/held-status.ts';
import type { Approval, ApprovalPayment } from '#contract/approvals.ts';
import { lastPaidText, notesOf, sentOutcomeText, unusualAccounts } from './texts.ts';

const payment = (PaymentAccount: string, fields: Partial<ApprovalPayment> = {}): ApprovalPayment => ({
  ContractSequence: 1,
  PaymentSequence: 1,
  ClientNumber: 'C1',
  ClientName: 'Client',
  ContractNumber: 'P1',
  PaymentIndicator: null,
  BankCode: 6,
  PaymentAccount,
  PaymentDate: '2026-12-07',
  PaymentAmount: 100,
  PaymentStatus: 'WAITING',
  LastPaid: null,
  IsNewPayee: false,
  BankDetailsChanged: null,
  BankDetailsChangedBy: null,
  HeldUntil: null,
  ReturnReason: null,
  ...fields,
});

test('three payouts to one new account are one account to check; two accounts with the same last digits are two', () => {
  const held = { HeldUntil: '2026-12-09 08:00' };
  const isNew = { IsNewPayee: true };
  const one = payment('•••• 7892 code f2abb6', held);
  assert.equal(unusualAccounts([one, one, one]), 1);
  assert.equal(unusualAccounts([one, payment('•••• 7892 code 0c11d4', isNew), payment('•••• 1000 code 77aa01')]), 2);
  assert.equal(unusualAccounts([payment('•••• 7892 code f2abb6')]), 0);
});

test('what the provider made of a released change is one sentence, with its reason', () => {
  const of = (Outcome: Approval['Outcome']) => sentOutcomeText({ Outcome } as Approval);
  assert.equal(of({ State: 'REFUSED', Note: 'No such branch.' }), 'The provider refused it: No such branch');
  assert.equal(of({ State: 'ACCEPTED', Note: null }), 'The provider has accepted it');
  assert.equal(of(null), undefined);
});

test('of a payout in front of a provider the notes say what it would pay, what is paid without it, and what became of it', () => {
  const Expected = { Count: 3, LastDate: '2027-02-07 08:00', Before: 90, BeforeDate: '2026-12-20 08:00' };
  const waiting = notesOf(payment('•••• 7892', { Expected, PaymentDate: '2026-12-07 08:00' }), undefined);
  assert.match(
    waiting.join('. '),
    /3 payments until .*2027.*, as we expect them\..*until this is sent, R.90,00 goes out on 20 Dec/,
  );
  const refused = payment('•••• 7892', {
    PaymentDate: '2026-12-07 08:00',
    PaymentStatus: 'REFUSED',
    Outcome: { State: 'REFUSED', Note: 'No such branch.' },
  });
  assert.match(notesOf(refused, undefined).join('. '), /The provider refused it: No such branch$/);
});

test('the statuses of a held payout are said in words, and its last payment is not claimed', () => {
  const Expected = { Count: 1, LastDate: '2026-12-07 08:00', Before: null, BeforeDate: null };
  const held = (PaymentStatus: string) => payment('•••• 7892', { Expected, PaymentStatus });
  assert.deepEqual(
    ['ACCEPTED', 'REFUSED', 'NOT_STORED', 'SCHEDULED'].map((it) => statusMarkOf(held(it)).label),
    ['Accepted', 'Refused', 'Not stored', undefined],
  );
  assert.equal(statusMarkOf({ ...held('SUBMITTED'), Outcome: { State: 'UNCLEAR', Note: null } }).label, 'Unclear');
  assert.equal(lastPaidText(held('WAITING')), '');
  assert.equal(lastPaidText(payment('•••• 7892')), 'First payment');
  assert.match(lastPaidText(payment('•••• 7892', { LastPaid: 90 })), /^Last R.90,00$/);
});
