/**
 * What a text becomes in a file. Spreadsheets run a cell that begins like a formula, whoever wrote it: names and references
 * come from payers.
 */

/** Where a cell can begin inside a text, for a program that splits at another separator or does not know quotes. */
const separators = new Set([',', ';', '|', '\t', '\r', '\n']);
/** Also full-width, which spreadsheets in East Asian languages take for the same. */
const starters = new Set(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
/** Skipped by some programs before they look for a formula; quotes, since a cell may be read without them. */
const skipped = /[\s"\p{Cc}\p{Cf}]/u;

/**
 * The text with an apostrophe before whatever a spreadsheet could take for the beginning of a formula (OWASP, CSV
 * injection), at its own beginning and after each separator. One pass, however hostile the text.
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

/** A cell of CSV (RFC 4180), safe to open. Quoted when any common separator is in it, whichever the file uses. */
export function csvCell(text: string): string {
  const safe = formulaSafe(text);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Longest text of a cell, in UTF-16 units; a workbook with a longer one counts as damaged. */
export const longestCell = 32_767;

/**
 * The text as far as a cell holds it, with a word about what is missing.
 *
 * @returns the text itself when it fits
 */
export function cellText(text: string): string {
  if (text.length <= longestCell) return text;
  const note = ` … (cut: ${text.length} characters)`;
  const end = longestCell - note.length;
  // Not between the halves of a surrogate pair.
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] as string) ? end - 1 : end) + note;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Text as the content of an element or an attribute in double quotes. XML has no control characters, so they stand as
 * `_xHHHH_`, and so does the first `_` of what looks like that already (ECMA-376, 22.9.2.19, ST_Xstring).
 */
export const xmlText = (text: string): string =>
  text.replace(
    /(?![\t\n])\p{Cc}|[&<>"\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu,
    (char) => entities[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
