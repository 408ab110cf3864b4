import { dayOfCell } from './day.ts';
import { folded, type DayOrder, type Mapping } from './mapping.ts';

type Rows = readonly (readonly string[])[];

const none = { texts: [], references: [], amount: undefined };

/** Columns by their headings, as a bank's site prints them; sites differ, so a person confirms each once. */
interface Profile extends Omit<Partial<Mapping>, 'headings' | 'date'> {
  bank: string;
  headings: string;
  dayOrder: DayOrder;
}

const profiles: readonly Profile[] = [
  {
    bank: 'FNB',
    headings: 'date|service fee|amount|description|reference|balance|cheque number',
    dayOrder: 'year',
    texts: [3],
    references: [4],
    fee: 1,
    amount: 2,
    balance: 5,
  },
  {
    bank: 'FNB',
    headings: 'date|amount|balance|description',
    dayOrder: 'year',
    texts: [3],
    references: [],
    amount: 1,
    balance: 2,
  },
  {
    bank: 'Standard Bank',
    headings:
      'date|value date|statement number|description|amount|balance|type|originator reference|customer reference',
    dayOrder: 'year',
    texts: [3],
    references: [7, 8],
    amount: 4,
    balance: 5,
  },
  {
    bank: 'ABSA',
    headings: 'date|description|amount|balance',
    dayOrder: 'year',
    texts: [1],
    references: [],
    amount: 2,
    balance: 3,
  },
  {
    bank: 'Capitec',
    headings: 'account|date|description|reference|amount|fees|balance',
    dayOrder: 'day',
    texts: [2],
    references: [3],
    amount: 4,
    fee: 5,
    balance: 6,
    account: 0,
  },
];

/** Tables without headings, by the shape of their rows. */
const shapes: readonly { fits(row: readonly string[]): boolean; mapping: Mapping }[] = [
  {
    // Date, code, number, text, cents, sign.
    fits: (row) =>
      /^\d{8}$/.test(row[0] ?? '') &&
      /^[A-Z]{3}$/.test(row[1] ?? '') &&
      /^\d+$/.test(row[4] ?? '') &&
      /^[-+]$/.test(row[5] ?? ''),
    mapping: {
      bank: 'Netcash',
      headings: [],
      date: 0,
      dayOrder: 'year',
      texts: [3],
      references: [2],
      amount: 4,
      sign: 5,
      isInCents: true,
    },
  },
  {
    // By e-mail: number of the row's type, number, date, three texts, amount, balance, bank charge.
    fits: (row) => row[0] === '5' && row.length >= 8 && dayOfCell(row[2] ?? '', 'year', '2000') !== undefined,
    mapping: {
      bank: 'FNB',
      headings: [],
      date: 2,
      dayOrder: 'year',
      texts: [3, 4],
      references: [5],
      amount: 6,
      balance: 7,
      fee: 8,
      entryMark: '5',
    },
  },
  {
    fits: (row) => /^\d{2}[A-Za-z]{3}\d{4}$/.test(row[0] ?? '') && row.length >= 3,
    mapping: {
      bank: 'Nedbank',
      headings: [],
      date: 0,
      dayOrder: 'day',
      texts: [1],
      references: [],
      amount: 2,
      balance: 3,
    },
  },
];

const guesses: readonly [keyof typeof uses, RegExp][] = [
  ['balance', /balance|saldo/],
  ['fee', /fee|charge/],
  ['credit', /credit|money in|paid in|received|deposit/],
  ['debit', /debit|money out|paid out|withdraw/],
  ['reference', /reference|\bref\b|cheque/],
  ['text', /description|details|narrat|text|transaction(?! date)|memo|name/],
  ['amount', /amount|value(?! date)|bedrag/],
];
const uses = { balance: 0, fee: 0, credit: 0, debit: 0, reference: 0, text: 0, amount: 0 };

/** A first mapping for a person to correct, from headings with a date and an amount. */
function guessed(headings: readonly string[], rows: Rows): Mapping | undefined {
  const date = headings.findIndex((heading) => /\bdate\b|datum/.test(heading));
  if (date < 0) return undefined;
  const mapping: Mapping = {
    bank: '',
    headings: [...headings],
    date,
    dayOrder: 'day',
    ...none,
    texts: [],
    references: [],
  };
  headings.forEach((heading, column) => {
    const [use] = column === date ? [] : (guesses.find(([, pattern]) => pattern.test(heading)) ?? []);
    if (use === undefined || heading.includes('date')) return;
    if (use === 'text') mapping.texts.push(column);
    else if (use === 'reference') mapping.references.push(column);
    else mapping[use] ??= column;
  });
  if (mapping.amount !== undefined) mapping.credit = mapping.debit = undefined;
  const cells = rows.map((row) => row[date] ?? '').filter((cell) => /\d/.test(cell));
  if (cells.every((cell) => /^\d{4}/.test(cell))) mapping.dayOrder = 'year';
  else if (cells.some((cell) => /^\d{1,2}[-/. ](?:1[3-9]|2\d|3[01])[-/. ]/.test(cell))) mapping.dayOrder = 'month';
  return mapping;
}

/** What is known of a table; `isKnown` if a bank's shape was recognised, rather than guessed from its headings. */
export function recognised(rows: Rows): { mapping: Mapping; isKnown: boolean } | undefined {
  const top = rows.slice(0, 60).map((row) => row.map(folded));
  for (const { headings, ...profile } of profiles) {
    const wanted = headings.split('|');
    if (top.some((row) => row.length === wanted.length && wanted.every((it, column) => row[column] === it)))
      return {
        mapping: { ...none, ...profile, headings: wanted, date: wanted.indexOf('date') },
        isKnown: true,
      };
  }
  const looked = rows.slice(0, 200);
  for (const { fits, mapping } of shapes)
    if (looked.some(fits)) return { mapping: { ...mapping, texts: [...mapping.texts] }, isKnown: true };
  for (const [at, headings] of top.entries()) {
    const mapping = headings.length > 1 ? guessed(headings, rows.slice(at + 1, at + 200)) : undefined;
    if (mapping) return { mapping, isKnown: false };
  }
  return undefined;
}

/** For a table that nothing is known of: every column is to be chosen. */
export const emptyMapping: Mapping = { bank: '', headings: [], date: -1, dayOrder: 'day', texts: [], references: [] };
