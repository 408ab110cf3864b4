import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFns,
  globalFilteringFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAtOnce, offer, untilChanged, words, type Row } from './page.ts';

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns,
  sortFns,
});
const helper = createColumnHelper<typeof features, Row>();
const columns = helper.columns(
  words.map((word) => helper.accessor((row) => row[word], { id: word, header: word, sortFn: 'basic' })),
);

interface Controls {
  setRows(rows: Row[]): void;
  order(word: string): void;
  search(text: string): void;
  count: number;
}
let grid: Controls;

const Line = memo(function Line({ row, index, start }: { row: Row; index: number; start: number }) {
  return (
    <div role="row" aria-rowindex={index + 2} className="line" style={{ transform: `translateY(${start}px)` }}>
      {words.map((word) => (
        <span key={word} role="gridcell" className="cell">
          {row[word]}
        </span>
      ))}
    </div>
  );
});

/** Table and virtual rows without a look, which is all of the page's own making. */
function TanStack() {
  const [data, setRows] = useState<Row[]>([]);
  const table = useTable({ features, columns, data, globalFilterFn: 'includesString' });
  const { rows } = table.getRowModel();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- a peer as it is used
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 5,
  });
  useLayoutEffect(() => {
    grid = {
      setRows,
      order: (id) => table.setSorting([{ id, desc: false }]),
      search: (text) => table.setGlobalFilter(text),
      count: rows.length,
    };
  }, [table, rows.length]);
  return (
    <div ref={scroller} className="table" role="grid" aria-rowcount={rows.length + 1}>
      <div role="row" aria-rowindex={1} className="head">
        {words.map((word) => (
          <span key={word} role="columnheader" className="cell">
            {word}
          </span>
        ))}
      </div>
      <div style={{ height: lines.getTotalSize(), position: 'relative' }}>
        {lines.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return row && <Line key={key} row={row.original} index={index} start={start} />;
        })}
      </div>
    </div>
  );
}

createRoot(document.querySelector('#root')!).render(<TanStack />);
offer({
  load: () => loadAtOnce((rows) => grid.setRows(rows)),
  sort: (word) => untilChanged(() => grid.order(word)),
  async filter(text) {
    const milliseconds = await untilChanged(() => grid.search(text));
    const rows = grid.count;
    await untilChanged(() => grid.search(''));
    return { milliseconds, rows };
  },
});
