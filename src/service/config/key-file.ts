import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Shorter key files are probably empty, cut, or typed by hand. */
const leastBytes = 32;

/**
 * The content of a key file.
 * @param variable the setting that names it, for the error.
 * @param folder where a relative path starts.
 * @throws Error of one line.
 */
export async function readKeyFile(variable: string, file: string, folder = '.'): Promise<Buffer> {
  const content = await readFile(path.resolve(folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${variable}: ${file} cannot be read (${error.code})`);
  });
  if (content.length >= leastBytes) return content;
  throw new Error(`${variable}: ${file} has fewer than ${leastBytes} bytes`);
}
