import { exportRows } from './export/index.ts';
import { columnsOf } from './export/records.ts';
import type { FromListWorker, ListFile, ToListWorker } from './list-file.ts';
import type { Row } from './protocol.ts';

/** The DOM's types know windows only. */
interface WorkerScope {
  postMessage(message: FromListWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToListWorker>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;
const rows: Row[] = [];

async function write({ format, columns, about }: ListFile): Promise<void> {
  const list = columnsOf(columns, rows);
  const options = { format, columns, about, byteOrderMark: true, decimal: '.', dates: 'date' } as const;
  await exportRows(list, undefined, options, async (bytes) => {
    scope.postMessage({ is: 'piece', bytes }, [bytes.buffer]);
  });
  scope.postMessage({ is: 'done' }, []);
}

scope.addEventListener('message', ({ data }) => {
  if (data.is === 'rows') rows.push(...data.rows);
  else write(data.file).catch((error: Error) => scope.postMessage({ is: 'fault', message: error.message }, []));
});
