import { host } from '#kit/host.ts';
import { withDigits } from '#kit/ui/format.tsx';
import { formatCents, parseAmount, toCents } from '#rules/money.ts';

interface Reading {
  /** Null if empty; NaN for an unreadable number, so that the form is invalid. */
  value: string | number | null;
  problem?: string;
  /** How the text was understood, unless obvious. */
  note?: string;
}

const unreadable = (problem: string): Reading => ({ value: Number.NaN, problem });

function readInteger(text: string): Reading {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  if (!/^-?\d+$/.test(plain)) return unreadable('Enter digits only.');
  const value = Number(plain);
  if (!Number.isSafeInteger(value)) return unreadable('Enter a shorter number.');
  // Account numbers are JSON numbers (docs/interface.md, Clients), so leading zeros cannot be sent.
  const lost = /^-?0\d/.test(plain) && value !== 0;
  return lost ? { value, note: `Leading zeros are dropped: ${value}.` } : { value };
}

function readAmount(text: string): Reading {
  const value = parseAmount(text);
  if (value === undefined)
    return unreadable('Enter an amount such as 1 234,56 or 1234.56. 1,234 could mean two amounts.');
  const shown = formatCents(toCents(value) ?? 0);
  // No note if the amount is typed as it would be shown.
  const plain = (amount: string) => amount.replace(/[R\s\u00a0]/g, '');
  return { value, note: plain(shown) === plain(text) ? undefined : shown };
}

function readRate(text: string): Reading {
  return /^-?\d+(?:[.,]\d+)?$/.test(text)
    ? { value: Number(text.replace(',', '.')) }
    : unreadable('Enter a number such as 7,5.');
}

function readText(text: string, max: number | undefined): Reading {
  if (max !== undefined && text.length > max) return { value: text, problem: `Maximum ${max} characters.` };
  return { value: text };
}

function readKind(fieldName: string, text: string): Reading {
  switch (host.fieldOf(fieldName)?.input) {
    case 'integer':
      return readInteger(text);
    case 'amount':
      return readAmount(text);
    case 'rate':
      return readRate(text);
    default:
      return readText(text, host.fieldOf(fieldName)?.max);
  }
}

/** A label inside a sentence: `client number`, `ID number`. */
export const inSentence = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

export const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');

/**
 * Parses input while it is typed. Only the check of the whole form reports "too small", since the number may be half typed,
 * and that a new number has the form of an older one.
 */
export function readField(fieldName: string, typed: string): Reading {
  const text = typed.trim();
  if (text === '') return { value: null };
  const reading = readKind(fieldName, text);
  if (reading.problem) return reading;
  const { find, write } = host.fieldOf(fieldName) ?? {};
  const checked = (find ?? write)?.safeParse(reading.value);
  const issue = checked?.error?.issues.find((it) => it.code !== 'too_small');
  return issue ? { ...reading, problem: sentence(issue.message) } : reading;
}

/** The editable text of a value, with a decimal comma. */
export function writeField(fieldName: string, value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const kind = host.fieldOf(fieldName)?.input;
  if (typeof value !== 'number') return String(value);
  const cents = kind === 'amount' ? toCents(value) : undefined;
  if (cents !== undefined) return formatCents(cents).replace(/R\u00a0/, '');
  if (kind === 'rate') return String(value).replace('.', ',');
  return withDigits(fieldName, String(value));
}
