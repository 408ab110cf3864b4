// The product's report engine under a table that costs nothing, to measure the engine alone.
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { openReport } from '../../../src/console/domain/collections/open-report.ts';
import type { ExportOptions, ReportSource, View } from '../../../src/report-engine/protocol.ts';
import type { ColumnKind } from '../../../src/rules/column.ts';
import { fieldNames, key, offer, painted, until, url, type Row } from './page.ts';
import { PlainTable } from './plain-table.tsx';

const kinds: Partial<Record<string, ColumnKind>> = {
  TransactionDate: 'dateTime',
  ContractSequence: 'integer',
  Amount: 'amount',
};
const columns = fieldNames.map((fieldName) => ({ fieldName, kind: kinds[fieldName] ?? 'text' }));
const everything: View = { search: '', filters: [], sort: null };
const shown = 40;

const isHere = (source: ReportSource, first: number, end: number) => {
  for (let at = first; at < end; at++) if (!source.rowAt(at)) return false;
  return true;
};

function Rows({ source }: { source: ReportSource }) {
  const { count } = useSyncExternalStore(source.subscribe, source.getSnapshot);
  const rows = [];
  for (let at = 0; at < Math.min(count, shown); at++) rows.push(source.rowAt(at) ?? {});
  return <PlainTable rows={rows} />;
}

const root = createRoot(document.querySelector('#root')!);
let source: ReportSource;

/** Between two windows: like a person who keeps scrolling far. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Requests windows across the loaded rows, one after the other, until the load is over. */
async function askForWindows(): Promise<number[]> {
  const waits: number[] = [];
  for (let step = 1; !source.getSnapshot().isSettled; step++) {
    const { count } = source.getSnapshot();
    // Jumps of the golden ratio: never near the previous one.
    const first = Math.floor(((step * 0.618_034) % 1) * Math.max(0, count - shown));
    if (isHere(source, first, first + shown)) {
      await rest();
      continue;
    }
    waits.push(
      await new Promise<number>((resolve) => {
        const began = performance.now();
        const leave = source.subscribe(() => {
          if (!isHere(source, first, first + shown)) return;
          leave();
          resolve(performance.now() - began);
        });
        source.show(first, first + shown);
      }),
    );
    await rest();
  }
  return waits;
}

/**
 * Milliseconds until a view is applied and its first rows are painted.
 * @param isRight whether a row may follow another: the previous view's rows are shown until the new ones arrive
 */
async function applied(view: View, isRight: (row: Row, before: Row) => boolean): Promise<number> {
  const began = performance.now();
  source.show(0, shown);
  source.setView(view);
  await until(() => {
    const { view: now, count, isBusy } = source.getSnapshot();
    if (now !== view || isBusy || !isHere(source, 0, Math.min(count, shown))) return false;
    const rows = Array.from({ length: Math.min(count, shown) }, (_, at) => (source.rowAt(at) ?? {}) as Row);
    return rows.every((row, at) => isRight(row, rows[at - 1] ?? row));
  });
  return (await painted()) - began;
}

/** Writes the file and discards its bytes; storing them is not the engine's work. */
async function exported(format: ExportOptions['format']) {
  const began = performance.now();
  const { rows, bytes } = await source.exportTo(
    {
      format,
      columns: fieldNames.map((fieldName) => ({ fieldName, title: fieldName })),
      byteOrderMark: true,
      decimal: '.',
      dates: 'text',
    },
    new WritableStream({ write: () => {} }),
  );
  if (rows !== source.getSnapshot().total) throw new Error(`${rows} rows were exported`);
  return { milliseconds: performance.now() - began, bytes };
}

offer({
  async load(isAsking) {
    const began = performance.now();
    source = openReport({
      columns,
      key,
      slices: [{ from: '2025-01-01', to: '2025-12-31', url }],
      sum: { fieldName: 'Amount', apart: ['Status'] },
      token: () => Promise.resolve('none'),
    });
    source.show(0, shown);
    root.render(<Rows source={source} />);
    await until(() => (document.querySelector('[aria-rowindex="41"]')?.textContent ?? '').includes('CN'));
    const first = (await painted()) - began;
    const waits = isAsking ? await askForWindows() : undefined;
    await until(() => source.getSnapshot().isSettled);
    const complete = (await painted()) - began;
    const { total, isComplete, slices } = source.getSnapshot();
    if (!isComplete) throw new Error(`the report did not come whole: ${JSON.stringify(slices)}`);
    return { first, complete, rows: total, waits };
  },
  sort: (fieldName) =>
    applied(
      { ...everything, sort: { fieldName, isDescending: false } },
      (row, before) => row[fieldName]! >= before[fieldName]!,
    ),
  async filter(text) {
    const milliseconds = await applied({ ...everything, search: text }, (row) => JSON.stringify(row).includes(text));
    const rows = source.getSnapshot().count;
    await applied(everything, () => true);
    return { milliseconds, rows };
  },
  csv: () => exported('csv'),
  xlsx: () => exported('xlsx'),
  async groups() {
    const began = performance.now();
    const groups = await source.groups([{ fieldName: 'Status' }], { hasSums: true, filters: [] });
    return {
      milliseconds: performance.now() - began,
      groups: groups.map(({ keys, count, sums }) => ({ keys, count, cents: sums[0]?.cents ?? null })),
    };
  },
});
