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
    'client reference',
    'customer reference',
    'client code',
    'member',
    'member number',
    'member reference',
  ],
  ContractNumber: [
    'contract',
    'contract no',
    'contract reference',
    'reference',
    'policy',
    'policy number',
    'policy reference',
    'agreement',
    'agreement number',
    'agreement reference',
    'loan number',
  ],
  ContractSequence: ['contract sequence', 'contract id', 'sequence'],
  InstalmentSequence: ['instalment', 'instalment no', 'no'],
  PaymentSequence: ['payment', 'payment no'],
  InstalmentActionDate: ['date', 'action date', 'debit date', 'strike date', 'due date', 'collection date'],
  CollectionDate: ['date', 'debit date', 'action date', 'strike date', 'due date'],
  InstalmentAmount: [
    'amount',
    'debit amount',
    'premium',
    'value',
    'instalment',
    'debit order amount',
    'collection amount',
    'monthly amount',
    'monthly premium',
    'monthly instalment',
  ],
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
  NumberOfInstalments: [
    'instalments',
    'term',
    'terms',
    'number of debits',
    'months',
    'number of payments',
    'number of months',
    'number of collections',
    'number of debit orders',
    'number of premiums',
  ],
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
  amnt: 'amount',
  br: 'branch',
  dt: 'date',
  no: 'number',
  nr: 'number',
  num: 'number',
  amt: 'amount',
  freq: 'frequency',
  cust: 'customer',
  inst: 'instalment',
  insts: 'instalments',
  instal: 'instalment',
  max: 'maximum',
  ref: 'reference',
  tel: 'telephone',
};

/** In whole words, for comparison: `Name & Surname` is `name surname`. */
export const headingWords = (text: string): string =>
  headingOf(text.replace(/\ba\/c\b/gi, 'account'))
    .split(' ')
    .flatMap((word) => (word === 'and' ? [] : (shortForms[word] ?? word)))
    .join(' ');

/** `number of instalments` and `number of instalment`. */
export const singular = (words: string): string => words.replace(/(?<=\p{L}{3})(?<!s)s\b/gu, '');

/** Of whom: `debtor account number`. */
const owner =
  /^(?:(?:debtor|client|customer|member|payer|payee|beneficiary|recipient)s? )(?=(?:bank|branch|account|cell|cellphone|mobile|phone|telephone|contact|email|e mail)\b(?! reference))/;

/** May be the amount, or the number of instalments. */
const isOpenShortForm = (text: string): boolean => /^inst(?:al)?s?$/.test(headingOf(text));

const namesByField = new Map<string, readonly string[]>();
/** In words, likeliest first. */
export function namesOf(fieldName: string): readonly string[] {
  let names = namesByField.get(fieldName);
  if (!names) {
    const label = fieldOf(fieldName)?.label ?? fieldName;
    namesByField.set(fieldName, (names = [fieldName, label, ...(otherNames[fieldName] ?? [])].map(headingWords)));
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

/** As a remembered choice: the person said that a column of this heading is not imported. */
export const notImported = '';

const maxRank = 1000;

/** The only field with a name that differs in a plural. */
function fieldsLike(name: string, fieldNames: readonly string[]): { fieldName: string }[] {
  const like = fieldNames.filter((it) => namesOf(it).some((own) => singular(own) === singular(name)));
  return like.length === 1 ? like.map((fieldName) => ({ fieldName })) : [];
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
    const name = headingWords(text);
    if (name === '' || chosenBefore === notImported || (!chosenBefore && isOpenShortForm(text))) return [];
    const find = (words: string) =>
      fieldNames.flatMap((fieldName) => {
        const rank = chosenBefore === fieldName ? -1 : namesOf(fieldName).indexOf(words);
        return chosenBefore === fieldName || rank >= 0 ? [{ column, fieldName, rank }] : [];
      });
    // A name below a bank is the bank's.
    const grouped = group ? find(headingWords(`${group} ${text}`)) : [];
    if (grouped.length > 0) return grouped;
    const found = find(name);
    if (found.length > 0) return found;
    const ownerless = find(name.replace(owner, ''));
    const alike = ownerless.length > 0 ? ownerless : fieldsLike(name, fieldNames);
    // After those whose names are equal.
    return alike.map((it) => ({ ...it, column, rank: maxRank }));
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
