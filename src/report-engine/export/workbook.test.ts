import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { writeWorkbook, type WorkbookTable } from './workbook.ts';

// The engine's pauses alone do not keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

async function written(sheets: readonly WorkbookTable[]): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  await writeWorkbook(sheets, async (piece) => void pieces.push(piece));
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

test('a day that spreadsheets count otherwise is a text', async () => {
  const days = ['1900-02-28', '1900-03-01'].map((day) => [{ day }]);
  const files = unzipSync(await written([{ name: 'Days', titles: ['Day'], rows: days }]));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  assert.match(sheet, /1900-02-28/);
  assert.deepEqual(
    [...sheet.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value]) => value),
    ['61'],
  );
});

test('a workbook has a sheet for each table, whole cents as amounts, days as dates, and no text as a formula', async () => {
  const sheets: WorkbookTable[] = [
    {
      name: 'By day',
      titles: ['Day', 'Number', 'Amount', 'Text', 'Rate', 'Nothing'],
      rows: [[{ day: '2026-10-01' }, 12, { cents: -123_405 }, '=1+1<&', { figure: 92.3 }, null]],
    },
    { name: 'R & D', titles: ['A'], rows: [] },
  ];
  const bytes = await written(sheets);
  const files = unzipSync(bytes);
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  assert.match(textOf('xl/workbook.xml'), /<sheet name="By day" sheetId="1".*<sheet name="R &amp; D" sheetId="2"/);
  const sheet = textOf('xl/worksheets/sheet1.xml');
  const values = [...sheet.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value]) => value);
  assert.deepEqual(values, ['46296', '12', '-1234.05', '92.3']);
  assert.match(sheet, /t="inlineStr"><is><t xml:space="preserve">=1\+1&lt;&amp;<\/t>/);
  assert.doesNotMatch(sheet, /<f>/);
  assert.deepEqual(await written(sheets), bytes, 'the same tables give the same bytes');
});
