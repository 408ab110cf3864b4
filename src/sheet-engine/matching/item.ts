import type { DateText } from '#rules/calendar.ts';

/**
 * What the service says of money that can be on the bank: debits that were paid, debits that failed, debits that were
 * returned after they were paid, and payouts.
 */
export type ItemKind = 'paid' | 'failed' | 'returned' | 'paidOut';

export interface MatchingItem {
  /** The service's transactions have no number: contract, minute, kind, amount, and which of equal ones. */
  id: string;
  kind: ItemKind;
  date: DateText;
  /** Whole cents, positive. */
  cents: number;
  /** Its product. */
  group: string;
  /** Contract number, contract sequence and the like (`plainReference`). */
  references: readonly string[];
  /** For people: the contract's number. */
  label: string;
}

/** What the bank shows of an item: money in is positive. */
export const onBank = (kind: ItemKind): 1 | -1 => (kind === 'paid' ? 1 : -1);

/** A line of the account that is not matched, or was. */
export interface BankEntry {
  id: string;
  date: DateText;
  /** Positive for money in. */
  cents: number;
  text: string;
  reference: string;
  isFee?: boolean | undefined;
}

/**
 * How a line was matched: with the one item that its reference names (`exact`); with all open items of a day or of several, without
 * or less the returned ones (`day`, `days`, `lessReturns`); with a set of single items; with an unpaid debit that its client paid
 * otherwise (`settles`); or with none, as a difference with a name, such as a fee (`named`).
 */
export type MatchRule = 'exact' | 'day' | 'days' | 'lessReturns' | 'set' | 'settles' | 'named';

/** One row of a suggestion's sum: all open items of days, or single items. */
export interface Term {
  kind: ItemKind;
  sign: 1 | -1;
  from: DateText;
  to: DateText;
  /** Their product; undefined if all items are of one. */
  group?: string | undefined;
  /** The ids of single items. */
  items?: string[] | undefined;
  /** The ids of items of the days that another line names: they are not in the sum. */
  without?: string[] | undefined;
  /** The contract's number of a single item. */
  label?: string | undefined;
  count: number;
  /** Positive; `sign` says how it counts. */
  cents: number;
}

/** The terms, less the difference, are the line's amount to the cent. */
export interface Suggestion {
  rule: MatchRule;
  terms: Term[];
  /** Cents that the bank paid less, or took more; it must be given a name. */
  difference: number;
}

export const differenceNames = { fee: 'Fee', vat: 'VAT on fee', retention: 'Retention', other: 'Other' } as const;
export type DifferenceName = keyof typeof differenceNames;

export interface Match extends Suggestion {
  line: string;
  /** Of the difference; undefined without one. */
  name?: DifferenceName | undefined;
  note?: string | undefined;
  /** The remembered rule that suggested it, by its text. */
  byRule?: string | undefined;
}

/** Remembered for an account: lines with this text are matched in this way. */
export interface AccountRule {
  /** The words of the line's text without its numbers (`stemOf`). */
  stem: string;
  rule: MatchRule;
  /** Of lines that are a difference as a whole, such as fees. */
  name?: DifferenceName | undefined;
}

/** Whole cents. */
export interface Tolerance {
  line: number;
  month: number;
  /** The largest share that a provider keeps back, in hundredths of a per cent; no retention is suggested without it. */
  retention?: number | undefined;
}

/** Why a line has no suggestion; amounts in cents. */
type Why =
  | { is: 'several' }
  | { is: 'nothing near' }
  | { is: 'no reference' }
  | { is: 'amount'; label: string; date: DateText; cents: number }
  | { is: 'two lines' }
  /** The line names a day, and is less than what was paid on it. */
  | { is: 'short'; date: DateText; difference: number }
  /** It has a reference that no debit or payout has. */
  | { is: 'strange reference' }
  | { is: 'difference'; difference: number; left: number };

export interface MatchOutcome {
  /** One: suggested. More: several fit. None: see `why`. */
  fits: Suggestion[];
  why?: Why | undefined;
  byRule?: AccountRule | undefined;
}

export const totalOf = (terms: readonly Pick<Term, 'sign' | 'cents'>[]): number =>
  terms.reduce((sum, { sign, cents }) => sum + sign * cents, 0);

/** `Settlement 261027 ref 12` and `SETTLEMENT 261028` have the same words. */
export const stemOf = (text: string): string =>
  text
    .toUpperCase()
    .split(/[^A-Z\d•]+/)
    .filter((word) => word.length > 1 && !/[\d•]/.test(word))
    .slice(0, 4)
    .join(' ');
