import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../contract/operations.ts';
import { guessColumns, isHeadingRow } from './columns.ts';
import { fieldsOf } from './rows.ts';
import { ImportSheet } from './sheet.ts';

const options = { today: '2026-11-22', dayOrder: 'day', codes: {} } as const;

function sheetOf(
  rows: string[][],
  columns = ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'],
) {
  return new ImportSheet({ operation: operations.instalmentCreate, rows, columns, constants: {}, options });
}
const row = (n: number, amount = '100', date = '25/11/2026') => [`C${n}`, 'A', date, amount];

test('columns are found by labels, by the names of the interface and by what people call them', () => {
  const { required, optional } = fieldsOf(operations.clientCreate);
  const names = [...required, ...optional];
  assert.deepEqual(
    guessColumns(['Client no', 'Full name', 'BranchCode', 'Account No.', 'Shoe size', 'E-mail'], names),
    ['ClientNumber', 'ClientName', 'BranchCode', 'AccountNumber', undefined, 'EMail'],
  );
  assert.deepEqual(guessColumns(['Kunde'], names, { kunde: 'ClientName' }), ['ClientName']);
  assert.ok(isHeadingRow(['Client number', 'Name'], names));
  assert.ok(!isHeadingRow(['C1', '62000000001'], names));
});

test('a row is ready when every cell can be read and nothing that is needed is missing', () => {
  const sheet = sheetOf([row(1), row(2, 'x'), ['C3', '', '25/11/2026', '5'], row(4, '12,50')]);
  const { ready, withProblems, cents, days, problems } = sheet.summary();
  assert.deepEqual([ready, withProblems, cents], [2, 2, 11_250]);
  assert.deepEqual(days, [{ day: '2026-11-25', count: 2, cents: 11_250 }]);
  assert.equal(problems.length, 2);
  assert.deepEqual(
    sheet.next(10).map((it) => it.at),
    [0, 3],
  );
});

test('rows of one cause are corrected with one action, which can be undone and done again', () => {
  const sheet = sheetOf([...Array.from({ length: 37 }, (_, n) => row(n, 'x')), row(99)]);
  const [problem] = sheet.summary().problems;
  assert.ok(problem);
  assert.equal(problem.count, 37);
  assert.equal(sheet.fill(3, '250', { problem }).ready, 38);
  assert.equal(sheet.undo().ready, 1);
  assert.equal(sheet.redo().ready, 38);
  assert.equal(sheet.replace('250', '1e9', 3).ready, 1);
});

test('the same debit twice is pointed out, the same edit twice refused', () => {
  assert.deepEqual(
    sheetOf([row(1), row(1), row(2)])
      .window(0, 3)
      .map((it) => it.problems.map(({ isWarning }) => isWarning)),
    [[], [true], []],
  );
  const edits = new ImportSheet({
    operation: operations.instalmentEdit,
    rows: [
      ['7', '1', '5'],
      ['7', '1', '6'],
      ['7', '2', '6'],
    ],
    columns: ['ContractSequence', 'InstalmentSequence', 'InstalmentAmount'],
    constants: {},
    options,
  });
  assert.equal(edits.summary().ready, 2);
});

test('every row is accounted for: what was accepted cannot be changed, what was refused is corrected and goes again', () => {
  const sheet = sheetOf([row(1), row(2), row(3)]);
  const reasons = [{ fieldName: 'InstalmentAmount', message: 'Is above the maximum.' }];
  sheet.settle([
    { at: 0, state: 'accepted', reasons: [] },
    { at: 1, state: 'refused', reasons },
    { at: 2, state: 'unknown', reasons: [] },
  ]);
  assert.deepEqual(sheet.summary().states, { unsent: 0, accepted: 1, refused: 1, unknown: 1 });
  assert.deepEqual(sheet.next(10), []);
  assert.deepEqual(sheet.cellsOf('refused'), [{ cells: row(2), reasons: 'Is above the maximum.' }]);
  sheet.filter('all');
  sheet.paste(0, 3, [['1'], ['50'], ['1']]);
  assert.deepEqual(
    sheet.window(0, 3).map((it) => it.cells[3]),
    ['100', '50', '100'],
  );
  assert.deepEqual(
    sheet.next(10).map((it) => it.item.InstalmentAmount),
    [50],
  );
});

test('an empty sheet grows as cells are typed or pasted, and empty rows are no part of it', () => {
  const sheet = sheetOf([]);
  assert.deepEqual([sheet.summary().rows, sheet.summary().shown], [0, 12]);
  sheet.paste(2, 0, [['C1', 'A', '2026-11-25', '100']]);
  const { rows, ready, problems, shown } = sheet.summary();
  assert.deepEqual([rows, ready, problems.length, shown], [1, 1, 0, 12]);
  assert.equal(sheet.window(0, 20).length, 12);
  const many = sheet.paste(
    2,
    0,
    Array.from({ length: 500 }, (_, n) => row(n)),
  );
  assert.deepEqual([many.rows, many.shown], [500, 503]);
  assert.equal(sheet.undo().rows, 1);
  assert.deepEqual(
    sheet.next(2).map((it) => it.at),
    [2],
  );
  assert.equal(sheet.summary().shown, 502, 'no empty rows are offered once something goes');
});

test('sorting changes what is shown and not what is sent; what is typed and undone stays with its row', () => {
  const amounts = ['R 1 000,00', '99.50', '', 'x', '200'];
  const sheet = sheetOf(amounts.map((amount, n) => row(n, amount)));
  const shown = () => sheet.window(0, 5).map((it) => it.cells[3]);
  sheet.order({ column: 3, isDescending: false });
  assert.deepEqual(shown(), ['99.50', '200', 'R 1 000,00', '', 'x']);
  sheet.order({ column: 3, isDescending: true });
  assert.deepEqual(shown(), ['R 1 000,00', '200', '99.50', '', 'x']);
  sheet.paste(0, 3, [['1']]);
  assert.equal(shown()[0], '1', 'it stays where it is until it is sorted again');
  sheet.order(null);
  assert.deepEqual(shown(), ['1', '99.50', '', 'x', '200']);
  sheet.order({ column: 0, isDescending: true });
  sheet.undo();
  sheet.order(null);
  assert.deepEqual(shown(), amounts);
  sheet.order({ column: 3, isDescending: true });
  assert.deepEqual(
    sheet.next(10).map(({ at, item }) => [at, item.InstalmentAmount]),
    [
      [0, 1000],
      [1, 99.5],
      [4, 200],
    ],
  );
});

test('the rows of one problem are shown alone, and one action corrects these alone', () => {
  const sheet = sheetOf([row(1, 'x'), row(2), row(3, 'x', 'y'), row(4, '1e9')]);
  const { problems } = sheet.summary();
  const amount = problems.find((it) => it.count === 2);
  assert.ok(amount);
  assert.equal(sheet.filter({ problem: amount }).shown, 2);
  assert.deepEqual(
    sheet.window(0, 9).map((it) => it.at),
    [0, 2],
  );
  assert.equal(sheet.replace('x', '5').ready, 2, 'the third still has no date');
  assert.equal(sheet.undo().ready, 1);
});

test('a text is found from a cell on, round the end and backwards, and replaced everywhere in one step', () => {
  const sheet = sheetOf([row(1), row(2), ['c1', 'B', '25/11/2026', '100']]);
  assert.deepEqual(sheet.seek('C1', { position: 0, column: -1 }), { position: 0, column: 0, count: 2, nth: 1 });
  assert.deepEqual(sheet.seek('C1', { position: 0, column: 0 }), { position: 2, column: 0, count: 2, nth: 2 });
  assert.deepEqual(sheet.seek('C1', { position: 2, column: 0 }), { position: 0, column: 0, count: 2, nth: 1 });
  assert.deepEqual(sheet.seek('C1', { position: 0, column: 0 }, true), { position: 2, column: 0, count: 2, nth: 2 });
  assert.equal(sheet.seek('nowhere', { position: 0, column: 0 }), undefined);
  sheet.replace('100', '$&(1)');
  assert.deepEqual(
    sheet.window(0, 3).map((it) => it.cells[3]),
    ['$&(1)', '$&(1)', '$&(1)'],
  );
  const undone = sheet.undo();
  assert.deepEqual([undone.ready, undone.canUndo], [3, false]);
});

test('of records that were opened only what differs is sent, with what says which record it is', () => {
  const rows = [
    ['7', '1', '2026-12-01', '100', '42'],
    ['7', '2', '2027-01-01', '100', '42'],
    ['7', '3', '2027-02-01', '100', '42'],
    ['7', '4', '2027-03-01', '100', '42'],
  ];
  const sheet = new ImportSheet({
    operation: operations.instalmentEdit,
    rows,
    before: rows,
    columns: ['ContractSequence', 'InstalmentSequence', 'InstalmentActionDate', 'InstalmentAmount', 'TrackingCode'],
    constants: {},
    options,
  });
  const opened = sheet.summary();
  assert.deepEqual([opened.rows, opened.unchanged, opened.ready, opened.shown], [4, 4, 0, 4]);
  sheet.paste(0, 3, [['150']]);
  sheet.paste(1, 4, [['']]);
  sheet.paste(2, 1, [['9']]);
  const { ready, unchanged, problems } = sheet.summary();
  assert.deepEqual([ready, unchanged], [2, 1]);
  assert.match(problems[0]?.message ?? '', /which record/);
  assert.equal(sheet.filter('changed').shown, 3);
  assert.deepEqual(
    sheet.next(9).map((it) => it.item),
    [
      { ContractSequence: 7, InstalmentSequence: 1, InstalmentAmount: 150 },
      { ContractSequence: 7, InstalmentSequence: 2, TrackingCode: null },
    ],
  );
});

test('what a check would refuse is not sent until it is changed, and a row that is changed meanwhile is asked about again', () => {
  const sheet = sheetOf([row(1), row(2), row(3, 'x'), row(4)]);
  const no = [{ fieldName: 'ContractNumber', message: 'There is no contract A.' }];
  sheet.checks.begin();
  const first = sheet.checks.next(2);
  assert.deepEqual([first.items.map((it) => it.ClientNumber), first.left], [['C1', 'C2'], 3]);
  sheet.paste(0, 1, [['B']]);
  sheet.checks.note([no, no], 'unsent');
  assert.deepEqual(
    sheet.window(0, 2).map((it) => [it.state, it.problems]),
    [
      ['unsent', []],
      ['unsent', no],
    ],
  );
  const second = sheet.checks.next(2);
  assert.deepEqual(
    second.items.map((it) => it.ContractNumber),
    ['B', 'A'],
  );
  sheet.checks.note([[], []], 'unsent');
  assert.deepEqual(sheet.checks.next(2).items, []);
  assert.deepEqual([sheet.summary().ready, sheet.summary().withProblems], [2, 2]);
  // Whoever mends the cause elsewhere asks again.
  sheet.checks.begin();
  assert.equal(sheet.checks.next(9).left, 3);
  sheet.paste(1, 1, [['B']]);
  assert.equal(sheet.summary().ready, 3);
  sheet.checks.note([], 'unknown');
  assert.deepEqual(sheet.summary().states, { unsent: 2, accepted: 0, refused: 0, unknown: 2 });
});
