import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readCsv, readWorkbook, UnreadableFile } from './workbook.ts';

const rowsOf = async (bytes: Uint8Array) => (await readWorkbook(bytes)).sheets[0]?.rows;
const utf16 = (text: string, isLittle: boolean) => {
  const units = [...text].map((letter) => letter.charCodeAt(0));
  return new Uint8Array(units.flatMap((it) => (isLittle ? [it & 255, it >> 8] : [it >> 8, it & 255])));
};
const refusal = (bytes: Uint8Array) =>
  readWorkbook(bytes).then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof UnreadableFile ? error.message : assert.fail(String(error))),
  );

const xml = '<?xml version="1.0"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of given sheets' rows, as spreadsheets write one. */
function workbook(sheets: { name: string; state?: string; xml: string }[], further: Record<string, Uint8Array> = {}) {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${state ? `state="${state}" ` : ''}r:id="r${index}"/>`,
  );
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return zipSync({
    'xl/workbook.xml': strToU8(
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}<Relationship Id="s" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${xml}<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        strToU8(`${xml}<worksheet xmlns="${main}"><sheetData>${sheet.xml}</sheetData></worksheet>`),
      ]),
    ),
    ...further,
  });
}

test('CSV files are read in the encodings and with the separators that spreadsheets save', async () => {
  const text = 'Name,Amount\r\nZoë Müller,"1,50"\r\n';
  const rows = [
    ['Name', 'Amount'],
    ['Zoë Müller', '1,50'],
  ];
  assert.deepEqual(await rowsOf(strToU8(text)), rows);
  assert.deepEqual(await rowsOf(strToU8(`\ufeff${text}`)), rows);
  assert.deepEqual(await rowsOf(utf16(`\ufeff${text}`, true)), rows);
  assert.deepEqual(await rowsOf(utf16(`\ufeff${text}`, false)), rows);
  assert.deepEqual(await rowsOf(utf16(text, true)), rows);
  assert.deepEqual(await rowsOf(Uint8Array.from([...text].map((it) => it.charCodeAt(0)))), rows);
  for (const separator of [';', '\t', '|'])
    assert.deepEqual(readCsv(`A${separator}B\n1${separator}2,5`).rows, [
      ['A', 'B'],
      ['1', '2,5'],
    ]);
  assert.deepEqual(readCsv('sep=;\nA;B\n1;2').rows, [
    ['A', 'B'],
    ['1', '2'],
  ]);
});

test('empty rows and cells at the ends are left out, line breaks in cells are kept', () => {
  assert.deepEqual(readCsv('A,B,,\n\n,,\n"two\nlines",2,,\n').rows, [
    ['A', 'B'],
    ['two\nlines', '2'],
  ]);
});

test('a workbook gives its texts, long numbers in full, dates as dates, formulas by their values, and names hidden sheets', async () => {
  const { sheets } = await readWorkbook(
    workbook([
      {
        name: 'Run',
        xml: '<row r="1"><c r="A1" t="inlineStr"><is><t>Account</t></is></c><c r="B1" t="inlineStr"><is><t>Date</t></is></c><c r="D1" t="inlineStr"><is><t>Sum</t></is></c></row><row r="2"><c r="A2"><v>12345678901234567</v></c><c r="B2" s="1"><v>46351</v></c><c r="D2"><f>1+2</f><v>3</v></c></row>',
      },
      { name: 'Codes', state: 'hidden', xml: '<row r="1"><c r="A1"><v>1</v></c></row>' },
    ]),
  );
  assert.deepEqual(
    sheets.map(({ name, isHidden }) => [name, isHidden]),
    [
      ['Run', false],
      ['Codes', true],
    ],
  );
  assert.deepEqual(sheets[0]?.rows, [
    ['Account', 'Date', '', 'Sum'],
    ['12345678901234567', '2026-11-25', '', '3'],
  ]);
});

test('what cannot be read is refused with what to do about it', async () => {
  const old = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  assert.match(await refusal(new Uint8Array()), /empty/);
  assert.match(await refusal(Uint8Array.from(old)), /old \.xls/);
  assert.match(await refusal(Uint8Array.from([...old, ...utf16('EncryptedPackage', true)])), /password/);
  assert.match(await refusal(strToU8('<html><table><tr><td>1</td></tr></table></html>')), /web page/);
  assert.match(await refusal(strToU8('%PDF-1.7')), /PDF/);
  assert.match(await refusal(zipSync({ 'content.xml': strToU8('<a/>') })), /no Excel workbook/);
  assert.match(await refusal(strToU8('PK\u0003\u0004 and nothing more')), /damaged/);
  assert.match(await refusal(strToU8('A,B\n"1,2\n3,4\n')), /quotation mark/);
});

test('a workbook that unpacks to far more than it could hold is not opened', async () => {
  const bomb = workbook([{ name: 'Run', xml: '' }], { 'xl/sharedStrings.xml': new Uint8Array(50_000_000) });
  assert.ok(bomb.length < 200_000);
  assert.match(await refusal(bomb), /far more/);
});
