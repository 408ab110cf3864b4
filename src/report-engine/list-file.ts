import { openCalls, untilDone } from '#kit/base/worker-calls.ts';
import type { Row } from '#rules/column.ts';
import type { FileWorker, ListFile } from './list-worker.ts';
import { writeWhole } from './save-file.ts';

/**
 * In a worker, so that the page stays responsive.
 * @param rows values by field, in slices that are quick to send
 * @throws errors of the worker or the file; then no file is kept
 */
export const writeList = (
  { rows, ...file }: ListFile & { rows: AsyncIterable<readonly Row[]> },
  to: WritableStream<Uint8Array>,
): Promise<void> =>
  writeWhole(to, (write) => {
    const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' });
    const broken = 'The file could not be written by this browser.';
    const { list } = openCalls<{ list: FileWorker }>(worker, { file: { write } }, { broken });
    const send = async () => {
      for await (const slice of rows) await list.add(slice);
      await list.write(file);
    };
    return untilDone(worker, send());
  });
