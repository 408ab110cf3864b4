import type { ZodMiniType } from 'zod/mini';
import { fieldOf, fields, type FieldName, type InputKind, type Value } from '#contract/fields.ts';
import { fromCents, toCents } from '#rules/money.ts';

/**
 * Fields of the interface and their columns: `ContractSequence` ↔ `contract_sequence`, amounts as JSON numbers ↔ whole
 * cents.
 */
export const columnOf = (fieldName: string): string =>
  fieldName
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const isAmount = (fieldName: string) => fieldOf(fieldName)?.input === 'amount';

/** SQL of a column as the interface writes it. Whole cents divided as float8 print as exactly two decimals. */
function wireExpression(fieldName: FieldName, alias?: string): string {
  const column = alias ? `${alias}.${columnOf(fieldName)}` : columnOf(fieldName);
  switch (fields[fieldName].input) {
    case 'amount':
      return `${column} / 100::float8`;
    case 'rate':
      return `${column}::float8`;
    case 'dateTime':
      return `to_char(${column}, 'YYYY-MM-DD HH24:MI')`;
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    case 'integer':
      return fields[fieldName].sensitive
        ? `(case when length(${column}) > 16 then to_json(${column}) else ${column}::json end)`
        : column;
    default:
      return column;
  }
}

/** A select list of fields as the interface writes them. `alias` is the table's. */
export const selecting = (fieldNames: readonly FieldName[], alias?: string): string =>
  fieldNames.map((fieldName) => `${wireExpression(fieldName, alias)} as "${fieldName}"`).join(', ');

/**
 * Like `selecting`, for a report's records, which have every listed field: missing texts are empty, missing numbers 0,
 * null only where the contract allows it.
 * @param expressions SQL of fields that are not simply a column of the table `alias`.
 */
export const reporting = <W extends FieldName>(
  record: { shape: { [K in W]: ZodMiniType } },
  expressions: Partial<Record<W, string>> = {},
  alias?: string,
): string =>
  fieldNamesOf(record)
    .map((fieldName) => {
      const value = expressions[fieldName] ?? wireExpression(fieldName, alias);
      return `${record.shape[fieldName].safeParse(null).success ? value : withDefault(fieldName, value)} as "${fieldName}"`;
    })
    .join(', ');

const numbers: ReadonlySet<InputKind> = new Set(['integer', 'amount', 'rate']);

function withDefault(fieldName: FieldName, value: string): string {
  const { input } = fields[fieldName];
  return input === 'records' ? value : `coalesce(${value}, ${numbers.has(input) ? '0' : "''"})`;
}

/** Like `selecting`, with the values as stored: for rules and comparisons. */
export const selectingStored = (fieldNames: readonly FieldName[], alias?: string): string =>
  fieldNames.map((fieldName) => `${alias ? `${alias}.` : ''}${columnOf(fieldName)} as "${fieldName}"`).join(', ');

/** A validated field value as its column stores it. */
export function storedValue(fieldName: string, value: unknown): unknown {
  if (!isAmount(fieldName) || typeof value !== 'number') return value;
  const cents = toCents(value);
  // Not null, which would clear the field. The contract's `decimal` accepts whole cents only, so this would be a bug.
  if (cents === undefined) throw new RangeError(`${fieldName} was let in though it is not whole cents.`);
  return cents;
}

/** The stored fields that have a value, as the interface writes them: for create and edit results. */
export function echo<W extends FieldName>(
  record: Record<string, unknown>,
  fieldNames: readonly W[],
): { [K in W]: Value<K> } {
  const echoed: Record<string, unknown> = {};
  for (const fieldName of fieldNames) {
    const value = record[fieldName] ?? null;
    if (value !== null) echoed[fieldName] = isAmount(fieldName) ? fromCents(value as number) : value;
  }
  // The columns have the field types, and the response check compares what is sent with the contract.
  return echoed as { [K in W]: Value<K> };
}

export const withValues = <R extends object>(record: R): R =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as R;

/** The fields present in an item, each with its column and stored value; null clears. */
export const writing = (item: Record<string, unknown>, fieldNames: readonly FieldName[]): [FieldName, unknown][] =>
  fieldNames
    .filter((fieldName) => item[fieldName] !== undefined)
    .map((fieldName) => [fieldName, storedValue(fieldName, item[fieldName])]);

/** A value as text for the change log. Sensitive values are masked before (changes.ts). */
export function loggedText(fieldName: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return isAmount(fieldName) ? fromCents(value as number).toFixed(2) : String(value);
}

/** SQL of the same text as `loggedText`, from a column. */
export function changeExpression(fieldName: FieldName, alias: string): string {
  const column = `${alias}.${columnOf(fieldName)}`;
  switch (fields[fieldName].input) {
    case 'amount':
      return `(${column} / 100.0)::numeric(20, 2)::text`;
    case 'rate':
      return `trim_scale(${column})::text`;
    case 'dateTime':
      return `to_char(${column}, 'YYYY-MM-DD HH24:MI')`;
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    default:
      return `${column}::text`;
  }
}

export const fieldNamesOf = <W extends FieldName>(object: { shape: { [K in W]: unknown } }): W[] =>
  Object.keys(object.shape) as W[];

const sqlTypes: Record<InputKind, string> = {
  text: 'text',
  code: 'text',
  flag: 'text',
  integer: 'bigint',
  amount: 'bigint',
  rate: 'numeric',
  date: 'date',
  dateTime: 'timestamp',
  records: 'json',
};

const sqlTypeOf = (fieldName: FieldName) => (fields[fieldName].sensitive ? 'text' : sqlTypes[fields[fieldName].input]);

/**
 * Many rows as parameters of one statement: the columns, an `unnest` of one array per column, and the arrays. Twice as
 * fast as a list of values.
 * @param firstParameter the number of the first parameter.
 */
export const unnesting = (
  fieldNames: readonly FieldName[],
  rows: readonly Record<string, unknown>[],
  firstParameter: number,
) => ({
  columns: fieldNames.map(columnOf).join(', '),
  unnest: `unnest(${fieldNames.map((fieldName, index) => `$${index + firstParameter}::${sqlTypeOf(fieldName)}[]`).join(', ')})`,
  values: fieldNames.map((fieldName) => rows.map((row) => row[fieldName] ?? null)),
});

/** The fields of an item as stored; missing fields are null. */
export const storedOf = <W extends FieldName>(
  item: Record<string, unknown>,
  fieldNames: readonly W[],
): Record<W, unknown> =>
  Object.fromEntries(
    fieldNames.map((fieldName) => [fieldName, storedValue(fieldName, item[fieldName] ?? null)]),
  ) as Record<W, unknown>;
