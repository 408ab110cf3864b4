import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packedWorkbook } from '../src/console/import-engine/testing/packed-workbook.ts';
import { press } from './controls.ts';
import { expect, test } from './fixtures.ts';

test('a workbook with a cell in its very last corner and a line of 150 MB are refused with the reason, and the page goes on', async ({
  page,
  merchant,
  signIn,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  try {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'Name')}</row><row r="1048576">${cell('XFD1048576', 'x')}</row>`;
    const corner = path.join(folder, 'corner.xlsx');
    await writeFile(corner, packedWorkbook([{ name: 'Run', xml: rows }]));
    const line = path.join(folder, 'line.csv');
    await writeFile(line, Buffer.alloc(150_000_000, 'a'));
    await page.goto(`/m/${merchant}/EFT/import`);
    await signIn();
    const input = page.getByLabel('File to import');
    await input.setInputFiles(corner);
    await expect(page.getByRole('alert')).toContainText('Row 1048576 has something in column XFD.');
    await input.setInputFiles(line);
    await expect(page.getByRole('alert')).toContainText('Row 1 has more than 50\u00a0000 characters.');
    await page.getByLabel('Or paste cells here').fill('Client number\tName\nC1\tZoë');
    await press(page, 'Check the rows');
    await expect(page.getByRole('grid', { name: 'Rows to import' })).toContainText('Zoë');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
