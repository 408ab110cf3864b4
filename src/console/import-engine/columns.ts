import { fieldOf } from '../../contract/fields.ts';
import { folded } from '../../rules/search-text.ts';

/** Which field each column of a sheet holds; nothing for one that is left out. */
export type ColumnFields = (string | undefined)[];

/** What people call fields besides their labels and the interface's names. */
const otherNames: Record<string, readonly string[]> = {
  ClientNumber: [
    'client',
    'client no',
    'customer number',
    'customer no',
    'debtor',
    'account reference',
    'member number',
  ],
  ContractNumber: ['contract', 'contract no', 'reference', 'policy number', 'agreement number', 'loan number'],
  ContractSequence: ['contract sequence', 'contract id', 'sequence'],
  InstalmentSequence: ['instalment', 'instalment no', 'no'],
  PaymentSequence: ['payment', 'payment no'],
  InstalmentActionDate: ['date', 'action date', 'debit date', 'strike date', 'due date'],
  CollectionDate: ['date', 'debit date', 'action date'],
  InstalmentAmount: ['amount', 'debit amount', 'premium', 'value'],
  PaymentAmount: ['amount', 'value'],
  PaymentDate: ['date', 'pay date'],
  PaymentStartDate: ['start date', 'first payment'],
  InstalmentStartDate: ['start date', 'first instalment', 'first debit'],
  NumberOfInstalments: ['instalments', 'terms', 'number of debits'],
  NumberOfPayments: ['payments', 'number of payments'],
  FrequencyCode: ['frequency', 'how often'],
  CollectionDay: ['day', 'debit day', 'strike day'],
  MaximumAmount: ['maximum', 'max amount', 'limit'],
  ClientName: ['name', 'full name', 'customer', 'customer name', 'account holder name'],
  CellphoneNumber: ['cell', 'cellphone', 'cell number', 'mobile', 'phone', 'telephone'],
  EMail: ['email', 'e mail', 'email address'],
  IDNumber: ['id', 'id no', 'identity number', 'id number'],
  IDType: ['id type'],
  BankCode: ['bank', 'bank name'],
  BranchCode: ['branch', 'branch code', 'branch no'],
  AccountNumber: ['account', 'account no', 'bank account', 'acc no'],
  AccountType: ['account type', 'type of account'],
  AccountHolderName: ['account holder', 'holder'],
  CancelReason: ['reason', 'reason code', 'cancel reason'],
  CancelCode: ['reason', 'cancel code'],
};

/** A heading as it is compared: without accents, case, signs and units in brackets. */
export const headingOf = (text: string): string =>
  folded(text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\([^)]*\)/g, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function namesOf(fieldName: string): string[] {
  const label = fieldOf(fieldName)?.label ?? fieldName;
  return [fieldName, label, ...(otherNames[fieldName] ?? [])].map(headingOf);
}

/**
 * Guesses which field each column holds, by what this person chose for a heading before, by the interface's name, the label,
 * and what people call it. Each field is given once, to the column that fits it best.
 *
 * @param known fields by heading, as `headingOf` writes it
 */
export function guessColumns(
  headings: readonly string[],
  fieldNames: readonly string[],
  known: Readonly<Record<string, string>> = {},
): ColumnFields {
  const candidates = headings.flatMap((heading, column) => {
    const text = headingOf(heading);
    if (text === '') return [];
    return fieldNames.flatMap((fieldName) => {
      const names = namesOf(fieldName);
      const place = known[text] === fieldName ? -1 : names.indexOf(text);
      return known[text] === fieldName || place >= 0 ? [{ column, fieldName, rank: place }] : [];
    });
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

/** Whether a first row is headings: at least one names a field, and none is a figure or a date. */
export const isHeadingRow = (row: readonly string[], fieldNames: readonly string[]): boolean =>
  guessColumns(row, fieldNames).some((it) => it !== undefined) && !row.some((cell) => /^[\d.,\s/-]{4,}$/.test(cell));
