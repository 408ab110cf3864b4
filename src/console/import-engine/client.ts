import type { Checks } from './checks.ts';
import type { NewClients } from './clients/new.ts';
import type { BankMatching } from './matching/session.ts';
import type { ImportSession } from './session.ts';
import type { ImportSheet } from './sheet.ts';
import type { StatementFiles } from './statement/session.ts';

export interface Question {
  id: number;
  of: 'session' | 'run' | 'checks' | 'clients' | 'statements' | 'matching';
  method: string;
  args: unknown[];
}
export type Answer = { id: number; value?: unknown; problem?: string };

type Remote<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

export interface Import {
  session: Remote<ImportSession>;
  run: Remote<ImportSheet>;
  checks: Remote<Checks>;
  clients: Remote<NewClients>;
  statements: Remote<StatementFiles>;
  matching: Remote<BankMatching>;
  close(): void;
}

/** The message is for the person. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
}

/** `close` ends the worker and frees its data. */
export function openImport(): Import {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  worker.addEventListener('message', ({ data: { id, value, problem } }: MessageEvent<Answer>) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) one?.resolve(value);
    else one?.reject(new ImportProblem(problem));
  });
  worker.addEventListener('error', () => {
    for (const one of waiting.values()) one.reject(new ImportProblem('There was not enough memory for this file.'));
    waiting.clear();
  });
  const remote = <T>(of: Question['of']) =>
    new Proxy({} as Remote<T>, {
      get:
        (_, method: string) =>
        (...args: unknown[]) =>
          new Promise((resolve, reject) => {
            lastId += 1;
            waiting.set(lastId, { resolve, reject });
            worker.postMessage({ id: lastId, of, method, args } satisfies Question, []);
          }),
    });
  return {
    session: remote<ImportSession>('session'),
    run: remote<ImportSheet>('run'),
    checks: remote<Checks>('checks'),
    clients: remote<NewClients>('clients'),
    statements: remote<StatementFiles>('statements'),
    matching: remote<BankMatching>('matching'),
    close: () => worker.terminate(),
  };
}
