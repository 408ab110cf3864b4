import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import { returnedSince } from '#answers/month/returned.ts';
import { manifestFormat, type MonthRow } from '#contract/month-end.ts';
import { rowsOfCsv, rowsWithout } from './compare.ts';
import { filesOf, manifestIn, readManifest } from './read-pack.ts';

const row = (at: string, contract: number, status: string, type: string | null = null, cents = 100): MonthRow => ({
  TransactionDate: at,
  ContractSequence: contract,
  ClientNumber: 'C1',
  ContractNumber: 'L1',
  TransactionType: type,
  Cents: cents,
  Status: status,
});

test('of N equal rows as many are different as have no equal row on the other side', () => {
  const one = row('2026-10-25 18:30', 1, 'PAID');
  assert.deepEqual(rowsWithout([one, one, one], [one]), [one, one]);
  assert.deepEqual(rowsWithout([one], [one, one]), []);
  assert.equal(rowsWithout([one], [{ ...one, Status: 'UNPAID' }]).length, 1);
  // Names are for people: a spreadsheet’s apostrophe is no difference.
  assert.deepEqual(rowsWithout([{ ...one, ClientNumber: "'-1" }], [one]), []);
});

test('a return belongs to the last paid debit of its contract and amount, and is listed in that month alone', () => {
  const month = [
    row('2026-09-25 18:30', 1, 'PAID'),
    row('2026-09-26 18:30', 2, 'PAID'),
    row('2026-09-26 18:30', 3, 'UNPAID'),
  ];
  const late = (at: string, contract: number) => row(at, contract, 'UNPAID', 'RETURN');
  const found = (later: MonthRow[]) => returnedSince(month, later).map(({ Row, At }) => [Row.ContractSequence, At]);
  assert.deepEqual(found([late('2026-10-05 09:00', 1)]), [[1, '2026-10-05 09:00']]);
  // Paid again before: the return is of October's debit.
  assert.deepEqual(found([late('2026-10-28 09:00', 2), row('2026-10-25 18:30', 2, 'PAID')]), []);
  assert.deepEqual(found([late('2026-10-05 09:00', 1), late('2026-10-06 09:00', 1), late('2026-10-06 09:00', 3)]), [
    [1, '2026-10-05 09:00'],
  ]);
});

test('of two equal debits each is listed with a return of its own, but for one that the month itself returned', () => {
  const paid = [row('2026-09-10 18:30', 1, 'PAID'), row('2026-09-25 18:30', 1, 'PAID')];
  const late = (at: string) => row(at, 1, 'UNPAID', 'RETURN');
  const found = (month: MonthRow[], ...later: string[]) =>
    returnedSince(month, later.map(late)).map(({ Row, At }) => [Row.TransactionDate, At]);
  assert.deepEqual(found(paid, '2026-10-06 09:00', '2026-10-05 09:00', '2026-10-07 09:00'), [
    ['2026-09-25 18:30', '2026-10-05 09:00'],
    ['2026-09-10 18:30', '2026-10-06 09:00'],
  ]);
  assert.deepEqual(found([...paid, late('2026-09-27 09:00')], '2026-10-05 09:00', '2026-10-06 09:00'), [
    ['2026-09-10 18:30', '2026-10-05 09:00'],
  ]);
});

test('a pack’s transactions are read in whole cents, and a wrong file is named', () => {
  const titles = 'TransactionDate,ClientNumber,ContractNumber,ContractSequence,TransactionType,Amount,Status';
  assert.deepEqual(rowsOfCsv(`${titles}\r\n2026-10-01 09:28,C1,"L,1",5,,1072.10,PAID\r\n`), [
    { ...row('2026-10-01 09:28', 5, 'PAID', null, 107_210), ContractNumber: 'L,1' },
  ]);
  assert.throws(() => rowsOfCsv(`${titles}\r\n2026-10-01 09:28,C1,L1,5,,x,PAID\r\n`), /no amount in row 2/);
  assert.throws(() => rowsOfCsv('Day,Amount\r\n1,2\r\n'), /no column TransactionDate/);
});

test('a file that is no pack is refused', async () => {
  const zip = (manifest: string) => zipSync({ 'manifest.json': new TextEncoder().encode(manifest) });
  const bad = [
    new Uint8Array(),
    new TextEncoder().encode('PK no'),
    zip('{'),
    zip('{}'),
    zip(`{"Format":"${manifestFormat}"}`),
  ];
  for (const bytes of bad) {
    assert.throws(() => manifestIn(filesOf(bytes, ['manifest.json'])), /no pack of a month/);
    await assert.rejects(readManifest(new Blob([new Uint8Array(bytes)])), /no pack of a month/);
  }
});
