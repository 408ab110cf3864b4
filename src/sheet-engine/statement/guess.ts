import {
  accountDigits,
  isAccountHeading,
  isAmountCell,
  isCurrencyColumn,
  isSideColumn,
  moneyHeadings,
  statementHeadingWords,
} from './column-content.ts';
import { dayOrderOf, looksLikeDay } from './day.ts';
import { foldedHeading, topRows, type Mapping, type SuggestedMapping } from './mapping.ts';

type Row = readonly string[];

/** Rows below the headings by which columns are judged. */
const sampleRows = 200;

const dayHeading = /\b(?:date|datum)\b/;
const otherDayHeading = /\b(?:value|valuta|due|process(?:ed)?|effective|settle(?:d|ment)?)\b/;
const textHeading =
  /\b(?:descriptions?|details?|narrations?|narrative|text|transaction|memo|payee|particulars|beskrywing|omskrywing|label|name|desc)\b/;
const referenceHeading = /\b(?:references?|ref|cheque|chq|verwysing)\b/;
const statusHeading = /^(?:transaction )?(?:status|state)$/;

const filledCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

const widthOf = (rows: readonly Row[]): number => rows.reduce((most, row) => Math.max(most, row.length), 0);

/**
 * The column that has a day in most rows with an amount, -1 without one. Of several it is the one called date, or the first
 * that is not the day of the value.
 */
function dayColumn(rows: readonly Row[], headings: readonly string[]): number {
  const entries = rows.filter((row) => row.some(isAmountCell));
  const counts = Array.from(
    { length: widthOf(entries) },
    (_, column) => entries.filter((row) => looksLikeDay(row[column] ?? '')).length,
  );
  const most = Math.max(0, ...counts);
  if (most === 0) return -1;
  const days = counts.flatMap((count, column) => (count >= most * 0.8 ? [column] : []));
  return (
    days.find((column) => /^(?:date|datum)$/.test(headings[column] ?? '')) ??
    days.find((column) => !otherDayHeading.test(headings[column] ?? '')) ??
    days[0] ??
    -1
  );
}

/**
 * The index of the last row above the first entry that names columns, -1 without one: it has no day and no amount, and a name
 * for the column of the days.
 */
function headingRowAbove(rows: readonly Row[]): number {
  const top = rows.slice(0, topRows + sampleRows);
  const day = dayColumn(top, []);
  const isEntry = (row: Row) =>
    looksLikeDay(row[day] ?? '') && row.some((cell, column) => column !== day && isAmountCell(cell));
  const firstEntry = top.findIndex(isEntry);
  for (let at = Math.min(firstEntry, topRows) - 1; at >= 0; at -= 1) {
    const row = top[at] ?? [];
    const names = filledCells(row);
    const isNamed = names.length > 1 && (row[day] ?? '').trim() !== '';
    if (isNamed && !names.some((name) => isAmountCell(name) || looksLikeDay(name))) return at;
  }
  if (firstEntry >= 0) return -1;
  // A statement without entries.
  return top.findIndex((row) => row.length > 1 && row.some((cell) => dayHeading.test(statementHeadingWords(cell))));
}

/** A column other than that of the days. */
interface Column {
  index: number;
  /** Its heading as printed; empty without one. */
  name: string;
  /** Its heading as `statementHeadingWords`. */
  heading: string;
  /** Its cells in entries, trimmed, without empty ones. */
  cells: readonly string[];
}

const holdsOnly = ({ cells }: Column, fits: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.every(fits);

const isMoney = (column: Column): boolean => holdsOnly(column, (cell) => cell === '-' || isAmountCell(cell));

/** Nothing may have been paid out in the days of the statement: then only the heading says that the column is of money. */
function isEmptyMoney({ cells, heading }: Column): boolean {
  const { credit, debit, plainAmount, balance } = moneyHeadings;
  return cells.length === 0 && [credit, debit, plainAmount, balance].some((pattern) => pattern.test(heading));
}

const isAccount = (column: Column): boolean =>
  isAccountHeading(column.name) &&
  holdsOnly(column, (cell) => accountDigits(cell).length > 5 && !/[.,]\d\d$/.test(cell));

/**
 * What each column of money is. A plain "Amount" is chosen before a pair of money in and out, and a pair before any other
 * amount.
 */
function moneyMapping(columns: readonly Column[]): Partial<Mapping> {
  const has =
    (pattern: RegExp) =>
    ({ heading }: Column) =>
      pattern.test(heading);
  const { debitAndCredit, notOfAccount, noMoney } = moneyHeadings;
  const own = columns.filter(({ heading }) => !notOfAccount.test(heading));
  const balance = own.find(has(moneyHeadings.balance));
  const fee = own.find((column) => column !== balance && moneyHeadings.fee.test(column.heading));
  const rest = own.filter((column) => column !== balance && column !== fee && !noMoney.test(column.heading));
  const plainAmount = rest.find(has(moneyHeadings.plainAmount));
  const oneSided = rest.filter(({ heading }) => !debitAndCredit.test(heading));
  const credit = oneSided.find(has(moneyHeadings.credit));
  const debit = oneSided.find((column) => column !== credit && moneyHeadings.debit.test(column.heading));
  const others = rest.filter((column) => column !== credit && column !== debit);
  const [anyAmount = others.length === 1 ? others[0] : undefined] = others.filter(has(moneyHeadings.anyAmount));
  const besides = { balance: balance?.index, fee: fee?.index };
  const sides = { credit: credit?.index, debit: debit?.index };
  if (plainAmount) return { ...besides, amount: plainAmount.index };
  if (credit && debit) return { ...besides, ...sides };
  if (anyAmount) return { ...besides, amount: anyAmount.index };
  return credit || debit ? { ...besides, ...sides } : besides;
}

/** Columns of references and descriptions by their headings; without any, the one with the most text. */
function textMapping(columns: readonly Column[]): Pick<Mapping, 'texts' | 'references'> {
  const references = columns.filter(({ heading }) => referenceHeading.test(heading));
  const others = columns.filter((column) => !references.includes(column));
  const named = others.filter(({ heading }) => textHeading.test(heading));
  const textLength = ({ cells }: Column) => cells.join('').length;
  const longest = others
    .filter((column) => !isMoney(column))
    .toSorted((one, other) => textLength(other) - textLength(one))
    .slice(0, 1);
  const texts = named.length > 0 || references.length > 0 ? named : longest;
  return { texts: texts.map(({ index }) => index), references: references.map(({ index }) => index) };
}

/**
 * A first mapping for a person to confirm, from the headings of a table and from what its columns hold; undefined if no
 * column holds days.
 * @param headingAt index of the heading row, -1 without one
 */
export function guessedMapping(rows: readonly Row[], headingAt = headingRowAbove(rows)): SuggestedMapping | undefined {
  const names = (rows[headingAt] ?? []).map((name) => name.trim());
  const headings = names.map(statementHeadingWords);
  const sample = rows.slice(headingAt + 1, headingAt + 1 + sampleRows);
  const isEmptyStatement = headingAt >= 0 && !sample.some((row) => row.some(looksLikeDay));
  const date = isEmptyStatement
    ? headings.findIndex((heading) => dayHeading.test(heading))
    : dayColumn(sample, headings);
  if (date < 0) return undefined;

  const entries = sample.filter((row) => looksLikeDay(row[date] ?? ''));
  const columns = Array.from({ length: widthOf([...entries, names]) }, (_, index): Column => ({
    index,
    name: names[index] ?? '',
    heading: headings[index] ?? '',
    cells: filledCells(entries.map((row) => row[index] ?? '')),
  })).filter(({ index }) => index !== date);
  const sign = columns.find(({ cells, name }) => isSideColumn(cells, name));
  const currency = columns.find(({ cells, name }) => isCurrencyColumn(cells, name));
  const account = columns.find(isAccount);
  const status = columns.find(({ heading }) => statusHeading.test(heading));
  const known = [sign, currency, account, status];
  const free = columns.filter((column) => !known.includes(column));
  const money = moneyMapping(free.filter((column) => isMoney(column) || isEmptyMoney(column)));
  const isOfMoney = ({ index }: Column) => Object.values(money).includes(index);
  const texts = textMapping(free.filter((column) => !isOfMoney(column) && !holdsOnly(column, looksLikeDay)));
  return {
    bank: '',
    headings: names.map(foldedHeading),
    date,
    dayOrder: dayOrderOf(entries.map((row) => row[date] ?? '')) ?? '',
    ...texts,
    sign: money.amount === undefined ? undefined : sign?.index,
    currency: currency?.index,
    account: account?.index,
    status: status?.index,
    ...money,
  };
}
