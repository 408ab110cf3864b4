import type { Problem } from './rows.ts';
import type { Row, RowState } from './summary.ts';

/** What became of rows, as a browser keeps it: a letter for each, and what was said of some. */
export interface KeptStates {
  letters: string;
  said: [at: number, said: Problem[]][];
}

const letters: Record<RowState, string> = { unsent: '-', accepted: 'a', refused: 'r', unknown: 'u' };
/** There is nothing to send of it. */
const idle = ' ';
const states = Object.fromEntries(Object.entries(letters).map(([state, letter]) => [letter, state as RowState]));

const letterOf = (row: Pick<Row, 'state' | 'idle'>): string =>
  row.idle && row.state === 'unsent' ? idle : letters[row.state];

/** Short, since it is kept again with every call of an import. */
export const keptStates = (rows: readonly Pick<Row, 'state' | 'idle' | 'said'>[]): KeptStates => ({
  letters: rows.map(letterOf).join(''),
  said: rows.flatMap(({ said }, at): KeptStates['said'] => (said.length > 0 ? [[at, said]] : [])),
});

export function statesOf({ letters: all, said }: KeptStates): { at: number; state: RowState; said: Problem[] }[] {
  const saidOf = new Map(said);
  return [...all].map((letter, at) => ({ at, state: states[letter] ?? 'unsent', said: saidOf.get(at) ?? [] }));
}

/** How many rows there are of each state, without those of which there is nothing to send. */
export function countsOf({ letters: all }: KeptStates): Record<RowState, number> {
  const counts: Record<RowState, number> = { unsent: 0, accepted: 0, refused: 0, unknown: 0 };
  for (const letter of all) if (letter !== idle) counts[states[letter] ?? 'unsent'] += 1;
  return counts;
}
