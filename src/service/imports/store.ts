import { createHash } from 'node:crypto';
import type { ImportRecord, RefusedRow, SentBeforeList } from '#contract/imports.ts';
import type { Fault } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import { movedMoney } from '#rules/moved-money.ts';
import { HttpError } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import { withCoveredNumbers } from '#service/numbers/covered.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import type { ImportRows } from './import-rows.ts';

/*
 * Imports of files: how many rows were accepted, and of each other row that was sent, that its outcome is not known or why it was
 * refused. It is written in the transaction that decides the rows, so a browser that dies loses nothing of it.
 */

interface Sender {
  merchant: string;
  product: string;
  caller: { subject: string; name: string };
  query: Query;
  numbers: Numbers;
}

type Item = Readonly<Record<string, unknown>>;

/** By its place in the call. */
interface AcceptedItem {
  place: number;
  item: Item;
}

/** The outcome of the items of a call. */
interface ImportOutcome {
  accepted: readonly AcceptedItem[];
  refused: ReadonlyMap<number, readonly Fault[]>;
  /** Those that are sent to a provider and have no answer yet. */
  sent?: { call: string; places: readonly number[] };
}

const mostFaults = 5;
const longestMessage = 300;

const sealedReasons = (numbers: Numbers, faults: readonly Fault[]): string =>
  numbers.seal(
    JSON.stringify(
      faults.slice(0, mostFaults).map(({ Field, Code, Message }) => ({
        ...(Field && { Field }),
        Code,
        Message: withCoveredNumbers(Message).slice(0, longestMessage),
      })),
    ),
  );

const ofOthers = new HttpError(400, [
  { Code: 'IMPORT_ROWS', Message: 'The Import-Id is that of another caller, product or operation.' },
]);

/** @throws HttpError 400 for an import of another caller, or of other records */
export async function recordImport(
  { merchant, product, caller, query, numbers }: Sender,
  operation: string,
  { importId, rows, of, fileName }: ImportRows,
  { accepted, refused, sent }: ImportOutcome,
): Promise<void> {
  const own = await query(
    `insert into file_import as it (merchant, import_id, product, operation, subject, imported_by, file_name, rows, accepted)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (merchant, import_id) do update
        set accepted = it.accepted + excluded.accepted, rows = excluded.rows, changed_at = excluded.changed_at
        where it.product = excluded.product and it.operation = excluded.operation and it.subject = excluded.subject
      returning 1`,
    [merchant, importId, product, operation, caller.subject, caller.name, fileName, of, accepted.length],
  );
  if (own.length === 0) throw ofOthers;
  // Refused before, and corrected.
  await query('delete from import_row where merchant = $1 and import_id = $2 and row_number = any($3)', [
    merchant,
    importId,
    rows,
  ]);
  const kept = [
    ...[...refused].map(([place, faults]) => ({
      place,
      state: faults[0]?.Code === 'AWAITING_RELEASE' ? 'WAITING' : 'REFUSED',
      reasons: sealedReasons(numbers, faults),
      call: null,
      item: null,
    })),
    ...(sent?.places ?? []).map((place) => ({ place, state: 'UNKNOWN', reasons: null, call: sent?.call, item: place })),
  ];
  if (kept.length > 0)
    await query(
      `insert into import_row (merchant, import_id, row_number, state, reasons, call, item)
        select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::uuid[], $7::int[]) returning 1`,
      [
        merchant,
        importId,
        kept.map(({ place }) => rows[place]),
        kept.map((it) => it.state),
        kept.map((it) => it.reasons),
        kept.map((it) => it.call),
        kept.map((it) => it.item),
      ],
    );
  await keepMoney(
    query,
    numbers,
    { merchant, importId, operation },
    accepted.map(({ place, item }) => ({ row: rows[place] ?? 0, item })),
  );
}

const digestOf = (numbers: Numbers, text: string): Buffer => numbers.hash(createHash('sha256').update(text).digest());

async function keepMoney(
  query: Query,
  numbers: Numbers,
  { merchant, importId, operation }: { merchant: string; importId: string; operation: string },
  accepted: readonly { row: number; item: Item }[],
): Promise<void> {
  const moved = accepted.flatMap(({ row, item }) => {
    const text = movedMoney(operation, item);
    return text === undefined ? [] : [{ row, digest: digestOf(numbers, text) }];
  });
  if (moved.length === 0) return;
  await query(
    `insert into import_money (merchant, import_id, row_number, digest)
      select $1, $2, * from unnest($3::int[], $4::bytea[]) on conflict do nothing`,
    [merchant, importId, moved.map(({ row }) => row), moved.map(({ digest }) => digest)],
  );
}

/** What became known of rows that were sent to a provider, by their places in the call. */
export interface LearnedRows {
  accepted: readonly AcceptedItem[];
  refused: ReadonlyMap<number, readonly Fault[]>;
}

export async function settleImport(
  query: Query,
  numbers: Numbers,
  of: { merchant: string; call: string; importId: string; operation: string },
  { accepted, refused }: LearnedRows,
): Promise<void> {
  const { merchant, call, importId } = of;
  const stored = await query<{ row: number; place: number }>(
    'delete from import_row where merchant = $1 and call = $2 and item = any($3) returning row_number as row, item as place',
    [merchant, call, accepted.map((it) => it.place)],
  );
  if (refused.size > 0)
    await query(
      `update import_row set state = 'REFUSED', reasons = learned.reasons, call = null, item = null
        from unnest($3::int[], $4::text[]) as learned (place, reasons)
        where merchant = $1 and call = $2 and item = learned.place`,
      [merchant, call, [...refused.keys()], [...refused.values()].map((faults) => sealedReasons(numbers, faults))],
    );
  await query(
    'update file_import set accepted = accepted + $3, changed_at = now() where merchant = $1 and import_id = $2',
    [merchant, importId, stored.length],
  );
  const rows = new Map(stored.map(({ place, row }) => [place, row]));
  await keepMoney(
    query,
    numbers,
    of,
    accepted.flatMap(({ place, item }) => {
      const row = rows.get(place);
      return row === undefined ? [] : [{ row, item }];
    }),
  );
}

/** Of a call that did not leave. */
export const unsendImport = (query: Query, { merchant, call }: { merchant: string; call: string }): Promise<unknown> =>
  query('delete from import_row where merchant = $1 and call = $2', [merchant, call]);

type StoredImport = Omit<ImportRecord, 'At'> & { changedAt: Date };

const mostListed = 30;

const columns = `import_id as "ImportId", operation as "Operation", file_name as "FileName", rows as "Rows", accepted as "Accepted",
  imported_by as "By", changed_at as "changedAt"`;

const counted = `${columns}, (
    select count(*)::int from import_row its where its.merchant = it.merchant and its.import_id = it.import_id and state = 'REFUSED'
  ) as "Refused", (
    select count(*)::int from import_row its where its.merchant = it.merchant and its.import_id = it.import_id and state = 'WAITING'
  ) as "Waiting", (
    select count(*)::int from import_row its where its.merchant = it.merchant and its.import_id = it.import_id and state = 'UNKNOWN'
  ) as "Unknown"`;

interface Book {
  merchant: string;
  product: string;
}

/** Of these operations, the last one first. */
export const readImports = (query: Query, { merchant, product }: Book, names: readonly OperationName[]) =>
  query<StoredImport>(
    `select ${counted} from file_import it where merchant = $1 and product = $2 and operation = any($3)
      order by changed_at desc limit ${mostListed}`,
    [merchant, product, names],
  );

export async function readImport(
  query: Query,
  { merchant, product }: Book,
  importId: string,
): Promise<StoredImport | undefined> {
  const [found] = await query<StoredImport>(
    `select ${counted} from file_import it where merchant = $1 and product = $2 and import_id = $3`,
    [merchant, product, importId],
  );
  return found;
}

/** Rows in one answer. */
const mostRows = 10_000;

export async function readImportRows(
  query: Query,
  numbers: Numbers,
  merchant: string,
  importId: string,
): Promise<{ RefusedRows: RefusedRow[]; UnknownRows: number[] }> {
  const rows = await query<{ row: number; reasons: string | null }>(
    `select row_number as row, reasons from import_row where merchant = $1 and import_id = $2 and state <> 'WAITING'
      order by row_number limit ${mostRows}`,
    [merchant, importId],
  );
  return {
    RefusedRows: rows.flatMap(({ row, reasons }) =>
      reasons === null ? [] : [{ Row: row, Reasons: JSON.parse(numbers.open(reasons)) as Fault[] }],
    ),
    UnknownRows: rows.flatMap(({ row, reasons }) => (reasons === null ? [row] : [])),
  };
}

/** Which items another import has sent, and when its last call was. */
export async function readSentBefore(
  query: Query,
  numbers: Numbers,
  { merchant, importId }: { merchant: string; importId: string },
  items: readonly string[],
  at: (instant: number) => string,
): Promise<SentBeforeList['Sent']> {
  const digests = items.map((it) => digestOf(numbers, it));
  const rows = await query<{ digest: Buffer; changedAt: Date }>(
    `select digest, max(changed_at) as "changedAt" from import_money join file_import it using (merchant, import_id)
      where merchant = $1 and import_id <> $2 and digest = any($3) group by digest`,
    [merchant, importId, digests],
  );
  const times = new Map(rows.map(({ digest, changedAt }) => [digest.toString('hex'), at(changedAt.getTime())]));
  return digests.flatMap((digest, Item) => {
    const At = times.get(digest.toString('hex'));
    return At === undefined ? [] : [{ Item, At }];
  });
}
