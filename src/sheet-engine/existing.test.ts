import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import type { ExistingItem } from './existing.ts';
import { ImportSheet } from './sheet.ts';

const instalments = (rows: string[][]) =>
  new ImportSheet({
    operation: operations.instalmentCreate,
    rows,
    columns: ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'],
    constants: {},
    options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
  });
const ofContract = (sheet: ImportSheet, row: number) => sheet.window(row, row + 1)[0]?.problems.map((it) => it.message);
const item = (further: Partial<ExistingItem>): ExistingItem => ({
  sequence: '100001',
  client: 'C1',
  contract: 'K1',
  day: '2027-01-11',
  cents: 10100,
  ...further,
});
const there = 'The contract already has a debit of that day and amount.';

const four = () =>
  instalments([
    ['C1', 'K1', '2027-01-11', '101'],
    ['C2', 'K1', '2027-01-11', '101'],
    ['C1', 'K1', '2027-01-12', '101'],
    ['C1', 'K2', '2027-01-11', '101'],
  ]);

test('a debit that is there already waits, until it is allowed or excluded; others are sent', () => {
  const sheet = four();
  assert.deepEqual(sheet.existing.range(), { from: '2027-01-11', to: '2027-01-12' });
  sheet.existing.know([item({})], []);
  assert.deepEqual(ofContract(sheet, 0), [there]);
  let summary = sheet.summary();
  assert.deepEqual([summary.ready, summary.existing], [3, { rows: 1, allowed: 0 }]);
  summary = sheet.allow({ problem: { message: there } }, true);
  assert.deepEqual([summary.ready, summary.existing], [4, { rows: 1, allowed: 1 }]);
  summary = sheet.allow('all', false);
  assert.equal(summary.ready, 3);
  summary = sheet.allow({ first: 0, end: 1 }, true);
  assert.equal(summary.ready, 4);
  // The allowed row has become another one, and is asked about again.
  sheet.paste(0, 3, [['102']]);
  assert.deepEqual(ofContract(sheet, 0), ['The contract already has a debit on that day, of another amount.']);
  summary = sheet.paste(0, 3, [['101']]);
  assert.deepEqual([summary.ready, ofContract(sheet, 0)], [3, [there]]);
  assert.equal(sheet.exclude({ problem: { message: there } }).existing.rows, 0);
});

test('a report that names contracts without their clients is asked for these, and compared by the number until they are known', () => {
  const sheet = four();
  const bare = item({ client: undefined });
  assert.deepEqual(sheet.existing.unnumbered([bare, item({ client: undefined, contract: 'K9' })]), ['100001']);
  sheet.existing.know([bare], []);
  assert.deepEqual([ofContract(sheet, 0), ofContract(sheet, 1), ofContract(sheet, 3)], [[there], [there], []]);
  sheet.existing.know([item({ client: 'C2' })], []);
  assert.deepEqual([ofContract(sheet, 0), ofContract(sheet, 1)], [[], [there]]);
  const bySequence = new ImportSheet({
    operation: operations.omniInstalmentCreate,
    rows: [['100001', '2027-01-11', '101.00']],
    columns: ['ContractSequence', 'CollectionDate', 'InstalmentAmount'],
    constants: {},
    options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
  });
  bySequence.existing.know([bare], []);
  assert.deepEqual(ofContract(bySequence, 0), [there]);
});

test('what this import has sent itself is not counted against its other rows', () => {
  const row = ['C1', 'K1', '2027-01-11', '101'];
  const sheet = instalments([row, [...row]]);
  const [first] = sheet.next(1);
  sheet.settle([{ at: first?.at ?? -1, state: 'accepted', reasons: [] }]);
  sheet.existing.know([item({})], []);
  assert.equal(sheet.summary().ready, 1);
  sheet.existing.know([item({}), item({ sequence: '100002' })], []);
  assert.equal(sheet.summary().ready, 0, 'someone else has added one meanwhile');
});

test('rows that an earlier import sent wait as well; clients and contracts never do', () => {
  const sheet = four();
  const texts = sheet.existing.texts(3);
  assert.equal(new Set(texts.map(({ text }) => text)).size, 3);
  sheet.existing.know([], [{ at: texts[2]?.at ?? -1, by: 'The import of 11:31 sent this already.' }]);
  assert.deepEqual(ofContract(sheet, 2), ['The import of 11:31 sent this already.']);
  const clients = new ImportSheet({
    operation: operations.clientCreate,
    rows: [['C1']],
    columns: ['ClientNumber'],
    constants: {},
    options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
  });
  assert.equal(clients.existing.range(), undefined);
  assert.deepEqual(clients.existing.texts(3), []);
});

test('rows that the workbook hides are excluded and included together, and known again after a reload', () => {
  const hidden = [1, 3];
  const sheet = new ImportSheet({
    operation: operations.instalmentCreate,
    rows: four().snapshot().rows,
    hidden,
    columns: ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'],
    constants: {},
    options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
  });
  let summary = sheet.exclude('hidden');
  assert.deepEqual([summary.ready, summary.hidden], [2, { rows: 2, excluded: 2 }]);
  summary = sheet.exclude('hidden', false);
  assert.deepEqual([summary.ready, summary.hidden], [4, { rows: 2, excluded: 0 }]);
  sheet.undo();
  assert.equal(sheet.summary().ready, 2);
  assert.deepEqual(sheet.snapshot().hidden, hidden);
});
