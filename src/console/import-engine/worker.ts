import type { Answer, Question } from './client.ts';
import { BankMatching } from './matching/session.ts';
import { ImportSession } from './session.ts';
import { StatementFiles } from './statement/session.ts';

/** The DOM's types know windows only. */
interface WorkerScope {
  postMessage(message: Answer, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Question>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

const session = new ImportSession();
const ofBank = { statements: new StatementFiles(), matching: new BankMatching() };

async function answer({ id, of, method, args }: Question): Promise<void> {
  try {
    const isOfBank = of === 'statements' || of === 'matching';
    const target = isOfBank ? ofBank[of] : of === 'session' ? session : of === 'run' ? session.run : session.run[of];
    const methods = target as unknown as Record<string, (...all: unknown[]) => unknown>;
    scope.postMessage({ id, value: await methods[method]?.(...args) }, []);
  } catch (error) {
    const isUnreadable = error instanceof Error && error.name === 'UnreadableFile';
    scope.postMessage({ id, problem: isUnreadable ? error.message : 'The file could not be read.' }, []);
  }
}
scope.addEventListener('message', ({ data }) => void answer(data));
