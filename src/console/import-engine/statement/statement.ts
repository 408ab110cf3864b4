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

/** Rows of the file that are no entries. */
export interface LeftOut {
  provisional: number;
  totals: number;
}

export interface Statement {
  /** The last four digits of the account; empty if the file doesn't name it. */
  ending: string;
  currency: string;
  from: DateText;
  to: DateText;
  /** Undefined if the format or the file has none. */
  opening?: number | undefined;
  closing?: number | undefined;
  lines: StatementLine[];
  leftOut: LeftOut;
  notes: string[];
}

/** A year of a busy account; more is another file by mistake. */
export const maxLines = 100_000;

export const refusal = (message: string): UnreadableFile => new UnreadableFile(message);

export const endingOf = (account: string): string => account.replaceAll(/\D/g, '').slice(-4);
