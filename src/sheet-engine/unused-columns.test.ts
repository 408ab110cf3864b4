import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type OperationName } from '#contract/operations.ts';
import { clientFieldsOf } from './clients/new.ts';
import { guessColumns } from './columns.ts';
import { fieldsOf } from './rows.ts';
import { unusedColumns } from './unused-columns.ts';

const fieldNamesOf = (operation: OperationName) => {
  const { required, optional } = fieldsOf(operations[operation]);
  return [...required, ...optional, ...clientFieldsOf(operation)];
};

/** The fields of a sheet's columns, and what the others may hold. */
function matched(operation: OperationName, columns: Record<string, string[]>) {
  const fieldNames = fieldNamesOf(operation);
  const headings = Object.keys(columns);
  const fields = guessColumns(headings, fieldNames);
  const unused = unusedColumns(
    headings.map((text) => ({ text })),
    fields,
    Object.values(columns),
    fieldNames,
  );
  return {
    fields: Object.fromEntries(headings.map((text, at) => [text, fields[at]])),
    mayHold: Object.fromEntries(unused.map((it) => [headings[it.column], it.mayHold])),
  };
}

test('headings in the singular and plural, with "&" and in short forms name their fields', () => {
  const { fields } = matched('mandateCreate', {
    'Client no': ['C1'],
    'Contract ref.': ['K1'],
    'Name & Surname': ['Naledi Test'],
    ID: ['8001015009087'],
    'Monthly amount': ['500'],
    'Nr of inst': ['24'],
    'Debtor Acc No': ['4050607080'],
    'BR Code': ['632005'],
    'Cell Nr': ['0825550101'],
  });
  assert.deepEqual(Object.values(fields), [
    'ClientNumber',
    'ContractNumber',
    'ClientName',
    'IDNumber',
    'InstalmentAmount',
    'NumberOfInstalments',
    'AccountNumber',
    'BranchCode',
    'CellphoneNumber',
  ]);
  for (const heading of ['No of debits', 'Number of instalment', 'Months', 'No. of debit orders', 'Term'])
    assert.equal(matched('mandateCreate', { [heading]: ['24'] }).fields[heading], 'NumberOfInstalments', heading);
});

test('a column that looks like a field without a column is a question', () => {
  const { fields, mayHold } = matched('mandateCreate', {
    'Client number': ['C1', 'C2'],
    'Contract number': ['K1', 'K2'],
    Amount: ['500', '600'],
    Payments: ['24', '6'],
    'Signed on': ['2026-01-05', '05/02/2026'],
    'Cap amount': ['1 500,00', 'R 800'],
    'Fixed?': ['Y', 'N'],
  });
  assert.equal(fields['Payments'], undefined);
  assert.equal(mayHold['Payments']?.[0], 'NumberOfInstalments');
  assert.ok(mayHold['Signed on']?.includes('InstalmentStartDate'));
  assert.ok(mayHold['Cap amount']?.includes('MaximumAmount'));
  assert.deepEqual(mayHold['Fixed?'], []);
});

test('“Inst.” is the amount or the number of instalments: it is asked, not guessed', () => {
  for (const heading of ['Inst.', 'INST', 'Insts', 'Instal']) {
    const { fields, mayHold } = matched('mandateCreate', { [heading]: ['24', '12'] });
    assert.equal(fields[heading], undefined, heading);
    assert.deepEqual(new Set(mayHold[heading]?.slice(0, 2)), new Set(['InstalmentAmount', 'NumberOfInstalments']));
  }
  const headings = ['Inst.'];
  const known = { inst: 'InstalmentAmount' };
  assert.deepEqual(guessColumns(headings, fieldNamesOf('mandateCreate'), known), ['InstalmentAmount']);
  assert.deepEqual(guessColumns(['Amount'], fieldNamesOf('mandateCreate'), { amount: '' }), [undefined]);
});

test('notes, numbers of rows, empty columns and what another column has are no questions', () => {
  const { mayHold } = matched('instalmentCreate', {
    '#': ['1', '2', '3'],
    'Client number': ['C1', 'C2', 'C3'],
    'Contract number': ['K1', 'K2', 'K3'],
    'Action date': ['2026-12-01', '2026-12-02', '2026-12-03'],
    Amount: ['1', '2', '3'],
    Notes: ['paid late', '', 'new'],
    Empty: ['', ' ', ''],
  });
  assert.deepEqual(mayHold, { '#': [], Notes: [] });
  const again = matched('payoutPaymentCreate', { Amount: ['5,00'], ' amount ': ['6,00'] });
  assert.deepEqual(again.mayHold, { ' amount ': ['PaymentAmount'] }, 'which of two amounts?');
});
