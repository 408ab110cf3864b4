import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { balanceOf, figuresOf, type DaySum } from '#answers/month/figures.ts';
import { writeWorkbook } from '#report-engine/export/workbook.ts';
import { addDays } from '#rules/calendar.ts';
import { toCents } from '#rules/money.ts';
import { readWorkbook } from '#sheet-engine/workbook.ts';
import { byDaySheet, summaryLines, summarySheet } from './sheets.ts';

// The engine's pauses alone do not keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

const run = promisify(execFile);
const skip =
  spawnSync('soffice', ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0
    ? false
    : 'LibreOffice is not installed (soffice): install libreoffice-calc to run this test';

/** Opens a file of the folder and saves it there in another format. */
const saveAs = (folder: string, name: string, to: string) =>
  run('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    to,
    '--outdir',
    folder,
    path.join(folder, name),
  ]);

test('LibreOffice opens the workbook of a month with the same sums', { skip }, async () => {
  const days = Array.from({ length: 31 }, (_, at) => addDays('2026-10-01', at)).flatMap((day, at): DaySum[] => [
    { day, status: 'PAID', type: 'TT1', count: 3, cents: 1_234_507 * (at + 1) },
    { day, status: 'UNPAID', type: 'TT1', count: 1, cents: 9_999 + at },
    { day, status: 'PAID', type: 'PAYOUT', count: 1, cents: 100_001 },
  ]);
  const figures = figuresOf(days, []);
  const lines = summaryLines(figures, balanceOf(figures, 4_711, 1_001), { matched: 1_001 });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  await writeWorkbook(
    [summarySheet(lines), byDaySheet(figures, { from: '2026-10-01', to: '2026-10-31' })],
    async (piece) => void pieces.push(piece),
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'workbook-'));
  try {
    await writeFile(path.join(folder, 'month.xlsx'), new Uint8Array(await new Blob(pieces).arrayBuffer()));
    await saveAs(folder, 'month.xlsx', 'ods');
    await saveAs(folder, 'month.ods', 'xlsx:Calc MS Excel 2007 XML');
    const { sheets } = await readWorkbook(new Uint8Array(await readFile(path.join(folder, 'month.xlsx'))));
    const [summary = [], byDay = []] = sheets.map((it) => it.rows.slice(1));
    const centsOf = (cell: string | undefined) => toCents(Number(cell));
    assert.deepEqual(
      summary.map((row) => [row[0], row[2] === 'Not known' ? null : centsOf(row[2])]),
      lines.map(([label, , cents]) => [label, cents]),
    );
    const column = (sheets[1]?.rows[0] ?? []).indexOf('Collected, amount');
    assert.equal(byDay.length, 32);
    assert.deepEqual(
      [byDay.slice(0, 31).reduce((sum, row) => sum + (centsOf(row[column]) ?? NaN), 0), centsOf(byDay[31]?.[column])],
      [figures.collected.cents, figures.collected.cents],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
