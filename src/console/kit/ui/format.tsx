import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { fieldOf } from '../../../contract/fields.ts';
import { formatCents, toCents } from '../../../rules/money.ts';
import { codeLabel, isStatusWord } from '../../api/code-labels.ts';
import { Masked } from './masked.tsx';
import { MoneyText } from './money-text.tsx';
import { StatusMark } from './status.tsx';

/** Amounts and other figures: tabular numerals on the right. A number that a lookup puts into words is a code, no figure. */
export function isNumeric(word: string): boolean {
  const field = fieldOf(word);
  return field?.input === 'amount' || field?.input === 'rate' || (field?.input === 'integer' && !field.lookup);
}

/**
 * A word's value as text: amounts `R 1 234,56`, times without `00:00`, branch codes as six digits, codes by their label with
 * the code behind it. No value is ''. Anything unforeseen is shown as it came: a word or value that only another service
 * knows must never break a page.
 */
export function show(word: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const label = codeLabel(word, value);
  if (label) return label.toUpperCase() === text.toUpperCase() ? label : `${label} (${text})`;
  switch (fieldOf(word)?.input) {
    case 'amount': {
      const cents = typeof value === 'number' ? toCents(value) : undefined;
      return cents === undefined ? text : formatCents(cents);
    }
    case 'rate':
      return text.replace('.', ',');
    case 'dateTime':
      return text.replace(/ 00:00$/, '');
    case 'flag':
      return text === 'Y' ? 'Yes' : text === 'N' ? 'No' : text;
    default:
      // A branch code is a number on the wire, which loses its zeros on the left (interface, Client).
      return word === 'BranchCode' ? text.padStart(6, '0') : text;
  }
}

/** A word's value on screen; `label` is what a lookup calls it. Sensitive words come masked. */
export function WordValue({ word, value, label }: { word: string; value: unknown; label?: string }): ReactNode {
  if (value === null || value === undefined || value === '') return null;
  const field = fieldOf(word);
  if (field?.sensitive) return <Masked value={String(value)} label={field.label} />;
  if (isStatusWord(word) && typeof value === 'string') return <StatusMark word={word} value={value} />;
  if (field?.input === 'amount' && typeof value === 'number') return <MoneyText amount={value} />;
  const known = label ?? codeLabel(word, value);
  if (known === undefined) return show(word, value);
  return (
    <>
      {known}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.86em' }}>
        {word === 'BranchCode' ? show(word, value) : String(value)}
      </Box>
    </>
  );
}
