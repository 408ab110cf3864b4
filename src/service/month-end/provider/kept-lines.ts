import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { byBytes } from '#answers/month/lines.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction, runOnce, repeatedly } from '#service/database/transaction.ts';
import type { Extension } from '#service/http/extension.ts';
import type { Book } from '../figures.ts';
import { LineDigests } from './line-digests.ts';
import { packedLines, unpackedLines, type PackedLines } from './packed-lines.ts';

/** Where the lines of one reading of a month are. */
export interface KeptLines {
  extension: Extension;
  merchant: string;
  readId: string;
}

/** Lines that are sorted in memory at a time, and those of a block: while runs are merged, a block of each is in memory. */
const [runLines, blockLines] = [16_000, 500];

/** Blocks that are read at a time where the order of runs is of no matter. */
const blocksAtOnce = 100;

/** A short transaction within the merchant's share: no connection is held while the provider is read. */
const briefly = <T>(
  { extension: { shares, pool }, merchant }: Pick<KeptLines, 'extension' | 'merchant'>,
  response: ServerResponse,
  work: (query: Query) => Promise<T>,
): Promise<T> =>
  shares.writes.within(merchant, response, () =>
    repeatedly(() => inTransaction(pool, { merchant }, (client) => work(queryOn(client)))),
  );

/** Begins a draft; those of processes that were killed go. */
export async function beginLines(
  extension: Extension,
  { merchant, product, month }: Book,
  response: ServerResponse,
): Promise<KeptLines> {
  const kept = { extension, merchant, readId: randomUUID() };
  await briefly(kept, response, async (query) => {
    await query(
      `delete from month_read where merchant = $1 and version is null and begun < now() - interval '1 hour'`,
      [merchant],
    );
    await query(`insert into month_read (merchant, read_id, product, month) values ($1, $2, $3, $4) returning 1`, [
      merchant,
      kept.readId,
      product,
      month,
    ]);
  });
  return kept;
}

/** What is not closed goes at once; if this fails, with a later close. */
export async function dropLines({ extension, merchant, readId }: KeptLines): Promise<void> {
  const statement = {
    text: 'delete from month_read where merchant = $1 and read_id = $2 and version is null',
    values: [merchant, readId],
  };
  await runOnce(extension.pool, { merchant }, statement).catch(() => undefined);
}

/** Takes lines in any order, and stores them in sorted runs. */
export class LineWriter {
  private lines: string[] = [];
  private run = 0;
  constructor(
    private readonly kept: KeptLines,
    private readonly response: ServerResponse,
  ) {}

  async add(line: string): Promise<void> {
    this.lines.push(line);
    if (this.lines.length === runLines) await this.end();
  }

  async end(): Promise<void> {
    const lines = this.lines.toSorted(byBytes);
    this.lines = [];
    const run = this.run++;
    const blocks: PackedLines[] = [];
    for (let at = 0; at < lines.length; at += blockLines)
      blocks.push(await packedLines(lines.slice(at, at + blockLines)));
    if (blocks.length === 0) return;
    const { merchant, readId } = this.kept;
    await briefly(this.kept, this.response, (query) =>
      query(
        `insert into month_read_block (merchant, read_id, run, block, rows, digests, lines)
          select $1, $2, $3, block, rows, digests, lines
          from unnest($4::int[], $5::int[], $6::bytea[], $7::bytea[]) as it (block, rows, digests, lines) returning 1`,
        [
          merchant,
          readId,
          run,
          blocks.map((_, block) => block),
          blocks.map((it) => it.rows),
          blocks.map((it) => it.digests),
          blocks.map((it) => it.lines),
        ],
      ),
    );
  }
}

async function blocksOf<Row extends object>(
  { extension, merchant, readId }: KeptLines,
  columns: string,
  rest: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await runOnce<Row>(
    extension.pool,
    { merchant },
    {
      text: `select ${columns} from month_read_block where merchant = $1 and read_id = $2 and ${rest}`,
      values: [merchant, readId, ...values],
    },
  );
  return rows;
}

/** The lines of one run in their order, a block at a time. */
async function* linesOfRun(kept: KeptLines, run: number): AsyncGenerator<string[]> {
  for (let block = 0; ; block += 1) {
    const [found] = await blocksOf<{ lines: Buffer }>(kept, 'lines', 'run = $3 and block = $4', [run, block]);
    if (!found) return;
    yield unpackedLines(found.lines);
  }
}

/** All lines, sorted by bytes: those of a day follow one another. */
export async function* sortedLines(kept: KeptLines): AsyncGenerator<string[]> {
  const runs = await blocksOf<{ run: number }>(kept, 'run', 'block = 0 order by run', []);
  const heads: Head[] = [];
  for (const { run } of runs) {
    const head = await nextOf({ blocks: linesOfRun(kept, run), lines: [], at: 0 });
    if (head) heads.push(head);
  }
  heads.sort((one, other) => byBytes(lineAt(one), lineAt(other)));
  for (let batch: string[] = []; ;) {
    const [first] = heads;
    if (first) {
      batch.push(lineAt(first));
      first.at += 1;
      if (first.at === first.lines.length && !(await nextOf(first))) heads.shift();
      else sink(heads);
    }
    if (batch.length === blockLines || heads.length === 0) {
      yield batch;
      batch = [];
      if (heads.length === 0) return;
    }
  }
}

interface Head {
  blocks: AsyncGenerator<string[]>;
  lines: string[];
  at: number;
}

const lineAt = ({ lines, at }: Head): string => lines[at] as string;

/** With its next block; undefined at its end. */
async function nextOf(head: Head): Promise<Head | undefined> {
  const { value, done } = await head.blocks.next();
  if (done) return undefined;
  head.lines = value;
  head.at = 0;
  return head;
}

/** Moves the first head to its place among the others, which are sorted. */
function sink(heads: Head[]): void {
  const [moved] = heads;
  if (!moved) return;
  const line = lineAt(moved);
  let [low, high] = [1, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byBytes(lineAt(heads[middle] as Head), line) < 0) low = middle + 1;
    else high = middle;
  }
  if (low === 1) return;
  heads.copyWithin(0, 1, low);
  heads[low - 1] = moved;
}

interface DigestBlock {
  run: number;
  block: number;
  digests: Buffer;
}

/** The digests of all lines, and where each block is. */
export async function digestsOf(kept: KeptLines): Promise<LineDigests> {
  const [total] = await blocksOf<{ rows: number }>(kept, 'coalesce(sum(rows), 0)::int as rows', 'true', []);
  const digests = new LineDigests(total?.rows ?? 0);
  for await (const { digests: some } of allBlocks<DigestBlock>(kept, 'run, block, digests'))
    for (let at = 0; at < some.length; at += 16) digests.add(some, at);
  return digests;
}

/** Calls with each line whose digest is left. */
export async function linesLeft(kept: KeptLines, digests: LineDigests, take: (line: string) => void): Promise<void> {
  if (digests.left === 0) return;
  for await (const block of allBlocks<DigestBlock & { lines: Buffer }>(kept, 'run, block, digests, lines')) {
    const left: number[] = [];
    for (let at = 0; at < block.digests.length; at += 16) if (digests.take(block.digests, at)) left.push(at / 16);
    if (left.length === 0) continue;
    const lines = await unpackedLines(block.lines);
    for (const at of left) take(lines[at] as string);
  }
}

async function* allBlocks<Row extends DigestBlock>(kept: KeptLines, columns: string): AsyncGenerator<Row> {
  let after = [-1, -1];
  for (;;) {
    const rows = await blocksOf<Row>(
      kept,
      columns,
      `(run, block) > ($3, $4) order by run, block limit ${blocksAtOnce}`,
      after,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < blocksAtOnce) return;
    after = [last.run, last.block];
  }
}
