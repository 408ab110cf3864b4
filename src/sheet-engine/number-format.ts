/** How a workbook shows a number, where that is not the plain number: digits in groups, with texts around them. */
export type NumberFormat = 'date' | 'percent' | readonly (string | Digits)[];

interface Digits {
  /** At least, with zeros in front. */
  digits: number;
}

/** Built-in formats (ECMA-376, 18.8.30). */
export const builtInFormat = (id: number): NumberFormat | undefined => {
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58))
    return 'date';
  return id === 9 || id === 10 ? 'percent' : undefined;
};

/** Maximum length in spreadsheets. */
const maxFormat = 255;

/** A quoted text, an escaped character, padding, a condition, colour or currency, digits, or any other character. */
const token = /"([^"]*)"|\\(.)|[_*].|(\[[^\]]*\])|([0#?]+)|([\s\S])/g;
const currency = /^\s*(?:R|ZAR|[$€£])\s*$/i;

const isDigits = (part: string | Digits): part is Digits => typeof part === 'object';

/**
 * The format of a code such as `dd/mm/yyyy`, `0%`, `000000` or `"C"0000`; undefined where the number itself says what it
 * shows: with decimals, separators of thousands, a currency or a unit.
 */
export function numberFormat(code: string): NumberFormat | undefined {
  const parts: (string | Digits)[] = [];
  let [symbols, isPlain] = ['', false];
  for (const [, quoted, escaped, bracket, digits, other] of code.slice(0, maxFormat).matchAll(token)) {
    if (other === ';') break;
    symbols += other ?? '';
    const text = quoted ?? escaped ?? (other !== undefined && ' ()+-'.includes(other) ? other : undefined);
    if (text !== undefined) parts.push(text);
    else if (digits !== undefined) {
      isPlain ||= digits.includes('?') || (digits.includes('#') && parts.some(isDigits));
      parts.push({ digits: digits.replace(/^#+/, '').length });
    } else isPlain ||= other !== undefined || /^\[[<>=$]/.test(bracket ?? '');
  }
  if (/[ymdhs]/i.test(symbols.replace(/general/i, ''))) return 'date';
  if (symbols.includes('%')) return 'percent';
  const [first, last] = [parts.findIndex(isDigits), parts.findLastIndex(isDigits)];
  const zeros = parts.reduce((sum, it) => sum + (isDigits(it) ? it.digits : 0), 0);
  const before = parts.slice(0, Math.max(0, first)).join('');
  if (isPlain || first < 0 || currency.test(before) || /\p{L}/u.test(parts.slice(last + 1).join(''))) return undefined;
  return zeros > 1 || /[\p{L}\d]/u.test(before) ? parts : undefined;
}

/** A whole number as its format shows it, such as 000123 for 123; any other number unchanged. */
export function formattedNumber(number: string, parts: readonly (string | Digits)[]): string {
  if (!/^\d+$/.test(number)) return number;
  let digits = number.padStart(
    parts.reduce((sum, it) => sum + (isDigits(it) ? it.digits : 0), 0),
    '0',
  );
  const first = parts.findIndex(isDigits);
  return parts
    .toReversed()
    .map((part, back) => {
      if (!isDigits(part)) return part;
      const from = parts.length - 1 - back === first ? 0 : Math.max(0, digits.length - part.digits);
      const own = digits.slice(from);
      digits = digits.slice(0, from);
      return own;
    })
    .toReversed()
    .join('');
}
