import { openCalls, type Remote } from '#kit/base/worker-calls.ts';
import type { ImportParts } from './worker.ts';

export type Import = { [P in keyof ImportParts]: Remote<ImportParts[P]> } & { close(): void };

/** `close` ends the worker and frees its data. */
export function openImport(): Import {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const parts = openCalls<ImportParts>(worker, {}, { broken: 'There was not enough memory for this file.' });
  const { session, run, checks, clients, existing, statements, matching } = parts;
  return { session, run, checks, clients, existing, statements, matching, close: () => worker.terminate() };
}
