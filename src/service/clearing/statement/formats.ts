import type { DateText } from '#rules/calendar.ts';
import type { SettledLine } from './lines.ts';

/** A statement of one account, in whole cents. The closing balance is the opening one plus all lines. */
export interface AccountStatement {
  account: string;
  name: string;
  from: DateText;
  to: DateText;
  opening: number;
  lines: readonly SettledLine[];
}

export interface Format {
  type: string;
  extension: string;
  write(statement: AccountStatement): string;
}

/** `-1234.56`; `sign` is for formats that write debits without one. */
const plain = (cents: number, sign = cents < 0 ? '-' : ''): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const signed = (cents: number): string => plain(cents, cents < 0 ? '-' : '+');
const compact = (date: DateText): string => date.replaceAll('-', '');
const slashed = (date: DateText, order = ['yyyy', 'mm', 'dd']): string => {
  const [yyyy = '', mm = '', dd = ''] = date.split('-');
  return order.map((it) => ({ yyyy, mm, dd })[it]).join('/');
};
const rows = (cells: string[][]): string => cells.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Each line with the balance after it. */
function withBalances({ opening, lines }: AccountStatement): (SettledLine & { balance: number })[] {
  let balance = opening;
  return lines.map((line) => ({ ...line, balance: (balance += line.cents) }));
}

const closing = ({ opening, lines }: AccountStatement): number =>
  lines.reduce((sum, { cents }) => sum + cents, opening);

/** A name of its own for each line, as banks give them, the same in every file. */
const idOf = ({ date }: SettledLine, index: number): string => `${compact(date)}${String(index + 1).padStart(5, '0')}`;

/** The formats in which South African banks hand out statements, as their own files have them. */
export const formats: Readonly<Record<string, Format>> = {
  fnb: {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (statement) =>
      rows([
        [`Account: ${statement.account}`, statement.name],
        [`Balance: ${plain(closing(statement))}`, `Opening balance: ${plain(statement.opening)}`],
        ['Date', 'SERVICE FEE', 'Amount', 'DESCRIPTION', 'REFERENCE', 'Balance', 'CHEQUE NUMBER'],
        ...withBalances(statement).map(({ date, cents, text, reference, balance }) => [
          slashed(date),
          '0.00',
          plain(cents),
          text,
          reference,
          plain(balance),
          '',
        ]),
      ]),
  },
  standardbank: {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (statement) =>
      rows([
        ['Account Name:', statement.name],
        ['Account Number:', statement.account],
        [
          'Date',
          'Value Date',
          'Statement Number',
          'Description',
          'Amount',
          'Balance',
          'Type',
          'Originator Reference',
          'Customer Reference',
        ],
        [slashed(statement.from), '', '1', 'OPEN BALANCE', '', signed(statement.opening), '', '', ''],
        ...withBalances(statement).map(({ date, cents, text, reference, balance }) => [
          slashed(date),
          slashed(date),
          '1',
          text,
          signed(cents),
          signed(balance),
          cents < 0 ? 'DEBIT' : 'CREDIT',
          '',
          reference,
        ]),
        [slashed(statement.to), '', '1', 'CLOSE BALANCE', '', signed(closing(statement)), '', '', ''],
      ]),
  },
  absa: {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (statement) =>
      rows([
        ['Date', 'Description', 'Amount', 'Balance'],
        ...withBalances(statement).map(({ date, cents, text, reference, balance }) => [
          compact(date),
          `${text} ${reference}`,
          plain(cents),
          plain(balance),
        ]),
      ]),
  },
  capitec: {
    type: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: (statement) =>
      rows([
        ['Balance brought forward:', '', '', '', '', '', plain(statement.opening)],
        ['Account', 'Date', 'Description', 'Reference', 'Amount', 'Fees', 'Balance'],
        ...withBalances(statement).map(({ date, cents, text, reference, balance }) => [
          statement.account,
          slashed(date, ['dd', 'mm', 'yyyy']),
          text,
          reference,
          plain(cents),
          '0.00',
          plain(balance),
        ]),
      ]),
  },
  ofx: {
    type: 'application/x-ofx',
    extension: 'ofx',
    write: (statement) =>
      [
        'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE',
        'OLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n',
        `<OFX>\r\n<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>${compact(statement.to)}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>`,
        '<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>ZAR',
        `<BANKACCTFROM><BANKID>250655<ACCTID>${statement.account}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
        `<BANKTRANLIST><DTSTART>${compact(statement.from)}<DTEND>${compact(statement.to)}`,
        ...statement.lines.map(
          (line, index) =>
            `<STMTTRN><TRNTYPE>${line.cents < 0 ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${compact(line.date)}<TRNAMT>${plain(line.cents)}<FITID>${idOf(line, index)}<NAME>${escaped(line.text)}<MEMO>${escaped(line.reference)}</STMTTRN>`,
        ),
        `</BANKTRANLIST><LEDGERBAL><BALAMT>${plain(closing(statement))}<DTASOF>${compact(statement.to)}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>`,
        '</OFX>\r\n',
      ].join('\r\n'),
  },
  camt053: {
    type: 'application/xml',
    extension: 'xml',
    write: (statement) => {
      const money = (cents: number) =>
        `<Amt Ccy="ZAR">${plain(cents, '')}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
      const balance = (code: string, cents: number, date: DateText) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(cents)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
      const entries = statement.lines.map(
        (line, index) =>
          `<Ntry>${money(line.cents)}<Sts>BOOK</Sts><BookgDt><Dt>${line.date}</Dt></BookgDt><ValDt><Dt>${line.date}</Dt></ValDt><AcctSvcrRef>${idOf(line, index)}</AcctSvcrRef><BkTxCd/><NtryDtls><TxDtls><Refs><EndToEndId>${escaped(line.reference)}</EndToEndId></Refs><RmtInf><Ustrd>${escaped(`${line.text} ${line.reference}`)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      );
      return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${statement.account}-${statement.to}</MsgId><CreDtTm>${statement.to}T23:59:00</CreDtTm></GrpHdr>
<Stmt><Id>${statement.from}</Id><CreDtTm>${statement.to}T23:59:00</CreDtTm><Acct><Id><Othr><Id>${statement.account}</Id></Othr></Id><Ccy>ZAR</Ccy></Acct>
${balance('OPBD', statement.opening, statement.from)}${balance('CLBD', closing(statement), statement.to)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
    },
  },
  mt940: {
    type: 'text/plain; charset=utf-8',
    extension: 'sta',
    write: (statement) => {
      const short = (date: DateText) => compact(date).slice(2);
      const comma = (cents: number) => plain(cents, '').replace('.', ',');
      const balance = (cents: number, date: DateText) => `${cents < 0 ? 'D' : 'C'}${short(date)}ZAR${comma(cents)}`;
      return [
        `:20:${compact(statement.to)}`,
        `:25:${statement.account}`,
        ':28C:1/1',
        `:60F:${balance(statement.opening, statement.from)}`,
        ...statement.lines.flatMap((line, index) => [
          `:61:${short(line.date)}${short(line.date).slice(2)}${line.cents < 0 ? 'D' : 'C'}${comma(line.cents)}NTRF${line.reference.slice(0, 16)}//${idOf(line, index)}`,
          `:86:${line.text} ${line.reference}`,
        ]),
        `:62F:${balance(closing(statement), statement.to)}`,
        '-\r\n',
      ].join('\r\n');
    },
  },
};
