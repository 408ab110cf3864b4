import { printedAmount, sideOf } from './amount.ts';
import { looksLikeDay } from './day.ts';

/** What a column of a bank's table has, judged by its heading (English or Afrikaans) and its cells. */

/** `TransactionDate`, `booking_date` and `Chq./Ref.No.` in lower-case words, as the patterns of this file expect headings. */
export const statementHeadingWords = (heading: string): string =>
  heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_./\\()[\]#:-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');

/** Patterns of headings of columns with money. A heading may match several: the caller decides which counts. */
export const moneyHeadings = {
  balance: /\b(?:balance|saldo|bal)\b/,
  fee: /\b(?:fees?|charges?|koste)\b/,
  debitAndCredit: /\b(?:debits?|dr)\b.*\b(?:credits?|cr)\b|\b(?:credits?|cr)\b.*\b(?:debits?|dr)\b/,
  credit: /\b(?:credits?|money in|paid in|received|receipts?|deposits?|krediet|inbetalings?|cr|in)\b/,
  debit: /\b(?:debits?|money out|paid out|withdrawals?|withdrawn|payments?|spent|debiet|dr|out)\b/,
  /** The heading has no other words, as in `Amount (ZAR)`. */
  plainAmount: /^(?:(?:transaction|trans|zar|rand) )?(?:amount|bedrag)(?: (?:zar|r|rand))?$/,
  anyAmount: /\b(?:amount|amt|bedrag|value)\b/,
  /** Not what the account moved: the other side of a payment, a share of it, or a limit. */
  notOfAccount: /\b(?:original|foreign|vat|tax|btw|fx|rate|instructed|limit|available)\b/,
  noMoney: /\b(?:no|number|nr|page|count|code|branch|day|time|id|account|cheque|chq|ref|reference|sequence|seq)\b/,
};

const sideHeading = /\b(?:sign|type|side|indicator|teken|d c|c d|dr cr|cr dr|debit credit|credit debit)\b/;
const otherAccountHeading =
  /\b(?:counter|counterparty|beneficiary|to|from|payee|payer|other|their|sender|recipient|remitter)\b/;

/** Only these: other codes of three letters may be words. */
const currencyCode =
  /^(?:ZAR|USD|EUR|GBP|AUD|BWP|CAD|CHF|CNY|DKK|HKD|INR|JPY|KES|LSL|MUR|MWK|MZN|NAD|NGN|NOK|NZD|SEK|SGD|SZL|TZS|UGX|ZMW)$/i;

export const isAmountCell = (cell: string): boolean => printedAmount(cell) !== undefined && !looksLikeDay(cell);

/**
 * Whether a column only tells debits from credits. Dashes alone mean nothing, unless the heading says that they are signs.
 * @param cells those that are not empty
 */
export const isSideColumn = (cells: readonly string[], heading: string): boolean =>
  cells.length > 0 &&
  cells.every((cell) => sideOf(cell) !== undefined) &&
  (cells.some((cell) => /[a-z]/i.test(cell)) ||
    new Set(cells.map(sideOf)).size === 2 ||
    sideHeading.test(statementHeadingWords(heading)));

/** Whether a column has the currency of the entries' own amounts. @param cells those that are not empty */
export const isCurrencyColumn = (cells: readonly string[], heading: string): boolean =>
  cells.length > 0 &&
  cells.every((cell) => currencyCode.test(cell.trim())) &&
  !moneyHeadings.notOfAccount.test(statementHeadingWords(heading));

/** Whether a heading names the statement's account, and not that of the other side. */
export const isAccountHeading = (heading: string): boolean =>
  /(?:^| )(?:account|acc|rekening|iban)(?: (?:number|num|no|nr|nommer))?$/.test(statementHeadingWords(heading)) &&
  !otherAccountHeading.test(statementHeadingWords(heading));

export const accountDigits = (cell: string): string => cell.replaceAll(/\D/g, '');
