import { isolatedText } from '#contract/printable.ts';
import { formulaSafe } from '#rules/formula-safe.ts';

/** RFC 4180. Quoted if it contains any common separator, even one that the file does not use. */
export function csvCell(text: string): string {
  const safe = isolatedText(formulaSafe(text));
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Shown where CSV is chosen: a spreadsheet reads 0825551235 as a number, and the file can't prevent it. */
export const leadingZeros = 'Spreadsheets drop the zeros at the start of its numbers.';

/** UTF-16 units; a workbook with a longer cell counts as damaged. */
export const longestCell = 32_767;

export function cellText(text: string): string {
  if (text.length <= longestCell) return text;
  const note = ` … (cut: ${text.length} characters)`;
  const end = longestCell - note.length;
  // Not inside a surrogate pair.
  return text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] as string) ? end - 1 : end) + note;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * For elements and quoted attributes. XML has no control characters, so they become `_xHHHH_`, and text that already
 * looks like that is escaped (ECMA-376, 22.9.2.19, ST_Xstring).
 */
export const xmlText = (text: string): string =>
  text.replace(
    /(?![\t\n])\p{Cc}|[&<>"\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu,
    (char) => entities[char] ?? `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
