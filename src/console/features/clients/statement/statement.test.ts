import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { transactionKeys } from '#console/domain/collections/transaction-key.ts';
import { MissingLetterError, pdfOf } from '#kit/pdf/pdf.ts';
import type { Row } from '#rules/column.ts';
import { isEmpty, problemOf, readRange, statementOf, statementsOf } from './statement.ts';
import { statementsCsv, statementText } from './texts.ts';

const client = { number: 'C1', name: 'Naledi' };
const period = { from: '2026-10-01', to: '2026-10-31', asAt: '2026-11-20' };
const row = (date: string, status: string, amount: unknown = 100.1, more: Row = {}): Row => ({
  TransactionDate: `${date} 18:30`,
  ContractSequence: 1,
  ClientNumber: 'C1',
  ContractNumber: 'L1',
  TransactionType: null,
  Status: status,
  Amount: amount,
  ...more,
});
const other = { ContractSequence: 2, ContractNumber: 'L2' };
const none = () => undefined;

test('debits of the period and unpaid ones by age, to the cent; payouts and what came later are left out', () => {
  const rows = [
    row('2025-12-25', 'UNPAID', 0.07, other),
    row('2026-07-25', 'UNPAID', 33.33),
    row('2026-09-25', 'PAID', 33.33),
    row('2026-10-02', 'PAYOUT', 5000, { TransactionType: 'PAYOUT', Status: 'PAID' }),
    row('2026-10-21', 'UNPAID', 199.99),
    row('2026-10-22', 'UNPAID', 0.29, other),
    row('2026-10-25', 'PAID', 12.34, { ContractSequence: 3, ContractNumber: 'L3' }),
    row('2026-11-03', 'UNPAID', 12.34, { ContractSequence: 3, ContractNumber: 'L3', TransactionType: 'RETURN' }),
    row('2026-11-21', 'PAID', 199.99),
  ];
  const statement = statementOf(client, period, rows, none);
  assert.deepEqual(
    statement.aged.map(({ count, cents }) => [count, cents]),
    [
      [2, 29 + 1234],
      [1, 19_999],
      [0, 0],
      [1, 3333],
      [1, 7],
    ],
  );
  assert.deepEqual(
    [statement.paid, statement.returned],
    [
      { count: 1, cents: 1234 },
      { count: 2, cents: 19_999 + 29 },
    ],
  );
  assert.deepEqual(
    statement.debits.map(({ date }) => date),
    ['2026-10-21', '2026-10-22', '2026-10-25'],
  );
  assert.deepEqual(
    statement.unpaid.filter((it) => it.hasLaterPaid).map(({ date, cents }) => [date, cents]),
    [['2026-07-25', 3333]],
  );
  assert.deepEqual(readRange(period), { from: '2025-11-20', to: '2026-11-20' });
});

test('an unpaid debit that a bank line settled is listed apart, unless the line is of a later day', () => {
  const rows = [row('2026-10-21', 'UNPAID'), row('2026-10-21', 'UNPAID')];
  const second = transactionKeys();
  const keys = rows.map(second);
  const settled = (day: string) => (key: string) => (key === keys[1] ? day : undefined);
  const inTime = statementOf(client, period, rows, settled('2026-11-01'));
  assert.deepEqual(
    inTime.settled.map(({ settledOn, cents }) => [settledOn, cents]),
    [['2026-11-01', 10_010]],
  );
  assert.equal(inTime.unpaid.length, 1);
  const later = statementOf(client, period, rows, settled('2026-11-21'));
  assert.deepEqual([later.settled.length, later.unpaid.length], [0, 2]);
});

test('a statement with an amount that is missing or not in cents is refused', () => {
  for (const amount of [null, 'abc', 1.005])
    assert.throws(() => statementOf(client, period, [row('2026-10-01', 'PAID', amount)], none), RangeError);
});

test('each client has a statement of its own rows, and one without debits is empty', () => {
  const rows = [row('2026-10-21', 'UNPAID', 1), row('2026-10-21', 'UNPAID', 2, { ClientNumber: 'C2' })];
  const both = [client, { number: 'C2', name: 'Sipho' }, { number: 'C3', name: '' }];
  const statements = statementsOf(both, period, rows, none);
  assert.deepEqual(
    statements.map((it) => [it.number, it.returned.cents, isEmpty(it)]),
    [
      ['C1', 100, false],
      ['C2', 200, false],
      ['C3', 0, true],
    ],
  );
});

test('the CSV has a line for each debit, and no cell is a formula', () => {
  const statement = statementOf({ number: 'C1', name: '=1+1' }, period, [row('2026-10-21', 'UNPAID', 1234.5)], none);
  assert.deepEqual(statementsCsv([statement]).split('\r\n').slice(1), [
    "C1,'=1+1,L1,2026-10-21,1234.50,Unpaid,30,30 to 59 days,,No",
    '',
  ]);
});

test('the PDF takes names in all languages of the country and refuses letters that the typeface lacks', async () => {
  const typeface = new Uint8Array(await readFile(new URL('../../../../kit/pdf/inter-4.1-400.ttf', import.meta.url)));
  const issuer = { merchant: '1001', merchantName: 'Demo', product: 'EFT' };
  const named = (name: string) => {
    const statement = statementOf({ number: 'C1', name }, period, [row('2026-10-21', 'UNPAID')], none);
    return pdfOf(statementText(statement, issuer), typeface);
  };
  assert.ok((await named('Ḓivhani Ṱhavhanyedza Ṅṋḽ, Chloë Štěpán')).size > 1000);
  await assert.rejects(async () => named('漢'), MissingLetterError);
});

test('a period that makes no sense is refused with its reason', () => {
  const today = '2026-11-20';
  assert.equal(problemOf(period, today), '');
  assert.match(problemOf({ ...period, from: '2026-02-30' }, today), /three dates/);
  assert.match(problemOf({ ...period, from: '2026-11-01' }, today), /ends before it begins/);
  assert.match(problemOf({ ...period, asAt: '2026-10-30' }, today), /before the end/);
  assert.match(problemOf({ ...period, asAt: '2026-11-21' }, today), /future/);
});
