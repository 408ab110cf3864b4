import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byBytes } from '#answers/month/lines.ts';
import { wilson } from '#console/model/interval.ts';
import { monthLine, rowOfLine, type MonthDifference, type MonthRow } from '#contract/month-end.ts';
import { changeSheet, monthChanges } from '../changes.ts';
import { journalOf, neutralJournal, sageJournal, usualAccounts, xeroJournal } from './journal.ts';

const row = (status: string | null, contract = 1, cents = 100): MonthRow => ({
  TransactionDate: '2026-10-25 18:30',
  ContractSequence: contract,
  ClientNumber: 'C1',
  ContractNumber: 'L"1\n',
  TransactionType: null,
  Cents: cents,
  Status: status,
});

test('lines sort as PostgreSQL sorts the bytes of UTF-8, and are read back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const expected = texts.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      assert.deepEqual(texts.toSorted(byBytes), expected);
    }),
  );
  assert.equal(monthLine(row('PAID')), String.raw`["2026-10-25 18:30", 1, "C1", "L\"1\n", null, 100, "PAID"]`);
  assert.deepEqual(rowOfLine(monthLine(row(null))), row(null));
});

test('a row that is gone and a new one with its contract, minute, type and amount are one of another status', () => {
  const differences: MonthDifference[] = [
    { Kind: 'gone', Row: row('PAID') },
    { Kind: 'new', Row: row('UNPAID') },
    { Kind: 'new', Row: row('UNPAID') },
    { Kind: 'gone', Row: row('PAID', 2, 100) },
    { Kind: 'new', Row: row('PAID', 2, 101) },
    { Kind: 'returned', Row: row('PAID', 3), At: '2026-11-05 09:00' },
  ];
  assert.deepEqual(
    monthChanges(differences).map(({ kind, row: { ContractSequence }, before, after, at }) => [
      kind,
      ContractSequence,
      before ?? at,
      after,
    ]),
    [
      ['status', 1, 'PAID', 'UNPAID'],
      ['new', 1, undefined, undefined],
      ['new', 2, undefined, undefined],
      ['returned', 3, '2026-11-05 09:00', undefined],
      ['gone', 2, undefined, undefined],
    ],
  );
});

test('what changed since the close is a sheet with the contract, the amount and both statuses or the return of each', () => {
  const { titles, rows } = changeSheet([
    { Kind: 'gone', Row: row('PAID') },
    { Kind: 'new', Row: row('UNPAID') },
    { Kind: 'returned', Row: row('PAID', 3, 1999), At: '2026-11-05 09:00' },
  ]);
  const transaction = ['2026-10-25 18:30', '1', 'C1', 'L"1\n', { cents: 100 }];
  assert.deepEqual(rows, [
    ['Status changed', ...transaction, 'UNPAID', 'PAID', ''],
    ['Returned after the month', ...transaction.with(1, '3').with(4, { cents: 1999 }), 'PAID', '', '2026-11-05 09:00'],
  ]);
  assert.equal(titles.length, rows[0]?.length);
});

test('the journal balances every day, moves nothing for failed debits, and no cell is a formula', () => {
  const sum = (day: string, status: string, type: string, cents: number) => ({ day, status, type, count: 2, cents });
  const days = [
    sum('2026-10-02', 'PAID', '', 1050),
    sum('2026-10-01', 'PAID', 'PAYOUT', 333),
    sum('2026-10-01', 'UNPAID', '', 99_999),
    sum('2026-10-02', 'UNPAID', 'RETURN', 50),
  ];
  const accounts = { ...usualAccounts, bank: '=1+1' };
  const lines = journalOf({ days }, accounts, '1001 EFT');
  assert.equal(neutralJournal(lines).split('\r\n')[1], '2026-10-01,1001 EFT,Creditors,Payouts paid: 2,3.33,0.00');
  assert.match(neutralJournal(lines), /,'=1\+1,/);
  for (const day of ['2026-10-01', '2026-10-02']) {
    const ofDay = lines.filter((it) => it.day === day);
    assert.equal(
      ofDay.reduce((total, it) => total + it.debit - it.credit, 0),
      0,
    );
  }
  const total = (name: string) =>
    lines.filter((it) => it.account === name).reduce((cents, it) => cents + it.debit - it.credit, 0);
  assert.deepEqual([total(usualAccounts.transit), total(usualAccounts.debtors)], [1000, -1000]);
  const xero = xeroJournal(lines, accounts).trim().split('\r\n').slice(1);
  assert.equal(
    xero.reduce((cents, line) => cents + Math.round(100 * Number(line.split(',').at(-1))), 0),
    0,
  );
  assert.equal(
    sageJournal(lines)
      .split('\r\n')
      .filter((line) => line.startsWith('1001')).length,
    2,
  );
});

test('Wilson intervals stay within 0 and 1 and hold the true rate about as often as they say', () => {
  assert.deepEqual(
    [wilson(17, 20), wilson(0, 10), wilson(10, 10), wilson(0, 0)].map(({ low, high }) => [
      Math.round(100 * low),
      Math.round(100 * high),
    ]),
    [
      [64, 95],
      [0, 28],
      [72, 100],
      [0, 100],
    ],
  );
  // Exactly, by the binomial distribution: 200 debits of which nine in ten are paid.
  const [trials, rate] = [200, 0.9];
  let chance = (1 - rate) ** trials;
  let held = 0;
  for (let hits = 0; hits <= trials; hits += 1) {
    const { low, high } = wilson(hits, trials);
    if (low <= rate && rate <= high) held += chance;
    chance *= ((trials - hits) / (hits + 1)) * (rate / (1 - rate));
  }
  assert.ok(held > 0.93 && held < 0.97, String(held));
});
