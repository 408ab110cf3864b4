import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { sheetLimits } from './collected-rows.ts';
import { UnreadableFile } from './read.ts';
import { packedWorkbook } from './testing/packed-workbook.ts';
import { readWorkbook } from './workbook.ts';

const reasonOf = (bytes: Uint8Array): Promise<string> =>
  readWorkbook(bytes).then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof UnreadableFile ? error.message : assert.fail(String(error))),
  );
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Milliseconds of processor time to read or refuse any file of a megabyte: a busy machine takes no more of it. */
const longest = 10_000;
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
async function timed<T>(read: () => Promise<T>): Promise<T> {
  const began = processorTime();
  const result = await read();
  const took = processorTime() - began;
  assert.ok(took < longest, `it took ${took} ms`);
  return result;
}

test('a workbook with a cell in its very last corner is refused with the cell; formatted empty cells there do no harm', async () => {
  const corner = packedWorkbook([
    { name: 'Run', xml: `<row r="1">${cell('A1', 'Name')}</row><row r="1048576">${cell('XFD1048576', 'x')}</row>` },
  ]);
  assert.ok(corner.length < 2000);
  assert.match(await reasonOf(corner), /Row 1048576 has something in column XFD\. A sheet can have 256 columns/);
  const formatted = packedWorkbook([
    {
      name: 'Run',
      xml: `<row r="1">${cell('A1', 'Name')}<c r="XFD1" s="1"/></row><row r="1048576"><c r="XFD1048576" s="1"/></row>`,
    },
  ]);
  const { sheets } = await readWorkbook(formatted);
  assert.deepEqual(sheets[0]?.rows, [['Name']]);
});

test('a sheet that is too wide is named with the reason, and the workbook’s other sheets are read', async () => {
  const { sheets } = await readWorkbook(
    packedWorkbook([
      { name: 'Wide', xml: `<row r="1">${cell('ZZ1', 'x')}</row>` },
      { name: 'Run', xml: `<row r="4">${cell('A4', 'Name')}</row>` },
    ]),
  );
  assert.match(sheets[0]?.problem ?? '', /column ZZ/);
  assert.deepEqual([sheets[1]?.rows, sheets[1]?.numbers], [[['Name']], [4]]);
});

test('one line of 150 MB without separators is refused with the row, one of separators alone holds nothing', async () => {
  assert.match(await reasonOf(new Uint8Array(150_000_000).fill(97)), /Row 1 has more than 50.000 characters/);
  const { sheets } = await readWorkbook(new Uint8Array(150_000_000).fill(44));
  assert.deepEqual(sheets[0]?.rows, []);
});

test('a text of 9 MB that 100,000 cells share is refused with the row, and parts that together unpack to far more are not opened', async () => {
  const texts = strToU8(`<sst><si><t>${'long '.repeat(1_900_000)}</t></si></sst>`);
  const rows = Array.from({ length: 100_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`);
  const shared = packedWorkbook([{ name: 'Run', xml: rows.join('') }], { 'xl/sharedStrings.xml': texts });
  assert.match(await timed(() => reasonOf(shared)), /more than 50.000 characters|four million characters/);
  const part = new Uint8Array(9_900_000).fill(32);
  const parts = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`xl/worksheets/further${n}.xml`, part]));
  const many = packedWorkbook([{ name: 'Run', xml: '' }], parts);
  assert.match(await timed(() => reasonOf(many)), /unpacks to far more/);
});

test('50,000 merged cells are filled in, and merged cells that overlap take no longer', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) =>
    n % 2 === 0
      ? `<row r="${n + 1}">${cell(`A${n + 1}`, `C${n}`)}${cell(`B${n + 1}`, '1')}</row>`
      : `<row r="${n + 1}">${cell(`B${n + 1}`, '2')}</row>`,
  );
  const merging = (ref: (n: number) => string) =>
    `<mergeCells>${Array.from({ length: 50_000 }, (_, n) => `<mergeCell ref="${ref(n)}"/>`).join('')}</mergeCells>`;
  const read = (ref: (n: number) => string) =>
    timed(() => readWorkbook(packedWorkbook([{ name: 'Run', xml: rows.join(''), after: merging(ref) }])));
  const pairs = await read((n) => `A${2 * n + 1}:A${2 * n + 2}`);
  assert.deepEqual(pairs.sheets[0]?.rows.slice(2, 4), [
    ['C2', '1'],
    ['C2', '2'],
  ]);
  const overlapping = await read((n) => `A${n + 1}:A1048576`);
  assert.equal(overlapping.sheets[0]?.rows.at(-1)?.[0], 'C0');
});

const { cells, characters, columns, rowLength, rows: maxRows } = sheetLimits;

/** Reads a file of at most a megabyte: it is refused with a reason, or within the limits. */
async function isBounded(bytes: Uint8Array): Promise<void> {
  assert.ok(bytes.length <= 1_100_000);
  const before = process.memoryUsage().rss;
  const sheets = await timed(() => readWorkbook(bytes)).then(
    (it) => it.sheets,
    (error: unknown) => (error instanceof UnreadableFile ? [] : assert.fail(String(error))),
  );
  let [count, length] = [0, 0];
  for (const { rows, numbers } of sheets) {
    assert.equal(numbers.length, rows.length);
    assert.ok(rows.length <= maxRows);
    for (const row of rows) {
      const rowCharacters = row.reduce((sum, it) => sum + it.length, 0);
      assert.ok(row.length <= columns && rowCharacters <= rowLength);
      count += row.length;
      length += rowCharacters;
    }
  }
  assert.ok(count <= cells && length <= characters);
  assert.ok(process.memoryUsage().rss - before < 1_500_000_000);
}

const repeated = (piece: string, times: number) =>
  piece.repeat(Math.max(1, Math.min(times, 900_000 / (piece.length || 1))));
const pieceOf = (...pieces: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 8 })
    .map((it) => it.join(''));
const times = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1000, max: 900_000 }));

test('any text of a megabyte is read or refused in bounded time and memory', async () => {
  const text = fc
    .array(
      fc.tuple(
        pieceOf('"', '""', ',', ';', '\t', '|', '\r\n', '\n', '\r', 'sep=;\n', '1', 'Name', ' ', '\u0000', 'é'),
        times,
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((pieces) => pieces.map(([piece, count]) => repeated(piece, count / pieces.length)).join(''));
  await fc.assert(
    fc.asyncProperty(text, (it) => isBounded(strToU8(it.slice(0, 400_000)))),
    { numRuns: 60 },
  );
});

test('any workbook of a megabyte is read or refused in bounded time and memory, however far it unpacks', async () => {
  const inRows = pieceOf(
    '<row>',
    '</row>',
    '<row r="1048576">',
    '<c>',
    '<c r="A1" t="s">',
    '<c r="IV9" t="inlineStr">',
    '<c r="XFD1">',
    '<c s="1">',
    '</c>',
    '<v>',
    '</v>',
    '0',
    '1e9',
    '<is><t>',
    '</t></is>',
    'text',
    '<',
    '>',
    '/>',
    '&#10;',
    '&',
    '_x000A_',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<x:row r="2">',
    '"',
    "'",
  );
  const inTexts = pieceOf('<si>', '</si>', '<t>', '</t>', 'text', '<r>', '<rPh>', '<si/>', '&amp;', '<', '>');
  const inMerged = pieceOf(
    '<mergeCell ref="A1:A1048576"/>',
    '<mergeCell ref="B2:B3"/>',
    '<mergeCell ref="',
    '"',
    '/>',
    '<',
  );
  const sheets = pieceOf(
    '<sheet name="a" r:id="r0"/>',
    '<sheet ',
    'r:id="r0" ',
    '/>',
    '"',
    '<',
    '<workbookPr date1904="1"/>',
  );
  const styles = pieceOf(
    '<cellXfs>',
    '<xf numFmtId="14"/>',
    '<numFmt formatCode="[[[&quot;',
    '</cellXfs>',
    '"',
    '/>',
    '<',
  );
  const whole = fc.record({
    rows: inRows,
    texts: inTexts,
    merged: inMerged,
    sheets,
    styles,
    count: times,
    isTruncated: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(whole, ({ rows, texts, merged, sheets: names, styles: formats, count, isTruncated }) => {
      const long = (piece: string) => repeated(piece, count * 8).repeat(8);
      const packed = packedWorkbook(
        [
          {
            name: 'Run',
            xml: `<row r="1">${cell('A1', 'Name')}</row>${long(rows)}`,
            after: `<mergeCells>${long(merged)}`,
          },
        ],
        {
          'xl/sharedStrings.xml': strToU8(`<sst>${long(texts)}`),
          ...(count % 3 === 0 && { 'xl/workbook.xml': strToU8(`<workbook><sheets>${repeated(names, count)}`) }),
          ...(count % 3 === 1 && { 'xl/styles.xml': strToU8(`<styleSheet>${repeated(formats, count)}`) }),
        },
      );
      return isBounded(isTruncated ? packed.slice(0, packed.length / 2) : packed);
    }),
    { numRuns: 30 },
  );
});
