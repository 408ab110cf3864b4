import type { RowProblem } from './rows.ts';
import { noStates, type SheetRow, type SheetRowState } from './summary.ts';

/** Run-length encoded, with the reasons of refused rows. */
export interface StoredStates {
  /** `500a99500-`; a letter without a number counts once. */
  letters: string;
  reasons: [at: number, reasons: RowProblem[]][];
}

const letters: Record<SheetRowState, string> = {
  unsent: '-',
  accepted: 'a',
  waiting: 'w',
  refused: 'r',
  unknown: 'u',
  excluded: 'x',
};
/** Nothing to send. */
const idle = ' ';
const states = Object.fromEntries(Object.entries(letters).map(([state, letter]) => [letter, state as SheetRowState]));

const letterOf = (row: Pick<SheetRow, 'state' | 'idle'>): string =>
  row.idle && row.state === 'unsent' ? idle : letters[row.state];

/** Compact and without allocations per row: it is stored with every call of an import. */
export function encodeStates(rows: readonly Pick<SheetRow, 'state' | 'idle' | 'reasons'>[]): StoredStates {
  const reasons: StoredStates['reasons'] = [];
  let text = '';
  let [letter, length] = ['', 0];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (!row) continue;
    if (row.reasons.length > 0) reasons.push([at, row.reasons]);
    const next = letterOf(row);
    if (next !== letter) {
      if (length > 0) text += `${length}${letter}`;
      [letter, length] = [next, 0];
    }
    length += 1;
  }
  return { letters: length > 0 ? `${text}${length}${letter}` : text, reasons };
}

function* runsOf(text: string): Generator<{ letter: string; length: number }> {
  for (const [, length, letter = ''] of text.matchAll(/(\d*)(\D)/g)) yield { letter, length: Number(length || 1) };
}

export function decodeStates({
  letters: text,
  reasons,
}: StoredStates): { at: number; state: SheetRowState; reasons: RowProblem[] }[] {
  const reasonsByRow = new Map(reasons);
  const rows: { at: number; state: SheetRowState; reasons: RowProblem[] }[] = [];
  for (const { letter, length } of runsOf(text))
    for (let nth = 0; nth < length; nth += 1) {
      const at = rows.length;
      rows.push({ at, state: states[letter] ?? 'unsent', reasons: reasonsByRow.get(at) ?? [] });
    }
  return rows;
}

export function stateCounts({ letters: text }: StoredStates): Record<SheetRowState, number> {
  const counts: Record<SheetRowState, number> = { ...noStates };
  for (const { letter, length } of runsOf(text)) if (letter !== idle) counts[states[letter] ?? 'unsent'] += length;
  return counts;
}
