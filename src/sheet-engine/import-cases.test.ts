import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operations, type OperationName } from '#contract/operations.ts';
import { clientFieldsOf } from './clients/new.ts';
import { findHeadings, guessColumns, headingsIn } from './columns.ts';
import { fieldsOf } from './rows.ts';
import { ImportSession } from './session.ts';

/** A small file for a situation that real ones have, and what an import makes of it. */
interface ImportCase {
  file: string;
  what: string;
  operation: OperationName;
  /** Of the columns, in the order of the file. */
  fields?: (string | null)[];
  /** Parts of the items, by their row below the headings. */
  items?: Record<string, Record<string, unknown>>;
  /** Parts of the problems, by their row. */
  problems?: Record<string, string>;
  ready?: number;
  /** Of the rows that are ready. */
  cents?: number;
  hiddenRows?: number;
  notes?: string[];
  /** The dates of a column need the person's decision. */
  mixed?: { date: string; text: string };
  refused?: string;
}

const folder = new URL('testing/cases/', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('expected-imports.json', folder), 'utf8')) as ImportCase[];
const codes = {
  BankCode: [{ code: '8', label: 'ABSA' }],
  AccountType: [
    { code: '1', label: 'Current' },
    { code: '2', label: 'Savings' },
  ],
  FrequencyCode: [{ code: 'MNTH', label: 'Monthly' }],
};

// Node.js 20 has none.
globalThis.navigator ??= {} as Navigator;

/** As a person does who finds right what is suggested, and includes hidden rows. */
async function imported({ file, operation }: Pick<ImportCase, 'file' | 'operation'>) {
  const session = new ImportSession();
  const { sheets, notes } = await session.open(new Blob([readFileSync(new URL(file, folder))]));
  const [sheet] = sheets;
  assert.ok(sheet);
  const { required, optional } = fieldsOf(operations[operation]);
  const fieldNames = [...required, ...optional, ...clientFieldsOf(operation)];
  const headingRow = findHeadings(sheet.first, fieldNames);
  const headings = headingsIn(sheet.first, headingRow ?? -1, sheet.dates.length);
  const columns = guessColumns(headings, fieldNames);
  const summary = session.begin({
    id: 'a',
    name: file,
    headings: headings.map(({ text }) => text),
    sheet: 0,
    headingRow,
    operation,
    columns,
    constants: {},
    options: {
      today: '2026-11-25',
      dayOrder: sheet.dates.some(({ order }) => order === 'month') ? 'month' : 'day',
      codes,
    },
  });
  return { sheet, notes, columns, summary, session };
}

for (const { file, what, operation, refused, ...right } of cases)
  test(`${file}: ${what}`, async () => {
    if (refused !== undefined) {
      await assert.rejects(
        imported({ file, operation }),
        (error) => error instanceof Error && error.message.includes(refused),
      );
      return;
    }
    const { sheet, notes, columns, summary, session } = await imported({ file, operation });
    const { ready, cents, hiddenRows, mixed } = right;
    if (right.fields)
      assert.deepEqual(
        columns.map((it) => it ?? null),
        right.fields,
      );
    if (ready !== undefined) assert.equal(summary.ready, ready);
    if (cents !== undefined) assert.equal(summary.cents, cents);
    if (hiddenRows !== undefined) assert.equal(sheet.hiddenRows.length, hiddenRows);
    if (right.notes) assert.deepEqual(notes, right.notes);
    if (mixed) assert.deepEqual(sheet.dates.find((it) => it.mixed)?.mixed, mixed);
    const shown = session.run.window(0, summary.rows);
    for (const [row, problem] of Object.entries(right.problems ?? {})) {
      const messages = shown[Number(row) - 1]?.problems.map((it) => it.message) ?? [];
      assert.ok(
        messages.some((it) => it.includes(problem)),
        `row ${row}: ${messages.join(' ')}`,
      );
    }
    const items = new Map(session.run.next(summary.rows).map(({ at, item }) => [at + 1, item]));
    for (const [row, item] of Object.entries(right.items ?? {})) {
      const read = items.get(Number(row));
      assert.deepEqual(Object.fromEntries(Object.keys(item).map((name) => [name, read?.[name]])), item, `row ${row}`);
    }
  });

const open = async (rows: string[]) => (await new ImportSession().open(new Blob([rows.join('\r\n')]))).sheets[0];

test('the order of day and month is open where the dates of a column contradict each other, however long it is', async () => {
  const orderOf = async (dates: string[]) => (await open(['Date', ...dates]))?.dates[0]?.order;
  const many = Array.from({ length: 30_000 }, () => '01/02/2026');
  assert.equal(await orderOf(['25/12/2026', '01/02/2026']), 'day');
  assert.equal(await orderOf([...many, '12/25/2026']), 'month');
  assert.equal(await orderOf([...many, '12/25/2026', '25/12/2026']), 'open');
  assert.equal(await orderOf(['01/02/2026', '2026-12-13']), 'open');
  assert.equal(await orderOf(['2026-12-13', 'soon']), undefined);
  const mixedOf = async (dates: string[]) => (await open(['Date', ...dates]))?.dates[0]?.mixed;
  assert.deepEqual(await mixedOf(['2026-12-13', '25/12/2026', '2026/1/5']), { date: '2026/1/5', text: '25/12/2026' });
  assert.equal(await mixedOf(['2026-12-13', '25/12/2026']), undefined, 'the 13th can’t be a month');
  assert.equal(await mixedOf(['2026-01-05', 'soon']), undefined);
});

test('a column that begins far below is shown to be matched, with what it has there', async () => {
  const lines = ['Client number,Contract number', ...Array.from({ length: 50 }, (_, n) => `C${n},K${n}`), 'C50,K50,24'];
  const sheet = await open(lines);
  assert.equal(sheet?.dates.length, 3);
  assert.deepEqual(sheet?.later[2], ['24']);
});

test('dates are swapped in the columns that the person says, and the workbook’s hidden rows begin excluded', async () => {
  const session = new ImportSession();
  await session.open(new Blob([readFileSync(new URL('swapped-days.xlsx', folder))]));
  const setup = {
    id: 'a',
    name: '',
    headings: [],
    sheet: 0,
    headingRow: 0,
    operation: 'instalmentCreate',
    constants: {},
    columns: ['ClientNumber', 'ContractNumber', 'InstalmentActionDate', 'InstalmentAmount'],
    options: { today: '2026-11-25', dayOrder: 'day', codes: {} },
  } as const;
  session.begin({ ...setup, columns: [...setup.columns], headings: [], swapped: [2] });
  const days = session.run.next(3).map(({ item }) => item.InstalmentActionDate);
  assert.deepEqual(days, ['2026-12-01 00:00', '2026-12-25 00:00', '2026-12-13 00:00']);
  await session.open(new Blob([readFileSync(new URL('filtered-rows.xlsx', folder))]));
  const summary = session.begin({ ...setup, columns: [...setup.columns], headings: [], isHiddenExcluded: true });
  assert.deepEqual([summary.ready, summary.states.excluded, summary.hidden], [2, 1, { rows: 1, excluded: 1 }]);
  assert.equal(summary.canUndo, false, 'Undo would send them');
  assert.deepEqual(
    session.run.next(3).map(({ item }) => item.ClientNumber),
    ['C1', 'C3'],
  );
});
