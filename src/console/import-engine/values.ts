import { fieldOf } from '#contract/fields.ts';
import { addDays, isDate, type DateText } from '#rules/calendar.ts';
import { closeNames, sameName } from '#rules/code-names.ts';
import { parseAmount } from '#rules/money.ts';
import { idNumberProblem } from '#rules/plausible.ts';
import { readMinute } from '#rules/read-day.ts';
import { folded } from '#rules/search-text.ts';

/** In dates such as 03/04/2026. */
export type DayOrder = 'day' | 'month';

export interface ReadOptions {
  today: DateText;
  dayOrder: DayOrder;
  /** By field. */
  codes: Readonly<Record<string, readonly { code: string; label: string }[]>>;
  /** By code of a bank with a single branch. */
  branches?: Readonly<Record<string, number>>;
}

export interface Choice {
  text: string;
  label: string;
}

export interface Cell {
  /** Undefined if empty or unreadable. */
  value?: string | number;
  /** Equal texts for equal causes, so that rows can be counted. */
  problem?: string;
  /** Without the cell's text. */
  general?: string;
  suggestions?: Choice[];
  /** Equal texts for equal corrections. */
  repair?: string;
}

/** Before this day Excel's numbers include a 29 February 1900, which never existed. */
const excelMarch = '1900-03-01';
const marchSerial = 61;
const unwritten = /^-?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
const spaces = /[\s\u00a0\u2009\u202f]/g;

/** Whether either number may be the day. */
export const isAmbiguousDate = (text: string): boolean => {
  const [, one = '', other = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2,4}/.exec(text.trim()) ?? [];
  return one !== '' && Number(one) <= 12 && Number(other) <= 12 && Number(one) !== Number(other);
};

/** `3/25/2026` can only be month first. */
export const isMonthFirst = (text: string): boolean => {
  const [, one = '', other = ''] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d{2,4}/.exec(text.trim()) ?? [];
  return one !== '' && Number(one) <= 12 && Number(other) > 12 && Number(other) <= 31;
};

function readDate(text: string, { today, dayOrder }: ReadOptions): { at?: string; repair?: string } {
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
  if (serial >= 20_000 && serial < 80_000)
    return {
      at: `${addDays(excelMarch, Math.floor(serial) - marchSerial)} 00:00`,
      repair: 'Numbers of days were read as dates.',
    };
  const swapped = /^(\d{1,2})([-/. ])(\d{1,2})([-/. ]\d{2,4}.*)$/.exec(text);
  const ordered = swapped && dayOrder === 'month' ? `${swapped[3]}${swapped[2]}${swapped[1]}${swapped[4]}` : text;
  // ISO with a T, as programs write it.
  return {
    at: readMinute(ordered.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ').replace(/(\d{2}:\d{2}):\d{2}.*$/, '$1'), today),
  };
}

function readFigure(fieldName: string, text: string): Cell {
  // `25th`
  const plain = text.replace(spaces, '').replace(fieldName === 'CollectionDay' ? /(?<=\d)(?:st|nd|rd|th)$/i : '', '');
  if (unwritten.test(plain))
    return { problem: 'The spreadsheet has shortened the number. Format the column as text and enter it in full.' };
  if (!/^-?\d+(?:\.0+)?$/.test(plain)) return { problem: 'Enter digits only.' };
  const digits = plain.replace(/\.0+$/, '');
  const value = Number(digits);
  // The service sent the contract's number as text; send it back unchanged.
  if (!Number.isSafeInteger(value) && fieldName === 'ContractSequence') return { value: digits };
  if (!Number.isSafeInteger(value)) return { problem: 'The number has more digits than can be sent in full.' };
  if (fieldName === 'BranchCode' && digits.length < 6 && value > 0)
    return { value, repair: 'Branch codes were padded to six digits.' };
  return { value };
}

function readAmount(text: string): Cell {
  const value = parseAmount(text);
  if (value !== undefined) return { value };
  if (unwritten.test(text.replace(spaces, ''))) return { problem: 'Enter the amount in full, not as 1.2E+3.' };
  const plain = text.replace(spaces, '').replace(/^R|ZAR/gi, '');
  // Floating-point noise of a program, such as 149.70000000000002.
  const noisy = /^-?\d+\.\d{3,}$/.test(plain) ? Number(plain) : NaN;
  const rounded = Math.round(noisy * 100) / 100;
  if (Math.abs(noisy - rounded) < 1e-6)
    return { value: rounded, repair: 'Rounding noise behind the cents was removed.' };
  if (/^-?\d+[.,]\d{3,}$/.test(plain)) return { problem: 'Could be two amounts, or has more than two decimals.' };
  return { problem: 'Enter an amount such as 1 234,56 or 1234.56.' };
}

/**
 * Whether a text may be an unlisted code: numbers may, and short texts of fields whose only list is the configuration's
 * suggestions.
 */
function mayBeCode(fieldName: string, text: string): boolean {
  const field = fieldOf(fieldName);
  if (field?.input === 'integer') return /^[\d\s.,]+(?:e[+-]?\d+)?$/i.test(text);
  return field?.lookup === undefined && /^[A-Z\d]{1,4}$/.test(text);
}

const maxNamed = 40;
/** Truncates. */
const named = (text: string): string => `“${text.length > maxNamed ? `${text.slice(0, maxNamed)}…` : text}”`;

/** `A`, `A or B`, `A, B or C`. */
const listOf = (texts: readonly string[]): string =>
  texts.length > 1 ? `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}` : texts.join('');

/** @returns undefined if the field has no list, or the text may be an unlisted code */
function readCode(fieldName: string, text: string, { codes }: ReadOptions): Cell | undefined {
  const listed = codes[fieldName] ?? [];
  if (listed.length === 0) return undefined;
  const exact = listed.find((it) => it.code === text);
  if (exact) return { value: exact.code };
  const sought = folded(text);
  const whole = listed.filter((it) => folded(it.label) === sought || folded(it.code) === sought);
  if (whole.length === 1) return { value: whole[0]?.code, repair: 'Names recognised.' };
  const [only, ...others] = sameName(listed, text);
  if (only && others.length === 0) return { value: only.code, repair: `${named(text)} was read as ${only.label}.` };
  if (mayBeCode(fieldName, text)) return undefined;
  const close = closeNames(listed, text);
  const question = close.length > 0 ? ` Did you mean ${listOf(close.map((it) => it.label))}?` : '';
  const missing = `isn’t in the ${listName(fieldName)} list.`;
  return {
    problem: `${named(text)} ${missing}${question}`,
    general: `What it says ${missing}`,
    ...(close.length > 0 && { suggestions: close.map(({ label }) => ({ text: label, label })) }),
  };
}

/** Inside a sentence: `bank`, `ID type`. */
const listName = (fieldName: string): string =>
  (fieldOf(fieldName)?.label ?? fieldName).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function readPhone(text: string): Cell {
  if (unwritten.test(text)) return readFigure('CellphoneNumber', text);
  const digits = text.replace(/\.0$/, '');
  return /^[6-8]\d{8}$/.test(digits)
    ? { value: `0${digits}`, repair: 'Leading 0 of cellphone numbers restored.' }
    : { value: digits };
}

function readId(text: string): Cell {
  if (unwritten.test(text)) return readFigure('IDNumber', text);
  const digits = text.replace(spaces, '').replace(/\.0$/, '');
  const padded = digits.padStart(13, '0');
  const isShort = /^\d{9,12}$/.test(digits) && idNumberProblem(padded) === undefined;
  return isShort ? { value: padded, repair: 'Leading zeros of ID numbers restored.' } : { value: digits };
}

function readByKind(fieldName: string, text: string, options: ReadOptions): Cell {
  const code = readCode(fieldName, text, options);
  const kind = fieldOf(fieldName)?.input;
  if (code) return kind === 'integer' && code.value !== undefined ? { ...code, value: Number(code.value) } : code;
  switch (kind) {
    case 'amount':
      return readAmount(text);
    case 'rate': {
      const plain = text.replace(spaces, '').replace(/%$/, '').replace(',', '.');
      return /^-?\d+(?:\.\d+)?$/.test(plain) ? { value: Number(plain) } : { problem: 'Enter a number such as 7,5.' };
    }
    case 'integer':
      return readFigure(fieldName, text);
    case 'date':
    case 'dateTime': {
      const { at, repair } = readDate(text, options);
      if (at === undefined || !isDate(at.slice(0, 10)))
        return { problem: 'Enter a date such as 2026-11-25 or 25/11/2026.' };
      return { value: kind === 'date' ? at.slice(0, 10) : at, repair };
    }
    case 'flag': {
      if (/^(?:y|yes|true|1)$/i.test(text)) return { value: 'Y' };
      return /^(?:n|no|false|0)$/i.test(text) ? { value: 'N' } : { problem: 'Enter Y or N.' };
    }
    default:
      if (fieldName === 'CellphoneNumber') return readPhone(text);
      if (fieldName === 'IDNumber') return readId(text);
      return unwritten.test(text) && fieldName.endsWith('Number') ? readFigure(fieldName, text) : { value: text };
  }
}

/** Interprets a cell as a value of a field, checked by the contract. Ambiguous values are not guessed. */
export function readCell(fieldName: string, cell: string, options: ReadOptions): Cell {
  const text = cell.trim();
  if (text === '') return {};
  const read = readByKind(fieldName, text, options);
  if (read.value === undefined || (fieldName === 'ContractSequence' && typeof read.value === 'string')) return read;
  const issue = fieldOf(fieldName)?.write.safeParse(read.value).error?.issues[0];
  if (!issue) return read;
  const sentence = issue.message.charAt(0).toUpperCase() + issue.message.slice(1);
  return { problem: /[.!?]$/.test(sentence) ? sentence : `${sentence}.` };
}
