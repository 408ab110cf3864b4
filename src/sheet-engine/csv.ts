import { CollectedRows } from './collected-rows.ts';
import { UnreadableFile } from './read.ts';

const separatorNames: Record<string, string> = { ',': '', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

interface Sink {
  cell(column: number, text: string): void;
  /** @param width of the row, with empty cells @returns true to stop */
  end(width: number): boolean | void;
}

const [quote, lineFeed, carriageReturn, space] = [34, 10, 13, 32];

/** A quotation mark is not closed, or there is text after a closed one. */
type BadQuote = 'open' | 'followed';

/**
 * In one pass. Quoted cells may contain separators and line breaks, and some banks put a space before the first quotation
 * mark. NUL characters at the end of a cell are the padding of fixed fields.
 */
function split(text: string, separator: string, sink: Sink): BadQuote | undefined {
  const separating = separator.charCodeAt(0);
  let [at, column] = [0, 0];
  while (at < text.length || column > 0) {
    let cell: string;
    while (text.charCodeAt(at) === space && /^ *"/.test(text.slice(at, at + 9))) at += 1;
    if (text.charCodeAt(at) === quote) {
      let end = text.indexOf('"', at + 1);
      let hasQuotes = false;
      while (end >= 0 && text.charCodeAt(end + 1) === quote) {
        hasQuotes = true;
        end = text.indexOf('"', end + 2);
      }
      if (end < 0) return 'open';
      cell = text.slice(at + 1, end);
      if (hasQuotes) cell = cell.replaceAll('""', '"');
      at = end + 1;
      while (text[at] === ' ') at += 1;
    } else {
      const from = at;
      for (let code = text.charCodeAt(at); at < text.length; code = text.charCodeAt((at += 1)))
        if (code === separating || code === lineFeed || code === carriageReturn) break;
      cell = text.slice(from, at);
    }
    let length = cell.length;
    while (length > 0 && cell.charCodeAt(length - 1) === 0) length -= 1;
    if (length < cell.length) cell = cell.slice(0, length);
    if (cell !== '') sink.cell(column, cell);
    column += 1;
    const next = text.charCodeAt(at);
    if (at < text.length && next !== separating && next !== lineFeed && next !== carriageReturn) return 'followed';
    at += 1;
    if (next === separating) continue;
    if (next === carriageReturn && text.charCodeAt(at) === lineFeed) at += 1;
    if (sink.end(column)) return undefined;
    column = 0;
  }
  return undefined;
}

const sample = { characters: 100_000, rows: 30 };

/** The separator that gives most of the first rows the same number of cells, more than one. */
function guessSeparator(text: string): string {
  const first = text.slice(0, sample.characters);
  const fits = (separator: string): number => {
    const rows = new Map<number, number>();
    let [count, isFilled] = [0, false];
    split(first, separator, {
      cell: (_, cell) => void (isFilled ||= cell.trim() !== ''),
      end: (width) => {
        if (isFilled) rows.set(width, (rows.get(width) ?? 0) + 1);
        count += isFilled ? 1 : 0;
        isFilled = false;
        return count === sample.rows;
      },
    });
    const [width = 1, alike = 0] = [...rows].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    return width > 1 ? (alike / count) * width : 0;
  };
  const found = ['\t', ';', ',', '|'].map((separator) => ({ separator, fit: fits(separator) }));
  return found.reduce((best, it) => (it.fit > best.fit ? it : best), { separator: ',', fit: 0 }).separator;
}

/** Reads CSV, or cells copied from a spreadsheet, with any separator. @throws UnreadableFile */
export function readCsv(text: string): { rows: string[][]; numbers: number[]; widths: number[]; note: string } {
  // Excel's own first line, which declares the separator.
  const [head = '', declared] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = text.slice(head.length);
  const separator = declared ?? guessSeparator(body);
  const sheet = new CollectedRows();
  const widths: number[] = [];
  let number = 1;
  const badQuote = split(body, separator, {
    cell: (column, cell) => sheet.cell(number, column, cell),
    end: (width) => {
      sheet.end(number++);
      if (sheet.rows.length > widths.length) widths.push(width);
    },
  });
  if (badQuote)
    throw new UnreadableFile(
      `${badQuote === 'open' ? 'A quotation mark is not closed' : 'There is text after a closing quotation mark'}, near row ${number}. Correct it and choose it again.`,
    );
  const name = separatorNames[separator];
  return { rows: sheet.rows, numbers: sheet.numbers, widths, note: name ? `Columns are separated by ${name}.` : '' };
}

/** Clipboard format of spreadsheets: cells with a line break, tab or quote are quoted. */
export function clipboardCells(text: string): string[][] {
  const block = text.replace(/\r?\n$/, '');
  const rows: string[][] = [];
  let row = new Map<number, string>();
  const badQuote = split(block, '\t', {
    cell: (column, cell) => void row.set(column, cell),
    end: (width) => {
      rows.push(Array.from({ length: width }, (_, column) => row.get(column) ?? ''));
      row = new Map();
    },
  });
  if (!badQuote) return rows.length > 0 ? rows : [['']];
  // The quotation mark is part of the text.
  return block.split(/\r?\n/).map((line) => line.split('\t'));
}
