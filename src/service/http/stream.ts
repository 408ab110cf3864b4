import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { notFound } from '#service/base/errors.ts';
import { beginOn, commitStatement, runOnce, type Begin, type Begun } from '#service/database/transaction.ts';
import type { RecordQuery } from './call.ts';

const asJson = ({ text, isSparse, isJson }: RecordQuery) =>
  isJson
    ? text
    : `select ${isSparse ? 'json_strip_nulls(row_to_json(record))' : 'row_to_json(record)'}::text as json
    from (${text}) record`;

/**
 * The records of a statement that names one.
 * @returns them as JSON, and the call's number.
 * @throws HttpError 404 without a row.
 */
export async function recordsOf(pool: pg.Pool, begin: Begin, rows: RecordQuery): Promise<[string, number]> {
  const statement = asJson(rows);
  const found = await runOnce<{ json: string }>(pool, begin, {
    name: nameOf(statement),
    text: statement,
    values: rows.values,
  });
  if (found.rows.length === 0) throw notFound();
  return [found.rows.map(({ json }) => json).join(','), found.sequence];
}

const names = new Map<string, string>();

/** The name under which each connection keeps the statement's plan; there are few texts, because values are parameters. */
function nameOf(text: string): string {
  const known = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, known);
  return known;
}

/** COPY takes no parameters. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`a ${typeof value} cannot be a parameter of streamed records`);
}

/**
 * COPY's text format doubles each backslash of the JSON. Its CSV format, with two bytes that JSON never contains as quote and
 * delimiter, leaves lines unchanged if a record has no line break, so statements gather nested arrays with `array_to_json`:
 * `json_agg` breaks lines. Each line begins with a comma; the first is dropped.
 */
const copying = (rows: RecordQuery): string => {
  const text = rows.text.replace(/\$(\d+)/g, (_, place) => literal(rows.values[Number(place) - 1]));
  return `copy (select ',' || json from (${asJson({ ...rows, text })}) line) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`;
};

/**
 * The body of a retrieve or report: rows go as text from the database to the socket as fast as the caller reads, so memory
 * stays flat. Resolves with the first bytes: an earlier error is an answer with its status, a later one cuts the connection, so
 * that a part is never taken for the whole.
 */
export async function streamed(
  pool: pg.Pool,
  begin: Begin,
  rows: RecordQuery,
  to: {
    /** The text before and after the records. */
    around: (begun: Begun) => [before: string, after: string];
    /** Applied to whole records. */
    open?: (records: string) => string;
    /** Its closing ends the query, even if the database is silent. */
    response: ServerResponse;
  },
): Promise<Readable> {
  const { around, open, response } = to;
  const client = await pool.connect();
  const cutOff = () => client.connection.stream.destroy();
  const release = (isWhole: boolean) => {
    response.off('close', cutOff);
    client.release(!isWhole || client.connection.stream.destroyed);
  };
  response.once('close', cutOff);
  try {
    const begun = await beginOn(client, begin);
    // A call's time limit does not apply: the reader decides how long a report takes.
    await client.query('set local statement_timeout = 0');
    const copy = client.query(copyTo(copying(rows)));
    const parts = copy[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
    const lines = open ? opened(parts, open) : parts;
    const first = await lines.next();
    let isWhole = false;
    const bytes = body(client, lines, first, around(begun), () => (isWhole = true));
    const answer = Readable.from(bytes, { objectMode: false });
    // Not at the generator's own end: it never starts if the caller left before the first byte. A caller that leaves in the
    // middle leaves an unread COPY, which only closing the connection ends.
    answer.once('close', () => release(isWhole));
    return answer;
  } catch (error) {
    // The state of the connection is unknown.
    release(false);
    throw error;
  }
}

async function* opened(parts: AsyncIterable<Buffer>, open: (records: string) => string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const part of parts) {
    const end = part.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield Buffer.from(open(Buffer.concat([...rest, part.subarray(0, end)]).toString()));
      rest = [];
    }
    rest.push(part.subarray(end));
  }
}

async function* body(
  client: pg.PoolClient,
  lines: AsyncIterator<Buffer>,
  first: IteratorResult<Buffer>,
  [before, after]: [string, string],
  committed: () => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(before);
  if (!first.done) yield first.value.subarray(1);
  for (let next = first; !next.done;) {
    next = await lines.next();
    if (!next.done) yield next.value;
  }
  await client.query(commitStatement);
  committed();
  yield Buffer.from(after);
}
