import { ageOf } from '#console/domain/collections/ageing.ts';
import { agedMonths, type Debit } from '#console/domain/collections/debits.ts';
import type { PdfTable, PdfText } from '#kit/pdf/pdf.ts';
import { csvCell } from '#report-engine/export/text.ts';
import { fullDayText } from '#rules/day-text.ts';
import { formatCents, inThousands } from '#rules/money.ts';
import { addUp } from '#rules/sums.ts';
import type { Statement } from './statement.ts';

export interface Issuer {
  merchant: string;
  merchantName: string;
  product: string;
}

const sumOf = (cents: number | null): string => (cents === null ? '' : formatCents(cents));
const countOf = (count: number): string => inThousands(String(count));
const days = (count: number): string => (count === 1 ? '1 day' : `${countOf(count)} days`);
const named = ({ date, contract }: Debit): string => `${fullDayText(date)}, ${contract}`;

function resultOf({ stage, status, isLate, settledOn }: Debit): string {
  if (settledOn !== undefined) return 'Settled';
  if (isLate) return 'Returned after payment';
  if (stage === 'paid') return 'Paid';
  return stage === 'unpaid' ? 'Unpaid' : status;
}

const list = (title: string, columns: readonly string[], rows: PdfTable['rows']): PdfTable[] =>
  rows.length === 0 ? [] : [{ title, columns, rows }];

export function statementText(statement: Statement, { merchant, merchantName, product }: Issuer): PdfText {
  const { number, name, from, to, asAt, debits, paid, returned, unpaid, aged, settled } = statement;
  const all = addUp(aged);
  const withLater = unpaid.filter((it) => it.hasLaterPaid);
  return {
    title: `Statement, ${name || number}`,
    subtitle: `Client ${number} of ${merchantName} (${merchant}), ${product}, ${fullDayText(from)} to ${fullDayText(to)}, as at ${fullDayText(asAt)}`,
    tables: [
      {
        title: `Unpaid debits as at ${fullDayText(asAt)}`,
        columns: ['Since the debit was returned', 'Number', 'Amount'],
        rows: [
          ...aged.map((it) => [it.label, countOf(it.count), sumOf(it.cents)]),
          ['Total unpaid', countOf(all.count), sumOf(all.cents)],
          ...(withLater.length > 0
            ? [
                [
                  'of which a later debit of the same contract was paid',
                  countOf(withLater.length),
                  sumOf(withLater.reduce((sum, it) => sum + it.cents, 0)),
                ],
              ]
            : []),
        ],
      },
      ...list(
        'Unpaid debits',
        ['Debit', 'Unpaid for', 'Later debit paid', 'Amount'],
        unpaid.map((it) => [named(it), days(it.days ?? 0), it.hasLaterPaid ? 'Yes' : 'No', sumOf(it.cents)]),
      ),
      ...list(
        'Settled outside the debit order',
        ['Debit', 'Paid on', 'Amount'],
        settled.map((it) => [named(it), fullDayText(it.settledOn ?? ''), sumOf(it.cents)]),
      ),
      ...list(
        `Debits, ${fullDayText(from)} to ${fullDayText(to)}`,
        ['Debit', 'Result', 'Amount'],
        debits.map((it) => [named(it), resultOf(it), sumOf(it.cents)]),
      ),
      {
        title: 'Totals of the period',
        columns: ['', 'Number', 'Amount'],
        rows: [
          ['Paid', countOf(paid.count), sumOf(paid.cents)],
          ['Returned', countOf(returned.count), sumOf(returned.cents)],
        ],
      },
    ],
    notes: [
      'This is a statement of debit orders, not a tax invoice.',
      `Unpaid are returned debits of the ${agedMonths} months before ${fullDayText(asAt)} without those settled outside the debit order. If a later debit of the contract was paid, it may have been another attempt at one of them.`,
    ],
  };
}

const titles = [
  'Client number',
  'Client name',
  'Contract number',
  'Debit date',
  'Amount',
  'Result',
  'Days unpaid',
  'Age',
  'Settled on',
  'Later debit paid',
];

const csvRow = ({ number, name }: Statement, it: Debit): string[] => [
  number,
  name,
  it.contract,
  it.date,
  (it.cents / 100).toFixed(2),
  resultOf(it),
  it.days === undefined ? '' : String(it.days),
  it.days === undefined ? '' : (ageOf(it.days)?.label ?? ''),
  it.settledOn ?? '',
  it.days === undefined ? '' : it.hasLaterPaid ? 'Yes' : 'No',
];

/** One line for each debit of the period, and for each older one that was returned. */
export function statementsCsv(statements: readonly Statement[]): string {
  const rows = statements.flatMap((statement) => {
    const { debits, unpaid, settled } = statement;
    const shown = new Set([...unpaid, ...settled, ...debits]);
    return [...shown]
      .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
      .map((it) => csvRow(statement, it));
  });
  return `\ufeff${[titles, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}
