import { fieldOf, type Field } from '#contract/fields.ts';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { closeNames, sameName } from '#rules/code-names.ts';
import { weekdayText } from '#rules/day-text.ts';
import { parseAmount } from '#rules/money.ts';
import { idNumberProblem } from '#rules/plausible.ts';
import { readMinute } from '#rules/read-day.ts';
import { folded } from '#rules/search-text.ts';
import { fromSpreadsheetDay } from '#rules/spreadsheet-days.ts';
import { wallTime } from '#rules/wall-time.ts';

/** In dates such as 03/04/2026. */
export type DayOrder = 'day' | 'month';

export interface ReadOptions {
  today: DateText;
  /** In which an instant such as 2026-12-24T22:00:00Z is a day. */
  timeZone?: string;
  /** See `Sheet`. */
  isTyped?: boolean;
  dayOrder: DayOrder;
  /** By field. */
  codes: Readonly<Record<string, readonly { code: string; label: string }[]>>;
  /** By code of a bank with a single branch. */
  branches?: Readonly<Record<string, number>>;
}

export interface CodeChoice {
  text: string;
  label: string;
}

export interface SheetCell {
  /** Undefined if empty or unreadable. */
  value?: string | number;
  /** Equal texts for equal causes, so that rows can be counted. */
  problem?: string;
  /** Without the cell's text. */
  general?: string;
  suggestions?: CodeChoice[];
  /** Equal texts for equal corrections. */
  repair?: string;
  /** What the value may mean instead. */
  doubt?: string;
}

const exponential = /^-?(?<digits>\d+(?<decimals>[.,]\d+)?)e(?<sign>[+-]?)(?<power>\d+)$/i;
/** A number that can be written so has no more. */
const highestPower = 308;

/**
 * Whether a text such as 8.00102E+12 is what is left of a number. In CSV a plain 12E4 is a text of its own: spreadsheets
 * write 1.2E+05, and only from the twelfth digit on or in scientific formats.
 */
function isShortened(text: string, { isTyped = false }: Pick<ReadOptions, 'isTyped'>): boolean {
  const { digits = '', decimals, sign, power = '' } = exponential.exec(text)?.groups ?? {};
  if (digits === '' || Number(power) > highestPower) return false;
  if (isTyped) return sign !== '';
  return decimals !== undefined || sign === '+' || Number(power) > 9 || (sign === '-' && digits.length === 1);
}

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

/** `2026` anywhere, or `13/07/26`. */
const hasYear = (text: string): boolean =>
  /\d{4}|^\d{1,2}\D+[\p{L}\d]+\D+\d{2}$/u.test(text.replace(/[ ,]+\d{1,2}[:h]\d{2}.*$/, ''));

const instant = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})$/i;
const clock = /\b(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i;

/** Without seconds, and with 24 hours instead of AM and PM. */
const inMinutes = (text: string): string =>
  text.replace(clock, (_, hour: string, minute: string, half?: string) =>
    half === undefined ? `${hour}:${minute}` : `${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}:${minute}`,
  );

/** `2026-12-24T22:00:00Z` is Christmas Day in Johannesburg. */
function ofInstant(text: string, timeZone: string): string | undefined {
  const [, day = '', time = '', zone = ''] = instant.exec(text) ?? [];
  const date = new Date(`${day}T${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(date.valueOf()) ? undefined : wallTime(timeZone, date);
}

function readDate(text: string, options: ReadOptions): { at?: string; repair?: string } {
  const { today, dayOrder, timeZone = 'Africa/Johannesburg' } = options;
  if (instant.test(text)) return { at: ofInstant(text, timeZone) };
  const serial = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
  if (serial >= 20_000 && serial < 80_000)
    return {
      at: `${fromSpreadsheetDay(Math.floor(serial))} 00:00`,
      repair: 'Numbers of days were read as dates.',
    };
  const swapped = /^(\d{1,2})([-/. ])(\d{1,2})([-/. ]\d{2,4}.*)$/.exec(text);
  const ordered = swapped && dayOrder === 'month' ? `${swapped[3]}${swapped[2]}${swapped[1]}${swapped[4]}` : text;
  // ISO with a T, as programs write it.
  const at = readMinute(inMinutes(ordered.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')), today);
  // The nearest one: a file may mean another.
  return {
    at,
    ...(at !== undefined && !hasYear(text) && { repair: `${named(text)} was read as ${weekdayText(dateOf(at))}.` }),
  };
}

/** Whether a text is a year, month and day, in this order. */
export const isYearFirst = (text: string): boolean => /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:\D|$)/.test(text.trim());

export const looksLikeDate = (text: string): boolean =>
  isYearFirst(text) || /^\d{1,2}(?:[-/. ]\d{1,2}[-/. ]|[-/ ]?\p{L}{3,9}[-/ ,]+)\d{2,4}(?:\D|$)/u.test(text.trim());

/** A date with the day where its month is; undefined where that is no date, or the same. */
export function swappedDate(text: string): string | undefined {
  const [, year, one = '', separator, other = '', rest] =
    /^(\d{4}[-/.])(\d{1,2})([-/.])(\d{1,2})(.*)$/.exec(text) ?? [];
  const isSame = Number(one) === Number(other);
  return year === undefined || isSame || Number(other) > 12 ? undefined : `${year}${other}${separator}${one}${rest}`;
}

/** As some formats show them: 25th, 4050-607-080. */
const around: Readonly<Record<string, RegExp>> = {
  CollectionDay: /(?<=\d)(?:st|nd|rd|th)$/i,
  AccountNumber: /(?<=\d)-(?=\d)/g,
  BranchCode: /(?<=\d)-(?=\d)/g,
};

function readFigure(fieldName: string, text: string): SheetCell {
  const plain = text.replace(spaces, '').replace(around[fieldName] ?? '', '');
  if (exponential.test(plain))
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

function readAmount(text: string): SheetCell {
  const value = parseAmount(text);
  if (value !== undefined) return { value };
  if (exponential.test(text.replace(spaces, ''))) return { problem: 'Enter the amount in full, not as 1.2E+3.' };
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
function readCode(fieldName: string, text: string, { codes }: ReadOptions): SheetCell | undefined {
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

function readPhone(text: string): SheetCell {
  if (exponential.test(text)) return readFigure('CellphoneNumber', text);
  const digits = text.replace(/\.0$/, '');
  return /^[6-8]\d{8}$/.test(digits)
    ? { value: `0${digits}`, repair: 'Leading 0 of cellphone numbers restored.' }
    : { value: digits };
}

function readId(text: string, options: ReadOptions): SheetCell {
  if (isShortened(text, options)) return readFigure('IDNumber', text);
  const digits = text.replace(spaces, '').replace(/\.0$/, '');
  const padded = digits.padStart(13, '0');
  const isShort = /^\d{9,12}$/.test(digits) && idNumberProblem(padded) === undefined;
  return isShort ? { value: padded, repair: 'Leading zeros of ID numbers restored.' } : { value: digits };
}

function readByKind(fieldName: string, text: string, options: ReadOptions): SheetCell {
  const code = readCode(fieldName, text, options);
  const kind = fieldOf(fieldName)?.input;
  if (code) return kind === 'integer' && code.value !== undefined ? { ...code, value: Number(code.value) } : code;
  switch (kind) {
    case 'amount':
      return readAmount(text);
    case 'rate': {
      const plain = text.replace(spaces, '').replace(/%$/, '').replace(',', '.');
      if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return { problem: 'Enter a number such as 7,5.' };
      const value = Number(plain);
      const isShare = !text.endsWith('%') && value !== 0 && Math.abs(value) < 1;
      const doubt = `Read as ${plain.replace('.', ',')} %. If ${String(Number((value * 100).toPrecision(12))).replace('.', ',')} % is meant, enter that.`;
      return isShare ? { value, doubt } : { value };
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
      if (fieldName === 'IDNumber') return readId(text, options);
      if (!fieldName.endsWith('Number')) return { value: text };
      if (isShortened(text, options)) return readFigure(fieldName, text);
      // Programs write whole numbers as 123.0 where a cell of their column is empty.
      return /^\d+\.0$/.test(text) && !options.isTyped
        ? { value: text.slice(0, -2), repair: '“.0” behind numbers was removed.' }
        : { value: text };
  }
}

/** As spreadsheets show them, in English and German. */
const errorOfFormula = /^(?:#[A-ZÄÖÜ][A-ZÄÖÜ_/0]*[!?]|#N\/A|#NV|#GETTING_DATA|Err:\d{3})$/;

/** Why no field can have this text. */
function unusable(text: string): string | undefined {
  if (errorOfFormula.test(text)) return `${text} is an error of the spreadsheet. Correct it there, or enter the value.`;
  if (text.startsWith('='))
    return 'The formula has no value in the file. Open the workbook, save it and choose it again, or enter the value.';
  return text.includes('\ufffd') ? 'A character of the file could not be read. Enter the text again.' : undefined;
}

/**
 * Interprets a cell as a value of a field, checked by the contract. Ambiguous values are not guessed.
 * @param schema what the operation takes there: a number that names an existing record may be of an older form
 */
export function readCell(
  fieldName: string,
  cell: string,
  options: ReadOptions,
  schema: Field['write'] | undefined = fieldOf(fieldName)?.write,
): SheetCell {
  // ="0071" keeps the zeros of a CSV file in a spreadsheet.
  const text = cell.trim().replace(/^="([^"]*)"$/, '$1');
  if (text === '') return {};
  const problem = unusable(text);
  if (problem) return { problem };
  const read = readByKind(fieldName, text, options);
  if (read.value === undefined || (fieldName === 'ContractSequence' && typeof read.value === 'string')) return read;
  const issue = schema?.safeParse(read.value).error?.issues[0];
  if (!issue) return read;
  const sentence = issue.message.charAt(0).toUpperCase() + issue.message.slice(1);
  return { problem: /[.!?]$/.test(sentence) ? sentence : `${sentence}.` };
}
