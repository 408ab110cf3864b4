// Clean-up that must happen however a measurement ends: processes, mounts, folders. In reverse order.
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../scripts/product.mjs';

/** @type {(() => void)[]} */
const undoing = [];

process.once('exit', () => {
  for (const undo of undoing.toReversed())
    try {
      undo();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130));

/**
 * @param {() => void} undo runs when this process ends at the latest; synchronous
 * @returns {() => void} runs it now
 */
export function atLast(undo) {
  undoing.push(undo);
  return () => {
    const place = undoing.indexOf(undo);
    if (place < 0) return;
    undoing.splice(place, 1);
    undo();
  };
}

/**
 * @template T
 * @param {string} name
 * @param {(folder: string) => Promise<T>} work
 */
export async function inFolder(name, work) {
  const folder = temporaryFolder(name);
  const remove = atLast(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
