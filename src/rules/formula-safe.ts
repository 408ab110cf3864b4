/** Spreadsheets run a cell that begins like a formula, and payers write names and references. */

/** A cell may begin here for a program with another separator or without quoting. */
const separators = new Set([',', ';', '|', '\t', '\r', '\n']);
/** Also full-width, which East Asian spreadsheets treat the same. */
const starters = new Set(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
/** Some programs skip these before a formula; quotes, because a cell may be read without them. */
const skipped = /[\s"\p{Cc}\p{Cf}]/u;

/**
 * Adds an apostrophe wherever a spreadsheet could read the start of a formula (OWASP, CSV injection). Linear for any
 * text.
 */
export function formulaSafe(text: string): string {
  let safe = '';
  let done = 0;
  let isStart = true;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const isLineStart = at === 0 && (char === '\t' || char === '\r' || char === '\n');
    if (isLineStart || (isStart && starters.has(char))) {
      safe += `${text.slice(done, at)}'`;
      done = at;
    }
    isStart = separators.has(char) || (isStart && skipped.test(char));
  }
  return safe + text.slice(done);
}
