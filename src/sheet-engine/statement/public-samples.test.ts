import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { strToU8 } from 'fflate';
import { UnreadableFile } from '../read.ts';
import { readStatement } from './read.ts';

/**
 * The structures of public samples that libraries for these formats test with, in our own words, with other accounts, texts and
 * amounts: mt940 (`mt940_tests`), ofxparse and ofxparser (`tests/fixtures`), camt (`test/data`) and bankstatementparser
 * (`tests/test_data/golden`). Each is read with every entry and balance, or refused with its reason.
 */
interface Expected {
  ending?: string;
  currency?: string;
  /** Cents by entry, with its day. */
  entries: [day: string, cents: number][];
  opening?: number;
  closing?: number;
}

const counts = { read: 0, refused: 0 };

async function outcome(text: string): Promise<Expected[] | string> {
  try {
    const found = await readStatement(strToU8(text));
    assert.ok('statements' in found, 'it is no table');
    counts.read += 1;
    return found.statements.map(({ ending, currency, opening, closing, lines }) => ({
      ending,
      currency,
      entries: lines.map((it): [string, number] => [it.date, it.cents]),
      ...(opening === undefined ? {} : { opening }),
      ...(closing === undefined ? {} : { closing }),
    }));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    counts.refused += 1;
    return error.message;
  }
}

const mt940 = (...lines: string[]) => [':20:STATEMENT', ':25:12345678/1020304050', ':28C:1/1', ...lines].join('\n');
const rand = { ending: '4050', currency: 'ZAR' };
const twoEntries = {
  ...rand,
  entries: [
    ['2026-06-07', -2000],
    ['2026-06-08', -500],
  ] as [string, number][],
};

const ofx = (statements: string, header = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n') =>
  `${header}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE></LANGUAGE></SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1>${statements}</BANKMSGSRSV1></OFX>\n`;
const ofxStatement = (account: string, entries: string, balance: string, currency = 'ZAR') =>
  `<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260725<DTEND>20260810${entries}</BANKTRANLIST><LEDGERBAL>${balance}</LEDGERBAL></STMTRS></STMTTRNRS>`;
const ofxEntry = (day: string, amount: string, more = '<NAME>TRANSFER') =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>1${more}</STMTTRN>`;

const camt = (...statements: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><MsgRcpt><Nm>UMTHOMBO</Nm></MsgRcpt></GrpHdr>${statements.join('')}</BkToCstmrStmt></Document>`;
const camtStatement = (account: string, ...parts: string[]) =>
  `<Stmt><Id>1</Id><CreDtTm>2026-10-31T17:00:00+02:00</CreDtTm><Acct><Id>${account}</Id></Acct>${parts.join('\n')}</Stmt>`;
const othr = '<Othr><Id>62000004471</Id></Othr>';
const balance = (code: string, amount: string, date: string, currency = 'ZAR') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>${date}</Dt></Bal>`;
const on = (day: string) => `<Dt>${day}</Dt>`;
const entry = (day: string, amount: string, side = 'CRDT', currency = 'ZAR', rest = '') =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><RvslInd>false</RvslInd><Sts>BOOK</Sts><BookgDt>${on(day)}</BookgDt><ValDt>${on(day)}</ValDt>${rest}</Ntry>`;

const samples: Record<string, [text: string, expected: Expected[] | RegExp]> = {
  'MT940: text padded with blank lines, and a next statement without entries': [
    mt940(
      ':60F:C260608ZAR1234,56',
      ':61:2606070607D20,00NIOB0987654321',
      'a payer',
      ':86:0987654321 a payer',
      ' '.repeat(65),
      'this is a test',
      ' '.repeat(65),
      ':61:2606080608D5,00NIOB0987654321',
      ':86:0987654321',
      ':62F:C260608ZAR1209,56',
      '-',
    ) +
      '\n' +
      mt940(':60F:C260609ZAR1209,56', ':62F:C260609ZAR1209,56', '-'),
    [
      { ...twoEntries, opening: 123_456, closing: 120_956 },
      { ...rand, entries: [], opening: 120_956, closing: 120_956 },
    ],
  ],
  'MT940: pages with interim balances, amounts without or with one decimal, references after //': [
    mt940(
      ':60F:C261130ZAR0,',
      ':61:2612091209C79,7FMSC01916//NONREF',
      '20261209007602198765432000000012',
      ':86:TRANSFER',
      ':62M:C261210ZAR79,7',
      '-',
    ) +
      '\n' +
      mt940(':60M:C261210ZAR79,7', ':61:2612161216D79,FMSC01916//NONREF', ':86:TRANSFER', ':62F:C261217ZAR0,7', '-'),
    [
      {
        ...rand,
        entries: [
          ['2026-12-09', 7970],
          ['2026-12-16', -7900],
        ],
        opening: 0,
        closing: 70,
      },
    ],
  ],
  'MT940: without day of entry, with a funds code, an empty :86:, :28: and no end': [
    ':20:GENERIC\n:25:11111111\n:28:1\n:60F:C260101ZAR100,00\n:61:260101DN10,00N000NONREF\n:86:\n:62F:C260201ZAR90,00\n',
    [{ ending: '1111', currency: 'ZAR', entries: [['2026-01-01', -1000]], opening: 10_000, closing: 9000 }],
  ],
  'MT940: the account with its currency, balances after the closing one': [
    ':20:S\n:25:51210600/9223382012ZAR\n:28C:0072\n\n:60F:C260417ZAR170637,10\n:61:260417CF66637,00N527\nTransfer\n:86:CAB18\n109876\n:62F:C260417ZAR237274,10\n:64:C260417ZAR237274,10\n:65:C260418ZAR237274,10\n\n',
    [
      {
        ending: '2012',
        currency: 'ZAR',
        entries: [['2026-04-17', 6_663_700]],
        opening: 17_063_710,
        closing: 23_727_410,
      },
    ],
  ],
  'MT940: a text whose second line begins like a field': [
    mt940(
      ':60F:C260228ZAR1200,00',
      ':61:2603010301DR6,00N024NONREF',
      ':86:106?000000/661?20EREF+VZ00?24/SHOP 12-09-2026T16',
      ':26:37 Fo?25lgenr. 007',
      ':62F:C260301ZAR1194,00',
      '-',
    ),
    [{ ...rand, entries: [['2026-03-01', -600]], opening: 120_000, closing: 119_400 }],
  ],
  'MT940: 30 February': [
    mt940(':60F:C260228ZAR1200,00', ':61:2602300301DR6,00N024NONREF', ':86:106', ':62F:C260301ZAR1194,00', '-'),
    /the date 2026-02-30, which does not exist/,
  ],
  'MT940: balances that the entries do not explain': [
    mt940(':60F:C260914ZAR12345,12', ':61:260914D233,15NMSC', ':86:105?00x?31?', ':62F:C260914ZAR12345,98', '-'),
    /balances that its entries don’t explain/,
  ],
  'MT942, an interim report': [
    ':20:ST\n:25:62000004471\n:28C:1/1\n:34F:ZAR0\n:13D:2601191815+0200\n:61:2601190119CN0,01NTRFNONREF//MB17\n911-X\n:86:911\n:90D:0ZAR0,00\n:90C:1ZAR0,01\n-\n',
    /no opening balance/,
  ],
  'OFX: an empty file': ['OFXHEADER:100\nDATA:OFXSGML\n\n<OFX></OFX>\n', /no statement of an account/],
  'OFX: a sign-in that failed': [
    'OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS><DTSERVER>20260325211209.350[-7:MST]<FI><ORG>X<FID>3101</FI><START.TIME>20260325</SONRS></SIGNONMSGSRSV1></OFX>\n',
    /no statement of an account/,
  ],
  'OFX: two accounts, the newest entry first, a balance of a later day': [
    ofx(
      ofxStatement(
        '78934567889',
        ofxEntry('20260809', '219.33') + ofxEntry('20260728', '-43.20'),
        '<BALAMT>123450.00<DTASOF>20260829',
      ) + ofxStatement('89273829182', ofxEntry('20260728', '123.00'), '<BALAMT>123450.00<DTASOF>20260810'),
    ),
    [
      {
        ending: '7889',
        currency: 'ZAR',
        entries: [
          ['2026-08-09', 21_933],
          ['2026-07-28', -4320],
        ],
      },
      { ending: '9182', currency: 'ZAR', entries: [['2026-07-28', 12_300]], closing: 12_345_000 },
    ],
  ],
  'OFX: ended tags without values, blank lines before the header, an own element with a rate': [
    '\n\n\n' +
      ofx(
        ofxStatement(
          '12345678</ACCTID>',
          ofxEntry(
            '20260807</DTPOSTED>',
            '12.34</TRNAMT>',
            '</FITID><NAME></NAME><ACCTBAL>123.45</ACCTBAL><CHECKNUM></CHECKNUM><MEMO>Transfer</MEMO><CURRENCY><CURRATE>1.0000</CURRATE><CURSYM>ZAR</CURSYM></CURRENCY>',
          ),
          '<BALAMT></BALAMT><DTASOF></DTASOF>',
          '</CURDEF>',
        ),
      ),
    [{ ending: '5678', currency: '', entries: [['2026-08-07', 1234]] }],
  ],
  'OFX: a balance whose value is another tag': [
    ofx(
      ofxStatement(
        '3037198326',
        ofxEntry('20260726100000[-03:EST]', '-70.00', '<MEMO>SHOP'),
        '<BALAMT>\n<OWN>\n<DTASOF>20260726',
      ),
    ),
    [{ ending: '8326', currency: 'ZAR', entries: [['2026-07-26', -7000]] }],
  ],
  'OFX: a blank balance, and an available one': [
    ofx(
      ofxStatement('192639749', ofxEntry('20260803020000', '120'), '<BALAMT> </BALAMT><DTASOF>20260810</DTASOF>'),
    ).replace('</STMTRS>', '<AVAILBAL><BALAMT></BALAMT><DTASOF>20260810</DTASOF></AVAILBAL></STMTRS>'),
    [{ ending: '9749', currency: 'ZAR', entries: [['2026-08-03', 12_000]] }],
  ],
  'OFX: an amount with a mark of a currency': [
    ofx(ofxStatement('192639749', ofxEntry('20260803', '$120'), '<BALAMT>0<DTASOF>20260810'), ''),
    /Entry 1 has the amount “\$120”/,
  ],
  'OFX: a day that does not exist': [
    ofx(ofxStatement('192639749', ofxEntry('202620000000', '120'), '<BALAMT>0<DTASOF>20260810')),
    /Entry 1 has the date “202620000000”/,
  ],
  'OFX: an entry without a day': [
    ofx(ofxStatement('192639749', ofxEntry('', '120'), '<BALAMT>0<DTASOF>20260810')),
    /Entry 1 has no date/,
  ],
  'camt.053: three decimals that are whole cents': [
    camt(
      camtStatement(
        '<IBAN>NL26VAYB8060476890</IBAN>',
        balance('OPBD', '18.150', on('2026-12-30')),
        balance('CLBD', '27.000', on('2026-12-31')),
        entry('2026-12-31', '8.850'),
      ),
    ),
    [{ ending: '6890', currency: 'ZAR', entries: [['2026-12-31', 885]], opening: 1815, closing: 2700 }],
  ],
  'camt.053: every type of balance, of which those of the books count': [
    camt(
      camtStatement(
        othr,
        ...[
          ['OPBD', '1.01'],
          ['PRCD', '2.02'],
          ['OPAV', '3.03'],
          ['CLBD', '9.86'],
          ['CLAV', '5.05'],
          ['FWAV', '6.06'],
          ['INFO', '7.07'],
          ['ITAV', '8.08'],
          ['XPCD', '10.10'],
        ].map(([code = '', amount = '']) => balance(code, amount, on('2026-01-21'))),
        entry('2026-01-21', '8.850'),
      ),
    ),
    [{ ending: '4471', currency: 'ZAR', entries: [['2026-01-21', 885]], opening: 101, closing: 986 }],
  ],
  'camt.053: an opening balance alone, with a time in parts of a second and five decimals': [
    camt(camtStatement(othr, balance('OPBD', '5442.09000', '<DtTm>2026-07-23T00:00:00.000000000</DtTm>'))),
    [{ ending: '4471', currency: 'ZAR', entries: [], opening: 544_209 }],
  ],
  'camt.053: a statement for each of two currencies': [
    camt(
      ...['EUR', 'USD'].map((currency) =>
        camtStatement(
          othr,
          balance('OPBD', '100.00', on('2026-04-01'), currency),
          balance('CLBD', '0.01', on('2026-04-30'), currency),
          entry('2026-04-20', '99.99', 'DBIT', currency),
        ),
      ),
    ),
    /is in EUR\. Only statements in ZAR can be matched/,
  ],
  'camt.053: two equal entries of one day, without balances': [
    camt(camtStatement(othr, entry('2026-04-07', '4.50', 'DBIT'), entry('2026-04-07', '4.50', 'DBIT'))),
    [
      {
        ending: '4471',
        currency: '',
        entries: [
          ['2026-04-07', -450],
          ['2026-04-07', -450],
        ],
      },
    ],
  ],
  'camt.053: without a namespace': [
    camt(
      camtStatement(
        othr,
        balance('OPBD', '100.00', on('2026-04-01')),
        balance('CLBD', '350.00', on('2026-04-30')),
        entry('2026-04-12', '250.00'),
      ),
    ).replace(/ xmlns="[^"]*"/, ''),
    [{ ending: '4471', currency: 'ZAR', entries: [['2026-04-12', 25_000]], opening: 10_000, closing: 35_000 }],
  ],
  'camt.053: an amount with two points': [
    camt(camtStatement(othr, entry('2026-04-10', '12..34'))),
    /Entry 1 has the amount “12\.\.34”/,
  ],
  'camt.053: a balance that the entries miss by cents': [
    camt(
      camtStatement(
        othr,
        balance('OPBD', '18.150', on('2026-12-30')),
        balance('CLBD', '27.050', on('2026-12-31')),
        entry('2026-12-31', '8.850'),
      ),
    ),
    /balances that its entries don’t explain/,
  ],
  'camt.052 and camt.054': [
    camt(camtStatement(othr, entry('2026-04-10', '12.34'))).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'),
    /intraday report or a notification/,
  ],
};

for (const [name, [text, expected]] of Object.entries(samples))
  test(`public samples: ${name}`, async () => {
    const found = await outcome(text);
    if (expected instanceof RegExp) assert.match(String(found), expected);
    else assert.deepEqual(found, expected);
  });

after(() => console.log(`Public samples: ${counts.read} read, ${counts.refused} refused with their reason.`));
