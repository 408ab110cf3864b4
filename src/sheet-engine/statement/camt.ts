import { isDate, type DateText } from '#rules/calendar.ts';
import { attribute, decodedXml, Scanner } from '../xml.ts';
import { centsOfText } from './amount.ts';
import { checkCount, checkedStatement } from './check.ts';
import { initials, lineText } from './mask.ts';
import { endingOf, refusal, type BankStatement } from './statement.ts';

const maxDepth = 60;

/** Values of a statement or entry by their path, `Bal/Amt` for example; repeated ones in order. */
type Values = Map<string, string[]>;

const first = (values: Values, ...paths: string[]): string => {
  for (const path of paths) {
    const value = values.get(path)?.[0];
    if (value) return value;
  }
  return '';
};

interface Balance {
  code: string;
  cents: number;
  date: string;
}

function dateIn(values: Values, path: string, what: string): DateText {
  const text = first(values, `${path}/Dt`, `${path}/DtTm`).slice(0, 10);
  if (!isDate(text))
    throw refusal(text ? `${what} has the date ${text}, which does not exist.` : `${what} has no date.`);
  return text;
}

/** Signed cents of `Amt` and `CdtDbtInd`. `CdtDbtInd` already includes a reversal (`RvslInd`). */
function amountIn(values: Values, currency: string, what: string): number {
  const text = first(values, 'Amt');
  // In XML the point is the decimal mark: 18.150 is no thousands mark.
  const cents = centsOfText(text.replace(/(\.\d\d)0+$/, '$1'));
  if (cents === undefined || cents < 0) throw refusal(`${what} has the amount “${text}”, which is not whole cents.`);
  const own = first(values, 'Amt@Ccy');
  if (own && currency && own !== currency)
    throw refusal(`${what} is in ${own}, its account in ${currency}. A statement in two currencies can’t be matched.`);
  const side = first(values, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') throw refusal(`${what} says neither credit nor debit.`);
  return side === 'DBIT' && cents !== 0 ? -cents : cents;
}

/** Makes statements of the elements. */
class CamtStatements {
  readonly found: BankStatement[] = [];
  private readonly path: string[] = [];
  private statement: BankStatement | undefined;
  private balances: Balance[] = [];
  /** Of the open balance or entry, and of the statement itself. */
  private values: Values = new Map();
  private own: Values = new Map();
  /** Depth of the open statement's element, and of the balance or entry in it; 0 outside. */
  private depth = 0;
  private inner = 0;
  private entries = 0;
  private piece = '';

  text(piece: string): void {
    this.piece += piece;
  }

  tag(name: string, rest: string, isEnd: boolean, isEmpty: boolean): void {
    if (isEnd) return this.end(name);
    // A path of its own for each level would let a nested file use all memory.
    if (this.path.length >= maxDepth) throw refusal('The file is nested too deeply to be a bank statement.');
    this.path.push(name);
    this.piece = '';
    if (name === 'Stmt' && !this.statement) this.begin();
    else if (this.statement && this.inner === 0 && (name === 'Bal' || name === 'Ntry')) {
      this.inner = this.path.length;
      this.values = new Map();
      if (name === 'Ntry') checkCount((this.entries += 1));
    }
    const currency = attribute(rest, 'Ccy');
    if (currency) this.put(`${this.inPath()}@Ccy`, currency);
    if (isEmpty) this.end(name);
  }

  private begin(): void {
    this.depth = this.path.length;
    this.own = new Map();
    this.balances = [];
    this.entries = 0;
    this.statement = { ending: '', currency: '', from: '', to: '', lines: [], leftOut: [], notes: [] };
  }

  private inPath = (): string => this.path.slice(this.inner > 0 ? this.inner : this.depth).join('/');

  private put(path: string, value: string): void {
    const values = this.inner > 0 ? this.values : this.own;
    const known = values.get(path);
    if (!known) values.set(path, [value]);
    // A batch entry may hold thousands of payments: the first few identify it.
    else if (known.length < 4) known.push(value);
  }

  private end(name: string): void {
    if (this.path.at(-1) !== name)
      throw refusal(`The file is damaged: <${this.path.at(-1) ?? ''}> ends with </${name}>. Download it again.`);
    const value = decodedXml(this.piece).trim();
    if (value !== '' && this.statement) this.put(this.inPath(), value);
    this.piece = '';
    const depth = this.path.length;
    this.path.pop();
    if (depth === this.inner) {
      if (name === 'Bal') this.balance();
      else this.entry();
      this.inner = 0;
    } else if (this.statement && depth === this.depth) this.finish(this.statement);
  }

  private get currency(): string {
    return first(this.own, 'Acct/Ccy') || first(this.own, 'currency');
  }

  private balance(): void {
    const code = first(this.values, 'Tp/CdOrPrtry/Cd', 'Tp/Cd');
    if (!/^(OPBD|PRCD|CLBD|ITBD)$/.test(code)) return;
    if (this.currency === '') this.own.set('currency', [first(this.values, 'Amt@Ccy')]);
    const what = `The balance ${code}`;
    const cents = amountIn(this.values, this.currency, what);
    this.balances.push({ code, cents, date: dateIn(this.values, 'Dt', what) });
  }

  private entry(): void {
    const { values, statement } = this;
    if (!statement) return;
    const status = first(values, 'Sts/Cd', 'Sts/Prtry', 'Sts');
    if (status !== '' && status !== 'BOOK') {
      statement.leftOut.push({ why: 'provisional', row: this.entries });
      return;
    }
    const what = `Entry ${this.entries}`;
    const tx = 'NtryDtls/TxDtls';
    const names = ['Dbtr/Nm', 'Dbtr/Pty/Nm'].flatMap((it) => values.get(`${tx}/RltdPties/${it}`) ?? []);
    const references = ['Refs/EndToEndId', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/MndtId'].flatMap((it) =>
      (values.get(`${tx}/${it}`) ?? []).filter((text) => text !== 'NOTPROVIDED'),
    );
    const remittance = [...(values.get(`${tx}/RmtInf/Ustrd`) ?? []), ...(values.get('AddtlNtryInf') ?? [])];
    const hasBooking = first(values, 'BookgDt/Dt', 'BookgDt/DtTm') !== '';
    statement.lines.push({
      date: dateIn(values, hasBooking ? 'BookgDt' : 'ValDt', what),
      cents: amountIn(values, this.currency, what),
      text: lineText(remittance.length > 0 ? remittance : [names.map(initials).join(' '), ...references]),
      reference: lineText([...references, first(values, 'NtryRef'), first(values, 'AcctSvcrRef')]),
      row: this.entries,
    });
  }

  private finish(statement: BankStatement): void {
    const { balances, own } = this;
    const byCode = (...codes: string[]) =>
      codes.map((code) => balances.find((it) => it.code === code)).find((it) => it !== undefined);
    // Pages of a long statement open and close with an interim balance.
    const opening = byCode('OPBD', 'PRCD', 'ITBD');
    const closing = byCode('CLBD') ?? balances.filter((it) => it.code === 'ITBD' && it !== opening).at(-1);
    const days = statement.lines.map((it) => it.date);
    const period = (path: string) => first(own, `FrToDt/${path}`).slice(0, 10);
    const bounds = [opening?.date, closing?.date, ...days].filter((it) => it !== undefined).toSorted();
    const from = period('FrDtTm') || period('FrDt') || (opening?.code === 'OPBD' ? opening.date : days.toSorted()[0]);
    const to = period('ToDtTm') || period('ToDt') || closing?.date || bounds.at(-1);
    statement.ending = endingOf(first(own, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/PrtryAcct/Id'));
    statement.currency = this.currency;
    statement.opening = opening?.cents;
    statement.closing = closing?.cents;
    statement.from = from && isDate(from) ? from : (bounds[0] ?? '');
    statement.to = to && isDate(to) ? to : (bounds.at(-1) ?? '');
    if (statement.lines.length > 0 || balances.length > 0) this.found.push(checkedStatement(statement));
    this.statement = undefined;
  }

  /** @throws UnreadableFile if elements are open */
  finished(): void {
    const open = this.path.at(-1);
    if (open !== undefined) throw refusal(`The file is cut: it ends inside <${open}>. Download it again.`);
  }
}

/**
 * Statements of a camt.053 file, versions .02 to .08 and later ones of the same shape. Reads with the scanner of
 * workbooks, which resolves no entities of the file's own. @throws UnreadableFile
 */
export function readCamt(text: string): BankStatement[] {
  const head = text.slice(0, 5000);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw refusal('The file defines entities of its own (a DTD). Bank statements have none, so it was not read.');
  if (/<(?:\w+:)?(?:BkToCstmrAcctRpt|BkToCstmrDbtCdtNtfctn)\b/.test(head))
    throw refusal(
      'This is an intraday report or a notification (camt.052 or camt.054), not a statement. Download camt.053.',
    );
  if (!/<(?:\w+:)?BkToCstmrStmt\b/.test(head)) throw refusal('This XML file is not a bank statement (camt.053).');
  const statements = new CamtStatements();
  new Scanner(new TextEncoder().encode(text), statements).run();
  statements.finished();
  if (statements.found.length === 0) throw refusal('The file has no statement with entries or balances.');
  return statements.found;
}
