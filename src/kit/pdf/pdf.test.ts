import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pdfOf, type PdfText } from './pdf.ts';

const typeface = new Uint8Array(await readFile(new URL('./inter-4.1-400.ttf', import.meta.url)));

const written = async (text: Partial<PdfText>) => {
  const whole = { title: 'Month end', subtitle: 'Tshivenḓa, Ḽ and −1', tables: [], notes: [], ...text };
  return Buffer.from(await (await pdfOf(whole, typeface)).arrayBuffer());
};

test('a document is the same bytes for the same text, over as many pages as it needs', async () => {
  const rows = Array.from({ length: 90 }, (_, at) => [`Day ${at}`, '1 234', 'R 1 234,56']);
  const tables = [{ title: 'By day', columns: ['', 'Number', 'Amount'], rows }];
  const pdf = await written({ tables });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 3);
  assert.ok(pdf.equals(await written({ tables })));
});

test('a letter that the typeface lacks is refused, not printed as another one', async () => {
  await assert.rejects(
    async () => written({ notes: ['Owner 漢'] }),
    /The typeface has no letter “漢” of “Owner 漢”, so no PDF is made\./,
  );
});
