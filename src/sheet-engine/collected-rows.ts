import { inThousands } from '#rules/money.ts';
import { UnreadableFile } from './read.ts';

/**
 * Limits by memory; 100,000 rows of a template are well within. A workbook may store a text once and use it in every
 * cell, so repeated characters count each time.
 */
export const sheetLimits = {
  columns: 256,
  rows: 250_000,
  cells: 5_000_000,
  rowLength: 50_000,
  characters: 200_000_000,
};

export interface UsedCells {
  cells: number;
  characters: number;
}

const grouped = (count: number) => inThousands(String(count));

/** From 0. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** Dates, amounts and names of banks repeat. */
const maxShared = 50_000;

/** Skips empty rows and trailing empty cells. Checks every limit before allocating. */
export class CollectedRows {
  readonly rows: string[][] = [];
  readonly numbers: number[] = [];
  private readonly used: UsedCells;
  private readonly known = new Map<string, string>();
  private row: string[] = [];
  private rowLength = 0;

  constructor(used: UsedCells = { cells: 0, characters: 0 }) {
    this.used = used;
  }

  private share(text: string): string {
    const before = this.known.get(text);
    if (before !== undefined) return before;
    if (this.known.size < maxShared) this.known.set(text, text);
    return text;
  }

  /** @param number of the row in the file, from 1. @throws UnreadableFile above a limit */
  cell(number: number, column: number, text: string): void {
    if (text.trim() === '') return;
    if (column >= sheetLimits.columns)
      throw new UnreadableFile(
        `Row ${number} has something in column ${lettersOf(column)}. A sheet can have ${sheetLimits.columns} columns. Delete what is beyond them, save it and choose it again.`,
      );
    this.rowLength += text.length;
    if (this.rowLength > sheetLimits.rowLength)
      throw new UnreadableFile(`Row ${number} has more than ${grouped(sheetLimits.rowLength)} characters.`);
    this.take(column + 1 - this.row.length, text.length);
    while (this.row.length < column) this.row.push('');
    this.row[column] = this.share(text);
  }

  /** @throws UnreadableFile above a limit */
  private take(cells: number, characters: number): void {
    this.used.cells += Math.max(0, cells);
    this.used.characters += characters;
    if (this.used.cells > sheetLimits.cells || this.used.characters > sheetLimits.characters)
      throw new UnreadableFile(
        `The file has more than ${this.used.cells > sheetLimits.cells ? `${grouped(sheetLimits.cells)} cells` : `${grouped(sheetLimits.characters)} characters`}. Split it, or save only the sheet that you need.`,
      );
  }

  /** @throws UnreadableFile above a limit */
  end(number: number): void {
    if (this.row.length === 0) return;
    if (this.rows.length === sheetLimits.rows)
      throw new UnreadableFile(`The sheet has more than ${grouped(sheetLimits.rows)} rows. Split it.`);
    // Drops spare capacity.
    this.rows.push(this.row.slice());
    this.numbers.push(number);
    [this.row, this.rowLength] = [[], 0];
  }

  private indexOf(number: number): number {
    let [low, high] = [0, this.numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Copies a column's first cell into those below. @throws UnreadableFile above a limit */
  fillDown({ column, top, bottom }: Merged): void {
    const first = this.indexOf(top);
    const text = this.numbers[first] === top ? this.rows[first]?.[column] : undefined;
    if (!text) return;
    for (let index = first + 1; (this.numbers[index] ?? Infinity) <= bottom; index += 1) {
      const row = this.rows[index];
      if (!row || row[column]) continue;
      this.take(column + 1 - row.length, text.length);
      while (row.length < column) row.push('');
      row[column] = text;
    }
  }
}

/** Merged cells of one column, counted from 0, with their first and last row number. */
export interface Merged {
  column: number;
  top: number;
  bottom: number;
}
