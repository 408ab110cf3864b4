import { isMoney, type DaySum, type MonthFigures } from '#answers/month/figures.ts';
import { isLateReturn } from '#answers/transaction-kind.ts';
import { csvCell } from '#report-engine/export/text.ts';
import { grouped } from '#rules/sums.ts';

/** The merchant's account codes. */
export interface Accounts {
  bank: string;
  transit: string;
  debtors: string;
  creditors: string;
  /** Fees of the bank and the VAT on them. */
  charges: string;
  /** What the bank kept for another reason. */
  suspense: string;
  /** Xero requires the name of a tax rate on every line. No tax is computed. */
  xeroTaxRate: string;
}

export const usualAccounts: Accounts = {
  bank: 'Bank',
  transit: 'Debit orders in transit',
  debtors: 'Debtors',
  creditors: 'Creditors',
  charges: 'Bank charges',
  suspense: 'Suspense',
  xeroTaxRate: 'Tax Exempt',
};

/** What a bank line moved, for the journal. Whole cents. */
export interface BankMove {
  day: string;
  /** Out of transit: paid debits of the product, less returned ones. */
  matched: number;
  /** Paid by a client past the debit order. */
  settled: number;
  /** What the bank kept, and whether it is a fee. */
  difference: number;
  isFee: boolean;
}

interface Line {
  day: string;
  reference: string;
  account: string;
  description: string;
  /** Whole cents; one of the two. */
  debit: number;
  credit: number;
}

const amountText = (cents: number): string => (cents / 100).toFixed(2);

/** What a day moved between two accounts. Failed debits and payouts moved nothing. */
const kinds: readonly {
  description: string;
  from: keyof Accounts;
  to: keyof Accounts;
  isIn(it: DaySum): boolean;
}[] = [
  {
    description: 'Debits collected',
    from: 'debtors',
    to: 'transit',
    isIn: isMoney('paid', false),
  },
  {
    description: 'Debits returned after payment',
    from: 'transit',
    to: 'debtors',
    isIn: ({ type }) => isLateReturn({ TransactionType: type }),
  },
  {
    description: 'Payouts paid',
    from: 'bank',
    to: 'creditors',
    isIn: isMoney('paid', true),
  },
];

type Entry = Omit<Line, 'account' | 'debit' | 'credit'> & { to: string; from: string; cents: number };

/** A negative sum moves the other way. */
const linesOf = ({ to, from, cents, ...same }: Entry): Line[] =>
  cents === 0
    ? []
    : [
        { ...same, account: cents > 0 ? to : from, debit: Math.abs(cents), credit: 0 },
        { ...same, account: cents > 0 ? from : to, debit: 0, credit: Math.abs(cents) },
      ];

const bankKinds: readonly {
  description: string;
  to: keyof Accounts;
  from: keyof Accounts;
  centsOf(it: BankMove): number;
}[] = [
  { description: 'Matched to the bank', to: 'bank', from: 'transit', centsOf: (it) => it.matched },
  { description: 'Paid by clients directly', to: 'bank', from: 'debtors', centsOf: (it) => it.settled },
  { description: 'Bank charges', to: 'charges', from: 'bank', centsOf: (it) => (it.isFee ? it.difference : 0) },
  { description: 'Kept by the bank', to: 'suspense', from: 'bank', centsOf: (it) => (it.isFee ? 0 : it.difference) },
];

function bankJournal(moves: readonly BankMove[], accounts: Accounts, reference: string): Line[] {
  const byDay = [...grouped(moves, (it) => it.day)];
  return byDay.flatMap(([day, list]) =>
    bankKinds.flatMap(({ description, to, from, centsOf }) =>
      linesOf({
        day,
        reference,
        description,
        to: accounts[to],
        from: accounts[from],
        cents: list.reduce((sum, it) => sum + centsOf(it), 0),
      }),
    ),
  );
}

/** Double entry by day and kind. */
export function journalOf(
  { days, moves = [] }: Pick<MonthFigures, 'days'> & { moves?: readonly BankMove[] },
  accounts: Accounts,
  reference: string,
): Line[] {
  const lines = [...dayJournal(days, accounts, reference), ...bankJournal(moves, accounts, reference)];
  // Stable: the kinds of a day keep their order.
  return lines.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

function dayJournal(days: readonly DaySum[], accounts: Accounts, reference: string): Line[] {
  return [...grouped(days, (it) => it.day)].flatMap(([day, sums]) =>
    kinds.flatMap(({ description, from, to, isIn }) => {
      const listed = sums.filter(isIn);
      const cents = listed.reduce((sum, it) => sum + (it.cents ?? 0), 0);
      const count = listed.reduce((sum, it) => sum + it.count, 0);
      const text = `${description}: ${count}`;
      return linesOf({ day, reference, description: text, to: accounts[to], from: accounts[from], cents });
    }),
  );
}

const csvOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, ...rows].map((row) => `${row.join(',')}\r\n`).join('');

const amountOr = (cents: number, noneText: string): string => (cents === 0 ? noneText : amountText(cents));

export const neutralJournal = (lines: readonly Line[]): string =>
  csvOf(
    ['Date', 'Reference', 'Account', 'Description', 'Debit', 'Credit'],
    lines.map((it) => [
      it.day,
      csvCell(it.reference),
      csvCell(it.account),
      csvCell(it.description),
      amountText(it.debit),
      amountText(it.credit),
    ]),
  );

const dayFirst = (day: string): string => day.split('-').toReversed().join('/');

/** Manual journals: debits are positive, credits negative; lines with the same narration and date are one journal. */
export const xeroJournal = (lines: readonly Line[], { xeroTaxRate }: Accounts): string =>
  csvOf(
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    lines.map((it) => [
      csvCell(`${it.reference} ${it.day}`),
      dayFirst(it.day),
      csvCell(it.description),
      csvCell(it.account),
      csvCell(xeroTaxRate),
      amountText(it.debit - it.credit),
    ]),
  );

/** Reference, date and description are on the first line of a journal only; each day is one. */
export const sageJournal = (lines: readonly Line[]): string =>
  csvOf(
    ['Reference', 'Date', 'Description', 'Account', 'Debit', 'Credit'],
    lines.map((line, at) => {
      const isFirst = lines[at - 1]?.day !== line.day;
      return [
        isFirst ? csvCell(`${line.reference} ${line.day}`) : '',
        isFirst ? dayFirst(line.day) : '',
        isFirst ? csvCell(line.description) : '',
        csvCell(line.account),
        amountOr(line.debit, ''),
        amountOr(line.credit, ''),
      ];
    }),
  );
