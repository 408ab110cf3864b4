import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { ImportSheet } from '../sheet.ts';

const columns = ['ClientName', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount', 'ClientNumber'];
const options = { today: '2026-11-22', dayOrder: 'day', codes: {} } as const;
const clients = [
  { number: 'C1', name: 'Zoë van der Merwe' },
  { number: 'C2', name: 'Thandi Mokoena', account: '4417', phone: '0101' },
  { number: 'C3', name: 'Mokoena, Thandi', account: '9035', phone: '0102' },
  { number: 'C4', name: 'Sipho Nkosi', account: '1111', phone: '0201' },
  { number: 'C5', name: 'Sipho Nkosi', account: '1111', phone: '0202' },
  { number: 'C6', name: 'Sipho Nkosi' },
];
const named = (name: string, ...number: string[]) => [name, 'A', '25/11/2026', '100', ...number];

function sheetOf(...rows: string[][]) {
  const sheet = new ImportSheet({ operation: operations.instalmentCreate, rows, columns, constants: {}, options });
  sheet.knowClients(clients);
  return sheet;
}
const numberOf = (sheet: ImportSheet, position = 0) => sheet.window(0, 9)[position]?.cells[4] ?? '';

test('a name that one client has gives its number, whatever its accents, case and order', () => {
  const sheet = sheetOf(named('van der merwe ZOE'), named('Zoë van der Merwe', 'C9'));
  assert.deepEqual([numberOf(sheet), numberOf(sheet, 1)], ['C1', 'C9']);
  assert.equal(sheet.next(1)[0]?.item.ClientNumber, 'C1');
});

test('of several with a name the person chooses, and a name that is only close is no one’s', () => {
  const sheet = sheetOf(named('Thandi Mokoena'), named('Zoë van der'), named(''));
  const [several, none] = sheet.window(0, 2).map(({ problems }) => problems);
  assert.deepEqual(several, [
    {
      fieldName: 'ClientNumber',
      message: 'Several clients have this name: choose one.',
      isDuplicate: true,
      choices: [
        { text: 'C2', label: 'C2 · Thandi Mokoena · account ending 4417' },
        { text: 'C3', label: 'C3 · Mokoena, Thandi · account ending 9035' },
      ],
    },
  ]);
  assert.equal(none?.find((it) => it.fieldName === 'ClientNumber')?.message, 'No client has this name.');
  assert.equal(sheet.summary().ready, 0);
  sheet.paste(0, 4, [['C3']]);
  assert.equal(sheet.next(1)[0]?.item.ClientNumber, 'C3');
});

test('where two accounts end alike the phone tells clients apart', () => {
  const [row] = sheetOf(named('Sipho Nkosi')).window(0, 1);
  assert.deepEqual(
    row?.problems.flatMap(({ choices }) => choices?.map((it) => it.label) ?? []),
    [
      'C4 · Sipho Nkosi · account ending 1111 · phone ending 0201',
      'C5 · Sipho Nkosi · account ending 1111 · phone ending 0202',
      'C6 · Sipho Nkosi',
    ],
  );
});

test('another name finds another number, undone as well, and a number that was typed stays', () => {
  const sheet = sheetOf(named('Zoe van der Merwe'));
  sheet.paste(0, 0, [['Nobody Known']]);
  assert.equal(numberOf(sheet), '');
  sheet.undo();
  assert.equal(numberOf(sheet), 'C1');
  sheet.paste(0, 4, [['C2']]);
  sheet.paste(0, 0, [['Nobody Known']]);
  assert.equal(numberOf(sheet), 'C2');
});

test('where it is not known who is there, no number is given', () => {
  const sheet = sheetOf(named('Zoë van der Merwe'));
  const other = new ImportSheet({
    operation: operations.instalmentCreate,
    rows: [named('Zoë van der Merwe')],
    columns,
    constants: {},
    options,
  });
  other.knowClients(undefined);
  assert.deepEqual([numberOf(sheet), numberOf(other)], ['C1', '']);
});
