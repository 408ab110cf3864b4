import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { formatCents, maxCents } from '#rules/money.ts';
import { UnreadableFile } from '../read.ts';
import { centsOfText } from './amount.ts';
import { readCamt } from './camt.ts';
import { dayOfCell } from './day.ts';
import { confirmedMapping } from './mapping.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { readStatement } from './read.ts';
import type { BankStatement } from './statement.ts';
import { readTable } from './table.ts';
import {
  absa,
  camt,
  capitec,
  fnb,
  fnbMail,
  mt940,
  nedbank,
  netcash,
  ofx1,
  ofx2,
  point,
  standardBank,
} from './testing/samples.ts';

/** Milliseconds of this process's own work; the samples are read in less than one. */
const maxTime = 3000;

const worked = (): number => process.cpuUsage().user / 1000;

async function readOrRefused(file: string | Uint8Array, read?: (text: string) => BankStatement[]): Promise<void> {
  const began = worked();
  try {
    let statements: readonly BankStatement[] = [];
    if (read && typeof file === 'string') statements = read(file);
    else {
      const found = await readStatement(typeof file === 'string' ? strToU8(file) : file);
      statements =
        'statements' in found ? found.statements : readTable(found.table, confirmedMapping(found.unmapped.mapping));
    }
    for (const { lines, opening, closing, from, to } of statements) {
      assert.ok(from <= to || lines.length === 0, `${from} to ${to}`);
      assert.ok(lines.every((it) => Number.isSafeInteger(it.cents)));
      if (opening === undefined || closing === undefined) continue;
      assert.equal(
        lines.reduce((sum, it) => sum + it.cents, opening),
        closing,
      );
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    assert.ok(error.message.length > 10);
  }
  assert.ok(worked() - began < maxTime, 'it took too long');
}

const samples = [
  ofx1,
  ofx2,
  camt(2),
  camt(8),
  mt940,
  fnb(),
  fnbMail(),
  standardBank(),
  absa(),
  nedbank(),
  capitec(),
  netcash,
];

/** A sample with pieces removed, repeated, moved or replaced. */
const damaged = fc
  .record({
    sample: fc.constantFrom(...samples),
    edits: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(60),
        by: fc.oneof(
          fc.constant(''),
          fc.string({ maxLength: 12 }),
          fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            ',',
            '\r\n',
            ':61:',
            '</Ntry>',
            '<STMTTRN>',
            '0',
            '-',
            '99999999999999999',
            '2026-02-30',
            '1.2E+12',
            '\u0000',
            '&#0;',
            ']]>',
          ),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ sample, edits }) =>
    edits.reduce((text, { at, length, by }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + by + text.slice(from + length);
    }, sample),
  );

test('a damaged statement is read with sums that hold, or refused by name, and quickly', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, (text) => readOrRefused(text)),
    { numRuns: 3000 },
  );
});

test('any text is read or refused by each parser', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 400 }),
    fc
      .array(
        fc.constantFrom(
          '<Stmt>',
          '<Ntry>',
          '</Ntry>',
          '<Bal>',
          '<Amt Ccy="ZAR">',
          '1.00',
          '</Amt>',
          '<OFX>',
          '<STMTRS>',
          '</STMTRS>',
          '<STMTTRN>',
          '</OFX>',
          '<TRNAMT>',
          ':60F:C261001ZAR1,',
          ':61:',
          ':86:',
          ':62F:',
          '\n',
          '<BkToCstmrStmt>',
          ' ',
        ),
        { maxLength: 60 },
      )
      .map((it) => it.join('')),
  );
  for (const read of [readCamt, readOfx, readMt940])
    await fc.assert(
      fc.asyncProperty(text, (it) => readOrRefused(it, read)),
      { numRuns: 1000 },
    );
});

test('any bytes are read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), (bytes) => readOrRefused(bytes)),
    { numRuns: 1000 },
  );
});

test('long files of one kind of text take no time that grows faster than they do', { timeout: 30_000 }, async () => {
  for (const piece of [
    '<',
    '<a>',
    '</',
    '&#',
    ':61:',
    ':86:\n',
    '"',
    '"",',
    '(',
    '1 ',
    "1'",
    '\t',
    '-\n',
    '<STMTTRN>',
    '<Ntry>',
    '<!--',
    '<![CDATA[',
  ])
    for (const before of ['', '<OFX>', '<BkToCstmrStmt><Stmt>', ':60F:C261001ZAR1,\n'])
      await readOrRefused(before + piece.repeat(100_000));
});

test('amounts are read digit by digit', () => {
  const cents = fc.integer({ min: -maxCents, max: maxCents });
  fc.assert(
    fc.property(cents, (it) => {
      assert.equal(centsOfText(point(it)), it === 0 ? 0 : it);
      assert.equal(centsOfText(point(it).replace('.', ',')), it);
      assert.equal(centsOfText(formatCents(it)), it);
      const [whole = '', decimals = ''] = point(Math.abs(it)).split('.');
      const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
      assert.equal(centsOfText(`${grouped}.${decimals}`), Math.abs(it));
      assert.equal(centsOfText(`(${grouped}.${decimals})`), -Math.abs(it) || 0);
    }),
  );
  for (const text of [
    '',
    '-',
    '1,234',
    '1.234',
    '1.2E+12',
    '12.345',
    '--1',
    '-1-',
    '(1',
    '1 23',
    '1,23,456.00',
    '9999999999999999',
    'R',
    '١',
    '1.00 USD',
  ])
    assert.equal(centsOfText(text), undefined, text);
  for (const [text, expected] of [
    ['1234,', 123_400],
    ['.5', 50],
    ['1.2300', 123],
    ['12,50 Dr', -1250],
    ['12.50 CR', 1250],
    ['R-5', -500],
    ['1.234.567,89', 123_456_789],
    ["1'234.00", 123_400],
    ['0,00-', 0],
  ] as const)
    assert.equal(centsOfText(text), expected, text);
});

test('days are those of a calendar, in the order that was chosen', () => {
  for (const [cell, order, expected] of [
    ['03/04/2026', 'day', '2026-04-03'],
    ['03/04/2026', 'month', '2026-03-04'],
    ['30/02/2026', 'day', undefined],
    ['2026-10-01 00:00', 'day', '2026-10-01'],
    ['1 Oct 26', 'month', '2026-10-01'],
    ['01Oct2026', 'day', '2026-10-01'],
    ['46307', 'day', undefined],
    ['20261301', 'year', undefined],
  ] as const)
    assert.equal(dayOfCell(cell, order), expected, cell);
});
