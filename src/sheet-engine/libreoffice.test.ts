import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readWorkbook } from './workbook.ts';

/** A sheet in LibreOffice's flat XML format, with what people do to sheets. */
const text = (value: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
const figure = (value: number, more = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}"${more}/>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const names = ['office', 'table', 'text', 'style', 'number']
  .map((it) => `xmlns:${it}="urn:oasis:names:tc:opendocument:xmlns:${it === 'number' ? 'datastyle' : it}:1.0"`)
  .join(' ');
const source = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names} xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:date-style style:name="iso"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style><style:style style:name="day" style:family="table-cell" style:data-style-name="iso"/><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>
<table:table table:name="Run">
${row(text('Client number'), text('Name'), text('Date'), text('Amount'), text('Branch'))}
${row(
  text('C1', ' table:number-rows-spanned="2"'),
  text('Zoë &amp; Söhne'),
  '<table:table-cell table:style-name="day" office:value-type="date" office:date-value="2026-12-01"/>',
  figure(1234.56),
  text('051001'),
)}
${row('<table:covered-table-cell/>', text('two; fields'), text('02/12/2026'), figure(2469.12, ' table:formula="of:=[.D2]*2"'), figure(51001))}
</table:table>
<table:table table:name="Codes" table:style-name="hidden">${row(text('MNTH'))}</table:table>
</office:spreadsheet></office:body></office:document>`;

const run = promisify(execFile);
function isInstalled(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
const reason = isInstalled()
  ? false
  : 'LibreOffice is not installed (soffice): install libreoffice-calc to run this test';

test('files that LibreOffice writes are read: a workbook and CSV', { skip: reason }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'libreoffice-'));
  try {
    await writeFile(path.join(folder, 'run.fods'), source);
    const converted = async (to: string, name: string) => {
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      await run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', folder, `${folder}/run.fods`]);
      return new Uint8Array(await readFile(path.join(folder, name)));
    };
    const { sheets, notes } = await readWorkbook(await converted('xlsx', 'run.xlsx'));
    assert.deepEqual(
      sheets.map((it) => [it.name, it.isHidden]),
      [
        ['Run', false],
        ['Codes', true],
      ],
    );
    assert.deepEqual(sheets[0]?.rows, [
      ['Client number', 'Name', 'Date', 'Amount', 'Branch'],
      ['C1', 'Zoë & Söhne', '2026-12-01', '1234.56', '051001'],
      ['C1', 'two; fields', '02/12/2026', '2469.12', '51001'],
    ]);
    assert.match(notes.join(' '), /merged/);

    // Separator, quotation mark and character set: `;`, `"` and Windows-1252.
    const csv = await readWorkbook(await converted('csv:Text - txt - csv (StarCalc):59,34,1', 'run.csv'));
    assert.match(csv.notes.join(' '), /semicolons.*Windows-1252|Windows-1252.*semicolons/);
    assert.deepEqual(
      csv.sheets[0]?.rows.map((it) => it[1]),
      ['Name', 'Zoë & Söhne', 'two; fields'],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
