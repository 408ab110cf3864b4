import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeated, type ContractAmount } from './rows.ts';

const item = (sequence: number | undefined, day: string, further: Partial<ContractAmount> = {}): ContractAmount => ({
  contract: { sequence, numbers: `C${sequence}` },
  day,
  status: 'PAID',
  fields: { ContractSequence: sequence },
  ...further,
});
const holidays: Record<string, string> = { '2026-12-16': 'Day of Reconciliation' };
const run = (items: ContractAmount[], today = '2026-11-22') =>
  repeated('2026-11', items, today, (day) => holidays[day]);
const days = (items: ContractAmount[], today?: string) => run(items, today).rows.map((it) => it.day);

test('a month is repeated on the banking days of the next one', () => {
  assert.deepEqual(
    days([item(1, '2026-11-01'), item(2, '2026-11-05'), item(3, '2026-11-16'), item(4, '2026-11-30')]),
    ['2026-12-01', '2026-12-07', '2026-12-17', '2026-12-30'],
    'the fifth is a Saturday, the sixteenth a public holiday',
  );
  assert.deepEqual(days([item(1, '2026-10-05'), item(2, '2026-12-05')]), [], 'other months are none of it');
});

test('what has something in the new month already is left out as a whole, however its contract is named', () => {
  const { rows, already } = run([
    item(1, '2026-11-05'),
    item(1, '2026-11-12'),
    item(1, '2026-12-20', { status: 'SCHEDULED' }),
    item(2, '2026-11-05'),
    item(2, '2026-12-05', { status: 'CANCELLED' }),
    item(3, '2026-11-05', { status: 'CANCELLED' }),
    item(4, '2026-11-05', { contract: { sequence: undefined, numbers: 'C5' } }),
    item(5, '2026-12-05'),
  ]);
  assert.deepEqual(
    rows.map((it) => it.fields),
    [{ ContractSequence: 2 }],
  );
  assert.equal(already, 3);
});

test('where it cannot be told whether a contract has one already, it is left out', () => {
  const { rows, already, unclear } = run([
    item(1, '2026-11-05', { contract: { sequence: undefined, numbers: 'C1' } }),
    item(1, '2026-12-05', { contract: { sequence: 1, numbers: undefined } }),
  ]);
  assert.deepEqual([rows.length, already, unclear], [0, 0, 1]);
});

test('no day that has passed is given', () => {
  const result = run([item(1, '2026-11-05'), item(2, '2026-11-24')], '2026-12-11');
  assert.deepEqual(
    result.rows.map((it) => it.day),
    ['2026-12-14', '2026-12-24'],
    'the twelfth is a Saturday',
  );
  assert.equal(result.late, 1);
});
