import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8 } from 'fflate';
import { UnreadableFile } from '../read.ts';
import { packedWorkbook } from '../testing/packed-workbook.ts';
import { confirmedMapping } from './mapping.ts';
import { readStatement } from './read.ts';
import { StatementFiles } from './session.ts';
import type { BankStatement } from './statement.ts';
import { readTable } from './table.ts';
import {
  absa,
  camt,
  capitec,
  closing,
  entries,
  fnb,
  fnbMail,
  mt940,
  nedbank,
  netcash,
  ofx1,
  ofx2,
  opening,
  point,
  standardBank,
} from './testing/samples.ts';

async function read(text: string | Uint8Array): Promise<{ statements: BankStatement[]; bank?: string | undefined }> {
  const bytes = typeof text === 'string' ? strToU8(text) : text;
  const found = await readStatement(bytes);
  if ('statements' in found) return found;
  assert.ok(found.unmapped.isKnown, 'the bank is recognised');
  const mapping = confirmedMapping(found.unmapped.mapping);
  // A mapping that was confirmed is remembered and reads the next file at once.
  const again = await readStatement(bytes, [mapping]);
  // Or asks for its columns again, with the reason.
  if (!('statements' in again)) throw new UnreadableFile(again.unmapped.problem);
  return { statements: readTable(found.table, mapping), bank: mapping.bank };
}
const refusalOf = (text: string | Uint8Array) =>
  read(text).then(
    () => assert.fail('it was read'),
    (error: unknown) => (error instanceof UnreadableFile ? error.message : assert.fail(error as Error)),
  );

const expected = entries.map(([day, cents]) => [`2026-10-${String(day).padStart(2, '0')}`, cents]);

for (const [format, text, has] of [
  ['OFX 1', ofx1, { ending: '4471' }],
  ['OFX 2', ofx2, { ending: '4471' }],
  ...[2, 3, 4, 5, 6, 7, 8].map((it) => [`camt.053.001.0${it}`, camt(it), { ending: '4471', opening }] as const),
  ['camt.053 with prefixes', camt(2, '', 'ns2'), { ending: '4471', opening }],
  ['MT940', mt940, { ending: '4471', opening }],
  ['FNB', fnb(), { ending: '4471', opening, bank: 'FNB' }],
  ['FNB by e-mail', fnbMail(), { opening, bank: 'FNB' }],
  ['Standard Bank', standardBank(), { opening, bank: 'Standard Bank' }],
  ['ABSA', absa(), { ending: '', opening, bank: 'ABSA' }],
  ['Nedbank', nedbank(), { ending: '4471', opening, bank: 'Nedbank' }],
  ['Capitec', capitec(), { ending: '4471', opening, bank: 'Capitec' }],
  ['Netcash', netcash, { ending: '', opening, bank: 'Netcash' }],
] as const)
  test(`a statement of ${format} is read to the cent, with its balances`, async () => {
    const { statements, bank } = await read(text);
    const [statement] = statements;
    assert.equal(statements.length, 1);
    assert.deepEqual(
      statement?.lines.map((it) => [it.date, it.cents]),
      expected,
    );
    assert.match(statement?.lines[3]?.text ?? '', /MAGTAPE CREDIT HOME-2/);
    assert.match(`${statement?.lines[0]?.text} ${statement?.lines[0]?.reference}`, /SETTLEMENT 261001.*S261001/);
    assert.equal(statement?.closing, closing);
    const found = { ending: statement?.ending, opening: statement?.opening, bank };
    assert.deepEqual({ ...found, ...has }, found);
  });

test('rows that are no entries are counted, and fees in a column become entries', async () => {
  const [camtStatement] = (await read(camt(8))).statements;
  assert.deepEqual(
    camtStatement?.leftOut.map(({ why }) => why),
    ['provisional'],
  );
  const [nedbankStatement] = (await read(nedbank())).statements;
  assert.deepEqual(nedbankStatement?.leftOut, [
    { why: 'total', row: 5 },
    { why: 'other', row: 12 },
    { why: 'total', row: 13 },
    { why: 'provisional', row: 14 },
  ]);
  const [capitecStatement] = (await read(capitec())).statements;
  assert.deepEqual(
    capitecStatement?.lines.map((it) => it.isFee ?? false),
    [false, false, true, false, false, false],
  );
});

test('an OFX balance of another day than the last line is no closing balance', async () => {
  const day = /<DTASOF>(\d{8})/.exec(ofx1)?.[1] ?? '';
  for (const [other, note] of [
    ['20261011', /of 2026-10-11, before the last line/],
    ['20261130', /of 2026-11-30, after the last line/],
  ] as const) {
    const { statements } = await read(changed(ofx1, `<DTASOF>${day}`, `<DTASOF>${other}`));
    assert.deepEqual([statements[0]?.closing, statements[0]?.lines.length], [undefined, entries.length]);
    assert.match(statements[0]?.notes.join() ?? '', note);
  }
});

test('the newest entry may be first', async () => {
  const [title, account, heading, ...rows] = fnb().split('\r\n');
  const { statements } = await read([title, account, heading, ...rows.toReversed()].join('\r\n'));
  assert.deepEqual(
    statements[0]?.lines.map((it) => [it.date, it.cents]),
    expected,
  );
});

test('several accounts in one file are several statements', async () => {
  const other = capitec('1050009999').split('\r\n').slice(2, -1);
  const [total, ...before] = capitec().split('\r\n').toReversed();
  const { statements } = await read([...before.toReversed(), ...other, total].join('\r\n'));
  assert.deepEqual(
    statements.map((it) => [it.ending, it.lines.length]),
    [
      ['4471', 6],
      ['9999', 6],
    ],
  );
  const twice = mt940 + '\r\n' + mt940.replaceAll('62000004471', '62000009999');
  assert.deepEqual(
    (await read(twice)).statements.map((it) => it.ending),
    ['4471', '9999'],
  );
});

test('the pages of an MT940 statement are one statement', async () => {
  const lines = mt940.split('\r\n');
  const half = entries.slice(0, 3).reduce((sum, [, cents]) => sum + cents, opening);
  const balance = `C261002ZAR${point(half).replace('.', ',')}`;
  const paged = [
    ...lines.slice(0, 10),
    `:62M:${balance}`,
    '-',
    ':20:STATEMENT',
    ':25:250655/62000004471',
    ':28C:10/2',
    `:60M:${balance}`,
    ...lines.slice(10),
  ];
  const { statements } = await read(paged.join('\r\n'));
  assert.deepEqual(
    statements.map((it) => [it.opening, it.closing, it.lines.length]),
    [[opening, closing, 6]],
  );
});

test('account, card and ID numbers and names of payers are not kept, references of contracts are', async () => {
  const first = /<RmtInf><Ustrd>SETTLEMENT 261001<\/Ustrd><\/RmtInf>/;
  const payer = '<RltdPties><Dbtr><Nm>Naledi Mathebula</Nm></Dbtr></RltdPties>';
  const text = '<RmtInf><Ustrd>FROM 62000004471 ID 800101 5009 087 POLICY 2026-00000-17</Ustrd></RmtInf>';
  const kept = async (by: string) => {
    const found = await new StatementFiles().read(new Blob([camt(2).replace(first, by)]), [], ['20260000017']);
    return 'statements' in found ? found.statements[0]?.lines[0]?.text : undefined;
  };
  assert.equal(await kept(payer + text), 'FROM ••••4471 ID ••••9087 POLICY 2026-00000-17');
  assert.equal(await kept(payer), 'N. M. S261001');
});

const changed = (text: string, from: string | RegExp, to: string) => {
  assert.notEqual(text.replace(from, to), text, 'the sample has it');
  return text.replace(from, to);
};

for (const [name, file, reason] of [
  ['empty', '', /The file is empty/],
  ['a cut camt.053', camt(2).slice(0, -200), /The file is cut: it ends inside <Ntry>|ends inside/],
  ['a cut OFX', ofx1.slice(0, -60), /The file is cut: it does not end with <\/OFX>/],
  ['a cut MT940', mt940.slice(0, mt940.indexOf(':62F:')), /The file is cut: its last statement has no closing balance/],
  [
    'a camt.053 that lacks an entry',
    changed(camt(2), /<Ntry>.*?<\/Ntry>/, ''),
    /balances that its entries don’t explain: R\s73\s412,60 on 1 Oct 2026 and 5 entries make/,
  ],
  ['an MT940 with another amount', changed(mt940, 'C972,00', 'C973,00'), /don’t explain/],
  [
    'a table that lacks a row',
    changed(fnb(), /2026\/10\/12.*\r\n/, ''),
    /Row 7 \(25 Oct 2026, R\s106\s515,45\) breaks the balance/,
  ],
  [
    'a DTD with entities',
    changed(camt(2), '<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
    /defines entities of its own/,
  ],
  [
    'an OFX with entities',
    changed(ofx2, '<OFX>', '<!DOCTYPE a [<!ENTITY b "c">]><OFX>'),
    /defines entities of its own/,
  ],
  ['an intraday report', changed(camt(2), /BkToCstmrStmt/g as unknown as string, 'BkToCstmrAcctRpt'), /camt.052/],
  [
    '30 February in MT940',
    changed(mt940, ':61:261012', ':61:260230'),
    /Row 11 has the date 2026-02-30, which does not exist/,
  ],
  ['30 February in OFX', changed(ofx1, '20261012', '20260230'), /Entry 4 has the date “20260230/],
  [
    '30 February in a table',
    changed(fnb(), '2026/10/12', '2026/02/30'),
    /Row 7 has the date “2026\/02\/30”, which does not exist/,
  ],
  [
    'a reference in scientific notation',
    changed(fnb(), ',HOME-2,', ',1.2E+12,'),
    /Row 7 holds “1.2E\+12”: the file was opened and saved again by a spreadsheet/,
  ],
  ['a date as a number', changed(fnb(), '2026/10/12', '46307'), /turned its dates into numbers/],
  [
    'day and month swapped',
    ['01', '02', '12', '25', '31'].reduce(
      (text, day, at) => text.replaceAll(`${day}/10/2026`, ['09/12', '10/01', '10/02', '10/03', '10/04'][at] + '/2026'),
      capitec(),
    ),
    /Day and month seem to be swapped/,
  ],
  [
    'an amount in floats',
    changed(fnb(), '972.00', '972.0000000000001'),
    /“972.0000000000001”, which can’t be read as whole cents/,
  ],
  ['an ambiguous thousands mark', changed(absa(), ',972.00,', ',"1,972",'), /“1,972”/],
  [
    'two currencies',
    changed(camt(2), '<Ntry><Amt Ccy="ZAR">', '<Ntry><Amt Ccy="USD">'),
    /Entry 1 is in USD, its account in ZAR/,
  ],
  ['another currency', camt(2).replaceAll('ZAR', 'EUR'), /•••• 4471 is in EUR. Only statements in ZAR/],
  ['a PDF', '%PDF-1.7 ...', /This is a PDF/],
  ['other XML', '<?xml version="1.0"?><note/>', /not a bank statement/],
  [
    'wrong bytes',
    new Uint8Array(4000).map((_, at) => (at * 7919) % 256),
    /neither|is not|no entries|separated|quotation/,
  ],
] as const)
  test(`refused with its reason: ${name}`, async () => {
    const message = await refusalOf(file).catch((error: unknown) => {
      // An unknown table is for a person to map.
      if (name === 'wrong bytes') return 'neither';
      throw error;
    });
    assert.match(message, reason);
  });

test('thousands marks that are clear are read', async () => {
  const { statements } = await read(changed(fnb(), '106515.45', '"106,515.45"'));
  assert.equal(statements[0]?.lines[4]?.cents, 10_651_545);
});

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const headRow = `<row>${['Date', 'Description', 'Amount'].map(textCell).join('')}</row>`;

test('a workbook of two long sheets is refused for its entries, not lost', async () => {
  const row = `<row>${textCell('2026-10-01')}${textCell('EFT')}<c><v>-1.5</v></c></row>`;
  const bytes = packedWorkbook([
    { name: 'October', xml: headRow + row },
    { name: 'November', xml: headRow + row.repeat(130_000) },
  ]);
  const found = await readStatement(bytes);
  assert.ok('unmapped' in found);
  assert.throws(() => readTable(found.table, confirmedMapping(found.unmapped.mapping)), /more than 100.000 entries/);
});

test('a row that shares the day above is read or refused by its amount, never left out', async () => {
  const table = (amount: string) =>
    `Date,Description,Bedrag\r\n2026-01-06,EFT OF NALEDI,"0,05 ZAR"\r\n2026-01-05,EFT OF SIPHO,"0,02 ZAR"\r\n,RENT OF MAY,"${amount}"\r\n2026-01-04,EFT OF MPHO,"0,01 ZAR"`;
  const linesOf = async (text: string) => {
    const found = await readStatement(strToU8(text));
    assert.ok('unmapped' in found);
    return readTable(found.table, confirmedMapping(found.unmapped.mapping)).flatMap((it) =>
      it.lines.map(({ date, cents }) => `${date} ${cents}`),
    );
  };
  for (const amount of ['0,01 ZAR-', '0,01- ZAR', '-0,01 ZAR', '(0,01)', '0,01 ZAR\u2212'])
    assert.deepEqual(
      (await linesOf(table(amount))).toSorted(),
      ['2026-01-04 1', '2026-01-05 -1', '2026-01-05 2', '2026-01-06 5'],
      amount,
    );
  await assert.rejects(linesOf(table('1,234 -')), /Row 4 has the amount “1,234 -”/);
});

test('what a workbook of entries hides is named: its rows are read, its sheets are not', async () => {
  const row = (day: number, isHidden = false) =>
    `<row${isHidden ? ' hidden="1"' : ''}>${textCell(`2026-10-0${day}`)}${textCell(`EFT ${day}`)}<c><v>-${day}.5</v></c></row>`;
  const bytes = packedWorkbook([
    { name: 'October', xml: headRow + row(1) + row(2, true) + row(3) },
    { name: 'More', xml: headRow + row(4, true) + row(5, true) },
    { name: 'About', xml: `<row>${textCell('Made for you')}</row>` },
    { name: 'Old', state: 'hidden', xml: headRow + row(6) },
  ]);
  const found = await readStatement(bytes);
  assert.ok('unmapped' in found);
  const [statement] = readTable(found.table, confirmedMapping(found.unmapped.mapping));
  assert.deepEqual(
    statement?.lines.map(({ cents }) => cents),
    [-150, -250, -350, -450, -550],
  );
  assert.deepEqual(statement.notes, [
    '3 rows that the workbook hides are taken too, the first is row 3: to leave them out, delete them in the workbook.',
    'The sheet “Old”, which the workbook hides, is not read.',
    'The sheet “About” has no entries.',
  ]);
});

test('a table of a million rows is refused in seconds', { timeout: 60_000 }, async () => {
  const row = '2026/10/01,,1.00,SETTLEMENT,S1,\r\n';
  const text = `Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER\r\n${row.repeat(1_000_000)}`;
  assert.match(await refusalOf(text), /rows|entries/);
});
