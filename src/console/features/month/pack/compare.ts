import { rowReader } from '#answers/month/lines.ts';
import { returnedSince } from '#answers/month/returned.ts';
import { maxDifferences, type MonthDifference, type MonthRow } from '#contract/month-end.ts';
import type { LocalReport } from '#report-engine/local-report.ts';
import { parseAmount, toCents } from '#rules/money.ts';
import { readCsv } from '#sheet-engine/csv.ts';
import { monthDays } from './month-days.ts';
import { filesOf, manifestIn } from './read-pack.ts';
import { sha256Text } from './sha256.ts';

export interface PackComparison {
  differences: MonthDifference[];
  /** May be more than are listed. */
  count: number;
}

/** What a row is compared by: its contract's names may be written with an apostrophe in the file. */
const keyOf = ({ TransactionDate, ContractSequence, TransactionType, Cents, Status }: MonthRow): string =>
  JSON.stringify([TransactionDate, String(ContractSequence ?? ''), TransactionType ?? '', Cents, Status ?? '']);

const dayOf = ({ TransactionDate }: MonthRow): string => (TransactionDate ?? '').slice(0, 10);

/** @throws Error if the file's columns are not those of a pack */
export function rowsOfCsv(text: string): MonthRow[] {
  const [titles = [], ...lines] = readCsv(text).rows;
  const at = (name: string): number => {
    const found = titles.indexOf(name);
    if (found < 0) throw new Error(`transactions.csv has no column ${name}.`);
    return found;
  };
  const [time, contract, client, number, type, amount, status] = [
    'TransactionDate',
    'ContractSequence',
    'ClientNumber',
    'ContractNumber',
    'TransactionType',
    'Amount',
    'Status',
  ].map(at) as [number, number, number, number, number, number, number];
  return lines.map((cells, index): MonthRow => {
    const cents = toCents(parseAmount(cells[amount] ?? '') ?? Number.NaN);
    if (cents === undefined) throw new Error(`transactions.csv has no amount in row ${index + 2}.`);
    const sequence = cells[contract] ?? '';
    return {
      TransactionDate: cells[time] ?? null,
      ContractSequence: Number.isSafeInteger(Number(sequence)) ? Number(sequence) : sequence,
      ClientNumber: cells[client] ?? null,
      ContractNumber: cells[number] ?? null,
      TransactionType: cells[type] || null,
      Cents: cents,
      Status: cells[status] || null,
    };
  });
}

/** Rows of `some` without an equal one in `others`, counted: N equal rows need N others. */
export function rowsWithout(some: readonly MonthRow[], others: readonly MonthRow[]): MonthRow[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return some.filter((row) => {
    const left = counts.get(keyOf(row)) ?? 0;
    if (left > 0) counts.set(keyOf(row), left - 1);
    return left === 0;
  });
}

async function rowsOf(report: LocalReport): Promise<MonthRow[]> {
  const read = rowReader(report.columns);
  return Array.from(await report.rows(), read);
}

/**
 * What has changed in the month of a pack: days are compared by their hash, then the rows of those that differ.
 * @throws Error for a file that is no pack, or whose transactions are not those of its manifest
 */
export async function compare(pack: Blob, now: LocalReport, later: LocalReport | undefined): Promise<PackComparison> {
  const files = filesOf(new Uint8Array(await pack.arrayBuffer()), ['manifest.json', 'transactions.csv']);
  const manifest = manifestIn(files);
  const csv = files['transactions.csv'];
  const stated = manifest.Files.find((it) => it.Name === 'transactions.csv');
  if (!csv || !stated || (await sha256Text(new Uint8Array(csv))) !== stated.Hash)
    throw new Error('transactions.csv is not the file that the manifest names: the pack was changed.');
  const hashes = new Map(manifest.Days.map((it) => [it.Day, it.Hash]));
  const days = await monthDays(now.columns, await now.rows());
  const changed = new Set(days.filter((it) => hashes.get(it.Day) !== it.Hash).map((it) => it.Day));
  for (const day of hashes.keys()) if (!days.some((it) => it.Day === day)) changed.add(day);

  const rows = await rowsOf(now);
  const [was, is] = [rowsOfCsv(new TextDecoder().decode(csv)), rows].map((list) =>
    list.filter((row) => changed.has(dayOf(row))),
  ) as [MonthRow[], MonthRow[]];
  const differences = [
    ...rowsWithout(was, is).map((Row): MonthDifference => ({ Kind: 'gone', Row })),
    ...rowsWithout(is, was).map((Row): MonthDifference => ({ Kind: 'new', Row })),
    ...(later ? returnedSince(rows, await rowsOf(later)) : []),
  ];
  return { differences: differences.slice(0, maxDifferences), count: differences.length };
}
