import type { RowSource } from '#kit/base/grid-source.ts';
import type { GridCell } from '#kit/grid/focus.ts';
import { host } from '#kit/host.ts';
import type { Row } from '#rules/column.ts';
import { formulaSafe } from '#rules/formula-safe.ts';
import { foreignCurrency } from '#rules/money.ts';

/** Row 0 is the header. */
export interface Selection {
  from: GridCell;
  to: GridCell;
}

/** Ends are exclusive. */
export interface Span {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const spanOf = ({ from, to }: Selection): Span => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row) + 1,
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column) + 1,
});

export const cellsIn = (span: Span): number => (span.bottom - span.top) * (span.right - span.left);

export const maxCopied = 10_000;

/** Rows per request. */
const page = 100;

/** `end` is exclusive. @throws the signal's reason */
export async function rowsOf(source: RowSource, first: number, end: number, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = first; from < end; from += page) {
    const to = Math.min(end, from + page);
    source.show(from, to);
    await untilHere(source, from, to, signal);
    for (let position = from; position < to; position++) {
      const row = source.rowAt(position);
      if (row) rows.push(row);
    }
  }
  return rows;
}

function untilHere(source: RowSource, first: number, end: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      // A view that became shorter has no rows beyond its end.
      const last = Math.min(end, source.getSnapshot().count);
      for (let position = first; position < last; position++) if (!source.rowAt(position)) return;
      stop();
      resolve();
    };
    const abort = () => {
      stop();
      reject(signal.reason as Error);
    };
    const unsubscribe = source.subscribe(look);
    const stop = () => {
      unsubscribe();
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else look();
  });
}

/** Texts are never formulas. @param decimal the spreadsheet's decimal mark */
export function pastedText(value: unknown, decimal: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const safe = formulaSafe(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return /[\t\r\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount in another currency names it, as on screen, unless its column is copied, too. As a figure it would be summed with the others. */
function copied(row: Row, fieldName: string, fieldNames: readonly string[], decimal: string): string {
  const value = row[fieldName];
  const isAmount =
    host.fieldOf(fieldName)?.input === 'amount' && (typeof value === 'number' || typeof value === 'string');
  const currency =
    isAmount && value !== '' && !fieldNames.includes('Currency') ? foreignCurrency(row.Currency) : undefined;
  if (!currency) return pastedText(value, decimal);
  return pastedText(`${currency} ${typeof value === 'number' ? pastedText(value, decimal) : value}`, decimal);
}

/** Tab-separated lines; `titles` first. */
export function tsvOf(
  rows: readonly Row[],
  fieldNames: readonly string[],
  decimal: string,
  titles?: readonly string[],
): string {
  const lines = rows.map((row) =>
    fieldNames.map((fieldName) => copied(row, fieldName, fieldNames, decimal)).join('\t'),
  );
  return [...(titles ? [titles.map((it) => pastedText(it, decimal)).join('\t')] : []), ...lines].join('\r\n');
}
