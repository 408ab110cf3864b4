import { fieldOf } from '#contract/fields.ts';
import { folded } from '#rules/search-text.ts';

/** Undefined: ignored. */
export type ColumnFields = (string | undefined)[];

/** Common headings besides the labels and the interface's names. */
const otherNames: Record<string, readonly string[]> = {
  ClientNumber: [
    'client',
    'client no',
    'customer number',
    'customer no',
    'debtor',
    'account reference',
    'member',
    'member number',
  ],
  ContractNumber: [
    'contract',
    'contract no',
    'reference',
    'policy',
    'policy number',
    'agreement',
    'agreement number',
    'loan number',
  ],
  ContractSequence: ['contract sequence', 'contract id', 'sequence'],
  InstalmentSequence: ['instalment', 'instalment no', 'no'],
  PaymentSequence: ['payment', 'payment no'],
  InstalmentActionDate: ['date', 'action date', 'debit date', 'strike date', 'due date'],
  CollectionDate: ['date', 'debit date', 'action date'],
  InstalmentAmount: ['amount', 'debit amount', 'premium', 'value', 'instalment', 'debit order amount'],
  PaymentAmount: ['amount', 'value'],
  PaymentDate: ['date', 'pay date'],
  PaymentStartDate: ['start date', 'first payment'],
  InstalmentStartDate: [
    'start date',
    'start',
    'first instalment',
    'first debit',
    'first debit date',
    'date of first debit',
  ],
  NumberOfInstalments: ['instalments', 'term', 'terms', 'number of debits', 'months', 'number of payments'],
  NumberOfPayments: ['payments', 'number of payments'],
  FrequencyCode: ['frequency', 'how often', 'debit frequency', 'payment frequency'],
  CollectionDay: ['day', 'debit day', 'strike day', 'deduction day', 'day of debit'],
  MaximumAmount: ['maximum', 'max amount', 'limit'],
  ClientName: [
    'name',
    'full name',
    'customer',
    'customer name',
    'account holder name',
    'debtor name',
    'name and surname',
    'surname and name',
  ],
  CellphoneNumber: [
    'cell',
    'cellphone',
    'cell number',
    'mobile',
    'mobile number',
    'phone',
    'phone number',
    'telephone',
    'contact number',
  ],
  EMail: ['email', 'e mail', 'email address'],
  IDNumber: ['id', 'id no', 'identity number', 'id number', 'sa id', 'sa id number', 'id passport'],
  IDType: ['id type'],
  BankCode: ['bank', 'bank name'],
  BranchCode: ['branch', 'branch code', 'branch no', 'bank branch', 'bank branch code'],
  AccountNumber: ['account', 'account no', 'bank account', 'bank account no', 'bank number'],
  AccountType: ['account type', 'type of account', 'bank account type', 'bank type'],
  AccountHolderName: ['account holder', 'holder', 'account name', 'bank holder'],
  CancelReason: ['reason', 'reason code', 'cancel reason'],
  CancelCode: ['reason', 'cancel code'],
};

/** Without accents, case, punctuation and units in brackets. */
export const headingOf = (text: string): string =>
  folded(text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\([^)]*\)/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const shortForms: Readonly<Record<string, string>> = {
  acc: 'account',
  acct: 'account',
  no: 'number',
  nr: 'number',
  num: 'number',
  amt: 'amount',
  freq: 'frequency',
  cust: 'customer',
  inst: 'instalment',
  max: 'maximum',
  ref: 'reference',
  tel: 'telephone',
};

/** In whole words, for comparison. */
const inWords = (text: string): string =>
  headingOf(text.replace(/\ba\/c\b/gi, 'account'))
    .split(' ')
    .map((word) => shortForms[word] ?? word)
    .join(' ');

const namesByField = new Map<string, readonly string[]>();
function namesOf(fieldName: string): readonly string[] {
  let names = namesByField.get(fieldName);
  if (!names) {
    const label = fieldOf(fieldName)?.label ?? fieldName;
    namesByField.set(fieldName, (names = [fieldName, label, ...(otherNames[fieldName] ?? [])].map(inWords)));
  }
  return names;
}

export interface Heading {
  text: string;
  group?: string | undefined;
}

/** Headings with their groups; a group also covers the columns to its right, like merged cells. */
export function headingsIn(rows: readonly (readonly string[])[], at: number, width: number): Heading[] {
  let group = '';
  return Array.from({ length: width }, (_, column) => {
    const [text, above] = [rows[at]?.[column]?.trim() ?? '', rows[at - 1]?.[column]?.trim() ?? ''];
    if (above !== '') group = above;
    // The heading may be in the upper of two rows, above an empty cell.
    return text === '' ? { text: above } : { text, group: group === text ? undefined : group || undefined };
  });
}

/**
 * Guesses the field of each column from earlier choices, the interface's names, labels and common headings. Each field
 * is used once, for the best match.
 * @param known fields by heading (`headingOf`)
 */
export function guessColumns(
  headings: readonly (string | Heading)[],
  fieldNames: readonly string[],
  known: Readonly<Record<string, string>> = {},
): ColumnFields {
  const candidates = headings.flatMap((heading, column) => {
    const { text, group } = typeof heading === 'string' ? { text: heading } : heading;
    const chosenBefore = known[headingOf(text)];
    const find = (name: string) =>
      fieldNames.flatMap((fieldName) => {
        const rank = chosenBefore === fieldName ? -1 : namesOf(fieldName).indexOf(name);
        return chosenBefore === fieldName || rank >= 0 ? [{ column, fieldName, rank }] : [];
      });
    const name = inWords(text);
    if (name === '') return [];
    // A name below a bank is the bank's.
    const grouped = group ? find(inWords(`${group} ${text}`)) : [];
    return grouped.length > 0 ? grouped : find(name);
  });
  const chosen: ColumnFields = headings.map(() => undefined);
  const taken = new Set<string>();
  for (const { column, fieldName } of candidates.toSorted((one, other) => one.rank - other.rank)) {
    if (chosen[column] !== undefined || taken.has(fieldName)) continue;
    chosen[column] = fieldName;
    taken.add(fieldName);
  }
  return chosen;
}

/** A number, an amount or a date: no heading. */
const isFigure = (cell: string): boolean => /^[-+(]?R?[\d.,\s/:-]{4,}\)?$/.test(cell);

/**
 * The row in which most columns name a field, without numbers or dates. A single such column suffices only in the first
 * row: any word of a title may be a field's name.
 * @returns its index, or undefined
 */
export function findHeadings(
  rows: readonly (readonly string[])[],
  fieldNames: readonly string[],
  known: Readonly<Record<string, string>> = {},
): number | undefined {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const named = rows.map((row, at) =>
    row.some(isFigure)
      ? 0
      : guessColumns(headingsIn(rows, at, width), fieldNames, known).filter((it) => it !== undefined).length,
  );
  const most = Math.max(0, ...named);
  const at = named.indexOf(most);
  return most > 1 || (most === 1 && at === 0) ? at : undefined;
}
