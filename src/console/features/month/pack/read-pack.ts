import { unzipSync } from 'fflate';
import { MonthManifest } from '#contract/month-end.ts';

const notOne = () => new Error('This file is no pack of a month, or it was changed: it has no readable manifest.json.');

/** @throws Error for a file that is no pack */
export function filesOf(bytes: Uint8Array, names: readonly string[]): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ name }) => names.includes(name) });
  } catch {
    throw notOne();
  }
}

/** @throws Error for a file that is no pack */
export function manifestIn(files: Readonly<Record<string, Uint8Array>>): MonthManifest {
  try {
    const read = MonthManifest.safeParse(JSON.parse(new TextDecoder().decode(files['manifest.json'])));
    if (read.success) return read.data;
  } catch {
    // Below.
  }
  throw notOne();
}

export const readManifest = async (pack: Blob): Promise<MonthManifest> =>
  manifestIn(filesOf(new Uint8Array(await pack.arrayBuffer()), ['manifest.json']));
