import { printedAmount, sideOf } from './amount.ts';
import { looksLikeDay, orderOf } from './day.ts';
import { foldedHeading, type Mapping, type SuggestedMapping } from './mapping.ts';

type Row = readonly string[];

/** Rows of the file in which headings are looked for, and rows below them by which columns are known. */
const [topRows, sampleRows] = [60, 200];

/** The codes that columns of currencies hold; others of three letters are words. */
const currencyCode =
  /^(?:ZAR|USD|EUR|GBP|AUD|BWP|CAD|CHF|CNY|DKK|HKD|INR|JPY|KES|LSL|MUR|MWK|MZN|NAD|NGN|NOK|NZD|SEK|SGD|SZL|TZS|UGX|ZMW)$/i;
export const isCurrencyCode = (cell: string): boolean => currencyCode.test(cell.trim());

/** `TransactionDate`, `booking_date` and `Chq./Ref.No.` as words. */
const wordsOf = (heading: string): string =>
  heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_./\\()[\]#:-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');

const isAmount = (cell: string): boolean => printedAmount(cell) !== undefined && !looksLikeDay(cell);
const filled = (cells: readonly string[]): string[] => cells.map((it) => it.trim()).filter((it) => it !== '');

const sideHeading = /\b(?:sign|type|side|indicator|teken|d c|c d|dr cr|cr dr|debit credit|credit debit)\b/;

/** Whether cells tell debits from credits; dashes alone mean nothing, unless the heading says that they are signs. */
export const isSideColumn = (cells: readonly string[], heading: string): boolean =>
  cells.length > 0 &&
  cells.every((cell) => sideOf(cell) !== undefined) &&
  (cells.some((cell) => /[a-z]/i.test(cell)) ||
    new Set(cells.map(sideOf)).size === 2 ||
    sideHeading.test(wordsOf(heading)));

/** The column that has the day in most rows with an amount; of several the first that is not the day of the value. */
function dayColumn(all: readonly Row[], headings: readonly string[]): number {
  const rows = all.filter((row) => row.some(isAmount));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const counts = Array.from({ length: width }, (_, at) => rows.filter((row) => looksLikeDay(row[at] ?? '')).length);
  const most = Math.max(0, ...counts);
  if (most === 0) return -1;
  const days = counts.flatMap((count, at) => (count >= most * 0.8 ? [at] : []));
  const isOther = (at: number) =>
    /\b(?:value|valuta|due|process(?:ed)?|effective|settle(?:d|ment)?)\b/.test(headings[at] ?? '');
  return (
    days.find((at) => /^(?:date|datum)$/.test(headings[at] ?? '')) ?? days.find((at) => !isOther(at)) ?? days[0] ?? -1
  );
}

/** The last row above the first entry that names columns: no day, no amount, something in the column of the days. */
function headingAbove(rows: readonly Row[]): number {
  const top = rows.slice(0, topRows + sampleRows);
  const day = dayColumn(top, []);
  const isEntry = (row: Row) => looksLikeDay(row[day] ?? '') && row.some((cell, at) => at !== day && isAmount(cell));
  const first = top.findIndex(isEntry);
  for (let at = Math.min(first, topRows) - 1; at >= 0; at -= 1) {
    const row = top[at] ?? [];
    const names = filled(row);
    if (names.length > 1 && (row[day] ?? '').trim() !== '' && !names.some((it) => isAmount(it) || looksLikeDay(it)))
      return at;
  }
  if (first >= 0) return -1;
  // A statement without entries.
  return top.findIndex((row) => row.length > 1 && row.some((cell) => /\b(?:date|datum)\b/.test(wordsOf(cell))));
}

const money = {
  balance: /\b(?:balance|saldo|bal)\b/,
  fee: /\b(?:fees?|charges?|koste)\b/,
  both: /\b(?:debits?|dr)\b.*\b(?:credits?|cr)\b|\b(?:credits?|cr)\b.*\b(?:debits?|dr)\b/,
  credit: /\b(?:credits?|money in|paid in|received|receipts?|deposits?|krediet|inbetalings?|cr|in)\b/,
  debit: /\b(?:debits?|money out|paid out|withdrawals?|withdrawn|payments?|spent|debiet|dr|out)\b/,
  exact: /^(?:(?:transaction|trans|zar|rand) )?(?:amount|bedrag)(?: (?:zar|r|rand))?$/,
  some: /\b(?:amount|amt|bedrag|value)\b/,
  /** Of the other side of a payment, or a part of it. */
  other: /\b(?:original|foreign|vat|tax|btw|fx|rate|instructed|limit|available)\b/,
  noMoney: /\b(?:no|number|nr|page|count|code|branch|day|time|id|account|cheque|chq|ref|reference|sequence|seq)\b/,
};

/** Which columns hold the money. An exact "Amount" is more than a pair, and a pair more than any other amount. */
function moneyIn(headings: readonly string[], columns: readonly number[]): Partial<Mapping> {
  const is = (pattern: RegExp) => (at: number) => pattern.test(headings[at] ?? '');
  const own = columns.filter((at) => !is(money.other)(at));
  const balance = own.find(is(money.balance));
  const fee = own.find((at) => at !== balance && is(money.fee)(at));
  const rest = own.filter((at) => at !== balance && at !== fee && !is(money.noMoney)(at));
  const exact = rest.find(is(money.exact));
  const credit = rest.find((at) => !is(money.both)(at) && is(money.credit)(at));
  const debit = rest.find((at) => !is(money.both)(at) && at !== credit && is(money.debit)(at));
  const amounts = rest.filter((at) => at !== credit && at !== debit);
  const [some = amounts.length === 1 ? amounts[0] : undefined] = amounts.filter(is(money.some));
  const found = { balance, fee };
  if (exact !== undefined) return { ...found, amount: exact };
  if (credit !== undefined && debit !== undefined) return { ...found, credit, debit };
  if (some !== undefined) return { ...found, amount: some };
  return credit === undefined && debit === undefined ? found : { ...found, credit, debit };
}

const sideHeadings = [money.credit, money.debit, money.exact, money.balance];

const textHeading =
  /\b(?:descriptions?|details?|narrations?|narrative|text|transaction|memo|payee|particulars|beskrywing|omskrywing|label|name|desc)\b/;
const referenceHeading = /\b(?:references?|ref|cheque|chq|verwysing)\b/;
/** Another account than the statement's. */
const otherAccount =
  /\b(?:counter|counterparty|beneficiary|to|from|payee|payer|other|their|sender|recipient|remitter)\b/;
export const isAccountHeading = (heading: string): boolean =>
  /(?:^| )(?:account|acc|rekening|iban)(?: (?:number|num|no|nr|nommer))?$/.test(wordsOf(heading)) &&
  !otherAccount.test(wordsOf(heading));
export const isCurrencyHeading = (heading: string): boolean => !money.other.test(wordsOf(heading));
export const accountDigits = (cell: string): string => cell.replaceAll(/\D/g, '');

/**
 * A first mapping for a person to confirm, from the headings of a table and from what its columns hold; undefined if no
 * column holds days. @param at index of the heading row, -1 without one
 */
export function guessedMapping(rows: readonly Row[], at = headingAbove(rows)): SuggestedMapping | undefined {
  const names = (rows[at] ?? []).map((it) => it.trim());
  const headings = names.map(wordsOf);
  const sample = rows.slice(at + 1, at + 1 + sampleRows);
  const date =
    at < 0 || sample.some((row) => row.some(looksLikeDay))
      ? dayColumn(sample, headings)
      : headings.findIndex((it) => /\b(?:date|datum)\b/.test(it));
  if (date < 0) return undefined;
  const entries = sample.filter((row) => looksLikeDay(row[date] ?? ''));
  const width = [...entries, names].reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => column !== date);
  const cellsOf = (column: number) => filled(entries.map((row) => row[column] ?? ''));
  const all = (column: number, fits: (cell: string) => boolean) => {
    const cells = cellsOf(column);
    return cells.length > 0 && cells.every(fits);
  };
  const sign = columns.find((column) => isSideColumn(cellsOf(column), names[column] ?? ''));
  const currency = columns.find((column) => isCurrencyHeading(names[column] ?? '') && all(column, isCurrencyCode));
  const account = columns.find(
    (column) =>
      isAccountHeading(names[column] ?? '') &&
      all(column, (cell) => accountDigits(cell).length > 5 && !/[.,]\d\d$/.test(cell)),
  );
  const status = columns.find((column) => /^(?:transaction )?(?:status|state)$/.test(headings[column] ?? ''));
  const known = [sign, currency, account, status];
  const free = columns.filter((column) => !known.includes(column));
  const isMoney = (column: number) => all(column, (cell) => cell === '-' || isAmount(cell));
  // Nothing may have been paid out in these days.
  const isEmptyMoney = (column: number) =>
    cellsOf(column).length === 0 && sideHeadings.some((it) => it.test(headings[column] ?? ''));
  const sums = moneyIn(
    headings,
    free.filter((column) => isMoney(column) || isEmptyMoney(column)),
  );
  const words = free.filter((column) => !Object.values(sums).includes(column) && !all(column, looksLikeDay));
  const references = words.filter((column) => referenceHeading.test(headings[column] ?? ''));
  const named = words.filter((column) => !references.includes(column) && textHeading.test(headings[column] ?? ''));
  const length = (column: number) => cellsOf(column).join('').length;
  const longest = words
    .filter((column) => !isMoney(column) && !references.includes(column))
    .toSorted((one, other) => length(other) - length(one))
    .slice(0, 1);
  return {
    bank: '',
    headings: names.map(foldedHeading),
    date,
    dayOrder: orderOf(entries.map((row) => row[date] ?? '')) ?? '',
    texts: named.length > 0 || references.length > 0 ? named : longest,
    references,
    sign: sums.amount === undefined ? undefined : sign,
    currency,
    account,
    status,
    ...sums,
  };
}
