import type { DateText } from '#rules/calendar.ts';
import { inThousands } from '#rules/money.ts';
import { printedAmount, sideOf, type PrintedAmount } from './amount.ts';
import { rowsInOrder, withFees, type TableRow } from './balances.ts';
import { checkCount, checkedStatement } from './check.ts';
import { accountDigits, isAccountHeading, isCurrencyColumn, isSideColumn } from './column-content.ts';
import { dayOfCell, looksSwapped } from './day.ts';
import { columnUse, columnUses, headingRow, isHeadings, type Mapping } from './mapping.ts';
import { lineText } from './mask.ts';
import { endingOf, refusal, type LeftOutLines, type BankStatement } from './statement.ts';

export interface StatementTable {
  rows: readonly (readonly string[])[];
  /** Of the rows in the file, from 1. */
  numbers: readonly number[];
  /** Indexes in `rows` of what the workbook hides. */
  hidden?: ReadonlySet<number>;
  /** What a workbook has besides these rows. */
  notes?: readonly string[];
}

type Row = readonly string[];

const cellIn = (row: Row, column: number | undefined): string =>
  column === undefined ? '' : (row[column] ?? '').trim().replace(/^'/, '');

const openingBalance = /^(?:open(?:ing)? balance|(?:balance )?(?:brought forward|b\/f))\b/i;
const closingBalance = /^(?:clos(?:e|ing) balance|(?:balance )?(?:carried forward|c\/f))\b/i;
/** A cell that says it of its row. "PROVISIONAL TAX" is a payment. */
const provisional =
  /^(?:provisional|pending|unprocessed|not yet (?:processed|cleared))(?: (?:statement|transactions?|debits?|credits?|items?|entries|entry|balance|amount))?$|^(?:provisional|pending)\s*[:(–-]/i;
const totals = /^(?:sub-?|grand )?(?:totals?|totaal)\b/i;

const processed =
  /^(?:posted|booked|completed?|settled|cleared|success(?:ful)?|processed|paid|done|final(?:ised)?|ok|verified|approved)$/i;
const notProcessed =
  /^(?:pending|provisional|authori[sz]ed|in progress|processing|scheduled|failed|declined|rejected|cancell?ed|void(?:ed)?|expired|blocked|unpaid|reserved)$/i;

/** Figures and marks, whether they can be read or not. */
const looksLikeSum = (cell: string): boolean =>
  /\d/.test(cell) && /^[\s\d.,'()+\u2212-]*$/.test(cell.replaceAll(/ZAR|DR|CR|DT|CT|[RDC]/gi, ''));

const filledIn = (row: Row): number => row.filter((cell) => cell.trim() !== '').length;

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

/** A row with an amount, before its day and its sign are known. */
interface Entry {
  row: Row;
  number: number;
  date: string;
  /** The digits of the account that it names, or a row above; empty for a file of one account. */
  account: string;
}

interface Balances {
  opening?: number;
  closing?: number;
}

class Reading {
  readonly leftOut: LeftOutLines[] = [];
  readonly entries: Entry[] = [];
  /** By account. */
  readonly balances = new Map<string, Balances>();
  private account = '';
  private readonly mapping: Mapping;
  private readonly year: string;
  private readonly moneyColumns: number[];

  constructor(mapping: Mapping, year: string) {
    this.mapping = mapping;
    this.year = year;
    const { amount, credit, debit, fee } = mapping;
    this.moneyColumns = [amount, credit, debit, fee].filter((it) => it !== undefined);
  }

  private readable(cell: string): PrintedAmount | undefined {
    if (!this.mapping.isInCents) return printedAmount(cell);
    const [, sign = '', digits] = /^([-+]?)(\d{1,15})$/.exec(cell) ?? [];
    return digits === undefined ? undefined : { cents: Number(digits), sign: sign as '' | '+' | '-' };
  }

  private printed(row: Row, column: number | undefined, number: number): PrintedAmount | undefined {
    const cell = cellIn(row, column);
    if (cell === '' || cell === '-') return undefined;
    const found = this.readable(cell);
    if (!found)
      throw refusal(`Row ${number} has the amount “${cell}”, which can’t be read as whole cents without a guess.`);
    return found;
  }

  private leave(why: LeftOutLines['why'], row: number): void {
    this.leftOut.push({ why, row });
  }

  /** Sorts a row: an entry, a balance, or left out. */
  row(row: Row, number: number): void {
    const { mapping } = this;
    const { headings, entryMark, skip, status } = mapping;
    if (entryMark !== undefined && cellIn(row, 0) !== entryMark) return this.leave('other', number);
    if (headings.length > 0 && isHeadings(row, headings)) return this.leave('heading', number);
    const account = accountDigits(cellIn(row, mapping.account));
    if (account.length > 3) {
      // Rows above the first that names an account belong to it.
      if (this.account === '') this.renameFirst(account);
      this.account = account;
    }
    const has = (pattern: RegExp) => row.some((cell) => pattern.test(cell.trim()));
    if (has(openingBalance) || has(closingBalance)) return this.balance(row, number, has(openingBalance));
    const date = cellIn(row, mapping.date);
    const isDated = this.isDay(date);
    const first = row.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (totals.test(first) || (date === '' && has(totals))) return this.leave('total', number);
    if (has(provisional)) return this.leave('provisional', number);
    const hasAmount = this.moneyColumns.some((column) => this.isSum(row, column, isDated));
    if (!hasAmount) {
      // Where the amount of an entry should be, a text that is none.
      const isBelow = date === '' && this.entries.length > 0;
      for (const column of this.moneyColumns)
        if (isDated || (isBelow && looksLikeSum(cellIn(row, column)))) this.printed(row, column, number);
      if (!isDated && /\d/.test(date) && filledIn(row) > 2) dateIn(date, number, mapping, this.year);
      return this.leave('other', number);
    }
    if (headings.length > 0 && row.slice(headings.length).some((cell) => cell.trim() !== ''))
      throw refusal(
        `Row ${number} has more cells than the headings. An amount such as 1,500.00 or a text with a comma must be in quotation marks: correct the row, or download the file again.`,
      );
    if (cellIn(row, skip) !== '') return this.leave('skipped', number);
    const state = cellIn(row, status);
    if (notProcessed.test(state)) return this.leave('status', number);
    if (state !== '' && !processed.test(state))
      throw refusal(
        `Row ${number} has the status “${state}”, which may mean that the bank hasn’t processed it yet. If all rows are entries, choose “Not used” for this column.`,
      );
    const { currency } = mapping;
    if (cellIn(row, currency) !== '' && !/^(?:ZAR|R|RAND)$/i.test(cellIn(row, currency)))
      throw refusal(`Row ${number} is in ${cellIn(row, currency)}. Only amounts in ZAR can be matched.`);
    const isNamed = [...mapping.texts, ...mapping.references].some((column) => cellIn(row, column) !== '');
    if (date === '' && !isNamed) return this.leave('total', number);
    checkUntouched(row, number);
    checkCount(this.entries.length + 1);
    this.entries.push({ row, number, date, account: this.account });
  }

  private isDay(cell: string): boolean {
    return /\d/.test(cell) && dayOfCell(cell, this.mapping.dayOrder, this.year) !== undefined;
  }

  /** A zero counts only next to a day. */
  private isSum(row: Row, column: number, isDated: boolean): boolean {
    const { cents } = this.readable(cellIn(row, column)) ?? {};
    return cents !== undefined && (cents > 0 || isDated);
  }

  /** The figure is in the column of balances or of amounts. */
  private balance(row: Row, number: number, isFirst: boolean): void {
    this.leave('total', number);
    const signed = (of: PrintedAmount | undefined) =>
      of &&
      (of.sign === '-' || of.sign === 'D' || sideOf(cellIn(row, this.mapping.sign)) === 'D' ? -of.cents : of.cents);
    const figure =
      signed(this.printed(row, this.mapping.balance, number)) ??
      signed(this.moneyColumns.map((column) => this.printed(row, column, number)).find((it) => it !== undefined)) ??
      this.labelledAmount(row);
    if (figure === undefined) return;
    const known = this.balances.get(this.account) ?? {};
    this.balances.set(this.account, isFirst ? { opening: figure, ...known } : { ...known, closing: figure });
  }

  private renameFirst(account: string): void {
    for (const entry of this.entries) entry.account = account;
    const unnamed = this.balances.get('');
    if (unnamed) this.balances.set(account, unnamed);
    this.balances.delete('');
  }

  /** Above the headings, next to a label. */
  private labelledAmount(row: Row): number | undefined {
    const figures = row.map((cell) => printedAmount(cell)).filter((it) => it !== undefined);
    const [only] = figures;
    return figures.length === 1 && only ? (/[-D]/.test(only.sign) ? -only.cents : only.cents) : undefined;
  }

  /** Some banks print a day once, above its rows. @throws UnreadableFile where a row may as well be a total */
  private days(): DateText[] {
    const { entries, mapping, year } = this;
    const lastDated = entries.findLastIndex((it) => it.date !== '');
    const first = entries.findIndex((it) => it.date === '');
    let before = '';
    return entries.map(({ date, number }, at) => {
      if (date !== '') return (before = dateIn(date, number, mapping, year));
      if (before === '' || (at > lastDated && first > lastDated))
        throw refusal(`Row ${number} has an amount and no date.`);
      return before;
    });
  }

  /**
   * Amounts of one column with their signs. Where some say Cr or Dr, those without are the other; where they say nothing they are
   * positive.
   * @throws UnreadableFile naming a row that may be either
   */
  private signed(column: number | undefined): (number | undefined)[] {
    if (column === undefined) return this.entries.map(() => undefined);
    const { sign } = this.mapping;
    const isOfAmounts = column === this.mapping.amount;
    const figures = this.entries.map(({ row, number }) => {
      const found = this.printed(row, column, number);
      if (!found) return undefined;
      const cell = isOfAmounts ? cellIn(row, sign) : '';
      const side = cell === '' ? undefined : sideOf(cell);
      if (cell !== '' && side === undefined)
        throw refusal(`Row ${number} says “${cell}”, which is neither a debit nor a credit.`);
      if (side === 'C' && (found.sign === '-' || found.sign === 'D') && found.cents > 0)
        throw refusal(`Row ${number} has the amount “${cellIn(row, column)}” and says “${cell}”: it may be either.`);
      return { ...found, sign: side ?? found.sign, number };
    });
    const sides = new Set(figures.flatMap((it) => (it && /[CD]/.test(it.sign) ? it.sign : [])));
    const isEither = sides.size === 2 || (sign !== undefined && isOfAmounts && sides.size === 0);
    const unmarked = sides.has('C') ? -1 : 1;
    return figures.map((figure) => {
      if (!figure) return undefined;
      if (figure.sign === '-' || figure.sign === 'D') return figure.cents === 0 ? 0 : -figure.cents;
      if (figure.sign === 'C' || figure.sign === '+' || figure.cents === 0) return figure.cents;
      if (isEither) throw refusal(`Row ${figure.number} doesn’t say whether it is a debit or a credit, as others do.`);
      return unmarked * figure.cents;
    });
  }

  /**
   * Amounts of a column for one side, positive as they usually are: with a minus in every row or in none. The others are
   * reversals.
   * @throws UnreadableFile if as many have a minus, unless balances prove it
   */
  private oneSided(column: number | undefined, use: 'credit' | 'debit' | 'fee'): (number | undefined)[] {
    const values = this.signed(column);
    const [below, above] = [values.filter((it) => (it ?? 0) < 0).length, values.filter((it) => (it ?? 0) > 0).length];
    if (below === 0) return values;
    if (above === 0 && use !== 'credit') return values.map((it) => it && -it);
    const isProved =
      this.mapping.balance !== undefined && this.entries.every(({ row }) => cellIn(row, this.mapping.balance) !== '');
    if (below >= above && !isProved)
      throw refusal(
        `“${columnUses[use]}” has ${inThousands(String(below))} amounts with a minus and ${inThousands(String(above))} without: which of them are reversals can’t be told. If all are signed, choose “Amount”.`,
      );
    return values;
  }

  /** Amount, fee and balance of every entry. */
  private amounts(): number[] {
    const { amount, credit, debit } = this.mapping;
    if (amount !== undefined) return this.signed(amount).map((it) => it ?? 0);
    const [paidIn, paidOut] = [this.oneSided(credit, 'credit'), this.oneSided(debit, 'debit')];
    return this.entries.map(({ number }, at) => {
      const [into, out] = [paidIn[at] ?? 0, paidOut[at] ?? 0];
      if (into !== 0 && out !== 0) throw refusal(`Row ${number} has an amount under Money in and one under Money out.`);
      return into - out;
    });
  }

  tableRows(): TableRow[] {
    const { mapping, entries } = this;
    this.checkUnused();
    const dates = this.days();
    const amounts = this.amounts();
    const fees = this.oneSided(mapping.fee, 'fee');
    const balances = this.signed(mapping.balance);
    if (
      looksSwapped(
        entries.map((it) => it.date).filter((it) => it !== ''),
        mapping.dayOrder,
      )
    )
      throw refusal(
        'Day and month seem to be swapped: the days are in order only the other way round. Choose the other order.',
      );
    return entries.map(({ row, number }, at) => ({
      line: {
        date: dates[at] ?? '',
        cents: amounts[at] ?? 0,
        text: lineText(mapping.texts.map((column) => cellIn(row, column))),
        reference: lineText(mapping.references.map((column) => cellIn(row, column))),
        row: number,
      },
      fee: fees[at] ?? 0,
      balance: balances[at],
    }));
  }

  /** A column that changes what the others mean must not be left unused. @throws UnreadableFile */
  private checkUnused(): void {
    const { mapping, entries } = this;
    const width = entries.reduce((most, { row }) => Math.max(most, row.length), 0);
    for (let column = 0; column < width; column += 1) {
      if (columnUse(mapping, column) !== '' || (mapping.entryMark !== undefined && column === 0)) continue;
      const heading = mapping.headings[column] ?? '';
      const name = `column ${column + 1}${heading && ` (“${heading}”)`}`;
      const cells = entries.map(({ row }) => cellIn(row, column)).filter((cell) => cell !== '');
      if (mapping.amount !== undefined && mapping.sign === undefined && isSideColumn(cells, heading)) {
        const isSigned = entries.some(({ row, number }) =>
          /[-CD]/.test(this.printed(row, mapping.amount, number)?.sign ?? ''),
        );
        if (!isSigned)
          throw refusal(`All amounts are without a sign, and ${name} says debit or credit: choose that for it.`);
      }
      if (mapping.currency === undefined && isCurrencyColumn(cells, heading)) {
        const other = entries.find(({ row }) => !/^(?:ZAR)?$/i.test(cellIn(row, column)));
        if (other)
          throw refusal(`Row ${other.number} is in ${cellIn(other.row, column)}. Only amounts in ZAR can be matched.`);
      }
      if (mapping.account === undefined && isAccountHeading(heading)) {
        const accounts = [...new Set(cells.map(accountDigits).filter((it) => it.length > 5))];
        if (accounts.length > 1)
          throw refusal(
            `The rows are of ${inThousands(String(accounts.length))} accounts (${accounts
              .slice(0, 3)
              .map((it) => `•••• ${endingOf(it)}`)
              .join(', ')}): choose “Account” for ${name}.`,
          );
      }
    }
  }
}

/** The account's number next to the word, above the entries. */
function endingIn(rows: readonly Row[]): string {
  for (const row of rows.slice(0, 40)) {
    const text = row.join(' ');
    const [, number = ''] = /\baccount\b[^\d]*((?:\d[ -]?){6,})/i.exec(text) ?? [];
    if (number !== '') return endingOf(number);
  }
  return '';
}

/** FNB's statements by e-mail have the year in the row of the period only. */
const yearIn = (rows: readonly Row[]): string =>
  /\b(20\d\d)\b/.exec(rows.find((row) => cellIn(row, 0) === '3')?.join(' ') ?? '')?.[1] ?? '';

/** The statements of a table: one, or one for each account that its rows name. @throws UnreadableFile */
export function readTable({ rows, numbers, hidden, notes = [] }: StatementTable, mapping: Mapping): BankStatement[] {
  const heading = headingRow(rows, mapping);
  if (heading === undefined) throw refusal('The columns are not those of this account’s other statements.');
  // Signs and days are those of the whole file, whichever accounts it has.
  const reading = new Reading(mapping, yearIn(rows));
  const hiddenEntries: number[] = [];
  for (let at = heading + 1; at < rows.length; at += 1) {
    const count = reading.entries.length;
    reading.row(rows[at] ?? [], numbers[at] ?? at + 1);
    if (hidden?.has(at) && reading.entries.length > count) hiddenEntries.push(numbers[at] ?? at + 1);
  }
  const found = reading.tableRows();
  const [first, ...others] = new Set(reading.entries.map(({ account }) => account));
  if (first === undefined) throw refusal('The file has no entries.');
  if (mapping.account !== undefined && first === '') throw refusal('No row names its account.');
  return [first, ...others].map((account) => {
    const own = found.filter((_, at) => reading.entries[at]?.account === account);
    const ending = mapping.account === undefined ? endingIn(rows) : endingOf(account);
    const statement = statementOf(own, reading.balances.get(account) ?? {}, ending);
    // Of the file, and of no account.
    if (account === first) {
      // Titles above the entries are no rows of the table.
      const top = found[0]?.line.row ?? 0;
      statement.leftOut.push(...reading.leftOut.filter(({ why, row }) => why !== 'other' || row > top));
      statement.notes.push(...hiddenNote(hiddenEntries), ...notes);
    }
    return statement;
  });
}

function hiddenNote(rows: readonly number[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  return rows.length === 1
    ? [`Row ${first}, which the workbook hides, is taken too: to leave it out, delete it in the workbook.`]
    : [
        `${inThousands(String(rows.length))} rows that the workbook hides are taken too, the first is row ${first}: to leave them out, delete them in the workbook.`,
      ];
}

function statementOf(rows: readonly TableRow[], balances: Balances, ending: string): BankStatement {
  const ordered = rowsInOrder(rows, balances.opening);
  const [first] = ordered;
  const last = ordered.at(-1);
  const opening =
    balances.opening ?? (first?.balance === undefined ? undefined : first.balance - first.line.cents + first.fee);
  const { lines, notTaken } = withFees(ordered, opening);
  const notes = notTaken > 0 ? [`${inThousands(String(notTaken))} fees are not taken in the row that names them.`] : [];
  return checkedStatement({
    ending,
    currency: '',
    from: first?.line.date ?? '',
    to: last?.line.date ?? '',
    opening,
    closing: balances.closing ?? last?.balance,
    lines,
    leftOut: [],
    notes,
  });
}
