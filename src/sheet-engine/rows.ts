import { fieldOf } from '#contract/fields.ts';
import { identificationOf, isIdentifying } from '#contract/identification.ts';
import type { Operation } from '#contract/operation.ts';
import { toCents } from '#rules/money.ts';
import { idNumberWarning } from '#rules/plausible.ts';
import type { ColumnFields } from './columns.ts';
import { readCell, type SheetCell, type CodeChoice, type ReadOptions } from './values.ts';

/** Null clears a field. */
export type SheetItem = Record<string, string | number | null>;

export interface RowProblem {
  /** Undefined if the problem is the row's. */
  fieldName?: string;
  message: string;
  isWarning?: boolean;
  /** Caused by another row, which may also fix it. */
  isDuplicate?: boolean;
  /** The same is there already: the row waits until a person allows it, which makes this a warning. */
  isAllowable?: boolean;
  /** For this cell. */
  choices?: CodeChoice[];
  /** The cell is unreadable, and may be emptied if the field is optional. */
  isUnread?: boolean;
  /** For every cell with this problem. */
  suggestions?: CodeChoice[];
}

export interface ClientDetails {
  item: SheetItem;
  problems: RowProblem[];
  repairs: string[];
}

export interface RowReading {
  item: SheetItem;
  problems: RowProblem[];
  repairs: string[];
  /** Why there is nothing to send: all cells are empty, or unchanged. */
  idle?: 'blank' | 'unchanged';
  /** Not a record (a total, say); its only problem says so and nothing else is checked. */
  isOdd?: boolean;
}

/** Required ones first. */
export const fieldsOf = ({ input }: Operation): { required: string[]; optional: string[] } => {
  const fieldNames = Object.keys(input.shape);
  const isOptional = (fieldName: string) => input.shape[fieldName]?.safeParse(undefined).success === true;
  return {
    required: fieldNames.filter((it) => !isOptional(it)),
    optional: fieldNames.filter(isOptional),
  };
};

const label = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;

/** Per column. */
const maxKept = 4000;
/** Texts of a column named in its problems; with more, the column holds something else. */
const maxNamed = 20;

/** In any cell of a row. */
const total = /^(?:(?:grand|sub|overall)[\s-]?)?(?:totals?|totaal|sum)\b/i;

export const branchRepair = 'Branches were taken from their banks.';

export const unidentifiedRow = 'Give the client number and contract number, or the contract ID.';

export function doubtsOf({ IDNumber, IDType }: SheetItem): RowProblem[] {
  const message = typeof IDNumber === 'string' ? idNumberWarning(IDNumber, IDType) : undefined;
  return message === undefined ? [] : [{ fieldName: 'IDNumber', message, isWarning: true }];
}

export class RowReader {
  readonly fieldNames: readonly string[];
  private readonly required: readonly string[];
  private readonly shape: Operation['input']['shape'];
  private readonly isIdentified: boolean;
  private readonly options: ReadOptions;
  private readonly read = new Map<string, Map<string, SheetCell>>();
  private readonly named = new Map<string, Set<string>>();

  constructor(operation: Operation, options: ReadOptions) {
    const { required, optional } = fieldsOf(operation);
    this.required = required;
    this.shape = operation.input.shape;
    this.fieldNames = [...required, ...optional];
    this.isIdentified = identificationOf(operation).needsContract;
    this.options = options;
  }

  cell(fieldName: string, text: string): SheetCell {
    let known = this.read.get(fieldName);
    if (!known) this.read.set(fieldName, (known = new Map<string, SheetCell>()));
    const before = known.get(text);
    if (before) return before;
    const cell = this.withFewNames(fieldName, text, readCell(fieldName, text, this.options, this.shape[fieldName]));
    if (known.size < maxKept) known.set(text, cell);
    return cell;
  }

  private withFewNames(fieldName: string, text: string, cell: SheetCell): SheetCell {
    if (cell.general === undefined) return cell;
    let named = this.named.get(fieldName);
    if (!named) this.named.set(fieldName, (named = new Set()));
    if (named.size < maxNamed) named.add(text);
    return named.has(text) ? cell : { problem: cell.general };
  }

  /**
   * Why a row is no record, or can't be read as one: a total, repeated headings, more cells than headings.
   * @param mostCells with a heading
   */
  oddity(
    cells: readonly string[],
    columns: ColumnFields,
    headings: readonly string[],
    mostCells: number,
  ): string | undefined {
    const isBeyond = (text: string, at: number) => at >= mostCells && columns[at] === undefined && text.trim() !== '';
    if (cells.length > mostCells && cells.some(isBeyond))
      return 'This row has more cells than the headings: a comma in an amount without quotation marks, for example.';
    const filled = [...cells.keys()].filter((at) => (cells[at] ?? '').trim() !== '');
    const isHeading = (at: number) => cells[at]?.trim().toLowerCase() === headings[at]?.trim().toLowerCase();
    const alike = filled.filter(isHeading).length;
    if (alike > 1 && alike * 2 > filled.length) return 'This row repeats the headings.';
    const held = columns.filter((it) => it !== undefined).length;
    // A client may be called Total Garage, but then the row has its other cells, too.
    return filled.length * 2 <= held && filled.some((at) => total.test((cells[at] ?? '').trim()))
      ? 'This row looks like a total, not a record.'
      : undefined;
  }

  /** For an item without a branch whose bank has only one. */
  branchOf(item: SheetItem): number | undefined {
    return item.BranchCode === undefined ? this.options.branches?.[String(item.BankCode)] : undefined;
  }

  /** Whether a missing field may follow from another that must be corrected first: a branch from its bank. */
  mayFollow = (fieldName: string, item: SheetItem): boolean =>
    fieldName === 'BranchCode' && item.BankCode === undefined && this.options.branches !== undefined;

  value = (fieldName: string, text: string): string | number | undefined => this.cell(fieldName, text).value;

  /**
   * @param constants values for all rows, of fields without a column @param before the original cells of an edited
   * record: only differences are sent
   */
  row(
    cells: readonly string[],
    columns: ColumnFields,
    constants: Readonly<Record<string, string>>,
    before?: readonly string[],
  ): RowReading {
    const item: SheetItem = {};
    const problems: RowProblem[] = [];
    const repairs: string[] = [];
    if (cells.every((it) => it.trim() === '') && !before) return { item, problems, repairs, idle: 'blank' };
    if (before && columns.every((it, at) => it === undefined || (cells[at] ?? '') === (before[at] ?? '')))
      return { item, problems, repairs, idle: 'unchanged' };
    const take = (fieldName: string, text: string) => {
      const { value, problem, suggestions, repair, doubt } = this.cell(fieldName, text);
      if (value !== undefined) item[fieldName] = value;
      if (doubt) problems.push({ fieldName, message: doubt, isWarning: true });
      if (problem) problems.push({ fieldName, message: problem, isUnread: true, ...(suggestions && { suggestions }) });
      if (repair) repairs.push(repair);
    };
    for (const [fieldName, text] of Object.entries(constants)) take(fieldName, text);
    for (const [index, fieldName] of columns.entries()) {
      if (fieldName === undefined) continue;
      const [text, was] = [cells[index] ?? '', before?.[index] ?? ''];
      if (before && text !== was && isIdentifying(fieldName) && was !== '')
        problems.push({ fieldName, message: 'Says which record this is and cannot be changed here.' });
      else if (before && text === was && !isIdentifying(fieldName) && !this.required.includes(fieldName)) continue;
      else if (text.trim() !== '') take(fieldName, text);
      else if (was !== '' && this.shape[fieldName]?.safeParse(null).success) item[fieldName] = null;
      else if (was !== '') problems.push({ fieldName, message: `${label(fieldName)} cannot be empty.` });
    }
    const isMissing = (fieldName: string) =>
      item[fieldName] === undefined && !problems.some((it) => it.fieldName === fieldName);
    const branch =
      before || !('BranchCode' in this.shape) || !isMissing('BranchCode') ? undefined : this.branchOf(item);
    if (branch !== undefined) {
      item.BranchCode = branch;
      repairs.push(branchRepair);
    }
    for (const fieldName of this.required)
      if (isMissing(fieldName) && !this.mayFollow(fieldName, item))
        problems.push({ fieldName, message: `${label(fieldName)} is missing.` });
    if (
      this.isIdentified &&
      isMissing('ContractSequence') &&
      (isMissing('ClientNumber') || isMissing('ContractNumber'))
    )
      problems.push({ message: unidentifiedRow });
    return { item, problems: [...problems, ...doubtsOf(item)], repairs };
  }
}

/** Key and message for duplicates; undefined for operations where none can be recognised. */
export function sameness(
  name: string,
  item: SheetItem,
): { key: string; message: string; isWarning: boolean } | undefined {
  const contract = String(item.ContractSequence ?? `${item.ClientNumber}\n${item.ContractNumber}`);
  const day = String(item.InstalmentActionDate ?? item.CollectionDate ?? item.PaymentDate ?? '').slice(0, 10);
  if (name === 'clientCreate' || name === 'clientEdit')
    return {
      key: String(item.ClientNumber),
      message: 'The client number is in another row, too.',
      isWarning: false,
    };
  if (name === 'instalmentCreate' || name === 'omniInstalmentCreate')
    return {
      key: `${contract}\n${day}`,
      message: 'Another row debits this contract on the same day.',
      isWarning: true,
    };
  if (name === 'payoutPaymentCreate')
    return { key: `${contract}\n${day}`, message: 'Another row pays this contract on the same day.', isWarning: true };
  const part = item.InstalmentSequence ?? item.PaymentSequence ?? '';
  const what = part === '' ? 'contract' : name.startsWith('payout') ? 'payment' : 'instalment';
  return { key: `${contract}\n${part}`, message: `The ${what} is in another row, too.`, isWarning: false };
}

const amountFields = ['InstalmentAmount', 'PaymentAmount'] as const;
const dayFields = ['InstalmentActionDate', 'CollectionDate', 'PaymentDate', 'InstalmentStartDate', 'PaymentStartDate'];

/** Whole cents. */
export function sheetItemCents(item: SheetItem): number | undefined {
  for (const fieldName of amountFields) {
    const amount = item[fieldName];
    if (typeof amount === 'number') return toCents(amount);
  }
  return undefined;
}

/** With or without a time. */
export function dayIn(item: SheetItem): string | undefined {
  for (const fieldName of dayFields) {
    const day = item[fieldName];
    if (day !== undefined) return String(day);
  }
  return undefined;
}
