// Sends a file of 100,000 rows on the product's own import page: speed and memory.
import { writeFileSync } from 'node:fs';
import { signIn } from '../../scripts/product.mjs';
import { forgetPeak, memoryNow, memoryOfFiles, peakMemory } from '../service-process.mjs';
import { openUnwatched } from './unwatched.mjs';

/** Imports that were opened and left before the second one is sent. */
const left = 3;
const headings = 'Client number,Contract number,Action date,Instalment amount';

/**
 * @param {import('@playwright/test').Page} page
 * @param {{ origin: string, merchant: string, folder: string }} where
 * @param {{ inFile: number, rowsOf: (count: number, separator: string) => string }} rows
 * @returns {Promise<import('../measure.mjs').Figure[]>}
 */
export async function sentFigures(page, { origin, merchant, folder }, { inFile, rowsOf }) {
  const file = `${folder}/rows.csv`;
  writeFileSync(file, `${headings}\n${rowsOf(inFile, ',')}`);
  await signIn(page, origin);
  const it = await openUnwatched(page, `${origin}/m/${merchant}/EFT/import?what=instalmentCreate`);
  const add = `Add ${inFile.toLocaleString('en').replace(',', ' ')} instalments`;
  const read = async () => {
    await it.choose(file);
    await it.press('Check the rows');
    await it.untilButton(add);
  };
  /** @returns milliseconds */
  const send = async () => {
    await it.press(add);
    await it.untilButton(add, 'dialog[open]');
    const began = performance.now();
    await it.press(add, 'dialog[open]');
    await it.untilButton('Import another file');
    const took = performance.now() - began;
    await it.until(`/instalments accepted · 0 refused · 0 unknown · 0 not sent/.test(document.body.innerText)`);
    return took;
  };
  await it.until(`document.querySelector('input[type=file]') !== null`);
  // Files that the app loads after its start are not part of the import.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const process = await it.process();
  const [before, files] = [memoryNow(process), memoryOfFiles(process)];

  forgetPeak(process);
  await read();
  const one = { took: await send(), most: peakMemory(process) };
  forgetPeak(process);
  await it.press('Import another file');
  for (let count = 0; count < left; count++) {
    await read();
    await it.press('Start over');
  }
  await read();
  const further = { took: await send(), most: peakMemory(process) };

  await it.press('Import another file');
  await it.send('HeapProfiler.collectGarbage');
  const { usedSize } = await it.send('Runtime.getHeapUsage');
  return [
    {
      what: '100,000 of a file sent by the product’s page, 500 in a call: rows a second',
      figure: [one, further].map(({ took }) => Math.round(inFile / (took / 1000))).join(', and again '),
      aim: '≥ 3,000',
    },
    {
      what: `Memory of that page and its worker, from the file to the result: the whole process at its most (before the file ${before} MB, of which ${files} MB are the browser's program, which its processes share)`,
      figure: `${one.most} MB`,
      aim: '≤ 400 MB',
    },
    {
      what: 'the same again on the same page, after opening and leaving three more files of 100,000',
      figure: `${further.most} MB`,
      aim: '≤ 400 MB',
    },
    { what: 'Memory of the page after the import is left', figure: `${Math.round(usedSize / 1e6)} MB` },
  ];
}
