import { balanceOf, manifestFigures, type Balance, type MonthFigures } from '#answers/month/figures.ts';
import { settledOf } from '#console/domain/bank/items.ts';
import { manifestFormat, type MonthManifest } from '#contract/month-end.ts';
import { readTypeface } from '#kit/pdf/typeface.ts';
import { exportRows } from '#report-engine/export/index.ts';
import { writeWorkbook } from '#report-engine/export/workbook.ts';
import { zipTo } from '#report-engine/export/zip.ts';
import type { LocalReport } from '#report-engine/local-report.ts';
import { fullDayText, monthText } from '#rules/day-text.ts';
import { formatCents, inThousands } from '#rules/money.ts';
import { askMonth } from '../figures.ts';
import { journalOf, neutralJournal, sageJournal, xeroJournal } from './journal.ts';
import { monthDays } from './month-days.ts';
import { sha256Text } from './sha256.ts';
import {
  ageingSheet,
  byContractSheet,
  byDaySheet,
  byReasonSheet,
  payoutsSheet,
  ratesSheet,
  summaryLines,
  summarySheet,
} from './sheets.ts';
import type { PackSpec } from './spec.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface PackFile {
  name: string;
  pieces: readonly Bytes[];
}

interface Read {
  transactions: LocalReport;
  instalments: LocalReport;
  /** Undefined for a month so large that the months before it are not read as well. */
  history?: LocalReport;
}

interface Built {
  manifest: MonthManifest;
  files: readonly PackFile[];
}

const encoder = new TextEncoder();
const textFile = (name: string, text: string): PackFile => ({ name, pieces: [encoder.encode(text)] });

async function collected(write: (to: (piece: Bytes) => Promise<void>) => Promise<unknown>): Promise<Bytes[]> {
  const pieces: Bytes[] = [];
  await write(async (piece) => void pieces.push(piece));
  return pieces;
}

const whole = async (pieces: readonly Bytes[]): Promise<Bytes> =>
  new Uint8Array(await new Blob([...pieces]).arrayBuffer());

const countOf = (count: number | null): string => (count === null ? '' : inThousands(String(count)));
const sumOf = (cents: number | null): string => (cents === null ? 'Not known' : formatCents(cents));

async function summaryPdf(spec: PackSpec, figures: MonthFigures, balance: Balance): Promise<Bytes> {
  // A fifth of a megabyte, loaded when a pack is built and never before.
  const [{ pdfOf }, typeface] = await Promise.all([import('#kit/pdf/pdf.ts'), readTypeface(spec.fontUrl)]);
  const byDay = byDaySheet(figures, spec);
  const cell = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return countOf(value);
    if (typeof value !== 'object' || value === null) return '';
    if ('cents' in value) return sumOf(value.cents as number);
    return 'day' in value ? fullDayText(String(value.day)) : '';
  };
  const lines = summaryLines(figures, balance, spec);
  const pdf = await pdfOf(
    {
      title: `Month end, ${monthText(spec.month)}`,
      subtitle: `${spec.merchantName} (${spec.merchant}), ${spec.product}, ${fullDayText(spec.from)} to ${fullDayText(spec.to)}`,
      tables: [
        {
          title: 'Summary',
          columns: ['', 'Number', 'Amount'],
          rows: lines.map(([label, count, cents]) => [label, countOf(count), sumOf(cents)]),
        },
        {
          title: 'By day',
          columns: ['Day', 'Collected', 'Returned', 'Paid out'],
          rows: [...byDay.rows].map((row) => [cell(row[0]), cell(row[2]), cell(row[4]), cell(row[8])]),
        },
      ],
      notes: [spec.openingNote, 'Files, sums of each day and their hashes are in manifest.json. No VAT is computed.'],
    },
    typeface,
  );
  return new Uint8Array(await pdf.arrayBuffer());
}

/** The fields of the report itself, without those that pages join. */
const csvFields = [
  'TransactionDate',
  'ClientNumber',
  'ContractNumber',
  'ContractSequence',
  'MandateType',
  'DebitSequenceType',
  'TrackingCode',
  'TransactionType',
  'Amount',
  'Status',
];

/** The files of a pack and the manifest that names them. @throws RangeError if the month is not complete */
export async function buildPack(spec: PackSpec, read: Read, onStatus: (text: string) => void): Promise<Built> {
  const { transactions, instalments, history } = read;
  onStatus('Computing the figures…');
  const figures = await askMonth(transactions);
  const balance = balanceOf(figures, spec.opening, spec.matched);
  if (figures.unknownCount > 0 || figures.undatedCount > 0)
    throw new RangeError('The month has transactions of an unknown status or without a day.');
  const manifestOfFigures = manifestFigures(figures, balance, spec.matched);
  const rows = await transactions.rows();
  const days = await monthDays(transactions.columns, rows);

  onStatus('Writing the transactions…');
  const columns = csvFields.map((fieldName) => ({ fieldName, title: fieldName }));
  const options = { format: 'csv', columns, byteOrderMark: false, decimal: '.', dates: 'text' } as const;
  const csv = await collected((to) => exportRows(transactions.columns, rows, options, to));

  onStatus('Writing the workbook…');
  const sheets = [
    summarySheet(summaryLines(figures, balance, spec)),
    byDaySheet(figures, spec),
    await byContractSheet(transactions, instalments, spec),
    await byReasonSheet(figures, instalments, spec, spec.reasons),
    ...(history ? [await ageingSheet(history, spec.to, settledOf(spec.settled, spec.product))] : []),
    await ratesSheet(instalments, spec),
    await payoutsSheet(transactions),
    ...spec.sheets,
  ];
  const workbook = await collected((to) => writeWorkbook(sheets, to));

  onStatus('Writing the summary…');
  const journal = journalOf({ ...figures, moves: spec.moves }, spec.accounts, `${spec.merchant} ${spec.product}`);
  const files: PackFile[] = [
    { name: 'summary.pdf', pieces: [await summaryPdf(spec, figures, balance)] },
    { name: 'month.xlsx', pieces: workbook },
    { name: 'transactions.csv', pieces: csv },
    textFile('journal.csv', neutralJournal(journal)),
    textFile('journal-xero.csv', xeroJournal(journal, spec.accounts)),
    textFile('journal-sage.csv', sageJournal(journal)),
  ];
  const described = [];
  for (const { name, pieces } of files) {
    const bytes = await whole(pieces);
    described.push({ Name: name, Bytes: bytes.length, Hash: await sha256Text(bytes) });
  }
  const manifest: MonthManifest = {
    Format: manifestFormat,
    Merchant: spec.merchant,
    Product: spec.product,
    Month: spec.month,
    From: spec.from,
    To: spec.to,
    Rows: rows.length,
    Figures: manifestOfFigures,
    ...(spec.bankAccounts && { BankAccounts: spec.bankAccounts }),
    Days: days,
    Files: described,
  };
  return { manifest, files };
}

/** One ZIP: the files, the manifest, and its signature if it has one. */
export async function zipPack(
  { manifest, files }: Built,
  signature: string | null,
  write: (piece: Bytes) => Promise<void>,
): Promise<void> {
  const zip = zipTo(write);
  const manifestFile = textFile('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  const signed = signature === null ? [] : [textFile('manifest.jws', `${signature}\n`)];
  for (const { name, pieces } of [...files, manifestFile, ...signed]) await zip.add(name, pieces);
  await zip.close();
}
