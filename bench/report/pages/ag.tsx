import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  CsvExportModule,
  ModuleRegistry,
  QuickFilterModule,
  RowApiModule,
  themeQuartz,
  type GridApi,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fieldNames, loadAtOnce, offer, painted, untilChanged, type Row } from './page.ts';

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  CsvExportModule,
  QuickFilterModule,
  RowApiModule,
]);
const columns = fieldNames.map((field) => ({ field, width: 126 }));

interface Controls {
  setRows(rows: Row[]): void;
  setText(text: string): void;
}
let grid: Controls;
let api: GridApi<Row>;

function Ag() {
  const [rows, setRows] = useState<Row[]>([]);
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    grid = { setRows, setText };
  }, []);
  return (
    <div className="table">
      <AgGridReact<Row>
        theme={themeQuartz}
        rowData={rows}
        columnDefs={columns}
        rowHeight={36}
        quickFilterText={text}
        onGridReady={(event) => {
          api = event.api;
        }}
      />
    </div>
  );
}

createRoot(document.querySelector('#root')!).render(<Ag />);
offer({
  load: () => loadAtOnce((rows) => grid.setRows(rows)),
  sort: (colId) =>
    untilChanged(() => api.applyColumnState({ state: [{ colId, sort: 'asc' }], defaultState: { sort: null } })),
  async filter(text) {
    const milliseconds = await untilChanged(() => grid.setText(text));
    const rows = api.getDisplayedRowCount();
    await untilChanged(() => grid.setText(''));
    return { milliseconds, rows };
  },
  async csv() {
    const began = performance.now();
    const bytes = new Blob([api.getDataAsCsv() ?? '']).size;
    return { milliseconds: (await painted()) - began, bytes };
  },
});
