import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readCsv } from './csv.ts';
import { UnreadableFile } from './read.ts';
import { packedWorkbook as workbook } from './testing/packed-workbook.ts';
import { readCell } from './values.ts';
import { readWorkbook } from './workbook.ts';

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

test('a sheet named “Oct > Nov” is read, though the program that wrote it left the mark as it is', async () => {
  const row = '<row r="1" spans="1>2"><c r="A1" cm=\'">\' t="inlineStr"><is><t>Amount</t></is></c></row>';
  const { sheets } = await readWorkbook(workbook([{ name: 'Oct > Nov', xml: row }]));
  assert.deepEqual(
    sheets.map(({ name, rows }) => [name, rows]),
    [['Oct > Nov', [['Amount']]]],
  );
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

test('cells without addresses, as our own exports have them, stand where they belong', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const line = `<row>${text('A')}<c/>${text('C')}</row><row r="3">${text('1')}<c r="AB3"><v>28</v></c><c><v>29</v></c></row>`;
  const rows = await rowsOf(workbook([{ name: 'Run', xml: line }]));
  assert.deepEqual(rows?.[0], ['A', '', 'C']);
  assert.deepEqual([rows?.[1]?.[0], rows?.[1]?.[27], rows?.[1]?.[28]], ['1', '28', '29']);
});

test('what is merged over rows is in each of them, a formula stands for its value, and an error of one is refused', async () => {
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = await rowsOf(
    workbook([
      {
        name: 'Run',
        xml:
          `<row r="1">${cell('A1', 'Client')}${cell('B1', 'Amount')}${cell('C1', 'Total')}</row>` +
          `<row r="2">${cell('A2', 'C1')}<c r="B2"><v>1.1000000000000001</v></c><c r="C2"><f>B2+B3</f><v>3.3</v></c></row>` +
          `<row r="3"><c r="A3"/><c r="B3"><v>2.2</v></c><c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
        after: '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B1:D1"/></mergeCells>',
      },
    ]),
  );
  assert.deepEqual(rows?.slice(1), [
    ['C1', '1.1', '3.3'],
    ['C1', '2.2', '#DIV/0!'],
  ]);
  const options = { today: '2026-11-22', dayOrder: 'day', codes: {} } as const;
  assert.equal(readCell('InstalmentAmount', '1.1', options).value, 1.1);
  assert.ok(readCell('InstalmentAmount', '#DIV/0!', options).problem);
});

test('numbers keep what the file holds of them: zeros in front, 17 digits, and never more than was written', async () => {
  const rows = await rowsOf(
    workbook([
      {
        name: 'Run',
        xml:
          '<row r="1"><c r="A1" t="inlineStr"><is><t>0071234567</t></is></c><c r="B1"><v>62000000001234567</v></c>' +
          '<c r="C1"><v>6.2000000001E+10</v></c><c r="D1" t="b"><v>1</v></c></row>',
      },
    ]),
  );
  const [, long, scientific] = rows?.[0] ?? [];
  assert.deepEqual(rows?.[0]?.slice(0, 2), ['0071234567', '62000000001234567']);
  const options = { today: '2026-11-22', dayOrder: 'day', codes: {} } as const;
  assert.match(readCell('AccountNumber', long ?? '', options).problem ?? '', /more digits/);
  const account = readCell('AccountNumber', scientific ?? '', options);
  assert.ok(account.problem !== undefined || account.value === 62_000_000_001);
});

test('a file above 200 MB is refused', async () => {
  assert.match(await refusal(new Uint8Array(200_000_001)), /larger than 200 MB/);
});

test('rows and columns that a workbook hides, by a filter or without a size, are named', async () => {
  const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const { sheets } = await readWorkbook(
    workbook([
      {
        name: 'Run',
        before:
          '<cols><col min="2" max="3" hidden="1"/><col min="4" max="4" width="0"/><col min="5" max="16384" hidden="true"/></cols>',
        xml:
          `<row r="1">${cell('A1', 'Client')}${cell('F1', 'Old')}</row><row r="2" hidden="1">${cell('A2', 'C1')}</row>` +
          `<row r="4" ht="0" customHeight="1">${cell('A4', 'C2')}</row><row r="5" hidden="0" ht="15">${cell('A5', 'C3')}</row>` +
          '<row r="9" hidden="1"/>',
        after: '<autoFilter ref="A1:A5"/>',
      },
    ]),
  );
  assert.deepEqual(sheets[0]?.hiddenRows, [1, 2], 'of the rows that have something');
  assert.deepEqual(sheets[0]?.hiddenColumns?.slice(0, 5), [1, 2, 3, 4, 5]);
  assert.equal(sheets[0]?.hiddenColumns?.length, 255);
});

test('numbers are read as their format shows them: percentages, and zeros in front', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000000"/><numFmt numFmtId="165" formatCode="&quot;C&quot;0000"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
  const number = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
  const rows = await rowsOf(
    workbook(
      [
        {
          name: 'Run',
          xml: `<row>${number(1, '0.08')}${number(2, '7.4999999999999997E-2')}${number(1, '1')}${number(3, '123')}${number(4, '71')}${number(0, '1E+25')}</row>`,
        },
      ],
      { 'xl/styles.xml': strToU8(styles) },
    ),
  );
  assert.deepEqual(rows, [['8%', '7.5%', '100%', '000123', 'C0071', '1e+25']]);
});

test('a formula without a value is read as its text, and one whose value is an empty text is empty', async () => {
  const rows = await rowsOf(
    workbook([
      {
        name: 'Run',
        xml: '<row><c><f>A1&amp;"x"</f><v></v></c><c><f t="shared" si="0"/></c><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c></row>',
      },
    ]),
  );
  assert.deepEqual(rows, [['=A1&"x"', '=', '', '2']]);
});

test('a file of UTF-8 with a wrong byte stays UTF-8, and one of Windows-1252 is read as that', async () => {
  const bytesOf = (text: string) => Uint8Array.from([...text].map((it) => it.charCodeAt(0)));
  const [mixed] = (await readWorkbook(bytesOf('Name\nZo\u00c3\u00ab\nRen\u00e9'))).sheets;
  assert.deepEqual(mixed?.rows, [['Name'], ['Zoë'], ['Ren\ufffd']]);
  const old = await readWorkbook(bytesOf('Name\nZo\u00eb\nRen\u00e9'));
  assert.deepEqual([old.sheets[0]?.rows[1], old.notes], [['Zoë'], ['Read as Windows-1252.']]);
});
