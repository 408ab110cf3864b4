import {
  DataGrid,
  gridFilteredTopLevelRowCountSelector,
  useGridApiRef,
  type GridFilterModel,
  type GridSortModel,
} from '@mui/x-data-grid';
import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fieldNames, loadAtOnce, offer, painted, until, untilChanged, type Row } from './page.ts';

const columns = fieldNames.map((field) => ({
  field,
  width: 126,
  type: field === 'Amount' || field === 'ContractSequence' ? ('number' as const) : ('string' as const),
}));

interface Controls {
  setRows(rows: Row[]): void;
  setSort(model: GridSortModel): void;
  setFilter(model: GridFilterModel): void;
  api: ReturnType<typeof useGridApiRef>;
}
let grid: Controls;
const count = () => gridFilteredTopLevelRowCountSelector(grid.api);

/** The community grid shows at most a hundred rows per page. */
function Mui() {
  const [rows, setRows] = useState<Row[]>([]);
  const [sortModel, setSort] = useState<GridSortModel>([]);
  const [filterModel, setFilter] = useState<GridFilterModel>({ items: [] });
  const api = useGridApiRef();
  useLayoutEffect(() => {
    grid = { setRows, setSort, setFilter, api };
  }, [api]);
  return (
    <DataGrid
      apiRef={api}
      rows={rows}
      columns={columns}
      rowHeight={36}
      pageSizeOptions={[100]}
      sortModel={sortModel}
      filterModel={filterModel}
    />
  );
}

createRoot(document.querySelector('#root')!).render(<Mui />);
offer({
  load: () =>
    loadAtOnce((rows) => {
      for (const [id, row] of rows.entries()) row['id'] = id;
      grid.setRows(rows);
    }),
  sort: (field) => untilChanged(() => grid.setSort([{ field, sort: 'asc' }])),
  async filter(text) {
    const milliseconds = await untilChanged(() => grid.setFilter({ items: [], quickFilterValues: [text] }));
    const rows = count();
    grid.setFilter({ items: [] });
    await until(() => count() !== rows);
    return { milliseconds, rows };
  },
  async csv() {
    const began = performance.now();
    const bytes = new Blob([grid.api.current?.getDataAsCsv() ?? '']).size;
    return { milliseconds: (await painted()) - began, bytes };
  },
});
