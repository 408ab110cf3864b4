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
  assert.equal(sheet.replace(3, '250', '1e9').ready, 1);
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
  const said = [{ fieldName: 'InstalmentAmount', message: 'Is above the maximum.' }];
  sheet.settle([
    { at: 0, state: 'accepted', said: [] },
    { at: 1, state: 'refused', said },
    { at: 2, state: 'unknown', said: [] },
  ]);
  assert.deepEqual(sheet.summary().states, { unsent: 0, accepted: 1, refused: 1, unknown: 1 });
  assert.deepEqual(sheet.next(10), []);
  assert.deepEqual(sheet.cellsOf('refused'), [{ cells: row(2), said: 'Is above the maximum.' }]);
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
