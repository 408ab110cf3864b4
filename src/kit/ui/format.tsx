import Box from '@mui/material/Box';
import { memo, type ReactNode } from 'react';
import { host } from '#kit/host.ts';
import { minuteText } from '#rules/day-text.ts';
import { centsOf, formatCents } from '#rules/money.ts';
import { phoneText } from '#rules/phone-text.ts';
import { Masked } from './masked.tsx';
import { MoneyText } from './money-text.tsx';
import { statusLabel, StatusMark } from './status.tsx';

/** Amounts and other numbers, right-aligned with tabular numerals. A number with a lookup is a code. */
export function isNumeric(fieldName: string): boolean {
  const field = host.fieldOf(fieldName);
  return field?.input === 'amount' || field?.input === 'rate' || (field?.input === 'integer' && !field.lookup);
}

const dates: readonly unknown[] = ['date', 'dateTime'];

export const isDateField = (fieldName: string): boolean => dates.includes(host.fieldOf(fieldName)?.input);

/** Restores leading zeros, which JSON numbers lose. */
export const withDigits = (fieldName: string, text: string): string =>
  text.padStart(host.fieldOf(fieldName)?.digits ?? 0, '0');

/** An account in the change log: last digits and fingerprint (docs/decisions.md, 22), on screen a code. */
const markedAccount = /^…(\w+) \(([0-9a-f]+)\)$/;

/** `•••• 2857` of such an account, without its code, which is for comparisons. */
export const accountEnding = (value: unknown): string => String(value ?? '').replace(/^…(\w+).*$/, '•••• $1');

/**
 * Amounts `R 1 234,56`, dates `25 Nov 2026`, times `25 Nov 2026, 08:00`, branch codes with six digits, other codes as
 * label and code. Unknown fields and values of other services are shown unchanged.
 * @param currency of an amount, unless it is the merchant's own
 */
export function formatField(fieldName: string, value: unknown, currency?: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const marked = markedAccount.exec(text);
  if (marked) return `•••• ${marked[1]}, code ${marked[2]}`;
  if (host.isStatusField(fieldName)) return statusLabel(fieldName, text);
  const label = host.codeLabel(fieldName, value);
  if (label) return label.toUpperCase() === text.toUpperCase() ? label : `${label} (${text})`;
  switch (host.fieldOf(fieldName)?.input) {
    case 'amount': {
      // Another service may write an amount as text.
      const cents = centsOf(value);
      return cents === undefined ? text : formatCents(cents, currency);
    }
    case 'rate':
      return text.replace('.', ',');
    case 'date':
    case 'dateTime':
      return minuteText(text);
    case 'flag':
      return text === 'Y' ? 'Yes' : text === 'N' ? 'No' : text;
    default:
      if (host.fieldOf(fieldName)?.isLogged) return minuteText(text);
      if (host.fieldOf(fieldName)?.isPhone) return phoneText(text);
      return withDigits(fieldName, text);
  }
}

function ValueOf(props: {
  fieldName: string;
  value: unknown;
  label?: string;
  /** Of an amount, unless it is the merchant's own. */
  currency?: string;
  /** Without the code after its label: a row has no space for both. */
  isShort?: boolean;
}): ReactNode {
  const { fieldName, value, label, currency, isShort = false } = props;
  if (value === null || value === undefined || value === '') return null;
  const field = host.fieldOf(fieldName);
  if (field?.sensitive) return <Masked value={String(value)} label={field.label} />;
  if (host.isStatusField(fieldName) && typeof value === 'string')
    return <StatusMark fieldName={fieldName} value={value} />;
  if (field?.input === 'amount' && (typeof value === 'number' || typeof value === 'string'))
    return <MoneyText amount={value} currency={currency} />;
  const [, end, mark] = markedAccount.exec(String(value)) ?? [];
  if (end)
    return (
      <>
        •••• {end} <Small>code {mark}</Small>
      </>
    );
  const known = label ?? host.codeLabel(fieldName, value);
  if (known === undefined) return formatField(fieldName, value);
  if (isShort || known.toUpperCase() === String(value)) return known;
  return (
    <>
      {known} <Small>{withDigits(fieldName, String(value))}</Small>
    </>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
    {children}
  </Box>
);

export const FieldValue = memo(ValueOf);
