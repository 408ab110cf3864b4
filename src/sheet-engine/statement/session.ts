import { confirmedMapping, type Mapping, type SuggestedMapping } from './mapping.ts';
import { withMasks } from './mask.ts';
import { readStatement, type StatementFormat, type UnmappedTable } from './read.ts';
import { refusal, type BankStatement } from './statement.ts';
import { readTable, type StatementTable } from './table.ts';

export type StatementsFound =
  | { format: StatementFormat; statements: BankStatement[]; mapping?: Mapping | undefined }
  | { unmapped: UnmappedTable };

/** Bank statements from file to lines, in the worker. The file itself is never kept. */
export class StatementFiles {
  private table: StatementTable | undefined;
  private known: ReadonlySet<string> = new Set();

  /**
   * @param mappings that a person confirmed before
   * @param references of the merchant's contracts (`plainReference`), which are not masked
   * @throws UnreadableFile
   */
  async read(file: Blob, mappings: readonly Mapping[], references: readonly string[]): Promise<StatementsFound> {
    this.table = undefined;
    this.known = new Set(references);
    const found = await readStatement(new Uint8Array(await file.arrayBuffer()), mappings);
    if ('statements' in found) return { ...found, statements: this.masked(found.statements) };
    this.table = found.table;
    return { unmapped: found.unmapped };
  }

  /** With the columns that the person confirmed. @throws UnreadableFile */
  map(mapping: SuggestedMapping): StatementsFound {
    if (!this.table) throw refusal('Choose the file again.');
    const whole = confirmedMapping(mapping);
    return { format: 'table', statements: this.masked(readTable(this.table, whole)), mapping: whole };
  }

  private masked = (statements: readonly BankStatement[]): BankStatement[] =>
    statements.map((it) => withMasks(it, (reference) => this.known.has(reference)));
}
