import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { findHeadings, guessColumns, headingsIn } from './columns.ts';
import { fieldsOf } from './rows.ts';
import { ImportSheet } from './sheet.ts';
import { decodeStates } from './states.ts';

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
  assert.equal(findHeadings([['Client number', 'Name']], names), 0);
  assert.equal(findHeadings([['C1', '62000000001']], names), undefined);
});

test('headings are found below titles and groups, in two rows, and with short forms', () => {
  const { required, optional } = fieldsOf(operations.clientCreate);
  const names = [...required, ...optional];
  const read = (...rows: string[][]) => {
    const at = findHeadings(rows, names);
    return [at, at === undefined ? [] : guessColumns(headingsIn(rows, at, rows.at(-1)?.length ?? 0), names)];
  };
  const filled = ['M1', 'Zoë', 'FNB', '250655', '62000000001', 'Cheque'];
  const fields = ['ClientNumber', 'ClientName', 'BankCode', 'BranchCode', 'AccountNumber', 'AccountType'];
  const plain = ['Member no', 'Name', 'Bank', 'Branch', 'Acct number', 'Acc type'];
  assert.deepEqual(read(['Debit orders, December'], ['Run date', '', '2026-12-01'], plain, filled), [2, fields]);
  assert.deepEqual(
    read(
      ['Title'],
      ['Client', '', 'Bank', '', '', ''],
      ['Number', 'Name', 'Name', 'Branch', 'A/c no', 'A/c type'],
      filled,
    ),
    [2, fields],
  );
  assert.deepEqual(
    read(
      ['Member no', 'Name', 'Bank details', '', '', ''],
      ['', '', 'Bank', 'Branch code', 'Account number', 'Account type'],
      filled,
    ),
    [1, fields],
    'a heading may be in the upper row alone',
  );
  assert.deepEqual(
    read(
      ['Member no', 'Name', 'Bank details', '', '', ''],
      ['Member no', 'Name', 'Bank', 'Branch code', 'Account', 'Type'],
      filled,
    )[0],
    1,
    'or in both, where cells are merged',
  );
  assert.deepEqual(read(['one', 'two'], filled), [undefined, []]);
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
  assert.equal(sheet.replace({ text: '250', column: 3 }, '1e9').ready, 1);
});

test('an ID number of 13 digits with a wrong check digit is pointed out, whatever its type, and can be sent', () => {
  const columns = ['ClientNumber', 'ClientName', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'];
  const person = (n: number, ...id: string[]) => [`C${n}`, 'Zoë', '6', '250655', '1', '62000000001', ...id];
  const sheet = new ImportSheet({
    operation: operations.clientCreate,
    rows: [person(1, '9001015009087', ''), person(2, '9001015009087', 'PASS'), person(3, '9001015009086', 'PASS')],
    columns: [...columns, 'IDNumber', 'IDType'],
    constants: {},
    options,
  });
  const { ready, withProblems, problems } = sheet.summary();
  assert.deepEqual([ready, withProblems], [3, 0]);
  assert.deepEqual(
    problems.map((it) => [it.fieldName, it.message, it.isWarning, it.count]),
    [['IDNumber', 'The check digit does not fit: one of the digits is wrong.', true, 2]],
  );
});

test('a client that a row brings along has the same doubt', () => {
  const columns = ['ClientNumber', 'ContractNumber', 'PaymentAmount', 'PaymentStartDate', 'ClientName', 'IDNumber'];
  const sheet = new ImportSheet({
    operation: operations.payoutContractCreate,
    rows: [['C1', 'A', '5', '25/12/2026', 'Zoë', '9001015009087', '6', '250655', '1', '62000000001']],
    columns: [...columns, 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'],
    constants: {},
    options,
  });
  sheet.clients.know([]);
  const { ready, problems } = sheet.summary();
  assert.deepEqual([ready, problems.map((it) => [it.fieldName, it.isWarning])], [1, [['IDNumber', true]]]);
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
  assert.deepEqual(sheet.summary().states, { unsent: 0, accepted: 1, waiting: 0, refused: 1, unknown: 1, excluded: 0 });
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
  assert.equal(sheet.replace({ text: 'x' }, '5').ready, 2, 'the third still has no date');
  assert.equal(sheet.undo().ready, 1);
});

test('a text is found from a cell on, round the end and backwards, and replaced everywhere in one step', () => {
  const sheet = sheetOf([row(1), row(2), ['c1', 'B', '25/11/2026', '100']]);
  assert.deepEqual(sheet.seek({ text: 'C1' }, { position: 0, column: -1 }), {
    position: 0,
    column: 0,
    count: 2,
    nth: 1,
  });
  assert.deepEqual(sheet.seek({ text: 'C1' }, { position: 0, column: 0 }), {
    position: 2,
    column: 0,
    count: 2,
    nth: 2,
  });
  assert.deepEqual(sheet.seek({ text: 'C1' }, { position: 2, column: 0 }), {
    position: 0,
    column: 0,
    count: 2,
    nth: 1,
  });
  assert.deepEqual(sheet.seek({ text: 'C1' }, { position: 0, column: 0 }, true), {
    position: 2,
    column: 0,
    count: 2,
    nth: 2,
  });
  assert.equal(sheet.seek({ text: 'nowhere' }, { position: 0, column: 0 }), undefined);
  sheet.replace({ text: '100' }, '$&(1)');
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
  // Checked again after the cause was fixed elsewhere.
  sheet.checks.begin();
  assert.equal(sheet.checks.next(9).left, 3);
  sheet.paste(1, 1, [['B']]);
  assert.equal(sheet.summary().ready, 3);
  sheet.checks.note([], 'unknown');
  assert.deepEqual(sheet.summary().states, { unsent: 2, accepted: 0, waiting: 0, refused: 0, unknown: 2, excluded: 0 });
});

test('rows that are excluded keep their place and number, are counted, and come back with one step and all steps before it', () => {
  const sheet = sheetOf([row(1), row(2, 'x'), row(3), row(4, 'x'), row(5)]);
  sheet.paste(0, 3, [['7']]);
  const [problem] = sheet.summary().problems;
  assert.ok(problem);
  const excluded = sheet.exclude({ problem });
  assert.deepEqual([excluded.rows, excluded.ready, excluded.withProblems, excluded.states.excluded], [5, 3, 0, 2]);
  assert.deepEqual(
    sheet.window(0, 5).map((it) => [it.at, it.state]),
    [0, 1, 2, 3, 4].map((at) => [at, at % 2 === 1 ? 'excluded' : 'unsent']),
  );
  assert.deepEqual(excluded.problems, []);
  assert.deepEqual(sheet.next(0), []);
  assert.equal(sheet.filter('excluded').shown, 2);
  sheet.filter('all');
  sheet.paste(1, 3, [['50']]);
  assert.equal(sheet.summary().states.excluded, 2, 'a correction alone does not include a row');
  sheet.undo();
  assert.deepEqual([sheet.undo().withProblems, sheet.summary().states.excluded], [2, 0]);
  assert.equal(sheet.undo().canUndo, false, 'what was typed before can be undone as well');
  assert.equal(sheet.window(0, 1)[0]?.cells[3], '100');
  assert.equal([sheet.redo(), sheet.redo()].at(-1)?.states.excluded, 2);
  assert.equal(sheet.exclude({ first: 0, end: 2 }, false).states.excluded, 1);
  assert.deepEqual(
    sheet.next(9).map((it) => it.at),
    [0, 2, 4],
  );
});

test('an excluded row makes no other a duplicate, also when the run is continued later', () => {
  const edits = () =>
    new ImportSheet({
      operation: operations.instalmentEdit,
      rows: [
        ['7', '1', '5'],
        ['7', '1', '6'],
      ],
      columns: ['ContractSequence', 'InstalmentSequence', 'InstalmentAmount'],
      constants: {},
      options,
    });
  const sheet = edits();
  assert.equal(sheet.summary().ready, 1);
  assert.deepEqual([sheet.exclude({ first: 0, end: 1 }).ready, sheet.summary().withProblems], [1, 0]);
  const again = edits();
  again.restore(decodeStates(sheet.states()));
  assert.deepEqual(
    [again.summary().states.excluded, again.summary().ready, again.next(9).map((it) => it.at)],
    [1, 1, [1]],
  );
});

test('a row that is a total, or repeats the headings, is named as such and as nothing else', () => {
  const columns = ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'];
  const headings = ['Client no', 'Contract', 'Date', 'Amount'];
  const rows = [
    row(1),
    headings,
    ['Total', '', '', '1 234,00'],
    ['Total Garage', 'A', '25/11/2026', '5'],
    ['', 'Grand total', '', '9'],
  ];
  const sheet = new ImportSheet({
    operation: operations.instalmentCreate,
    rows,
    headings,
    columns,
    constants: {},
    options,
  });
  assert.deepEqual(
    sheet.summary().problems.map((it) => [it.message, it.count]),
    [
      ['This row looks like a total, not a record.', 2],
      ['This row repeats the headings.', 1],
    ],
  );
  assert.equal(sheet.summary().ready, 2);
});

test('a client’s branch follows from a bank that has one, and a column that the file lacks is added and filled', () => {
  const columns = ['ClientNumber', 'ClientName', 'BankCode', 'AccountNumber'];
  const codes = {
    BankCode: [
      { code: '4', label: 'Capitec Bank' },
      { code: '9', label: 'Standard Bank' },
    ],
    AccountType: [{ code: '1', label: 'Current' }],
  };
  const sheet = new ImportSheet({
    operation: operations.clientCreate,
    rows: [
      ['C1', 'One', 'Capitec', '1234567890'],
      ['C2', 'Two', 'Std Bank', '1234567890'],
      ['C3', 'Three', 'Narnia', '1234567890'],
    ],
    columns,
    constants: {},
    options: { ...options, codes, branches: { 4: 470010 } },
  });
  const messages = () => sheet.summary().problems.map((it) => [it.message, it.count]);
  assert.deepEqual(messages(), [
    ['Account type is missing.', 3],
    ['Branch is missing.', 1],
    ['“Narnia” isn’t in the bank list.', 1],
  ]);
  sheet.fill(2, 'Capitec', { first: 2, end: 3 });
  sheet.addColumn('AccountType');
  sheet.fill(4, 'Cheque', { problem: { fieldName: 'AccountType', message: 'Account type is missing.' } });
  assert.deepEqual(messages(), [['Branch is missing.', 1]]);
  assert.deepEqual(
    sheet.next(1).map((it) => it.item),
    [
      {
        ClientNumber: 'C1',
        ClientName: 'One',
        BankCode: 4,
        AccountNumber: 1234567890,
        AccountType: 1,
        BranchCode: 470010,
      },
    ],
  );
});

test('many texts that are in no list are one problem after the first ones', () => {
  const sheet = new ImportSheet({
    operation: operations.clientCreate,
    rows: Array.from({ length: 100 }, (_, n) => [`C${n}`, `Bank ${n} of nowhere`]),
    columns: ['ClientNumber', 'BankCode'],
    constants: {},
    options: { ...options, codes: { BankCode: [{ code: '4', label: 'Capitec Bank' }] } },
  });
  const ofBank = sheet.summary().problems.filter((it) => it.fieldName === 'BankCode');
  assert.deepEqual(
    [ofBank.length, ofBank[0]?.count, ofBank[0]?.message],
    [21, 80, 'What it says isn’t in the bank list.'],
  );
});

test('a text is searched for in one column, as a whole cell, and by its case', () => {
  const sheet = sheetOf([row(1, '10'), ['c1', 'C1', '25/11/2026', '100'], ['C11', 'A', '25/11/2026', '10']]);
  const count = (more: object) => sheet.seek({ text: 'C1', ...more }, { position: 0, column: -1 })?.count;
  assert.deepEqual([count({}), count({ column: 0 }), count({ isWhole: true }), count({ isCase: true })], [4, 3, 3, 3]);
  assert.equal(count({ column: 0, isWhole: true, isCase: true }), 1);
  sheet.replace({ text: '10', column: 3, isWhole: true }, '20');
  assert.deepEqual(
    sheet.window(0, 3).map((it) => it.cells[3]),
    ['20', '100', '20'],
  );
});

test('a row with more cells than headings is named and not sent, unless a field takes them', () => {
  const of = (columns: string[]) =>
    new ImportSheet({
      operation: operations.instalmentCreate,
      rows: [
        ['C1', 'K1', '2026-12-15', '1', '500.00'],
        ['C2', 'K2', '2026-12-15', '500', ' '],
      ],
      mostCells: 4,
      columns,
      constants: {},
      options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
    });
  const columns = ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'];
  const sheet = of(columns);
  assert.equal(sheet.summary().ready, 1);
  assert.match(sheet.window(0, 1)[0]?.problems[0]?.message ?? '', /^This row has more cells than the headings/);
  assert.equal(of([...columns, 'CTCAmount']).summary().ready, 2);
});
