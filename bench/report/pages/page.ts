/** The operations that the bench runs on every page; in milliseconds, each until its result is painted. */
export interface Bench {
  /** @param isAsking also request windows of rows across the loaded ones */
  load(isAsking?: boolean): Promise<Loaded>;
  sort?(fieldName: string): Promise<number>;
  /** Rows with any text that contains this one. */
  filter?(text: string): Promise<{ milliseconds: number; rows: number }>;
  csv?(): Promise<{ milliseconds: number; bytes: number }>;
  xlsx?(): Promise<{ milliseconds: number; bytes: number }>;
  /** Counts and sums of whole cents by status. */
  groups?(): Promise<{
    milliseconds: number;
    groups: { keys: (string | null)[]; count: number; cents: number | null }[];
  }>;
}

export interface Loaded {
  first: number;
  complete: number;
  rows: number;
  /** How long windows took that were requested during the load. */
  waits?: number[];
}

declare global {
  interface Window {
    bench: Bench;
    /** Bytes of the page and its workers. */
    heldMemory(): Promise<number>;
  }
  interface Performance {
    measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
  }
}

export const url = new URL('/report.json', location.href).href;
export const key = 'TransactionsReportGetResponse';
export const fieldNames = [
  'TransactionDate',
  'ClientNumber',
  'ContractNumber',
  'ContractSequence',
  'MandateType',
  'DebitSequenceType',
  'TrackingCode',
  'TransactionType',
  'Amount',
  'Status',
] as const;

export type Row = Record<string, string | number>;

export async function fetchRows(): Promise<Row[]> {
  const body = (await (await fetch(url)).json()) as Record<string, Row[]>;
  return body[key] ?? [];
}

export const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Settles after the next frame is painted: a message posted in a frame arrives after its painting. */
export async function painted(): Promise<number> {
  await frame();
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve(performance.now());
    });
    port1.start();
    port2.postMessage(0);
  });
}

/** Waits, frame by frame, until a condition is true. */
export async function until(isSo: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > 120_000) throw new Error('the condition was not met in time');
    await frame();
  }
}

/** The first row of a grid that numbers its rows; the header is number 1. */
export const firstRow = (): string => document.querySelector('[aria-rowindex="2"]')?.textContent ?? '';

/** Milliseconds until a change shows in the first row. */
export async function untilChanged(change: () => void): Promise<number> {
  const before = firstRow();
  const began = performance.now();
  change();
  await until(() => firstRow() !== '' && firstRow() !== before);
  return (await painted()) - began;
}

/** Loads a page whose grid gets all rows at once: its first and last rows appear at the same time. */
export async function loadAtOnce(show: (rows: Row[]) => void): Promise<Loaded> {
  const began = performance.now();
  const rows = await fetchRows();
  show(rows);
  await until(() => firstRow() !== '');
  const complete = (await painted()) - began;
  return { first: complete, complete, rows: rows.length };
}

export function offer(bench: Bench): void {
  window.bench = bench;
  window.heldMemory = async () => (await performance.measureUserAgentSpecificMemory()).bytes;
}
