/** The entries of every sample: day of October 2026, cents, text, reference. */
export const entries: readonly (readonly [day: number, cents: number, text: string, reference: string])[] = [
  [1, 1_234_56, 'SETTLEMENT 261001', 'S261001'],
  [2, -50_00, 'SERVICE FEES', ''],
  [2, -50_00, 'SERVICE FEES', ''],
  [12, 97_200, 'MAGTAPE CREDIT HOME-2', 'HOME-2'],
  [25, 10_651_545, 'SETTLEMENT 261025', 'S261025'],
  [31, -29_160, 'UNPAID DEBIT HOME-4', 'HOME-4'],
];
export const opening = 73_412_60;
export const closing = entries.reduce((sum, [, cents]) => sum + cents, opening);

const two = (value: number) => String(value).padStart(2, '0');
const day = (of: number) => `2026-10-${two(of)}`;
export const point = (cents: number) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const side = (cents: number, credit: string, debit: string) => (cents < 0 ? debit : credit);
const running = () => {
  let balance = opening;
  return (cents: number) => point((balance += cents));
};

const ofxEntry = ([at, cents, text, reference]: (typeof entries)[number], close: (tag: string) => string) =>
  ['STMTTRN', `TRNTYPE>${side(cents, 'CREDIT', 'DEBIT')}`, `DTPOSTED>${day(at).replaceAll('-', '')}120000[2:SAST]`]
    .concat(`TRNAMT>${point(cents)}`, `FITID>${at}${cents}`, `NAME>${text}`, reference ? `REFNUM>${reference}` : [])
    .map((it) => (it.includes('>') ? `<${it}${close(it.split('>')[0] ?? '')}` : `<${it}>`))
    .join('\n');
const ofxBody = (close: (tag: string) => string) => `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ZAR${close('CURDEF')}
<BANKACCTFROM><BANKID>250655${close('BANKID')}<ACCTID>62000004471${close('ACCTID')}</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001${close('DTSTART')}<DTEND>20261031${close('DTEND')}
${entries.map((it) => `${ofxEntry(it, close)}\n</STMTTRN>`).join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${point(closing)}${close('BALAMT')}<DTASOF>20261031${close('DTASOF')}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
export const ofx1 = `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n${ofxBody(() => '')}\n`;
export const ofx2 = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${ofxBody((tag) => `</${tag}>`)}`;

const camtBalance = (code: string, cents: number, date: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">${point(Math.abs(cents))}</Amt><CdtDbtInd>${side(cents, 'CRDT', 'DBIT')}</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
const camtEntry = (
  [at, cents, text, reference]: (typeof entries)[number],
  status: (code: string) => string,
  code = 'BOOK',
) =>
  `<Ntry><Amt Ccy="ZAR">${point(Math.abs(cents))}</Amt><CdtDbtInd>${side(cents, 'CRDT', 'DBIT')}</CdtDbtInd>${status(code)}<BookgDt><Dt>${day(at)}</Dt></BookgDt><ValDt><Dt>${day(at)}</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference || 'NOTPROVIDED'}</EndToEndId></Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
/** @param version 2 to 8 */
export function camt(version: number, extra = '', prefix = ''): string {
  const status = (code: string) => `<Sts>${version >= 8 ? `<Cd>${code}</Cd>` : code}</Sts>`;
  const body = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><FrToDt><FrDtTm>2026-10-01T00:00:00</FrDtTm><ToDtTm>2026-10-31T23:59:59</ToDtTm></FrToDt><Acct><Id><Othr><Id>62000004471</Id></Othr></Id><Ccy>ZAR</Ccy></Acct>${camtBalance('OPBD', opening, '2026-10-01')}${camtBalance('CLBD', closing, '2026-10-31')}${entries.map((it) => camtEntry(it, status)).join('')}${camtEntry([31, 999_00, 'PENDING', ''], status, 'PDNG')}${extra}</Stmt></BkToCstmrStmt></Document>`;
  return `<?xml version="1.0"?>\n${prefix ? body.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}:`) : body}`;
}

const comma = (cents: number) => point(Math.abs(cents)).replace('.', ',');
const swiftDay = (of: number) => `2610${two(of)}`;
export const mt940 = [
  ':20:STATEMENT',
  ':25:250655/62000004471',
  ':28C:10/1',
  `:60F:C260930ZAR${comma(opening)}`,
  ...entries.flatMap(([at, cents, text, reference]) => [
    `:61:${swiftDay(at)}10${two(at)}${side(cents, 'C', 'D')}${comma(cents)}NTRF${reference || 'NONREF'}//B${at}`,
    `:86:${text}`,
  ]),
  `:62F:C261031ZAR${comma(closing)}`,
  '-',
].join('\r\n');

const slashed = (of: number) => day(of).replaceAll('-', '/');
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\r\n');

export function fnb(): string {
  const balance = running();
  return csv([
    ['ACCOUNT TRANSACTION HISTORY'],
    ['Account Number: 62000004471'],
    ['Date', 'SERVICE FEE', 'Amount', 'DESCRIPTION', 'REFERENCE', 'Balance', 'CHEQUE NUMBER'],
    ...entries.map(([at, cents, text, reference]) => [
      slashed(at),
      '',
      point(cents),
      text,
      reference,
      balance(cents),
      '',
    ]),
  ]);
}
export function fnbMail(): string {
  const balance = running();
  return csv([
    ['2', '62000004471', "'GOLD BUSINESS'"],
    ['3', "'1 October 2026'", "'31 October 2026'"],
    ...entries.map(([at, cents, text, reference], index) => [
      '5',
      String(index + 1),
      `'${two(at)} Oct'`,
      `'${text}'`,
      '',
      `'${reference}'`,
      point(cents),
      balance(cents),
      '',
    ]),
    ['6', '3', '3', '0'],
  ]).replaceAll("'", '');
}
export function standardBank(): string {
  const balance = running();
  return csv([
    ['Account Name:', 'UMTHOMBO'],
    ['Account Number:', '62000004471'],
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
    ['2026-10-01', '', '', 'OPEN BALANCE', '', point(opening), '', '', ''],
    ...entries.map(([at, cents, text, reference]) => [
      day(at),
      day(at),
      '10',
      text,
      `${side(cents, '+', '-')}${point(Math.abs(cents))}`,
      balance(cents),
      '',
      '',
      reference,
    ]),
    ['2026-10-31', '', '', 'CLOSE BALANCE', '', point(closing), '', '', ''],
  ]);
}
export function absa(): string {
  const balance = running();
  return csv([
    ['Date', 'Description', 'Amount', 'Balance'],
    ...entries.map(([at, cents, text, reference]) => [
      day(at).replaceAll('-', ''),
      `${text} ${reference}`,
      point(cents),
      balance(cents),
    ]),
  ]);
}
export function nedbank(): string {
  const balance = running();
  return csv([
    ['Statement Enquiry :'],
    ['Account Number :', '62000004471'],
    ['Account Description :', 'UMTHOMBO'],
    ['Statement Number :', '10'],
    ['01Oct2026', 'BROUGHT FORWARD', '', point(opening)],
    ...entries.map(([at, cents, text, reference]) => [
      `${two(at)}Oct2026`,
      `${text} ${reference}`,
      point(cents),
      balance(cents),
    ]),
    ['31Oct2026', 'VAT AT 15% = R13.04', '', ''],
    ['31Oct2026', 'CARRIED FORWARD', '', point(closing)],
    ['31Oct2026', 'PROVISIONAL STATEMENT', '', ''],
  ]);
}
/** Its fees are in a column of their own: the sample's second fee is one of the row before. */
export function capitec(account = '1050004471'): string {
  const balance = running();
  const rows: string[][] = [];
  for (const [at, cents, text, reference] of entries) {
    const last = rows.at(-1);
    if (text === 'SERVICE FEES' && last?.[2] === text) {
      last[5] = point(cents);
      last[6] = balance(cents);
    } else rows.push([account, `${two(at)}/10/2026`, text, reference, point(cents), '', balance(cents)]);
  }
  return csv([
    ['Balance brought forward:', '', '', '', '', '', point(opening)],
    ['Account', 'Date', 'Description', 'Reference', 'Amount', 'Fees', 'Balance'],
    ...rows,
    ['Total:', '', '', '', point(closing - opening), '', ''],
  ]);
}
export const netcash = [
  ['20261001', 'OBL', '0', 'Opening balance', String(opening), '+'],
  ...entries.map(([at, cents, text, reference]) => [
    day(at).replaceAll('-', ''),
    'TDD',
    reference || '0',
    text,
    String(Math.abs(cents)),
    side(cents, '+', '-'),
  ]),
  ['20261031', 'CBL', '0', 'Closing balance', String(closing), '+'],
]
  .map((row) => row.join('\t'))
  .join('\r\n');
