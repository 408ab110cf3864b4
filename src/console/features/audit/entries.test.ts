import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditActions } from '#contract/audit-actions.ts';
import {
  actionChoices,
  actionText,
  detailLines,
  outcomeChoices,
  signInText,
  targetText,
  type AuditEntry,
} from './entries.ts';

const entry = (Action: string, Details: Record<string, unknown>): AuditEntry => ({
  Sequence: 1,
  At: '2026-11-25T08:00:00Z',
  Action,
  Actor: { Kind: 'person', Id: 'fatima', Name: 'Fatima Finance' },
  Outcome: 'done',
  Details,
});
// The spaces of amounts don't break.
const linesOf = (Action: string, Details: Record<string, unknown>) =>
  detailLines(entry(Action, Details)).map((it) => it.replaceAll(/\s/g, ' '));

test('every action that the service writes has words, and can be filtered by', () => {
  const codes = actionChoices.map((it) => it.code);
  for (const action of [...Object.keys(auditActions), 'mandateCreate', 'clientEdit', 'templateSend']) {
    assert.match(actionText(action), /^[A-Z][^.]*$/, action);
    assert.notEqual(actionText(action), action);
    assert.ok(codes.includes(action), action);
  }
  assert.equal(actionText('person.invited.requested'), 'Invite a person: waits for a second administrator');
  assert.equal(actionText('merchant.rule.declined'), 'Change what needs a second person: declined');
  // Retrieves have no entries.
  assert.ok(!codes.includes('mandateList'));
  assert.equal(actionText('later.thing'), 'later.thing');
});

test('a change of bank lines says the account, how many lines were matched and their amount, as far as it is known', () => {
  const Account = 'FNB •••• 1001';
  const before = { Account, Lines: 101, LinesBefore: 101, MatchesBefore: 97 };
  assert.deepEqual(linesOf('bank.keep', { ...before, Matches: 98 }), [
    Account,
    'Matched 1 bank line',
    '98 of 101 bank lines matched',
  ]);
  const named = {
    ...before,
    Matches: 97,
    Matched: '1 line, R 200,00: 2026-10-02 R 200,00',
    Released: '1 line, R 100,00: 2026-10-01 R 100,00',
  };
  assert.deepEqual(linesOf('bank.keep', named).slice(1, 3), [
    'Matched 1 line, R 200,00: 2 Oct 2026 R 200,00',
    'Undid the match of 1 line, R 100,00: 1 Oct 2026 R 100,00',
  ]);
  assert.equal(linesOf('bank.keep', { ...before, Matches: 96 })[1], 'Undid the match of 1 bank line');
  assert.deepEqual(linesOf('bank.keep', { Account, Lines: 101, LinesBefore: 0, Matches: 0, MatchesBefore: 0 }), [
    Account,
    'Added 101 bank lines',
    '0 of 101 bank lines matched',
  ]);
  assert.equal(linesOf('bank.delete', { Account, LinesBefore: 5, MatchesBefore: 2 })[0], Account);
});

test('a record is named by its numbers, and by its contract ID where these are not known', () => {
  assert.equal(targetText({ ClientNumber: 'C1', ContractNumber: 'A', ContractSequence: 7 }), 'C1 · A');
  assert.equal(targetText({ ContractSequence: '9007199254770003' }), 'Contract ID 9007199254770003');
});

test('rights for every merchant, a month and how a person signed in are in words', () => {
  assert.deepEqual(linesOf('sign-in', { Merchants: ['*', '1014'] }), ['Merchants: all merchants']);
  assert.deepEqual(linesOf('month.close', { Month: '2026-10' }), ['Month: Oct 2026']);
  assert.equal(
    signInText({ Program: 'console', Factors: ['pwd', 'otp', 'mfa'] }),
    'this console · password · code of an app · second factor',
  );
  assert.equal(signInText({ Program: 'erp', Factors: ['pop', 'user'] }), 'erp · passkey');
});

test('what a call to a provider came to is in words, and a choice only where there is a provider', () => {
  const codes = (hasProvider: boolean) => outcomeChoices(hasProvider).map((it) => it.code);
  assert.deepEqual(codes(false), ['done', 'partly', 'refused']);
  assert.deepEqual(codes(true), ['done', 'partly', 'refused', 'asked', 'not stored', 'unclear']);
  assert.deepEqual(linesOf('outgoing-call.decided', { Found: 'person', Reason: 'Seen at the provider' }), [
    'Outcome known by: a person’s decision',
    'Reason: Seen at the provider',
  ]);
  assert.deepEqual(linesOf('mandateCreate', { Found: 'reading back' }), ['Outcome known by: reading back']);
  assert.deepEqual(linesOf('mandateCreate', { Found: 'answer' }), ['Outcome known by: the answer']);
});
