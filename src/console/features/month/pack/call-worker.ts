import { openCalls, untilDone } from '#kit/base/worker-calls.ts';
import { writeWhole } from '#report-engine/save-file.ts';
import type { CompareSpec, PackPage, PackSpec } from './spec.ts';
import type { PackWorker } from './worker.ts';

function openWorker(page: Partial<PackPage>) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { pack } = openCalls<{ pack: PackWorker }>(worker, { page });
  return { worker, pack };
}

/**
 * Builds a pack in a worker, which reads the reports itself, and writes it to `to` piece by piece.
 * @throws Error of the reports, the signature, the file or the signal; then no file is kept
 */
export const writePack = (
  spec: PackSpec,
  to: WritableStream<Uint8Array>,
  { signal, ...page }: Omit<PackPage, 'write'> & { signal: AbortSignal },
) =>
  writeWhole(to, (write) => {
    const { worker, pack } = openWorker({ ...page, write });
    return untilDone(worker, pack.build(spec), signal);
  });

/** In a worker, which reads pack and reports itself. @throws Error of the pack or the reports */
export function comparePack(spec: CompareSpec, token: PackPage['token']) {
  const { worker, pack } = openWorker({ token, said: () => undefined });
  return untilDone(worker, pack.compare(spec));
}
