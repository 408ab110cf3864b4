import * as z from 'zod/mini';
import { bankAccountId, maxBankAccounts } from './bank-accounts.ts';
import { dateText, dateTimeText } from './times.ts';

/**
 * The close of a month: an extension of this package's service and no part of the interface (docs/decisions.md, 52).
 * Amounts are whole cents.
 */

const cents = () => z.int();
const count = () => z.int().check(z.nonnegative());
const sum = () => z.strictObject({ Count: count(), Cents: cents() });
const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits'));

export const MonthText = () =>
  z
    .string()
    .check(
      z.regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, 'must be a month from 2000 to 2999, written YYYY-MM'),
      z.meta({ examples: ['2026-10'] }),
    );

export const SignedFigures = z.strictObject({
  Opening: cents(),
  Collected: sum(),
  Returned: sum(),
  AfterPayment: sum(),
  FromEarlier: sum(),
  PaidOut: sum(),
  PayoutsUnpaid: sum(),
  Matched: cents(),
  Closing: cents(),
});

/** The transactions of a day; days without any are absent. `Hash` is that of its lines (`monthLine`), sorted by bytes. */
export const MonthDay = z.strictObject({ Day: dateText(), Count: count(), Hash: hash() });

export const manifestFormat = 'collections-console/month-end/1';

export const MonthManifest = z.strictObject({
  Format: z.literal(manifestFormat),
  Merchant: z.string().check(z.minLength(1), z.maxLength(20)),
  Product: z.string().check(z.minLength(1), z.maxLength(10)),
  Month: MonthText(),
  From: dateText(),
  To: dateText(),
  Rows: count(),
  Figures: SignedFigures,
  /** `Matched` is the sum of their matches, as the service keeps them. Without them the service takes it as stated. */
  BankAccounts: z.optional(
    z.array(bankAccountId()).check(
      z.minLength(1),
      z.maxLength(maxBankAccounts),
      z.refine((ids) => new Set(ids).size === ids.length, 'must have each account once'),
    ),
  ),
  Days: z.array(MonthDay).check(
    z.maxLength(31),
    z.refine((days) => new Set(days.map((it) => it.Day)).size === days.length, 'must have each day once'),
  ),
  Files: z
    .array(z.strictObject({ Name: z.string().check(z.minLength(1), z.maxLength(100)), Bytes: count(), Hash: hash() }))
    .check(z.maxLength(50)),
});

export const MonthCloseRequest = z.strictObject({ Manifest: MonthManifest });
export const MonthReopenRequest = z.strictObject({
  Reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(500)),
});

export const MonthClosing = z.strictObject({
  Month: MonthText(),
  /** 1 for the first close of the month, one more for each close after a reopening. */
  Version: z.int(),
  ClosedAt: dateTimeText(),
  ClosedBy: z.string(),
  Closing: cents(),
  ReopenedAt: z.optional(dateTimeText()),
  ReopenedBy: z.optional(z.string()),
  ReopenedReason: z.optional(z.string()),
});

/** A transaction as it is compared. */
export const MonthRow = z.strictObject({
  TransactionDate: z.nullable(z.string()),
  ContractSequence: z.nullable(z.union([z.int(), z.string()])),
  ClientNumber: z.nullable(z.string()),
  ContractNumber: z.nullable(z.string()),
  TransactionType: z.nullable(z.string()),
  Cents: cents(),
  Status: z.nullable(z.string()),
});

/**
 * A difference to the closed month: a row that is new, one that is gone, or a debit of the month that was returned
 * after its end (`At`).
 */
export const MonthDifference = z.strictObject({
  Kind: z.enum(['new', 'gone', 'returned']),
  Row: MonthRow,
  At: z.optional(z.string()),
});

/** What `GET` of a month answers: its last close, if it is closed, and what has changed since. */
export const MonthState = z.strictObject({
  Closing: z.optional(MonthClosing),
  Manifest: z.optional(MonthManifest),
  Signature: z.optional(z.string()),
  /** At most `maxDifferences`; `DifferenceCount` is how many there are. */
  Differences: z.array(MonthDifference),
  DifferenceCount: count(),
});

export const MonthClosings = z.strictObject({ Closings: z.array(MonthClosing) });

export const maxDifferences = 1000;

export type SignedFigures = z.output<typeof SignedFigures>;
export type MonthDay = z.output<typeof MonthDay>;
export type MonthManifest = z.output<typeof MonthManifest>;
export type MonthCloseRequest = z.output<typeof MonthCloseRequest>;
export type MonthReopenRequest = z.output<typeof MonthReopenRequest>;
export type MonthClosing = z.output<typeof MonthClosing>;
export type MonthRow = z.output<typeof MonthRow>;
export type MonthDifference = z.output<typeof MonthDifference>;
export type MonthState = z.output<typeof MonthState>;
export type MonthClosings = z.output<typeof MonthClosings>;

/**
 * A transaction as one line, from which a day's hash is made and by which days are compared. The same text as
 * PostgreSQL's `json_build_array` gives.
 */
export const monthLine = (row: MonthRow): string =>
  `[${[
    row.TransactionDate,
    row.ContractSequence,
    row.ClientNumber,
    row.ContractNumber,
    row.TransactionType,
    row.Cents,
    row.Status,
  ]
    .map((it) => JSON.stringify(it))
    .join(', ')}]`;

/** @throws SyntaxError for a text that is no line */
export function rowOfLine(line: string): MonthRow {
  const [TransactionDate, ContractSequence, ClientNumber, ContractNumber, TransactionType, Cents, Status] = JSON.parse(
    line,
  ) as [string | null, number | string | null, string | null, string | null, string | null, number, string | null];
  return { TransactionDate, ContractSequence, ClientNumber, ContractNumber, TransactionType, Cents, Status };
}
