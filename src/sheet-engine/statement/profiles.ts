import { dayOfCell, dayOrderOf } from './day.ts';
import { guessedMapping } from './guess.ts';
import { isHeadings, topRows, type StatementDayOrder, type Mapping, type SuggestedMapping } from './mapping.ts';

type Rows = readonly (readonly string[])[];

const none = { texts: [], references: [], amount: undefined };

/** Columns by their headings, as a bank's site prints them; sites differ, so a person confirms each once. */
interface Profile extends Omit<Partial<Mapping>, 'headings' | 'date'> {
  bank: string;
  headings: string;
  dayOrder: StatementDayOrder;
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

/** Rows of a file among which one of a shape is: there may be titles above it. */
const shapeRows = 200;

/** What is known of a table; `isKnown` if a bank's shape was recognised, rather than guessed from its headings. */
export function recognisedMapping(rows: Rows): { mapping: SuggestedMapping; isKnown: boolean } | undefined {
  const top = rows.slice(0, topRows);
  for (const { headings, ...profile } of profiles) {
    const names = headings.split('|');
    const at = top.findIndex((row) => isHeadings(row, names));
    if (at < 0) continue;
    const date = names.indexOf('date');
    // A spreadsheet may have saved the file with the days of another country.
    const order = dayOrderOf(rows.slice(at + 1).map((row) => row[date] ?? ''));
    const dayOrder = order === 'year' || order === profile.dayOrder ? profile.dayOrder : (order ?? '');
    const isUsual = order === undefined && profile.dayOrder === 'day';
    return {
      mapping: { ...none, ...profile, headings: names, date, dayOrder: isUsual ? 'day' : dayOrder },
      isKnown: true,
    };
  }
  for (const { fits, mapping } of shapes)
    if (rows.slice(0, shapeRows).some(fits))
      return { mapping: { ...mapping, texts: [...mapping.texts] }, isKnown: true };
  const mapping = guessedMapping(rows);
  return mapping && { mapping, isKnown: false };
}

/** For a table that nothing is known of: every column is to be chosen. */
export const emptyMapping: SuggestedMapping = {
  bank: '',
  headings: [],
  date: -1,
  dayOrder: 'day',
  texts: [],
  references: [],
};
