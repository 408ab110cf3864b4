import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { contentOf, Undecipherable, type BackupKey } from './encryption.ts';

/*
 * A backup is gzip of: a line of JSON (Header); for each table its rows as PostgreSQL's COPY text, ended by the line
 * `\.`, which no row can be; a line of JSON (Sequences); a line of JSON (End). The end reveals every truncated or
 * changed file. The gzip may be encrypted (encryption.ts).
 */

export const backupFormat = 'collections-console backup 1';
export const endOfTable = '\\.\n';

const Sequences = z.object({
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.int(), isCalled: z.boolean() })),
});
type Sequences = z.infer<typeof Sequences>;

const Header = z.object({
  format: z.literal(backupFormat),
  /** When, in UTC; the moment of the snapshot. */
  taken: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  /** Older files have the sequences here. */
  ...Sequences.partial().shape,
});
export type Header = z.infer<typeof Header>;

const End = z.object({
  /** Row counts, in the header's table order. */
  rows: z.array(z.int()),
  /** Of everything before this line. */
  sha256: z.string(),
});
type End = z.infer<typeof End>;

export const lineOf = (value: Header | Sequences | End): string => `${JSON.stringify(value)}\n`;

/** The file is no complete backup. The database is unchanged. */
export class BadFile extends Error {}

/** Longer than every row that this program writes; stops a broken file from filling the memory. */
const longestLine = 64 * 1024 * 1024;

/** Where the end-of-table line begins, if `lines` contains it. */
function endIn(lines: Buffer): number | undefined {
  if (lines.subarray(0, endOfTable.length).equals(Buffer.from(endOfTable))) return 0;
  const before = lines.indexOf(`\n${endOfTable}`);
  return before < 0 ? undefined : before + 1;
}

/** Reads a backup in order, one chunk in memory at a time. */
export class BackupReader {
  private readonly pieces: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private buffered: Buffer = Buffer.alloc(0);
  private readonly file: string;

  constructor(file: string, key: BackupKey) {
    this.file = file;
    // An error of the pipeline reaches the reader of `content`.
    const content = pipeline(contentOf(file, key), createGunzip({ chunkSize: 256 * 1024 }), () => undefined);
    this.pieces = content[Symbol.asyncIterator]();
  }

  /** @throws BadFile when the file is something else. */
  async header(): Promise<Header> {
    const read = Header.safeParse(await this.json());
    if (!read.success) throw new BadFile(`${this.file} is not a backup that this program can read`);
    return read.data;
  }

  /** The rows of the next table, complete lines at a time. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const lines = this.buffered.subarray(0, this.buffered.lastIndexOf(0x0a) + 1);
      const end = endIn(lines);
      if (end !== 0 && lines.length > 0) yield this.take(end ?? lines.length);
      if (end !== undefined) {
        this.take(endOfTable.length);
        return;
      }
      await this.more();
    }
  }

  /** To be called after the rows of all tables. */
  async sequences({ sequences }: Header): Promise<Sequences['sequences']> {
    if (sequences) return sequences;
    const read = Sequences.safeParse(await this.json());
    if (!read.success) throw this.broken();
    return read.data.sequences;
  }

  /** @throws BadFile unless the content is unchanged, had `rows`, and nothing follows. */
  async end(rows: number[]): Promise<void> {
    const sha256 = this.hash.copy().digest('hex');
    const read = End.safeParse(await this.json());
    if (!read.success || read.data.sha256 !== sha256 || String(read.data.rows) !== String(rows)) throw this.broken();
    if (this.buffered.length > 0 || (await this.next()) !== undefined) throw this.broken();
  }

  async close(): Promise<void> {
    await this.pieces.return?.();
  }

  private async json(): Promise<unknown> {
    let end = this.buffered.indexOf(0x0a);
    while (end < 0) {
      await this.more();
      end = this.buffered.indexOf(0x0a);
    }
    try {
      return JSON.parse(this.take(end + 1).toString('utf8'));
    } catch {
      return undefined;
    }
  }

  private take(length: number): Buffer {
    const record = this.buffered.subarray(0, length);
    this.hash.update(record);
    this.buffered = this.buffered.subarray(length);
    return record;
  }

  private async more(): Promise<void> {
    const piece = await this.next();
    if (piece === undefined || this.buffered.length > longestLine) throw this.broken();
    this.buffered = this.buffered.length > 0 ? Buffer.concat([this.buffered, piece]) : piece;
  }

  private async next(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.pieces.next();
      return done ? undefined : value;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      // zlib's codes: not gzip, truncated, or changed.
      if (code.startsWith('Z_')) throw this.broken();
      if (error instanceof Undecipherable) throw new BadFile(`${this.file} ${error.message}`);
      throw new BadFile(`${this.file} cannot be read (${code || 'unknown reason'})`, { cause: error });
    }
  }

  private broken(): BadFile {
    return new BadFile(`${this.file} is not a whole backup: it was cut or changed`);
  }
}

/** Reads a backup to its end. @returns its header. @throws BadFile when it is no backup, or incomplete. */
export async function verify(file: string, key: BackupKey): Promise<Header> {
  const reader = new BackupReader(file, key);
  try {
    const header = await reader.header();
    const rows: number[] = [];
    for (const _ of header.tables) rows.push(await countRows(reader));
    await reader.sequences(header);
    await reader.end(rows);
    return header;
  } finally {
    await reader.close();
  }
}

async function countRows(reader: BackupReader): Promise<number> {
  let count = 0;
  for await (const lines of reader.rows())
    for (let at = lines.indexOf(0x0a); at >= 0; at = lines.indexOf(0x0a, at + 1)) count++;
  return count;
}
