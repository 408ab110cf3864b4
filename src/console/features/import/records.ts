import { fieldOf } from '#contract/fields.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { toCents } from '#rules/money.ts';
import { clientFieldsOf } from '#sheet-engine/clients/new.ts';
import { fieldsOf } from '#sheet-engine/rows.ts';
import type { ReadOptions } from '#sheet-engine/values.ts';

type Fields = Readonly<Record<string, unknown>>;

const first = ['ClientNumber', 'ContractNumber', 'ContractSequence', 'InstalmentSequence', 'PaymentSequence'];

/** Fields of a new sheet: identification first, then required ones. */
export function sheetColumns(operation: OperationName): string[] {
  const { required, optional } = fieldsOf(operations[operation]);
  const all = [...required, ...optional];
  return [...first.filter((it) => all.includes(it)), ...all.filter((it) => !first.includes(it))];
}

/**
 * Fields of a template: the operation's, then those of clients to be added.
 * @param canAddClients whether the person has permission
 */
export const templateColumnsOf = (operation: OperationName, canAddClients: boolean): string[] => {
  const own = sheetColumns(operation);
  return [...own, ...(canAddClients ? clientFieldsOf(operation).filter((it) => !own.includes(it)) : [])];
};

export const headingsOf = (fieldNames: readonly string[]): string[] => fieldNames.map((it) => fieldOf(it)?.label ?? it);

function cellOf(fieldName: string, value: unknown, { codes }: Pick<ReadOptions, 'codes'>): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  const text = String(value as string | number | boolean);
  const listed = codes[fieldName] ?? [];
  const label = listed.find((it) => it.code === text)?.label;
  if (label !== undefined && listed.filter((it) => it.label === label).length === 1) return label;
  const kind = fieldOf(fieldName)?.input;
  const cents = kind === 'amount' ? toCents(Number(text)) : undefined;
  if (cents !== undefined) return (cents / 100).toFixed(2);
  return kind === 'dateTime' ? text.replace(/ 00:00$/, '') : text;
}

/** Records as rows of a sheet. The client's name comes first and isn't sent; columns that no record fills come last. */
export function sheetOfRecords(
  operation: OperationName,
  records: readonly Fields[],
  options: Pick<ReadOptions, 'codes'>,
): { headings: string[]; columns: (string | undefined)[]; rows: string[][] } {
  const isUsed = (fieldName: string) => records.some((it) => it[fieldName] != null);
  const fields = sheetColumns(operation);
  const columns = [...fields.filter(isUsed), ...fields.filter((it) => !isUsed(it) && !first.includes(it))];
  const name = fields.includes('ClientName') || !isUsed('ClientName') ? [] : ['ClientName'];
  return {
    headings: [...name.map(() => 'Client'), ...headingsOf(columns)],
    columns: [...name.map(() => undefined), ...columns],
    rows: records.map((it) => [...name, ...columns].map((fieldName) => cellOf(fieldName, it[fieldName], options))),
  };
}
