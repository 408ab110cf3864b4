import type { DateText } from '#rules/calendar.ts';
import { inThousands } from '#rules/money.ts';
import { centsOfText } from './amount.ts';
import { inOrder, withFees, type TableRow } from './balances.ts';
import { checkCount, checkedStatement } from './check.ts';
import { dayOfCell, looksSwapped } from './day.ts';
import { headingRow, type Mapping } from './mapping.ts';
import { lineText } from './mask.ts';
import { endingOf, refusal, type LeftOut, type Statement } from './statement.ts';

export interface Table {
  rows: readonly (readonly string[])[];
  /** Of the rows in the file, from 1. */
  numbers: readonly number[];
}

type Row = readonly string[];

const cellIn = (row: Row, column: number | undefined): string =>
  column === undefined ? '' : (row[column] ?? '').trim().replace(/^'/, '');

const openingBalance = /^(?:open(?:ing)? balance|(?:balance )?(?:brought forward|b\/f))\b/i;
const closingBalance = /^(?:clos(?:e|ing) balance|(?:balance )?(?:carried forward|c\/f))\b/i;
const isProvisional = /\b(?:provisional|pending|not yet (?:processed|cleared))\b/i;

const wholeNumber = (cell: string): number | undefined => (/^[-+]?\d{1,15}$/.test(cell) ? Number(cell) : undefined);

/** Spreadsheets shorten long numbers, and with them the reference that a payment is found by. */
function checkUntouched(row: Row, number: number): void {
  for (const cell of row)
    if (/^-?\d(?:[.,]\d+)?E\+\d+$/i.test(cell.trim()) || /^#{3,}$/.test(cell.trim()))
      throw refusal(
        `Row ${number} holds “${cell.trim()}”: the file was opened and saved again by a spreadsheet, which changed it. Download it again and don’t open it first.`,
      );
}

function dateIn(cell: string, number: number, { dayOrder }: Mapping, year: string): DateText {
  const date = dayOfCell(cell, dayOrder, year);
  if (date !== undefined) return date;
  if (/^\d{5}(?:\.\d+)?$/.test(cell))
    throw refusal(
      `Row ${number} has the date “${cell}”: the file was saved again by a spreadsheet, which turned its dates into numbers. Download it again.`,
    );
  if (/^\d{1,2}[-/. ]?[A-Za-z]{3,9}$/.test(cell)) throw refusal(`Row ${number} has a day without a year, “${cell}”.`);
  throw refusal(`Row ${number} has the date “${cell}”, which does not exist or is in another order than the rest.`);
}

/** One table at a time: a file of several accounts is split before. */
class Reading {
  readonly rows: TableRow[] = [];
  readonly leftOut: LeftOut = { provisional: 0, totals: 0 };
  readonly dates: string[] = [];
  opening: number | undefined;
  closing: number | undefined;
  private readonly mapping: Mapping;
  private readonly year: string;

  constructor(mapping: Mapping, year: string) {
    this.mapping = mapping;
    this.year = year;
  }

  private money(row: Row, column: number | undefined, number: number): number | undefined {
    const cell = cellIn(row, column);
    if (cell === '' || cell === '-') return undefined;
    const cents = this.mapping.isInCents ? wholeNumber(cell) : centsOfText(cell);
    if (cents === undefined)
      throw refusal(`Row ${number} has the amount “${cell}”, which can’t be read as whole cents without a guess.`);
    return cents;
  }

  private amount(row: Row, number: number): number | undefined {
    const { amount, credit, debit, sign } = this.mapping;
    if (amount !== undefined) {
      const cents = this.money(row, amount, number);
      return cents !== undefined && /^[-\u2212]|^D/i.test(cellIn(row, sign)) ? -Math.abs(cents) : cents;
    }
    const [paidIn, paidOut] = [this.money(row, credit, number), this.money(row, debit, number)];
    if (paidIn === undefined && paidOut === undefined) return undefined;
    // Money out is printed with a minus, or without one.
    return Math.abs(paidIn ?? 0) - Math.abs(paidOut ?? 0);
  }

  row(row: Row, number: number): void {
    const { mapping } = this;
    if (mapping.entryMark !== undefined && cellIn(row, 0) !== mapping.entryMark) return;
    const texts = mapping.texts.map((column) => cellIn(row, column));
    const date = cellIn(row, mapping.date);
    const said = row.join(' ');
    const has = (pattern: RegExp) => row.some((cell) => pattern.test(cell.trim()));
    if (has(openingBalance) || has(closingBalance)) return this.total(row, number, has(openingBalance));
    if (isProvisional.test(said)) {
      this.leftOut.provisional += 1;
      return;
    }
    if (/^\s*(?:sub)?totals?\b/i.test(said.trim()) || (date === '' && /\btotals?\b/i.test(said))) {
      this.leftOut.totals += 1;
      return;
    }
    checkUntouched(row, number);
    const isDated = /\d/.test(date) && dayOfCell(date, mapping.dayOrder, this.year) !== undefined;
    const filled = row.filter((cell) => cell.trim() !== '').length;
    // A footnote, or a heading that is printed again.
    if (!isDated && filled < 3 && !/\d/.test(date)) return;
    const cents = this.amount(row, number);
    if (cents === undefined || (cents === 0 && !isDated)) {
      if (!isDated && filled >= 3)
        throw refusal(`Row ${number} is no entry that can be read: it has no date and no amount.`);
      this.leftOut.totals += 1;
      return;
    }
    this.dates.push(date);
    const fee = Math.abs(this.money(row, mapping.fee, number) ?? 0);
    checkCount(this.rows.length + 1);
    this.rows.push({
      line: {
        date: dateIn(date, number, mapping, this.year),
        cents,
        text: lineText(texts),
        reference: lineText(mapping.references.map((column) => cellIn(row, column))),
        row: number,
      },
      fee,
      balance: this.money(row, mapping.balance, number),
    });
  }

  /** The figure is in the column of balances or of amounts. */
  private total(row: Row, number: number, isFirst: boolean): void {
    this.leftOut.totals += 1;
    const figure = this.money(row, this.mapping.balance, number) ?? this.amount(row, number) ?? this.lone(row);
    if (figure === undefined) return;
    if (isFirst) this.opening ??= figure;
    else this.closing = figure;
  }

  /** Above the headings, next to a label. */
  private lone(row: Row): number | undefined {
    const figures = row.map((cell) => centsOfText(cell)).filter((it) => it !== undefined);
    return figures.length === 1 ? figures[0] : undefined;
  }
}

/** The account's number next to the word, above the entries. */
function endingIn(rows: readonly Row[]): string {
  for (const row of rows.slice(0, 40)) {
    const said = row.join(' ');
    const [, number = ''] = /\baccount\b[^\d]*((?:\d[ -]?){6,})/i.exec(said) ?? [];
    if (number !== '') return endingOf(number);
  }
  return '';
}

/** FNB's statements by e-mail have the year in the row of the period only. */
const yearIn = (rows: readonly Row[]): string =>
  /\b(20\d\d)\b/.exec(rows.find((row) => cellIn(row, 0) === '3')?.join(' ') ?? '')?.[1] ?? '';

function statementOf({ rows, numbers }: Table, mapping: Mapping, ending: string, year: string): Statement {
  const reading = new Reading(mapping, year);
  rows.forEach((row, at) => reading.row(row, numbers[at] ?? at + 1));
  if (reading.rows.length === 0) throw refusal('The file has no entries.');
  if (looksSwapped(reading.dates, mapping.dayOrder))
    throw refusal(
      'Day and month seem to be swapped: the days are in order only the other way round. Choose the other order.',
    );
  const ordered = inOrder(reading.rows, reading.opening);
  const [first] = ordered;
  const last = ordered.at(-1);
  const opening =
    reading.opening ?? (first?.balance === undefined ? undefined : first.balance - first.line.cents + first.fee);
  const { lines, notTaken } = withFees(ordered, opening);
  const notes = notTaken > 0 ? [`${inThousands(String(notTaken))} fees are not taken in the row that names them.`] : [];
  return checkedStatement({
    ending,
    currency: '',
    from: first?.line.date ?? '',
    to: last?.line.date ?? '',
    opening,
    closing: reading.closing ?? last?.balance,
    lines,
    leftOut: reading.leftOut,
    notes,
  });
}

/** The statements of a table: one, or one for each account that its rows name. @throws UnreadableFile */
export function readTable({ rows, numbers }: Table, mapping: Mapping): Statement[] {
  const heading = headingRow(rows, mapping);
  if (heading === undefined) throw refusal('The columns are not those of this account’s other statements.');
  const table = { rows: rows.slice(heading + 1), numbers: numbers.slice(heading + 1) };
  const year = yearIn(rows);
  const { account } = mapping;
  if (account === undefined) return [statementOf(table, mapping, endingIn(rows), year)];
  const byAccount = new Map<string, { rows: Row[]; numbers: number[] }>();
  let current = '';
  table.rows.forEach((row, at) => {
    const number = cellIn(row, account);
    if (/\d{4}/.test(number)) current = endingOf(number);
    let own = byAccount.get(current);
    if (!own) byAccount.set(current, (own = { rows: [], numbers: [] }));
    own.rows.push(row);
    own.numbers.push(table.numbers[at] ?? at + 1);
  });
  // Rows above the first that names an account belong to it.
  const before = byAccount.get('');
  byAccount.delete('');
  const [named] = byAccount.values();
  if (before && named) {
    named.rows.unshift(...before.rows);
    named.numbers.unshift(...before.numbers);
  }
  if (byAccount.size === 0) throw refusal('No row names its account.');
  return [...byAccount].map(([ending, own]) => statementOf(own, mapping, ending, year));
}
