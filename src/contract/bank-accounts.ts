import * as z from 'zod/mini';
import { dateText, dateTimeText } from './times.ts';

/**
 * Bank accounts with their lines and matches: an extension of this package's service and no part of the interface
 * (docs/decisions.md, 59). The properties inside an account are spelled as the console computes with them, and explained where it
 * does: a mapping in `src/sheet-engine/statement/mapping.ts`, a match and its terms in `src/sheet-engine/matching/item.ts`. Amounts
 * are whole cents, positive for money in.
 */

const cents = () => z.int();
const count = () => z.int().check(z.nonnegative());
const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
const filledText = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const list = <T extends z.ZodMiniType>(item: T, maxLength: number) => z.array(item).check(z.maxLength(maxLength));
/** The index of a column; -1 is none. */
const column = () => z.optional(z.int().check(z.minimum(-1), z.maximum(1000)));
const itemKind = () => z.enum(['paid', 'failed', 'returned', 'paidOut']);
const matchRule = () => z.enum(['exact', 'day', 'days', 'lessReturns', 'set', 'settles', 'named']);
const differenceName = () => z.optional(z.enum(['fee', 'vat', 'retention', 'other']));
const lineId = () => filledText(600);
const statementId = () => filledText(36);
const itemIds = () => z.optional(list(filledText(300), 400));

/** Of an account, which the console creates. */
export const bankAccountId = () =>
  z.string().check(z.regex(/^[\da-f-]{36}$/, 'must be a UUID, written in lower-case letters'));

const Mapping = z.strictObject({
  bank: text(60),
  headings: list(text(200), 200),
  date: z.int(),
  dayOrder: z.enum(['day', 'month', 'year']),
  texts: list(z.int(), 200),
  references: list(z.int(), 200),
  amount: column(),
  credit: column(),
  debit: column(),
  sign: column(),
  fee: column(),
  balance: column(),
  account: column(),
  currency: column(),
  status: column(),
  skip: column(),
  isInCents: z.optional(z.boolean()),
  entryMark: z.optional(text(60)),
});

const Account = z.strictObject({
  id: bankAccountId(),
  name: filledText(60),
  /** The last four digits. */
  ending: text(4),
  mapping: z.optional(Mapping),
  tolerance: z.strictObject({
    line: cents(),
    month: cents(),
    /** In hundredths of a per cent. */
    retention: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  }),
  rules: list(z.strictObject({ stem: text(200), rule: matchRule(), name: differenceName() }), 500),
});

const Statement = z.strictObject({
  id: statementId(),
  from: dateText(),
  to: dateText(),
  opening: z.optional(cents()),
  closing: z.optional(cents()),
  /** How many lines its file had. */
  lines: count(),
});

const Line = z.strictObject({
  id: lineId(),
  date: dateText(),
  cents: cents(),
  text: text(200),
  reference: text(200),
  isFee: z.optional(z.boolean()),
  statement: statementId(),
});

const Term = z.strictObject({
  kind: itemKind(),
  sign: z.union([z.literal(1), z.literal(-1)]),
  from: dateText(),
  to: dateText(),
  /** The product; none if the items of the account are of one. */
  group: z.optional(text(20)),
  items: itemIds(),
  without: itemIds(),
  label: z.optional(text(60)),
  count: count(),
  cents: cents(),
});

/** The terms, each with its sign, less the difference are the amount of the line. */
const Match = z.strictObject({
  line: lineId(),
  rule: matchRule(),
  terms: list(Term, 100),
  difference: cents(),
  name: differenceName(),
  note: z.optional(text(500)),
  byRule: z.optional(text(200)),
  /** Who matched it and when; the service replaces what is sent. */
  by: text(200),
  at: dateTimeText(),
});

/** Of a merchant. */
export const maxBankAccounts = 50;
/** Of an account: some years. */
export const maxAccountLines = 10_000;
export const maxAccountStatements = 500;

/** All that is kept of an account. `Version` is the one that was read, 0 for a new account. */
export const BankAccountBook = z.strictObject({
  Version: count(),
  Account,
  Statements: list(Statement, maxAccountStatements),
  Lines: list(Line, maxAccountLines),
  Matches: list(Match, maxAccountLines),
});
export const BankAccountVersion = z.strictObject({ Version: count() });
export const BankAccounts = z.strictObject({ Accounts: z.array(BankAccountBook) });

export type BankAccountBook = z.output<typeof BankAccountBook>;
export type BankAccountVersion = z.output<typeof BankAccountVersion>;
export type BankAccounts = z.output<typeof BankAccounts>;

/**
 * What the bank has shown of a product's money, in cents. Payouts are not counted, nor what a client paid past the debit order
 * (`settles`): neither was ever in transit.
 */
export const shownByBank = (
  matches: readonly Pick<BankAccountBook['Matches'][number], 'rule' | 'terms'>[],
  product: string,
): number =>
  matches
    .filter(({ rule }) => rule !== 'settles')
    .flatMap(({ terms }) => terms)
    .filter(({ kind, group = product }) => kind !== 'paidOut' && group === product)
    .reduce((sum, term) => sum + term.sign * term.cents, 0);
