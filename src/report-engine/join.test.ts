import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReportColumns } from '#answers/report/columns.ts';
import { ReportParser } from '#answers/report/parse.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { Joining } from './join.ts';
import type { JoinEntry } from './protocol.ts';
import { finish } from './work.ts';

const specs: ColumnSpec[] = [
  { fieldName: 'When', kind: 'dateTime' },
  { fieldName: 'Client', kind: 'text' },
  { fieldName: 'Contract', kind: 'integer' },
  { fieldName: 'Amount', kind: 'amount' },
  { fieldName: 'Name', kind: 'text' },
  { fieldName: 'Reason', kind: 'text' },
];

function read(items: readonly object[], columns = new ReportColumns(specs)): ReportColumns {
  const parser = new ReportParser(columns, 'List');
  parser.push(new TextEncoder().encode(JSON.stringify({ List: items })));
  assert.equal(parser.end().isWhole, true);
  return columns;
}

const valuesOf = (columns: ReportColumns, fieldName: string): unknown[] =>
  Array.from({ length: columns.length }, (_, row) => columns.rowAt(row)[fieldName]);

const named = (...pairs: [string, string][]): JoinEntry[] => pairs.map(([key, value]) => ({ keys: [key], value }));

test('names come to the rows that are there and to those that come, also after a column was made narrow', () => {
  const columns = read([{ Client: 'C1' }, { Client: 'C2' }, { Client: 'C1', Name: 'Told by the service' }, {}]);
  columns.trim();
  const joining = new Joining(columns, {
    into: 'Name',
    same: ['Client'],
    entries: named(['C1', 'Naledi'], ['C3', 'Zoë']),
  });
  finish(joining.fill());
  assert.deepEqual(valuesOf(columns, 'Name'), ['Naledi', null, 'Naledi', null]);
  read(
    Array.from({ length: 2000 }, (_, index) => ({ Client: `C${index % 4}` })),
    columns,
  );
  finish(joining.fill());
  assert.deepEqual(valuesOf(columns, 'Name').slice(4, 8), [null, 'Naledi', null, 'Zoë']);
  columns.trim();
  finish(new Joining(columns, { into: 'Name', same: ['Client'], entries: named(['C2', 'Pieter']) }).fill());
  assert.deepEqual(valuesOf(columns, 'Name').slice(0, 4), ['Naledi', 'Pieter', 'Naledi', null]);
});

test('of several that fit the one of that day and minute counts; where they do not agree, none does', () => {
  const debit = (Contract: number, Amount: number, When: string) => ({ Contract, Amount, When });
  const columns = read([
    debit(1, 10.1, '2026-11-02 08:00'),
    debit(1, 10.1, '2026-11-03 08:00'),
    debit(1, 10.2, '2026-11-02 08:00'),
    debit(2, 5, '2026-11-02 08:00'),
    debit(3, 5, '2026-11-02 08:00'),
  ]);
  const entry = (contract: number, amount: number, at: string, value: string): JoinEntry => ({
    keys: [contract, amount],
    at,
    value,
  });
  const entries = [
    entry(1, 10.1, '2026-11-02 08:00:30', '02'),
    entry(1, 10.1, '2026-11-03 08:00', '06'),
    entry(2, 5, '2026-11-02 08:00', '02'),
    entry(2, 5, '2026-11-02 08:00', '04'),
    entry(3, 5, '2026-11-09 09:00', '12'),
    entry(3, 5, '2026-11-12 09:00', '12'),
  ];
  finish(new Joining(columns, { into: 'Reason', same: ['Contract', 'Amount'], near: 'When', entries }).fill());
  assert.deepEqual(valuesOf(columns, 'Reason'), ['02', '06', null, null, '12']);
});
