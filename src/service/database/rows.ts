import type { ZodMiniType } from 'zod/mini';
import { fieldOf, fields, type InputKind, type Value, type FieldName } from '../../contract/fields.ts';
import { fromCents, toCents } from '../../rules/money.ts';

/**
 * The one place where fields of the wire and columns meet: `ContractSequence` ↔ `contract_sequence`, amounts as JSON
 * numbers ↔ whole cents.
 */
export const columnOf = (fieldName: string): string =>
  fieldName
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const isAmount = (fieldName: string) => fieldOf(fieldName)?.input === 'amount';

/** SQL of a column in the wire's form. A whole number of cents divided as float8 prints as its two decimals exactly. */
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
    default:
      return column;
  }
}

/** A select list that answers with the fields themselves, in the wire's form. `alias` is of the table. */
export const selecting = (fieldNames: readonly FieldName[], alias?: string): string =>
  fieldNames.map((fieldName) => `${wireExpression(fieldName, alias)} as "${fieldName}"`).join(', ');

/**
 * The same for a report's records, which have every listed field: a text without a value is the empty text, a number 0,
 * null only where the contract allows it.
 * @param expressions SQL of fields that are not simply a column of the table named `alias`.
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

/** The same with the values as their columns hold them: what rules and differences work on. */
export const selectingStored = (fieldNames: readonly FieldName[], alias?: string): string =>
  fieldNames.map((fieldName) => `${alias ? `${alias}.` : ''}${columnOf(fieldName)} as "${fieldName}"`).join(', ');

/** A field's value, as its contract let it in, in the form of its column. */
export function stored(fieldName: string, value: unknown): unknown {
  if (!isAmount(fieldName) || typeof value !== 'number') return value;
  const cents = toCents(value);
  // Not null in its place: what was given would become "no value", and a cap would be gone. The contract's `decimal` lets
  // nothing through that is not whole cents, so this is a bug if it ever happens.
  if (cents === undefined) throw new RangeError(`${fieldName} was let in though it is not whole cents.`);
  return cents;
}

/** The stored fields with a value as the wire has them: how create and edit results echo. */
export function echo<W extends FieldName>(
  record: Record<string, unknown>,
  fieldNames: readonly W[],
): { [K in W]: Value<K> } {
  const echoed: Record<string, unknown> = {};
  for (const fieldName of fieldNames) {
    const value = record[fieldName] ?? null;
    if (value !== null) echoed[fieldName] = isAmount(fieldName) ? fromCents(value as number) : value;
  }
  // The columns have the dictionary's types, and the contract says which fields always have a value; the answer check
  // compares what goes out with both.
  return echoed as { [K in W]: Value<K> };
}

/** A record without the fields that have no value. */
export const withValues = <R extends object>(record: R): R =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as R;

/** The given fields of an item, each with its column and stored value; null where it clears. */
export const writing = (item: Record<string, unknown>, fieldNames: readonly FieldName[]): [FieldName, unknown][] =>
  fieldNames
    .filter((fieldName) => item[fieldName] !== undefined)
    .map((fieldName) => [fieldName, stored(fieldName, item[fieldName])]);

/** A value as the change log shows it: text; nothing as null. What is sensitive is marked before (changes.ts). */
export function changeText(fieldName: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return isAmount(fieldName) ? fromCents(value as number).toFixed(2) : String(value);
}

/** SQL of a column's value as the change log shows it: the same texts as `changeText`. */
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

/** The fields of a shape of the contract: what may be written, what is answered. */
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

/**
 * Many rows of fields as one statement's parameters, which is twice as fast as a list of values for each: the columns, an
 * `unnest` of one array for each of them, and the arrays.
 * @param firstParameter the number of the first parameter.
 */
export const unnesting = (
  fieldNames: readonly FieldName[],
  rows: readonly Record<string, unknown>[],
  firstParameter: number,
) => ({
  columns: fieldNames.map(columnOf).join(', '),
  unnest: `unnest(${fieldNames.map((fieldName, index) => `$${index + firstParameter}::${sqlTypes[fields[fieldName].input]}[]`).join(', ')})`,
  values: fieldNames.map((fieldName) => rows.map((row) => row[fieldName] ?? null)),
});

/** The fields of an item as their columns hold them; a field that was not given is null. */
export const storedOf = <W extends FieldName>(
  item: Record<string, unknown>,
  fieldNames: readonly W[],
): Record<W, unknown> =>
  Object.fromEntries(fieldNames.map((fieldName) => [fieldName, stored(fieldName, item[fieldName] ?? null)])) as Record<
    W,
    unknown
  >;
