import { fieldsOf } from '#console/import-engine/rows.ts';
import type { ReadOptions } from '#console/import-engine/values.ts';
import { inlineCell } from '#console/report-engine/export/xlsx-cells.ts';
import { packageParts, styles } from '#console/report-engine/export/xlsx-parts.ts';
import { zipTo } from '#console/report-engine/export/zip.ts';
import { fieldOf } from '#contract/fields.ts';
import { operations } from '#contract/operations.ts';
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

function formatOf(fieldName: string, codes: Codes): { format: string; example: string; style: number } {
  const field = fieldOf(fieldName);
  const listed = codes[fieldName] ?? [];
  const [first] = listed;
  if (first) return { format: 'One of the list, or its code', example: first.label, style: styles.text };
  const own = examples[fieldName];
  switch (field?.input) {
    case 'amount':
      return { format: 'Amount in rand, with or without cents', example: '1234.56', style: styles.amount };
    case 'date':
    case 'dateTime':
      return { format: 'Date', example: '2026-12-01', style: styles.date };
    case 'rate':
      return { format: 'Percentage', example: '7.5', style: styles.number };
    case 'flag':
      return { format: 'Y or N', example: 'Y', style: styles.text };
    case 'integer': {
      // Text, so that spreadsheets keep zeros and don't shorten it.
      const isNumber = (field.max ?? 0) > 4;
      const style = isNumber ? styles.text : styles.integer;
      return { format: `Digits, at most ${field.max ?? 10}`, example: own ?? '1', style };
    }
    default:
      return { format: `Text, at most ${field?.max ?? 100} characters`, example: own ?? '', style: styles.text };
  }
}

const lineOf = (line: number, texts: readonly string[], style: number) =>
  `<row r="${line}">${texts.map((text) => inlineCell(text, style)).join('')}</row>`;

function sheet(
  columns: readonly { width: number; style?: number }[],
  lines: readonly (readonly string[])[],
  further = '',
): string {
  const cols = columns.map(
    ({ width, style = styles.text }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `${styles.head}<worksheet xmlns="${styles.main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols>${cols.join('')}</cols><sheetData>` +
    lines.map((texts, index) => lineOf(index + 1, texts, index === 0 ? styles.title : styles.text)).join('') +
    `</sheetData>${further}</worksheet>`
  );
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
export async function writeTemplate(
  kind: ImportKind,
  fieldNames: readonly string[],
  codes: Codes,
  write: (bytes: Uint8Array) => Promise<void>,
) {
  const headings = headingsOf(fieldNames);
  const coded = fieldNames.filter((it) => (codes[it] ?? []).length > 0);
  const listOf = (fieldName: string) => codes[fieldName] ?? [];
  const formats = fieldNames.map((it) => formatOf(it, codes));

  const validations = coded.map((fieldName, index) => {
    const [cells, list] = [letterOf(fieldNames.indexOf(fieldName)), letterOf(2 * index)];
    const source = `Codes!$${list}$2:$${list}$${listOf(fieldName).length + 1}`;
    return `<dataValidation type="list" allowBlank="1" sqref="${cells}2:${cells}${listedRows}"><formula1>${source}</formula1></dataValidation>`;
  });
  const rows = sheet(
    headings.map((heading, index) => ({ width: Math.max(16, heading.length + 4), style: formats[index]?.style ?? 0 })),
    [headings],
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
      : '',
  );
  const help = sheet(
    [28, 18, 84, 40, 22].map((width) => ({ width })),
    [
      ['Column', 'Required', 'What it is', 'Format', 'Example'],
      ...fieldNames.map((fieldName, index) => [
        ...helpOf(kind, fieldName),
        formats[index]?.format ?? '',
        formats[index]?.example ?? '',
      ]),
    ],
  );
  const longest = coded.reduce((most, it) => Math.max(most, listOf(it).length), 0);
  const list = sheet(
    coded.flatMap(() => [{ width: 30 }, { width: 10 }]),
    [
      coded.flatMap((it) => [fieldOf(it)?.label ?? it, 'Code']),
      ...Array.from({ length: longest }, (_, at) =>
        coded.flatMap((field) => {
          const entry = listOf(field)[at];
          return entry ? [choiceOf(entry, listOf(field)), entry.code] : ['', ''];
        }),
      ),
    ],
  );
  const sheets = { [kind.label]: rows, Help: help, ...(coded.length > 0 && { Codes: list }) };

  const encoder = new TextEncoder();
  function* once(text: string) {
    yield encoder.encode(text);
  }
  const zip = zipTo(write);
  for (const [name, text] of packageParts(Object.keys(sheets))) await zip.add(name, once(text));
  for (const [index, text] of Object.values(sheets).entries())
    await zip.add(`xl/worksheets/sheet${index + 1}.xml`, once(text));
  await zip.add('xl/sharedStrings.xml', once(`${styles.head}<sst xmlns="${styles.main}" count="0" uniqueCount="0"/>`));
  await zip.close();
}
