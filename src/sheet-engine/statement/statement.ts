import type { DateText } from '#rules/calendar.ts';
import { UnreadableFile } from '../read.ts';

/** One entry of an account. Amounts are whole cents: credits positive, debits negative. */
export interface StatementLine {
  date: DateText;
  cents: number;
  /** What the bank prints, with account and ID numbers masked. */
  text: string;
  /** What both sides may know the payment by; masked like the text. */
  reference: string;
  /** A fee that the bank prints in a column of another entry's row. */
  isFee?: boolean;
  /** Row, line or entry of the file, from 1. */
  row: number;
}

/** Why a row of the file is no line, in the words that people read. */
export const leftOutWords = {
  provisional: ['provisional row', 'provisional rows'],
  total: ['row of totals', 'rows of totals'],
  heading: ['row of headings', 'rows of headings'],
  status: ['row by its status', 'rows by their status'],
  skipped: ['row marked as no entry', 'rows marked as no entries'],
  other: ['row without a day and an amount', 'rows without a day and an amount'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export interface LeftOutLines {
  why: keyof typeof leftOutWords;
  /** Row, line or entry of the file, from 1. */
  row: number;
}

export interface BankStatement {
  /** The last four digits of the account; empty if the file doesn't name it. */
  ending: string;
  currency: string;
  from: DateText;
  to: DateText;
  /** Undefined if the format or the file has none. */
  opening?: number | undefined;
  closing?: number | undefined;
  lines: StatementLine[];
  leftOut: LeftOutLines[];
  notes: string[];
}

/** A year of a busy account; more is another file by mistake. */
export const maxStatementLines = 100_000;

export const refusal = (message: string): UnreadableFile => new UnreadableFile(message);

export const endingOf = (account: string): string => account.replaceAll(/\D/g, '').slice(-4);
