import type { AboutCell, ColumnSpec, Row } from './protocol.ts';

export interface ListFile {
  format: 'csv' | 'xlsx';
  columns: readonly (ColumnSpec & { title: string })[];
  /** XLSX: lines of an extra sheet. */
  about?: readonly (readonly AboutCell[])[];
}

export type ToListWorker = { is: 'rows'; rows: readonly Row[] } | { is: 'write'; file: ListFile };
export type FromListWorker =
  { is: 'piece'; bytes: Uint8Array<ArrayBuffer> } | { is: 'done' } | { is: 'fault'; message: string };

/**
 * In a worker, so that the page stays responsive.
 * @param rows values by field, in slices that are quick to send
 * @throws errors of the worker or the file; then no file is kept
 */
export async function writeList(
  { rows, ...file }: ListFile & { rows: AsyncIterable<readonly Row[]> },
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' });
  const writer = to.getWriter();
  const post = (message: ToListWorker) => worker.postMessage(message, []);
  try {
    const written = new Promise<void>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromListWorker>) => {
        if (data.is === 'piece') writer.write(data.bytes).catch(reject);
        else if (data.is === 'done') resolve();
        else reject(new Error(data.message));
      });
      worker.addEventListener('error', () => reject(new Error('The file could not be written by this browser.')));
    });
    // The worker may fail while rows are still being sent; no unhandled rejection.
    written.catch(() => undefined);
    for await (const slice of rows) post({ is: 'rows', rows: slice });
    post({ is: 'write', file });
    await written;
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  } finally {
    worker.terminate();
  }
}
