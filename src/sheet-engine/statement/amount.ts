import { maxCents } from '#rules/money.ts';

/** An amount as it is printed, and what it says of its sign. */
export interface PrintedAmount {
  /** Whole cents, never negative. */
  cents: number;
  /** A sign or brackets, or the letters of a credit or debit; empty if the sign is left to the column. */
  sign: '' | '+' | '-' | 'C' | 'D';
}

/**
 * An amount as banks print it, read digit by digit: `1 234,56`, `-1,234.56`, `1.234,56-`, `(12.50)`, `R 12.50 Cr`,
 * `1 500,00 ZAR`, `1234,`. @returns undefined for anything else: an ambiguous thousands mark (`1,234`), a fraction of a
 * cent, scientific notation, or an amount above `maxCents`.
 */
export function printedAmount(text: string): PrintedAmount | undefined {
  const plain = text.trim().replaceAll(/[\u00a0\u2009\u202f]/g, ' ');
  const [, open, before, after, figure = '', last, end, mark, close] =
    /^(\()?([-+\u2212])?(?:(?:ZAR|R) ?)?([-+\u2212])?([\d][\d., ']*|[.,]\d+) ?([-+\u2212])?(?: ?(?:ZAR|R)([-+\u2212])?)?(?: ?(DR|CR|DT|CT|D|C))?(\))?$/i.exec(
      plain,
    ) ?? [];
  const signs = [before, after, last, end, open, mark].filter((it) => it !== undefined);
  if (figure === '' || signs.length > 1 || (open === undefined) !== (close === undefined)) return undefined;
  const digits = digitsOf(figure.trim());
  if (digits === undefined) return undefined;
  const cents = Number(digits);
  if (cents > maxCents) return undefined;
  const [sign = ''] = signs;
  if (sign === '' || sign === '+') return { cents, sign };
  return { cents, sign: mark === undefined ? '-' : /^D/i.test(mark) ? 'D' : 'C' };
}

/** `printedAmount` with its sign: without a mark an amount is positive. */
export function centsOfText(text: string): number | undefined {
  const { cents, sign } = printedAmount(text) ?? {};
  return cents !== undefined && cents !== 0 && (sign === '-' || sign === 'D') ? -cents : cents;
}

/** The digits of the amount in cents, without its marks. */
function digitsOf(figure: string): string | undefined {
  const decimal = /[.,](\d*)$/.exec(figure);
  if (!decimal) return groupsOf(figure, [' ', "'"], '00');
  const [ending, decimals = ''] = decimal;
  const point = ending.charAt(0);
  const whole = figure.slice(0, -ending.length);
  const other = point === '.' ? ',' : '.';
  if (decimals.length === 3 && !whole.includes(other) && whole !== '0' && whole !== '') {
    // `1,234,567` has two marks and is no fraction; `1,234` may be either.
    return whole.includes(point) ? groupsOf(figure, [point], '00') : undefined;
  }
  if (/[^0]/.test(decimals.slice(2))) return undefined;
  if (whole === '') return decimals.slice(0, 2).padEnd(2, '0');
  return groupsOf(whole, [' ', "'", other], decimals.slice(0, 2).padEnd(2, '0'));
}

/** Groups of three, all with the same mark, or no marks. */
function groupsOf(whole: string, marks: readonly string[], cents: string): string | undefined {
  if (/^\d+$/.test(whole)) return whole + cents;
  const isGrouped = (mark: string) => {
    const [first = '', ...groups] = whole.split(mark);
    return groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((it) => /^\d{3}$/.test(it));
  };
  const mark = marks.find(isGrouped);
  return mark === undefined ? undefined : whole.replaceAll(mark, '') + cents;
}

const debitWords = /^(?:-|\u2212|d|dr|dt|debit|debet|debiet|withdrawal|money out|paid out|out|af)$/i;
const creditWords = /^(?:\+|c|cr|ct|credit|krediet|deposit|money in|paid in|in|bij)$/i;

/** What a cell says that only tells debits from credits, such as `Dr`. */
export function sideOf(cell: string): 'C' | 'D' | undefined {
  const text = cell.trim().replace(/\.$/, '');
  if (debitWords.test(text)) return 'D';
  return creditWords.test(text) ? 'C' : undefined;
}
