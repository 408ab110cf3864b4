import { openCalls } from '#kit/base/worker-calls.ts';
import { writeStatements, type FilesSpec } from './files.ts';

/**
 * The web worker that writes clients' statements: the page calls `statements.write`, and gets the file's bytes through `file.write` and,
 * through `file.said`, the text of what was left out.
 */
const statements = { write: (spec: FilesSpec) => writeStatements(spec, file.write, (text) => void file.said(text)) };
export type StatementWorker = typeof statements;

const { file } = openCalls<{ file: { write(bytes: Uint8Array): void; said(text: string): void } }>(globalThis, {
  statements,
});
