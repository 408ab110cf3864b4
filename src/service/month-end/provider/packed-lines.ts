import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

/** Sorted lines as they are stored (`monthLine` in src/contract/month-end.ts); none has a line's end in it. */
export interface PackedLines {
  rows: number;
  digests: Buffer;
  lines: Buffer;
}

export const digestBytes = 16;

/** Enough of a SHA-256 to tell lines apart. */
export const lineDigest = (line: string): Buffer => hash('sha256', line, 'buffer').subarray(0, digestBytes);

// On another thread.
const [deflated, inflated] = [promisify(deflate), promisify(inflate)];

export const packedLines = async (lines: readonly string[]): Promise<PackedLines> => ({
  rows: lines.length,
  digests: Buffer.concat(lines.map(lineDigest)),
  lines: await deflated(lines.join('\n')),
});

export const unpackedLines = async (lines: Buffer): Promise<string[]> => (await inflated(lines)).toString().split('\n');
