import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { ImportSheet } from '../sheet.ts';

const columns = [
  'ClientNumber',
  'ContractNumber',
  'PaymentAmount',
  'PaymentStartDate',
  'ClientName',
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
];
const options = { today: '2026-11-22', dayOrder: 'day', codes: {} } as const;
const rest = ['100', '2026-12-01'];
const bank = ['4', '470010', '1', '1234567890'];

function sheetOf(rows: string[][], known: string[] = []) {
  const sheet = new ImportSheet({ operation: operations.payoutContractCreate, rows, columns, constants: {}, options });
  sheet.clients.know(known);
  return sheet;
}
const problemsIn = (sheet: ImportSheet) =>
  sheet.window(0, 9).map(({ problems }) => problems.map(({ fieldName, message }) => [fieldName, message]));

test('a client who is new is added once for all rows about them, with what any of these has, before they go', () => {
  const sheet = sheetOf(
    [
      ['N1', 'A', ...rest, '', '', '', '', ''],
      ['OLD', 'A', ...rest, 'Another name', '', '', '', ''],
      ['N1', 'B', ...rest, 'Zoë', ...bank],
    ],
    ['OLD'],
  );
  assert.deepEqual([sheet.summary().ready, sheet.summary().clients], [3, { toAdd: 1, added: 0 }]);
  assert.deepEqual(sheet.clients.next(1), [
    {
      ClientNumber: 'N1',
      ClientName: 'Zoë',
      BankCode: 4,
      BranchCode: 470010,
      AccountType: 1,
      AccountNumber: 1234567890,
    },
  ]);
  // The row is sent without the client's fields, and only after the client.
  assert.deepEqual(sheet.next(9), [
    {
      at: 1,
      item: {
        ClientNumber: 'OLD',
        ContractNumber: 'A',
        PaymentAmount: 100,
        PaymentStartDate: '2026-12-01 00:00',
      },
    },
  ]);
  sheet.clients.settle([{ number: 'N1' }]);
  assert.deepEqual(sheet.summary().clients, { toAdd: 0, added: 1 });
  assert.deepEqual(
    sheet.next(9).map(({ at }) => at),
    [0, 2],
  );
});

test('a number of an older form names a client who exists; a new client is asked for one of the new form', () => {
  const row = ['A  1', 'A', ...rest, 'Zola', ...bank];
  assert.deepEqual(problemsIn(sheetOf([row], ['A  1']))[0], []);
  assert.deepEqual(problemsIn(sheetOf([row]))[0], [
    ['ClientNumber', 'Has a space at an end, two in a row, or one of another kind.'],
  ]);
});

test('what rows about a new client lack, or say otherwise than each other, is a problem at each of them', () => {
  const sheet = sheetOf([
    ['N1', 'A', ...rest, 'Zoë', '4', '470010', '1', ''],
    ['N1', 'B', ...rest, 'Zoe', '4', '470010', '1', ''],
    ['N2', 'A', ...rest, 'Thandi', '4', 'x', '1', '1234567890'],
  ]);
  const both = [
    ['AccountNumber', 'The client is new: Account number is missing.'],
    ['ClientName', 'The client is new, and rows about them differ here.'],
  ];
  const [first, second, third] = problemsIn(sheet);
  assert.deepEqual([first, second], [both, both]);
  assert.deepEqual(
    third?.map(([fieldName]) => fieldName),
    ['BranchCode'],
  );
  assert.equal(sheet.summary().ready, 0);
  sheet.paste(1, 4, [['Zoë', '4', '470010', '1', '1234567890']]);
  assert.deepEqual([sheet.summary().ready, sheet.summary().clients.toAdd], [2, 1]);
  // They exist after all.
  sheet.clients.know(['N2']);
  assert.equal(sheet.summary().ready, 3);
});

test('rows whose client is refused stay with the reason and go once it is put right', () => {
  const sheet = sheetOf([
    ['N1', 'A', ...rest, 'Zoë', ...bank],
    ['N1', 'B', ...rest, '', '', '', '', ''],
  ]);
  sheet.clients.settle([{ number: 'N1', reason: 'No such branch.' }]);
  assert.deepEqual(problemsIn(sheet).slice(0, 2), [
    [['ClientNumber', 'New client: No such branch.']],
    [['ClientNumber', 'New client: No such branch.']],
  ]);
  assert.deepEqual([sheet.summary().ready, sheet.next(9)], [0, []]);
  sheet.paste(0, 6, [['470011']]);
  assert.deepEqual([sheet.summary().ready, sheet.clients.next(9).length], [2, 1]);
});

test('where it cannot be known who is new, nobody is added and the rows go as they are', () => {
  const sheet = sheetOf([['N1', 'A', ...rest, 'Zoë', '', '', '', '']]);
  sheet.clients.know(undefined);
  assert.deepEqual([sheet.summary().ready, sheet.summary().clients.toAdd], [1, 0]);
});
