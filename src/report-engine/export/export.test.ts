import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { ReportColumns } from '#answers/report/columns.ts';
import type { ColumnKind } from '#rules/column.ts';
import type { ExportOptions } from '../protocol.ts';
import { exportRows } from './index.ts';

// The engine's pauses alone do not keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

const kinds = {
  Date: 'date',
  At: 'dateTime',
  Name: 'text',
  Sequence: 'integer',
  Amount: 'amount',
  Rate: 'number',
  Status: 'text',
  Parts: 'records',
} as const satisfies Record<string, ColumnKind>;
type FieldName = keyof typeof kinds;
type Record_ = Partial<Record<FieldName, unknown>>;
const fieldNames = Object.keys(kinds) as FieldName[];

const encoder = new TextEncoder();

function columnsOf(records: readonly Record_[]): ReportColumns {
  const columns = new ReportColumns(fieldNames.map((fieldName) => ({ fieldName, kind: kinds[fieldName] })));
  for (const record of records) {
    columns.makeRoom();
    columns.clearRow();
    for (const column of columns.list) {
      const value = record[column.fieldName as FieldName] ?? null;
      columns.put(column, value, encoder.encode(JSON.stringify(value)));
    }
    columns.length++;
  }
  return columns;
}

const options = (more: Partial<ExportOptions>): ExportOptions => ({
  format: 'csv',
  columns: fieldNames.map((fieldName) => ({ fieldName, title: fieldName })),
  byteOrderMark: false,
  decimal: '.',
  dates: 'text',
  ...more,
});

async function fileOf(
  columns: ReportColumns,
  more: Partial<ExportOptions> = {},
  order?: readonly number[],
  perSheet?: number,
) {
  const pieces: Uint8Array[] = [];
  const exported = await exportRows(
    columns,
    order && Uint32Array.from(order),
    options(more),
    async (piece) => {
      // As the page's thread gets it: the exporter loses access to the buffer.
      pieces.push(structuredClone(piece, { transfer: [piece.buffer] }));
    },
    perSheet,
  );
  const bytes = Buffer.concat(pieces);
  assert.equal(exported.bytes, bytes.length);
  return { bytes, exported };
}

/** A literal reader of RFC 4180. */
function readCsv(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'y');
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    assert.ok(match, 'not CSV');
    line.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== '\r\n') continue;
    lines.push(line);
    line = [];
  }
  assert.deepEqual(line, [], 'the last line is not ended');
  return lines;
}

async function csvOf(records: readonly Record_[], more: Partial<ExportOptions> = {}, order?: readonly number[]) {
  const { bytes } = await fileOf(columnsOf(records), more, order);
  return readCsv(bytes.toString('utf8'), more.decimal === ',' ? ';' : ',');
}

/** Checks check sums and sizes. */
function unzip(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x0605_4b50);
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  assert.equal(at + file.readUInt32LE(end + 12), end);
  for (let part = 0; part < count; part++) {
    assert.equal(file.readUInt32LE(at), 0x0201_4b50);
    const [sum, packed, size] = [16, 20, 24].map((field) => file.readUInt32LE(at + field)) as [number, number, number];
    const length = file.readUInt16LE(at + 28);
    const offset = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + length);
    assert.equal(file.readUInt32LE(offset), 0x0403_4b50);
    assert.equal(file.toString('utf8', offset + 30, offset + 30 + length), name);
    const data = file.subarray(offset + 30 + length, offset + 30 + length + packed);
    const content = inflateRawSync(data);
    assert.deepEqual([crc32(content), content.length], [sum, size]);
    const after = offset + 30 + length + packed;
    assert.deepEqual(
      [0, 4, 8, 12].map((field) => file.readUInt32LE(after + field)),
      [0x0807_4b50, sum, packed, size],
    );
    parts.set(name, content.toString('utf8'));
    at += 46 + length;
  }
  assert.equal(at, end);
  return parts;
}

/** XML's own normalisation (CR LF and CR become line feeds), then `_xHHHH_`. */
const readText = (xml: string): string =>
  xml
    .replace(/\r\n?/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

interface ReadCell {
  style: number;
  value: string | { figure: string } | null;
}

function readRow(row: string, strings: readonly string[]): ReadCell[] {
  const cells: ReadCell[] = [];
  const cell = /<c(?:\/>| s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>)/gsy;
  while (cell.lastIndex < row.length) {
    const [, style, type, content] = cell.exec(row) ?? assert.fail('not a cell');
    if (content === undefined) {
      cells.push({ style: 0, value: null });
      continue;
    }
    const inner = /^(?:<v>([^<]*)<\/v>|<is><t xml:space="preserve">([^<]*)<\/t><\/is>)$/.exec(content);
    const text = inner?.[1] ?? inner?.[2] ?? assert.fail('not a value');
    const value =
      type === 's' ? readText(strings[Number(text)] ?? assert.fail()) : type ? readText(text) : { figure: text };
    cells.push({ style: Number(style), value });
  }
  return cells;
}

function readXlsx(file: Buffer): Map<string, ReadCell[][]> {
  const parts = unzip(file);
  for (const [name, xml] of parts) {
    // oxlint-disable-next-line no-control-regex -- exactly what XML forbids
    assert.doesNotMatch(xml, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/, name);
    assert.doesNotMatch(xml, /<f[ >/]/, 'no formulas');
  }
  const part = (name: string) => parts.get(name) ?? assert.fail(name);
  const strings = [...part('xl/sharedStrings.xml').matchAll(/<si><t xml:space="preserve">([^<]*)<\/t><\/si>/g)];
  const sheets = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="(\d+)" r:id="s(\d+)"\/>/g)];
  return new Map(
    sheets.map(([, name = '', , number]) => {
      const xml = part(`xl/worksheets/sheet${number}.xml`);
      const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)];
      assert.deepEqual(
        rows.map((row) => Number(row[1])),
        rows.map((_, index) => index + 1),
      );
      const texts = strings.map((it) => it[1] ?? '');
      return [name, rows.map(([, , row = '']) => readRow(row, texts))];
    }),
  );
}

const valuesOf = (rows: readonly ReadCell[][] | undefined) => rows?.map((row) => row.map((cell) => cell.value));

async function xlsxOf(
  records: readonly Record_[],
  more: Partial<ExportOptions> = {},
  order?: readonly number[],
  perSheet?: number,
) {
  const { bytes } = await fileOf(columnsOf(records), { format: 'xlsx', ...more }, order, perSheet);
  return readXlsx(bytes);
}

const sample: Record_[] = [
  {
    Date: '2026-01-31',
    At: '2026-02-28 23:59',
    Name: '00012',
    Sequence: 7,
    Amount: 1234.5,
    Rate: 0.125,
    Status: 'PAID',
    Parts: [{ No: 1, Note: 'a,"b"' }],
  },
  { Name: '', Amount: -0.01, Status: null },
  { Date: '9999-12-31', Sequence: -12345678901, Amount: 9999999999999.99, Rate: 1e21, Status: 'PAID' },
];

const lines = [
  ['2026-01-31', '2026-02-28 23:59', '00012', '7', '1234.50', '0.125', 'PAID', '1'],
  ['', '', '', '', '-0.01', '', '', ''],
  ['9999-12-31', '', '', '-12345678901', '9999999999999.99', '1e+21', 'PAID', ''],
];

test('CSV: values as they came, amounts with two decimals, nothing for no value', async () => {
  assert.deepEqual(await csvOf(sample), [fieldNames, ...lines]);
});

test('CSV: a decimal comma makes the separator a semicolon; the byte order mark comes first', async () => {
  const { bytes } = await fileOf(columnsOf(sample), { decimal: ',', byteOrderMark: true });
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const [head, first, second] = readCsv(bytes.subarray(3).toString('utf8'), ';');
  assert.deepEqual(head, fieldNames);
  assert.deepEqual(first?.slice(3, 6), ['7', '1234,50', '0,125']);
  assert.equal(second?.[4], '-0,01');
});

test('only the rows and columns of the view, in its order', async () => {
  const columns = [
    { fieldName: 'Amount', title: '=Amount' },
    { fieldName: 'Date', title: 'On, at' },
  ];
  const { bytes, exported } = await fileOf(columnsOf(sample), { columns }, [2, 0]);
  assert.deepEqual(readCsv(bytes.toString('utf8'), ','), [
    ["'=Amount", 'On, at'],
    ['9999999999999.99', '9999-12-31'],
    ['1234.50', '2026-01-31'],
  ]);
  assert.equal(exported.rows, 2);

  const book = await xlsxOf(sample, { columns }, [2, 0]);
  assert.deepEqual(valuesOf(book.get('Report')), [
    ['=Amount', 'On, at'],
    [{ figure: '9999999999999.99' }, '9999-12-31'],
    [{ figure: '1234.50' }, '2026-01-31'],
  ]);
});

test('no rows make a file of titles', async () => {
  assert.deepEqual(await csvOf(sample, {}, []), [fieldNames]);
  assert.deepEqual(valuesOf((await xlsxOf(sample, {}, [])).get('Report')), [fieldNames]);
});

test('a value of another kind is written as it came; an amount has a sum where its text is a plain figure', async () => {
  const odd = [
    {
      Date: 'soon',
      At: '2026-01-01T08:00:30',
      Name: -5,
      Sequence: '-7',
      Amount: '12.50',
      Rate: true,
      Status: { a: 1 },
    },
  ];
  const { bytes } = await fileOf(columnsOf(odd));
  assert.deepEqual(readCsv(bytes.toString('utf8'), ',')[1], [
    'soon',
    '2026-01-01T08:00:30',
    // A number is no formula, a text may be.
    '-5',
    "'-7",
    '12.50',
    'true',
    '{"a":1}',
    '',
  ]);
  const book = await xlsxOf(odd, { dates: 'date' });
  const expected = ['soon', '2026-01-01T08:00:30', '-5', '-7', '12.50', 'true', '{"a":1}', null];
  assert.deepEqual(valuesOf(book.get('Report'))?.[1], expected);
});

test('an amount that is no whole cents is written as it came', async () => {
  const records = [{ Amount: 0.005 }, { Amount: 1.1 }];
  const { bytes } = await fileOf(columnsOf(records), { columns: [{ fieldName: 'Amount', title: 'Amount' }] });
  assert.equal(bytes.toString('utf8'), 'Amount\r\n0.005\r\n1.10\r\n');
});

test('XLSX: texts, figures and dates are cells of their own kind', async () => {
  const rows = (await xlsxOf(sample, { dates: 'date' })).get('Report');
  const [number, title, amount, integer, date, dateTime, text] = [0, 1, 2, 3, 4, 5, 6];
  assert.deepEqual(rows?.[0]?.[0], { style: title, value: 'Date' });
  assert.deepEqual(rows?.[1], [
    // 2026-01-31 is 46,053 days after the last of 1899.
    { style: date, value: { figure: '46053' } },
    { style: dateTime, value: { figure: '46081.9993055555556' } },
    { style: text, value: '00012' },
    { style: integer, value: { figure: '7' } },
    { style: amount, value: { figure: '1234.50' } },
    { style: number, value: { figure: '0.125' } },
    { style: text, value: 'PAID' },
    { style: text, value: '1' },
  ]);
  assert.deepEqual(rows?.[3]?.[0], { style: date, value: { figure: '2958465' } });
  assert.deepEqual(valuesOf((await xlsxOf(sample)).get('Report'))?.[1]?.slice(0, 2), [
    '2026-01-31',
    '2026-02-28 23:59',
  ]);
});

test('XLSX: what a spreadsheet cannot count or keep stays a text', async () => {
  const book = await xlsxOf([{ Date: '1900-02-28', Sequence: 1234567890123456 }], { dates: 'date' });
  assert.deepEqual(valuesOf(book.get('Report'))?.[1]?.slice(0, 4), ['1900-02-28', null, null, '1234567890123456']);
  const march = await xlsxOf([{ Date: '1900-03-01' }], { dates: 'date' });
  assert.deepEqual(valuesOf(march.get('Report'))?.[1]?.[0], { figure: '61' });
});

test('XLSX: titles stay in sight; more rows than a sheet holds go on further sheets, below the titles again', async () => {
  const records = Array.from({ length: 5 }, (_, row) => ({ Name: `row ${row}` }));
  const columns = [{ fieldName: 'Name', title: 'Name' }];
  const about = [
    ['Range', '2026-01-01 to 2026-01-31'],
    ['=Filter', '', '<x>'],
  ];
  const { bytes, exported } = await fileOf(columnsOf(records), { format: 'xlsx', columns, about }, [4, 3, 2, 1, 0], 2);
  assert.equal(exported.rows, 5);
  const book = readXlsx(bytes);
  assert.deepEqual(
    [...book].map(([name, rows]) => [name, valuesOf(rows)]),
    [
      ['Report', [['Name'], ['row 4'], ['row 3']]],
      ['Report 2', [['Name'], ['row 2'], ['row 1']]],
      ['Report 3', [['Name'], ['row 0']]],
      ['About', [about[0], ['=Filter', null, '<x>']]],
    ],
  );
  assert.match(
    unzip(bytes).get('xl/worksheets/sheet2.xml') ?? '',
    /<pane ySplit="1" topLeftCell="A2"[^>]*state="frozen"\/>/,
  );
});

test('rows that come meanwhile are not in the file', async () => {
  const columns = columnsOf(sample.slice(0, 1));
  const pieces: Uint8Array[] = [];
  await exportRows(columns, undefined, options({ format: 'xlsx' }), async (piece) => {
    pieces.push(piece);
    columns.makeRoom();
    columns.length++;
  });
  assert.equal(readXlsx(Buffer.concat(pieces)).get('Report')?.length, 2);
});

test('what refuses the bytes ends the export', async () => {
  const gone = new Error('gone');
  for (const format of ['csv', 'xlsx'] as const)
    await assert.rejects(
      exportRows(columnsOf(sample), undefined, options({ format }), () => Promise.reject(gone)),
      gone,
    );
});

test('a word that is no column is refused', async () => {
  await assert.rejects(fileOf(columnsOf([]), { columns: [{ fieldName: 'Nothing', title: '' }] }), RangeError);
  await assert.rejects(fileOf(columnsOf([]), { columns: [] }), RangeError);
});

const hostile = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n",;|\'_x0041<>&\u0000\u001f\uffff é😀\ufeff', '\ud800'),
});
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.constantFrom('', '_x0041_', 'plain', '\r\n'));
const records = fc.array(
  fc.record({
    Name: anyText,
    Status: fc.option(anyText),
    Amount: fc.integer({ min: -1e12, max: 1e12 }).map((it) => it / 100),
  }),
  { maxLength: 12 },
);
const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');
const some = ['Status', 'Amount', 'Name'].map((fieldName) => ({ fieldName, title: fieldName }));

test('CSV: hostile texts come back but for apostrophes, amounts to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom('.', ','), async (list, decimal) => {
      const [, ...read] = await csvOf(list, { columns: some, decimal });
      const plain = (text: string | undefined) => text?.replaceAll("'", '');
      assert.deepEqual(
        read.map(([status, amount, name]) => [plain(status), amount, plain(name)]),
        list.map(({ Status, Amount, Name }) => [
          plain(wellFormed(Status ?? '')),
          Amount.toFixed(2)
            .replace('.', decimal)
            .replace(/^-(?=0[.,]00$)/, ''),
          plain(wellFormed(Name)),
        ]),
      );
    }),
  );
});

test('XLSX: hostile texts come back as they are, amounts to the cent, rows in order', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 5 }), async (list, perSheet) => {
      const order = list.map((_, row) => row).toReversed();
      const book = await xlsxOf(list, { columns: some }, order, perSheet);
      const read = [...book.values()].flatMap((rows) => valuesOf(rows.slice(1)) ?? []);
      assert.deepEqual(
        read,
        list
          .toReversed()
          .map(({ Status, Amount, Name }) => [
            wellFormed(Status ?? '') || null,
            { figure: Amount.toFixed(2).replace(/^-(?=0\.00$)/, '') },
            wellFormed(Name) || null,
          ]),
      );
    }),
  );
});

test('labels come in place of codes, the codes beside them; what is exported is said in words and figures', async () => {
  const columns = [
    { fieldName: 'Status', title: 'Status', labels: { PAID: 'Paid', '02': 'Insufficient funds' } },
    { fieldName: 'Status', title: 'Status (code)' },
    { fieldName: 'Amount', title: 'Amount' },
  ];
  const debits = ['PAID', '02', 'other', null].map((Status, row) => ({ Status, Amount: row + 0.5 }));
  const about = [
    ['Filter', 'Status, Paid'],
    ['Rows', 4],
    ['Total', { cents: 800 }],
  ];
  const csv = (await fileOf(columnsOf(debits), { columns, about, decimal: ',' })).bytes.toString();
  assert.deepEqual(csv.split('\r\n'), [
    'Filter;"Status, Paid"',
    'Rows;4',
    'Total;8,00',
    '',
    'Status;Status (code);Amount',
    'Paid;PAID;0,50',
    'Insufficient funds;02;1,50',
    'other;other;2,50',
    ';;3,50',
    '',
  ]);
  const book = readXlsx((await fileOf(columnsOf(debits), { format: 'xlsx', columns, about })).bytes);
  assert.deepEqual(valuesOf(book.get('Report'))?.slice(0, 3), [
    ['Status', 'Status (code)', 'Amount'],
    ['Paid', 'PAID', { figure: '0.50' }],
    ['Insufficient funds', '02', { figure: '1.50' }],
  ]);
  assert.deepEqual(valuesOf(book.get('About')), [
    ['Filter', 'Status, Paid'],
    ['Rows', { figure: '4' }],
    ['Total', { figure: '8.00' }],
  ]);
});

test('values of a change are called what they are for the field that was changed', async () => {
  const specs = ['FieldChanged', 'OldValue'].map((fieldName) => ({ fieldName, kind: 'text' as const }));
  const rows = [
    { FieldChanged: 'InstalmentStatus[3]', OldValue: 'PAID' },
    { FieldChanged: 'AccountType', OldValue: '2' },
    { FieldChanged: 'InstalmentAmount[1]', OldValue: '2' },
    { FieldChanged: null, OldValue: 'PAID' },
    { FieldChanged: 'AccountType', OldValue: null },
  ];
  const labels = { InstalmentStatus: { PAID: 'Paid' }, AccountType: { 2: 'Savings' } };
  const columns = [{ fieldName: 'OldValue', title: 'Old value', labelsBy: { fieldName: 'FieldChanged', labels } }];
  const { bytes } = await fileOf(columnsOf([]), { columns, records: { specs, rows } });
  assert.equal(bytes.toString(), 'Old value\r\nPaid\r\nSavings\r\n2\r\nPAID\r\n\r\n');
});

test('rows that are no report’s are written as a report’s are', async () => {
  const specs = [
    { fieldName: 'Day', kind: 'date' },
    { fieldName: 'Count', kind: 'integer' },
    { fieldName: 'Sum', kind: 'amount' },
  ] as const;
  const rows = [
    { Day: '2026-11-01', Count: 2, Sum: 10.5 },
    { Day: 'All', Count: 2, Sum: null },
  ];
  const columns = specs.map(({ fieldName }) => ({ fieldName, title: fieldName }));
  const { bytes } = await fileOf(columnsOf([]), { columns, records: { specs, rows } });
  assert.equal(bytes.toString(), 'Day,Count,Sum\r\n2026-11-01,2,10.50\r\nAll,2,\r\n');
});
