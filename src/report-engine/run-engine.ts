import { Engine } from './engine.ts';
import type { ToPage, ToWorker } from './messages.ts';
import type { SliceRead } from './protocol.ts';

/** The DOM's types know windows only. */
interface WorkerScope {
  postMessage(message: ToPage, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
  addEventListener(type: 'unhandledrejection', listener: (event: PromiseRejectionEvent) => void): void;
}
/** Runs an engine in this worker. The product reads the slices, because it knows how its service is called. */
export function runEngine(read: SliceRead): void {
  const scope = globalThis as unknown as WorkerScope;
  const engine = new Engine((message, transfer = []) => scope.postMessage(message, transfer), read);
  scope.addEventListener('message', ({ data }) => engine.receive(data));
  // Workers report errors to the page, but not rejections: a broken report must not look as if it were loading.
  scope.addEventListener('unhandledrejection', ({ reason }) =>
    setTimeout(() => {
      throw reason;
    }),
  );
}
