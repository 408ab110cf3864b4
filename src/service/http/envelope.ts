import type { ApiResponse, Operation } from '#contract/operation.ts';

/** The answer to a batch, as consecutive texts. */
export function* batchTexts(
  [before, after]: [string, string],
  successful: string[],
  failed: string[],
): Generator<string> {
  yield `${before}{"Successful":[`;
  yield* withCommas(successful);
  yield '],"Failed":[';
  yield* withCommas(failed);
  yield `]}${after}`;
}

function* withCommas(texts: readonly string[]): Generator<string> {
  for (const [index, text] of texts.entries()) yield index === 0 ? text : `,${text}`;
}

/** The text around the records of an answer, or around the result object of a batch (docs/interface.md, Conventions 5 to 7). */
export function around(operation: Operation, sequence: number): [before: string, after: string] {
  const api: ApiResponse = {
    CallSequence: sequence,
    Status: 'SUCCESS',
    Version: operation.version ?? '1.0.0',
    Name: operation.name,
  };
  return [`{"${operation.response}":[`, `],"APIResponse":${JSON.stringify(api)}}`];
}

/** A whole answer; `records` is its array as text. */
export const wholeAnswer = (operation: Operation, records: string, sequence: number): string =>
  around(operation, sequence).join(records.slice(1, -1));
