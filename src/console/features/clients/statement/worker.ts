import { writeStatements, type FilesSpec, type Refused } from './files.ts';

export type FromStatementWorker =
  | { is: 'progress'; text: string }
  | { is: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { is: 'done'; refused: Refused[] }
  | { is: 'fault'; message: string };

/** The DOM's types know windows only. */
interface WorkerScope {
  postMessage(message: FromStatementWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FilesSpec>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  writeStatements(
    data,
    async (bytes) => scope.postMessage({ is: 'piece', bytes }, [bytes.buffer]),
    (text) => scope.postMessage({ is: 'progress', text }, []),
  ).then(
    (refused) => scope.postMessage({ is: 'done', refused }, []),
    (error: Error) => scope.postMessage({ is: 'fault', message: error.message }, []),
  );
});
