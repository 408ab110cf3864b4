import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassedChange } from '#contract/passed-changes.ts';
import { authorsOf, type LoggedChange } from './authors.ts';

const call = (given: Partial<PassedChange> = {}): PassedChange => ({
  Operation: 'contractEdit',
  AskedBy: 'Naledi Mokoena',
  From: '2026-03-01 09:59',
  To: '2026-03-01 10:02',
  IsStored: true,
  Fields: [{ Field: 'InstalmentAmount', New: '120.00' }],
  IsPartial: false,
  ...given,
});

const line = (given: Partial<LoggedChange> = {}): LoggedChange => ({
  ChangeDate: '2026-03-01 10:00',
  ChangeType: 'EDIT',
  FieldChanged: 'InstalmentAmount',
  NewValue: '120.00',
  UserId: 'machine',
  ...given,
});

/** Of each line its author, in words. */
function authors(
  calls: readonly PassedChange[],
  lines: readonly LoggedChange[],
  Since: string | null = '2026-01-01 00:00',
) {
  const authorOf = authorsOf({ Since, Changes: [...calls] }, lines);
  return lines.map((it) => {
    const { by, isAtProvider } = authorOf(it);
    return isAtProvider ? `at the provider: ${by}` : by;
  });
}

test('a change is the person’s whose call set its value at that minute, however it is spelled', () => {
  assert.deepEqual(authors([call()], [line()]), ['Naledi Mokoena']);
  assert.deepEqual(authors([call()], [line({ FieldChanged: 'INSTALMENT AMOUNT', NewValue: '120' })]), [
    'Naledi Mokoena',
  ]);
  const payment = { Field: 'PaymentDate', Sequence: 3, New: '2026-04-01' };
  assert.deepEqual(
    authors(
      [call({ Operation: 'payoutPaymentEdit', Fields: [payment] })],
      [line({ FieldChanged: 'PaymentDate[3]', NewValue: '2026-04-01 00:00' })],
    ),
    ['Naledi Mokoena'],
  );
  assert.deepEqual(
    authors([call({ Fields: [{ Field: 'InstalmentAmount' }] })], [line()]),
    ['Naledi Mokoena'],
    'a personal value',
  );
});

test('a creation and a cancel need no value, and an amount that reaches the instalments is the person’s', () => {
  const created = call({ Operation: 'mandateCreate', Fields: [] });
  assert.deepEqual(authors([created], [line({ ChangeType: 'CREATE' })]), ['Naledi Mokoena']);
  const moved = line({ FieldChanged: 'InstalmentAmount[2]' });
  assert.deepEqual(authors([call()], [line(), moved]), ['Naledi Mokoena', 'Naledi Mokoena']);
  assert.deepEqual(authors([call()], [line({ UserId: null }), { ...moved, UserId: null }]), [
    'Naledi Mokoena',
    'Naledi Mokoena',
  ]);
});

test('new bank details are the person’s who changed the client, and other changes of a client are not looked for', () => {
  const client = call({
    Operation: 'clientEdit',
    Fields: [{ Field: 'AccountNumber' }, { Field: 'BankCode', New: '4' }],
  });
  const account = line({ FieldChanged: 'AccountNumber', NewValue: '••••0002' });
  assert.deepEqual(authors([client], [account]), ['Naledi Mokoena']);
  const phone = call({ Operation: 'clientEdit', Fields: [{ Field: 'CellNumber' }] });
  const direct = line({ ChangeDate: '2026-03-02 10:00', UserId: 'zanele' });
  assert.deepEqual(authors([phone], [direct]), ['at the provider: zanele']);
});

test('what fits no call was done at the provider, by whom the provider says', () => {
  assert.deepEqual(authors([], [line({ UserId: 'zanele' })]), ['at the provider: zanele']);
  assert.deepEqual(authors([], [line({ UserId: null })]), ['at the provider: ']);
  const direct = line({ UserId: 'zanele', FieldChanged: 'CollectionDay', NewValue: '3' });
  assert.deepEqual(
    authors([call()], [line(), direct]),
    ['Naledi Mokoena', 'at the provider: zanele'],
    'at the same minute',
  );
  const later = line({ ChangeDate: '2026-03-02 10:00', UserId: 'machine' });
  assert.deepEqual(
    authors([call()], [line(), later]),
    ['Naledi Mokoena', 'at the provider: machine'],
    'with our name there',
  );
});

test('who uses this server’s own credentials at the provider does not get a person’s name', () => {
  const [other, unlisted] = [line({ NewValue: '130.00' }), line({ FieldChanged: 'CollectionDay', NewValue: '3' })];
  const moved = line({ FieldChanged: 'InstalmentAmount[2]', NewValue: '130.00' });
  assert.deepEqual(authors([call()], [line(), other, moved, unlisted]), [
    'Naledi Mokoena',
    'at the provider: machine',
    'at the provider: machine',
    'machine',
  ]);
});

test('nothing is guessed', () => {
  const other = line({ NewValue: '130.00' });
  const unchanged = ['machine'];
  assert.deepEqual(authors([call({ IsStored: false })], [other]), unchanged, 'another value');
  assert.deepEqual(authors([call({ IsPartial: true })], [line()]), unchanged, 'an import that may be about it');
  assert.deepEqual(authors([call(), call({ AskedBy: 'Thandi' })], [line()]), unchanged, 'two people');
  assert.deepEqual(
    authors([call({ To: null, IsStored: false })], [{ ...other, ChangeDate: '2026-05-01 10:00' }]),
    unchanged,
    'an open call',
  );
  assert.deepEqual(authors([], [line()], null), unchanged, 'no audit');
  assert.deepEqual(authors([], [line()], '2026-03-01 10:01'), unchanged, 'before the audit');
  assert.deepEqual(authors([], [line({ ChangeType: 'STATE' })]), unchanged, 'the bank’s own steps');
  assert.deepEqual(authors([], [line({ ChangeDate: '2026-03-01' })]), unchanged, 'no minute');
  assert.deepEqual(
    authors([call()], [line({ ChangeDate: '2026-03-01 08:00' })]),
    unchanged,
    'another clock: the call is not there',
  );
  const created = call({ Operation: 'instalmentCreate', Fields: [] });
  const two = [line({ ChangeType: 'CREATE' }), line({ ChangeType: 'CREATE', UserId: 'zanele' })];
  assert.deepEqual(authors([created], two), ['machine', 'zanele'], 'two creations, of which one is ours');
});
