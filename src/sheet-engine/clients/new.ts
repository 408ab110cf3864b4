import { fieldOf } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import type { ColumnFields } from '../columns.ts';
import {
  branchRepair,
  doubtsOf,
  fieldsOf,
  RowReader,
  type ClientDetails,
  type SheetItem,
  type RowProblem,
} from '../rows.ts';
import { isRowReady, type SheetRow } from '../summary.ts';
import type { ReadOptions } from '../values.ts';

const { required, optional } = fieldsOf(operations.clientCreate);
const details = [...required, ...optional].filter((it) => it !== 'ClientNumber');

export const takesName = ({ name, input }: Operation): boolean =>
  'ClientNumber' in input.shape && !name.startsWith('client');

export const clientFieldsOf = (name: OperationName): readonly string[] =>
  ['mandateCreate', 'contractCreate', 'payoutContractCreate'].includes(name) ? details : [];

const label = (fieldName: string) => fieldOf(fieldName)?.label ?? fieldName;

interface Spec {
  operation: Operation;
  columns: ColumnFields;
  options: ReadOptions;
}

/** From all its rows. */
interface Gathered {
  item: SheetItem;
  differing: Set<string>;
}

/** Clients that rows refer to but that do not exist yet: each is added once, before its first row is sent. */
export class NewClients {
  private readonly rows: readonly SheetRow[];
  private readonly onChange: () => void;
  private readonly reader: RowReader;
  private readonly own: readonly string[];
  private isListed = true;
  private columns: { at: number; fieldName: string }[] = [];
  private numberAt = -1;
  private known = new Set<string>();
  private gathered = new Map<string, Gathered>();
  private readonly refused = new Map<string, { reason: string; item: string }>();
  added = 0;

  /** @param onChange called when problems must be found again */
  constructor(rows: readonly SheetRow[], { operation, columns, options }: Spec, onChange: () => void) {
    this.rows = rows;
    this.onChange = onChange;
    this.reader = new RowReader(operations.clientCreate, options);
    this.own = clientFieldsOf(operation.name as OperationName);
    this.layOut(columns);
  }

  layOut(columns: ColumnFields): void {
    this.columns = columns.flatMap((fieldName, at) =>
      this.isListed && fieldName && this.own.includes(fieldName) ? [{ at, fieldName }] : [],
    );
    this.numberAt = columns.indexOf('ClientNumber');
  }

  /** @param numbers of existing clients; undefined if unknown, then none is added */
  know(numbers: readonly string[] | undefined): void {
    this.isListed &&= numbers !== undefined;
    if (!this.isListed) this.columns = [];
    this.known = new Set([...this.known, ...(numbers ?? [])]);
    this.onChange();
  }

  private numberOf({ idle, isOdd, item, cells }: SheetRow): string | undefined {
    if (this.columns.length === 0 || idle || isOdd) return undefined;
    const number = item.ClientNumber ?? (this.numberAt < 0 ? undefined : cells[this.numberAt]?.trim());
    return number === undefined || number === '' || this.known.has(String(number)) ? undefined : String(number);
  }

  /** Reports problems at each unsent row. */
  findProblems(): void {
    this.gathered = new Map();
    if (this.columns.length === 0) return;
    for (const row of this.rows) {
      const number = row.state === 'unsent' ? this.numberOf(row) : undefined;
      if (number === undefined) continue;
      const client = this.gathered.get(number) ?? { item: { ClientNumber: number }, differing: new Set() };
      this.gathered.set(number, client);
      for (const [fieldName, value] of Object.entries(this.detailsOf(row).item)) {
        const isOther = (client.item[fieldName] ??= value) !== value;
        // A branch derived from the bank changes with the bank.
        if (isOther && this.columns.some((it) => it.fieldName === fieldName)) client.differing.add(fieldName);
      }
    }
    for (const row of this.rows) {
      const client = row.state === 'unsent' && this.gathered.get(this.numberOf(row) ?? '');
      const found = client ? this.problemsOf(row, client) : [];
      if (found.length > 0) row.problems = [...row.problems, ...found];
    }
  }

  /** Cached: names and account numbers seldom repeat, and reading 100,000 rows after every change takes seconds. */
  private detailsOf(row: SheetRow): ClientDetails {
    if (row.client) return row.client;
    const read: ClientDetails = { item: {}, problems: [], repairs: [] };
    for (const { at, fieldName } of this.columns) {
      const { value, problem, suggestions, repair } = this.reader.cell(fieldName, row.cells[at] ?? '');
      if (value !== undefined) read.item[fieldName] = value;
      if (repair) read.repairs.push(repair);
      if (problem)
        read.problems.push({
          fieldName,
          message: problem,
          isUnread: true,
          isDuplicate: true,
          ...(suggestions && { suggestions }),
        });
    }
    const branch = read.problems.some((it) => it.fieldName === 'BranchCode')
      ? undefined
      : this.reader.branchOf(read.item);
    if (branch !== undefined) {
      read.item.BranchCode = branch;
      read.repairs.push(branchRepair);
    }
    read.problems.push(...doubtsOf(read.item).map((it) => ({ ...it, isDuplicate: true })));
    return (row.client = read);
  }

  private problemsOf(row: SheetRow, { item, differing }: Gathered): RowProblem[] {
    const unread = [...this.detailsOf(row).problems];
    // Of a client that exists it may be of an older form.
    const { problem } = this.reader.cell('ClientNumber', String(row.item.ClientNumber ?? ''));
    if (problem) unread.push({ fieldName: 'ClientNumber', message: problem, isUnread: true, isDuplicate: true });
    const missing = required.filter(
      (it) =>
        item[it] === undefined && !unread.some(({ fieldName }) => fieldName === it) && !this.reader.mayFollow(it, item),
    );
    const refused = this.refused.get(String(item.ClientNumber));
    if (refused && refused.item === JSON.stringify(item))
      return [{ fieldName: 'ClientNumber', message: `New client: ${refused.reason}`, isDuplicate: true }];
    return [
      ...unread,
      ...missing.map((fieldName) => ({
        fieldName,
        message: `The client is new: ${label(fieldName)} is missing.`,
        isDuplicate: true,
      })),
      ...[...differing].map((fieldName) => ({
        fieldName,
        message: 'The client is new, and rows about them differ here.',
        isDuplicate: true,
      })),
    ];
  }

  isWanted = (row: SheetRow): boolean => this.numberOf(row) !== undefined;

  private of(rows: readonly SheetRow[]): SheetItem[] {
    const numbers = new Set(rows.flatMap((row) => this.numberOf(row) ?? []));
    return [...numbers].flatMap((number): SheetItem[] => {
      const client = this.gathered.get(number);
      return client ? [client.item] : [];
    });
  }

  count = (): number => (this.columns.length > 0 ? this.of(this.rows.filter(isRowReady)).length : 0);

  next = (count: number): SheetItem[] =>
    this.columns.length > 0 ? this.of(this.rows.filter(isRowReady).slice(0, count)) : [];

  /**
   * Records results. Rows of a refused client keep the reason until one of them changes the client. @param results
   * without `reason` the client was added
   */
  settle(results: readonly { number: string; reason?: string }[]): void {
    for (const { number, reason } of results)
      if (reason) this.refused.set(number, { reason, item: JSON.stringify(this.gathered.get(number)?.item) });
    const added = results.filter(({ reason }) => !reason).map(({ number }) => number);
    this.added += added.length;
    this.know(added);
  }

  reconsider(): void {
    this.refused.clear();
    this.onChange();
  }
}
