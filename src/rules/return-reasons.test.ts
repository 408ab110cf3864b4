import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceAgainst, reasonGroupOf } from './return-reasons.ts';

test('a reason is grouped by what the installation calls it, else by the banks’ codes, else by its own text', () => {
  const groups: [code: string, label: string | undefined, group: string][] = [
    ['02', 'Insufficient funds (R/D)', 'retry'],
    ['02', undefined, 'retry'],
    ['02', 'Account closed', 'details'],
    ['12', undefined, 'details'],
    ['04', 'Payment stopped', 'stop'],
    ['18', 'Account holder deceased', 'stop'],
    ['34', undefined, 'stop'],
    ['INSUFFICIENT_FUNDS', undefined, 'retry'],
    ['ACCOUNT_CLOSED', undefined, 'details'],
  ];
  for (const [code, label, group] of groups) assert.equal(reasonGroupOf(code, label), group, `${code} ${label}`);
});

test('what nobody can tell is in no group that says what to do', () => {
  for (const [code, label] of [
    ['', undefined],
    ['99', undefined],
    ['X7', undefined],
    ['02', 'Moon phase'],
    ['constructor', undefined],
  ] as const)
    assert.equal(reasonGroupOf(code, label), 'other', code);
});

test('a payer who withdrew the authority, stopped the payment, closed the account or died is not debited again without a warning', () => {
  const words: [code: string, label: string | undefined, advice: RegExp][] = [
    ['34', 'Authority cancelled', /new mandate first/],
    ['30', undefined, /new mandate first/],
    ['MANDATE_REVOKED', undefined, /new mandate first/],
    ['04', 'Payment stopped', /Speak to the client/],
    ['36', undefined, /Speak to the client/],
    ['12', 'Account closed', /new bank details/],
    ['18', 'Account holder deceased', /contact the estate/],
    ['18', undefined, /contact the estate/],
    ['06', 'Account frozen', /Contact the client first/],
  ];
  for (const [code, label, advice] of words) assert.match(adviceAgainst(code, label), advice, `${code} ${label}`);
  for (const [code, label] of [
    ['02', 'Insufficient funds (R/D)'],
    ['22', undefined],
    ['', undefined],
    ['X7', undefined],
  ] as const)
    assert.equal(adviceAgainst(code, label), '', `${code} ${label}`);
});

test('a word of a reason counts in its own sense only: a withdrawal is no withdrawn mandate, a verification is no FICA', () => {
  const groups: [label: string, group: string][] = [
    ['Mandate withdrawn', 'stop'],
    ['Client withdrew the mandate', 'stop'],
    ['Withdrawal of mandate', 'stop'],
    ['Consent withdrawal', 'stop'],
    ['Withdrawal limit exceeded', 'retry'],
    ['Insufficient funds for withdrawal', 'retry'],
    ['Withdrawals not allowed on this account', 'details'],
    ['FICA documents outstanding', 'details'],
    ['Verification failed', 'other'],
    ['Account closed', 'details'],
    ['Reason not disclosed', 'other'],
    ['Not provided for', 'retry'],
    ['Reason not provided', 'other'],
    ['Limit exceeded', 'retry'],
    ['Referred to Example Bank Limited', 'other'],
    ['Refunds made by the bank', 'other'],
  ];
  for (const [label, group] of groups) assert.equal(reasonGroupOf('99', label), group, label);
});
