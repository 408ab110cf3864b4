import { isDate, type DateText } from '#rules/calendar.ts';
import { decodedXml, Scanner } from '../xml.ts';
import { centsOfText } from './amount.ts';
import { checkCount, checkedStatement } from './check.ts';
import { lineText } from './mask.ts';
import { endingOf, refusal, type BankStatement } from './statement.ts';

const records = new Set(['STMTRS', 'CCSTMTRS', 'STMTTRN', 'LEDGERBAL', 'OFX', 'BANKTRANLIST']);

type Values = Readonly<Record<string, string>>;

function dateIn(values: Values, tag: string, what: string): DateText {
  const text = values[tag] ?? '';
  const date = text.replace(/^(\d{4})-?(\d\d)-?(\d\d).*$/s, '$1-$2-$3');
  if (!isDate(date))
    throw refusal(text ? `${what} has the date “${text}”, which does not exist.` : `${what} has no date.`);
  return date;
}

function amountIn(values: Values, tag: string, what: string): number {
  const text = values[tag] ?? '';
  // A point is a decimal mark here, so three zeros after it are no thousands.
  const cents = centsOfText(text.replace(/([.,]\d\d)0+$/, '$1'));
  if (cents === undefined) throw refusal(`${what} has the amount “${text}”, which is not whole cents.`);
  return cents;
}

/** Makes statements of the tags. OFX 1 (SGML) leaves out the end tags of values: a value is the text after its tag, in both versions. */
class OfxStatements {
  readonly found: BankStatement[] = [];
  isWhole = false;
  private statement: BankStatement | undefined;
  private open: string[] = [];
  /** By record, the innermost last. */
  private values: Record<string, string>[] = [{}];
  private name = '';
  private piece = '';
  private entries = 0;

  text(piece: string): void {
    if (this.name !== '') this.piece += piece;
  }

  tag(rawName: string, _rest: string, isEnd: boolean): void {
    const name = rawName.toUpperCase();
    this.flush();
    if (!records.has(name)) {
      this.name = isEnd ? '' : name;
      // Its amount is in that currency; next to ORIGCURRENCY it is in the account's (OFX 2.3, 5.2).
      if (name === 'CURRENCY' && !isEnd) this.values.at(-1)!.isConverted = 'yes';
      return;
    }
    if (isEnd) return this.end(name);
    // The end tag of an entry may be missing where the next one begins.
    if (name === 'STMTTRN' && this.open.at(-1) === 'STMTTRN') this.end('STMTTRN');
    if (this.open.length > 10) throw refusal('The file is damaged: its records are nested. Download it again.');
    this.open.push(name);
    this.values.push({});
    if (name === 'STMTRS' || name === 'CCSTMTRS') {
      this.statement = { ending: '', currency: '', from: '', to: '', lines: [], leftOut: [], notes: [] };
      this.entries = 0;
    }
  }

  private flush(): void {
    const value = decodedXml(this.piece).trim();
    const values = this.values.at(-1);
    if (this.name !== '' && value !== '' && values) values[this.name] ??= value;
    this.name = '';
    this.piece = '';
  }

  private end(name: string): void {
    if (this.open.at(-1) === 'STMTTRN' && name !== 'STMTTRN') this.end('STMTTRN');
    if (this.open.at(-1) !== name)
      throw refusal(`The file is damaged: <${this.open.at(-1) ?? ''}> ends with </${name}>. Download it again.`);
    this.open.pop();
    const values = this.values.pop() ?? {};
    const { statement } = this;
    if (name === 'OFX') this.isWhole = true;
    if (!statement) return;
    if (name === 'STMTTRN') this.entry(statement, values);
    else if (name === 'LEDGERBAL') {
      // Some banks leave the tag empty.
      if (!values.BALAMT) return;
      statement.closing = amountIn(values, 'BALAMT', 'The ledger balance');
      this.values.at(-1)!.asOf = values.DTASOF ? dateIn(values, 'DTASOF', 'The ledger balance') : '';
    } else if (name === 'BANKTRANLIST') {
      if (values.DTSTART) statement.from = dateIn(values, 'DTSTART', 'The statement');
      if (values.DTEND) statement.to = dateIn(values, 'DTEND', 'The statement');
    } else if (name === 'STMTRS' || name === 'CCSTMTRS') this.finish(statement, values);
  }

  private entry(statement: BankStatement, values: Values): void {
    checkCount((this.entries += 1));
    const what = `Entry ${this.entries}`;
    const currency = values.isConverted ? (values.CURSYM ?? '').toUpperCase() : '';
    const own = (this.values.at(-1)?.CURDEF ?? this.values.at(-2)?.CURDEF ?? '').toUpperCase();
    if (currency !== '' && currency !== (own || 'ZAR'))
      throw refusal(`${what} is in ${currency}, its account in ${own || 'ZAR'}.`);
    const { NAME = '', MEMO = '', PAYEE = '', REFNUM = '', CHECKNUM = '' } = values;
    statement.lines.push({
      date: dateIn(values, 'DTPOSTED', what),
      cents: amountIn(values, 'TRNAMT', what),
      text: lineText([NAME || PAYEE, MEMO]),
      reference: lineText([REFNUM, CHECKNUM]),
      row: this.entries,
    });
  }

  private finish(statement: BankStatement, values: Values): void {
    const days = statement.lines.map((it) => it.date).toSorted();
    statement.ending = endingOf(values.ACCTID ?? '');
    statement.currency = (values.CURDEF ?? '').toUpperCase();
    const asOf = values.asOf ?? '';
    const bounds = [statement.from, ...days].filter((it) => it !== '').toSorted();
    statement.from = bounds[0] ?? asOf;
    const ends = [statement.to, ...days].filter((it) => it !== '').toSorted();
    statement.to = ends.at(-1) ?? asOf;
    // The balance of a later day belongs to lines that the file does not have, that of an earlier day to only some of its lines.
    const isEarly = asOf !== '' && asOf < (days.at(-1) ?? '');
    if (isEarly || asOf > statement.to) {
      statement.closing = undefined;
      statement.notes.push(`Its balance is of ${asOf}, ${isEarly ? 'before' : 'after'} the last line.`);
    }
    if (statement.lines.length > 0 || statement.closing !== undefined) this.found.push(checkedStatement(statement));
    this.statement = undefined;
  }
}

/**
 * Statements of an OFX file, version 1 or 2. The format has no opening balance: whether lines are missing shows only
 * next to the statement before. @throws UnreadableFile
 */
export function readOfx(text: string): BankStatement[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw refusal('The file defines entities of its own (a DTD). Bank statements have none, so it was not read.');
  const body = text.slice(Math.max(0, text.search(/<OFX\b/i)));
  const statements = new OfxStatements();
  new Scanner(new TextEncoder().encode(body), statements).run();
  if (!statements.isWhole) throw refusal('The file is cut: it does not end with </OFX>. Download it again.');
  if (statements.found.length === 0) throw refusal('The file has no statement of an account.');
  return statements.found;
}
