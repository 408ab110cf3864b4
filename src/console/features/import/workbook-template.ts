import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
import type { WritePiece } from '#report-engine/export/picked.ts';
import { writeWorkbook, type WorkbookSheet } from '#report-engine/export/workbook.ts';
import type { CellFormat } from '#report-engine/export/xlsx-parts.ts';
import { fieldsOf } from '#sheet-engine/rows.ts';
import type { ReadOptions } from '#sheet-engine/values.ts';
import type { ImportKind } from './kinds.ts';
import { sheetColumns, headingsOf } from './records.ts';

type Codes = ReadOptions['codes'];

/** Rows of a template with drop-down lists of codes. */
const listedRows = 10_000;

/** Column letters: `A`, `Z`, `AA`. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const about: Readonly<Record<string, string>> = {
  ClientNumber: 'Your own number of the client.',
  ContractNumber: 'Your own number of the contract.',
  ContractSequence: 'The ID that the contract was given; in place of both numbers.',
  InstalmentSequence: 'Which instalment of the contract, counted from 1.',
  PaymentSequence: 'Which payment of the contract, counted from 1.',
  FrequencyCode: 'How often it is collected.',
  CollectionDay: 'The day of the month or week on which it is collected.',
  InstalmentStartDate: 'The day of the first instalment.',
  InstalmentActionDate: 'The day on which the account is debited.',
  CollectionDate: 'The day on which the account is debited.',
  NumberOfInstalments: 'How many; empty for a series without an end.',
  MaximumAmount: 'The most that may ever be debited at once.',
  FirstCollectionDate: 'A debit of its own before the series.',
  TrackingYN: 'Whether the bank tries again for some days where there is not enough money.',
  BranchCode: 'The universal branch code of the bank, six digits.',
  AccountHolderName: 'Where it is not the client’s own account.',
  PaymentDate: 'The day on which it is paid out.',
};

const examples: Readonly<Record<string, string>> = {
  ClientNumber: 'C00002',
  ContractNumber: 'HOME-1',
  ContractSequence: '100234',
  CollectionDay: '25',
  BranchCode: '470010',
  AccountNumber: '1234567890',
  ClientName: 'Naledi Dlamini',
  CellphoneNumber: '0825550101',
  EMail: 'naledi@example.com',
};

function formatOf(fieldName: string, codes: Codes): { format: string; example: string; style: CellFormat } {
  const field = fieldOf(fieldName);
  const listed = codes[fieldName] ?? [];
  const [first] = listed;
  if (first) return { format: 'One of the list, or its code', example: first.label, style: 'text' };
  const own = examples[fieldName];
  switch (field?.input) {
    case 'amount':
      return { format: 'Amount in rand, with or without cents', example: '1234.56', style: 'amount' };
    case 'date':
    case 'dateTime':
      return { format: 'Date', example: '2026-12-01', style: 'date' };
    case 'rate':
      return { format: 'Percentage', example: '7.5', style: 'number' };
    case 'flag':
      return { format: 'Y or N', example: 'Y', style: 'text' };
    case 'integer': {
      // Text, so that spreadsheets keep zeros and don't shorten it.
      const isNumber = (field.max ?? 0) > 4;
      const style = isNumber ? 'text' : 'integer';
      return { format: `Digits, at most ${field.max ?? 10}`, example: own ?? '1', style };
    }
    default:
      return { format: `Text, at most ${field?.max ?? 100} characters`, example: own ?? '', style: 'text' };
  }
}

/** The name if no other code has it, else the code. */
const choiceOf = ({ code, label }: Codes[string][number], listed: Codes[string]) =>
  listed.filter((it) => it.label === label).length === 1 ? label : code;

const requiredOfClients = fieldsOf(operations.clientCreate).required;

/** Help text of a field, before its format and example. */
function helpOf({ operation }: ImportKind, fieldName: string): [heading: string, required: string, about: string] {
  const heading = fieldOf(fieldName)?.label ?? fieldName;
  if (sheetColumns(operation).includes(fieldName)) {
    const { required } = fieldsOf(operations[operation]);
    return [heading, required.includes(fieldName) ? 'Yes' : '', about[fieldName] ?? ''];
  }
  const purpose = 'Optional: adds the client, where nobody has the client number yet.';
  const isRequired = requiredOfClients.includes(fieldName);
  return [heading, isRequired ? 'For a new client' : '', [about[fieldName], purpose].filter(Boolean).join(' ')];
}

/**
 * A workbook to fill in: a column per field, required ones first, those of new clients last; a help sheet; and
 * drop-down lists of codes. No example row: people would send it by mistake.
 */
export async function writeTemplate(kind: ImportKind, fieldNames: readonly string[], codes: Codes, write: WritePiece) {
  const headings = headingsOf(fieldNames);
  const coded = fieldNames.filter((it) => (codes[it] ?? []).length > 0);
  const listOf = (fieldName: string) => codes[fieldName] ?? [];
  const formats = fieldNames.map((it) => formatOf(it, codes));

  const rows: WorkbookSheet = {
    name: kind.label,
    titles: headings,
    widths: headings.map((heading) => Math.max(16, heading.length + 4)),
    formats: formats.map(({ style }) => style),
    rows: [],
    choices: coded.map((fieldName, index) => {
      const [cells, list] = [letterOf(fieldNames.indexOf(fieldName)), letterOf(2 * index)];
      const texts = `Codes!$${list}$2:$${list}$${listOf(fieldName).length + 1}`;
      return { cells: `${cells}2:${cells}${listedRows}`, texts };
    }),
  };
  const help: WorkbookSheet = {
    name: 'Help',
    titles: ['Column', 'Required', 'What it is', 'Format', 'Example'],
    widths: [28, 18, 84, 40, 22],
    rows: fieldNames.map((fieldName, index) => [
      ...helpOf(kind, fieldName),
      formats[index]?.format ?? '',
      formats[index]?.example ?? '',
    ]),
  };
  const longest = coded.reduce((most, it) => Math.max(most, listOf(it).length), 0);
  const list: WorkbookSheet = {
    name: 'Codes',
    titles: coded.flatMap((it) => [fieldOf(it)?.label ?? it, 'Code']),
    widths: coded.flatMap(() => [30, 10]),
    // Zeros of a code that is added stay.
    formats: coded.flatMap(() => ['text', 'text']),
    rows: Array.from({ length: longest }, (_, at) =>
      coded.flatMap((field) => {
        const entry = listOf(field)[at];
        return entry ? [choiceOf(entry, listOf(field)), entry.code] : ['', ''];
      }),
    ),
  };
  await writeWorkbook(coded.length > 0 ? [rows, help, list] : [rows, help], write);
}
