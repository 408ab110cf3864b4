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
import { fieldNames, loadAtOnce, offer, untilChanged, type Row } from './page.ts';

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
  fieldNames.map((fieldName) =>
    helper.accessor((row) => row[fieldName], { id: fieldName, header: fieldName, sortFn: 'basic' }),
  ),
);

interface Controls {
  setRows(rows: Row[]): void;
  order(fieldName: string): void;
  search(text: string): void;
  count: number;
}
let grid: Controls;

const Line = memo(function Line({ row, index, start }: { row: Row; index: number; start: number }) {
  return (
    <div role="row" aria-rowindex={index + 2} className="line" style={{ transform: `translateY(${start}px)` }}>
      {fieldNames.map((fieldName) => (
        <span key={fieldName} role="gridcell" className="cell">
          {row[fieldName]}
        </span>
      ))}
    </div>
  );
});

/** TanStack's table and virtual rows have no markup, so this page adds its own. */
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
        {fieldNames.map((fieldName) => (
          <span key={fieldName} role="columnheader" className="cell">
            {fieldName}
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
  sort: (fieldName) => untilChanged(() => grid.order(fieldName)),
  async filter(text) {
    const milliseconds = await untilChanged(() => grid.search(text));
    const rows = grid.count;
    await untilChanged(() => grid.search(''));
    return { milliseconds, rows };
  },
});
