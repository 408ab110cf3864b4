import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeNames, sameName } from './code-names.ts';

const named = (...labels: string[]) => labels.map((label, index) => ({ code: index + 1, label }));
const banks = named(
  'Absa Bank',
  'African Bank',
  'Capitec Bank',
  'First National Bank',
  'Investec Bank',
  'Nedbank',
  'Standard Bank',
  'TymeBank',
);
const accounts = named('Current', 'Savings', 'Transmission', 'Bond', 'Subscription share');
const frequencies = named('Weekly', 'Fortnightly', 'Monthly', 'Quarterly', 'Half-yearly', 'Yearly', 'Monthly by rule');
const documents = named('South African ID', 'Passport', 'Temporary residence');

const same = (list: readonly { code: number; label: string }[], text: string) =>
  sameName(list, text)
    .map((it) => it.label)
    .join();

test('recognises banks, accounts, frequencies and documents by the names that people use', () => {
  const texts: [typeof banks, string, string[]][] = [
    [banks, 'Absa Bank', ['Absa', 'ABSA', 'absa bank ltd', 'ABSA Bank Limited']],
    [
      banks,
      'First National Bank',
      ['FNB', 'fnb', 'First National', 'FirstRand Bank', 'FNB (First National Bank)', 'F.N.B. / FNB'],
    ],
    [
      banks,
      'Standard Bank',
      ['Std Bank', 'Standard Bank of SA', 'The Standard Bank of South Africa Limited', 'standard', 'SBSA'],
    ],
    [banks, 'Nedbank', ['NEDBANK', 'Nedbank Ltd', 'Ned bank']],
    [banks, 'Capitec Bank', ['Capitec', 'CAPITEC BANK LTD']],
    [banks, 'Investec Bank', ['Investec']],
    [banks, 'TymeBank', ['Tyme', 'Tyme Bank', 'tymebank']],
    [accounts, 'Current', ['Cheque', 'Cheque account', 'Current account', 'current a/c', 'CHQ', 'Cheque acc']],
    [accounts, 'Savings', ['Savings a/c', 'Savings account', 'saving', 'SAVINGS ACC.']],
    [frequencies, 'Monthly', ['Month', 'monthly', 'MONTHLY', 'every month', 'p.m.', 'Per month']],
    [frequencies, 'Weekly', ['weekly', 'Week', 'every week']],
    [frequencies, 'Yearly', ['Annual', 'annually', 'p.a.']],
    [frequencies, 'Half-yearly', ['Half yearly', 'six monthly', 'semi-annually']],
    [documents, 'South African ID', ['ID', 'SA ID', 'RSA ID', 'ID number', 'ID book', 'South African ID']],
    [documents, 'Passport', ['passport', 'Passport number', 'Passport No.']],
  ];
  for (const [list, label, names] of texts) for (const name of names) assert.equal(same(list, name), label, name);
});

test("the table contains no codes: the same names match any service's own lists", () => {
  const other = named('ABSA', 'FNB', 'The Standard Bank of South Africa', 'Rand Merchant Bank', 'FIRSTRAND BANK (RMB)');
  assert.equal(same(other, 'Absa Bank Ltd'), 'ABSA');
  assert.equal(same(other, 'Std Bank'), 'The Standard Bank of South Africa');
  assert.equal(same(other, 'First National Bank'), 'FNB,FIRSTRAND BANK (RMB)', 'two of them: the person is asked');
  assert.equal(same(named('Cheque / Current', 'Savings/Transmission'), 'current account'), 'Cheque / Current');
});

test('only suggests close names: a prefix, a typing mistake, a division of another bank', () => {
  const close = (list: readonly { code: number; label: string }[], text: string) =>
    closeNames(list, text).map((it) => it.label);
  assert.deepEqual([same(banks, 'Cap'), close(banks, 'Cap')], ['', ['Capitec Bank']]);
  assert.deepEqual([same(banks, 'Capitek'), close(banks, 'Capitek')], ['', ['Capitec Bank']]);
  assert.deepEqual([same(banks, 'Stnadard Bank'), close(banks, 'Stnadard Bank')], ['', ['Standard Bank']]);
  assert.deepEqual([same(banks, 'RMB'), close(banks, 'RMB')], ['', ['First National Bank']]);
  assert.deepEqual([same(banks, 'Bank of Narnia'), close(banks, 'Bank of Narnia')], ['', []]);
  assert.deepEqual(close(banks, 'Bank'), []);
  assert.deepEqual(close(frequencies, 'Mont'), ['Monthly', 'Monthly by rule']);
});
