import * as z from 'zod/mini';
import { dateText, dateTimeText } from './times.ts';

/**
 * Bank accounts with their lines and matches: an extension of this package's service and no part of the interface
 * (docs/decisions.md, 59). Names inside its parts are the console's own. Amounts are whole cents.
 */

const cents = () => z.int();
const column = () => z.optional(z.int().check(z.minimum(-1), z.maximum(1000)));
const text = (longest: number) => z.string().check(z.maxLength(longest));
const some = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
const list = <T extends z.ZodMiniType>(item: T, most: number) => z.array(item).check(z.maxLength(most));
const kind = () => z.enum(['paid', 'failed', 'returned', 'paidOut']);
const rule = () => z.enum(['exact', 'day', 'days', 'lessReturns', 'set', 'settles', 'named']);
const difference = () => z.optional(z.enum(['fee', 'vat', 'retention', 'other']));

/** The number of an account, which the console chooses. */
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
  name: some(60),
  ending: text(4),
  mapping: z.optional(Mapping),
  tolerance: z.strictObject({
    line: cents(),
    month: cents(),
    retention: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  }),
  rules: list(z.strictObject({ stem: text(200), rule: rule(), name: difference() }), 500),
});

const Statement = z.strictObject({
  id: some(36),
  from: dateText(),
  to: dateText(),
  opening: z.optional(cents()),
  closing: z.optional(cents()),
  lines: z.int().check(z.nonnegative()),
});

const Line = z.strictObject({
  id: some(600),
  date: dateText(),
  cents: cents(),
  text: text(200),
  reference: text(200),
  isFee: z.optional(z.boolean()),
  statement: some(36),
});

const Term = z.strictObject({
  kind: kind(),
  sign: z.union([z.literal(1), z.literal(-1)]),
  from: dateText(),
  to: dateText(),
  group: z.optional(text(20)),
  items: z.optional(list(some(300), 400)),
  without: z.optional(list(some(300), 400)),
  label: z.optional(text(60)),
  count: z.int().check(z.nonnegative()),
  cents: cents(),
});

const Match = z.strictObject({
  line: some(600),
  rule: rule(),
  terms: list(Term, 100),
  difference: cents(),
  name: difference(),
  note: z.optional(text(500)),
  byRule: z.optional(text(200)),
  by: text(200),
  at: dateTimeText(),
});

/** Of a merchant. */
export const maxAccounts = 50;
/** Lines of an account: some years of them. */
export const maxAccountLines = 10_000;
export const maxStatements = 500;

/** `Version` is the one that was read, 0 for a new account. */
export const BankAccountKeep = z.strictObject({
  Version: z.int().check(z.nonnegative()),
  Account,
  Statements: list(Statement, maxStatements),
  Lines: list(Line, maxAccountLines),
  Matches: list(Match, maxAccountLines),
});
export const BankAccountVersion = z.strictObject({ Version: z.int().check(z.nonnegative()) });
export const BankAccounts = z.strictObject({ Accounts: z.array(BankAccountKeep) });

export type BankAccountKeep = z.output<typeof BankAccountKeep>;
export type BankAccountVersion = z.output<typeof BankAccountVersion>;
export type BankAccounts = z.output<typeof BankAccounts>;

/** What the bank has shown of a product's money, in cents. What a client paid past the debit order, and payouts, were never in transit. */
export const shownByBank = (
  matches: readonly Pick<BankAccountKeep['Matches'][number], 'rule' | 'terms'>[],
  product: string,
): number =>
  matches
    .filter((it) => it.rule !== 'settles')
    .flatMap((it) => it.terms)
    .filter((it) => it.kind !== 'paidOut' && (it.group ?? product) === product)
    .reduce((sum, it) => sum + it.sign * it.cents, 0);
