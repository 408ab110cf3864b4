import type { z } from 'zod';
import { fieldOf, fields, type InputKind, type Value, type Word } from '../../contract/fields.ts';
import { fromCents, toCents } from '../../rules/money.ts';

/**
 * The one place where words of the wire and columns meet: `ContractSequence` ↔ `contract_sequence`, amounts as JSON
 * numbers ↔ whole cents.
 */
export const columnOf = (word: string): string =>
  word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const isAmount = (word: string) => fieldOf(word)?.input === 'amount';

/** SQL of a column in the wire's form. A whole number of cents divided as float8 prints as its two decimals exactly. */
function wireForm(word: Word, of?: string): string {
  const column = of ? `${of}.${columnOf(word)}` : columnOf(word);
  switch (fields[word].input) {
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

/** A select list that answers with the words themselves, in the wire's form. `of` is the table's alias. */
export const selecting = (words: readonly Word[], of?: string): string =>
  words.map((word) => `${wireForm(word, of)} as "${word}"`).join(', ');

/**
 * The same for a report's records, which have every listed field: a text without a value is the empty text, a number 0,
 * null only where the contract allows it.
 * @param own SQL of fields that are not simply a column of the table `of`.
 */
export const reporting = <W extends Word>(
  record: { shape: { [K in W]: z.ZodType } },
  own: Partial<Record<W, string>> = {},
  of?: string,
): string =>
  wordsOf(record)
    .map((word) => {
      const value = own[word] ?? wireForm(word, of);
      return `${record.shape[word].safeParse(null).success ? value : filled(word, value)} as "${word}"`;
    })
    .join(', ');

const numbers: ReadonlySet<InputKind> = new Set(['integer', 'amount', 'rate']);

function filled(word: Word, value: string): string {
  const { input } = fields[word];
  return input === 'records' ? value : `coalesce(${value}, ${numbers.has(input) ? '0' : "''"})`;
}

/** The same with the values as their columns hold them: what rules and differences work on. */
export const holding = (words: readonly Word[], of?: string): string =>
  words.map((word) => `${of ? `${of}.` : ''}${columnOf(word)} as "${word}"`).join(', ');

/** A word's value, as its contract let it in, in the form of its column. */
export function stored(word: string, value: unknown): unknown {
  if (!isAmount(word) || typeof value !== 'number') return value;
  const cents = toCents(value);
  // Not null in its place: what was given would become "no value", and a cap would be gone. The contract's `decimal` lets
  // nothing through that is not whole cents, so this is a bug if it ever happens.
  if (cents === undefined) throw new RangeError(`${word} was let in though it is not whole cents.`);
  return cents;
}

/** The stored words with a value as the wire has them: how create and edit results echo. */
export function echo<W extends Word>(held: Record<string, unknown>, words: readonly W[]): { [K in W]: Value<K> } {
  const echoed: Record<string, unknown> = {};
  for (const word of words) {
    const value = held[word] ?? null;
    if (value !== null) echoed[word] = isAmount(word) ? fromCents(value as number) : value;
  }
  // The columns have the dictionary's types, and the contract says which fields always have a value; the answer check
  // compares what goes out with both.
  return echoed as { [K in W]: Value<K> };
}

/** A record without the fields that have no value. */
export const withValues = <R extends object>(record: R): R =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as R;

/** The given words of an item, each with its column and stored value; null where it clears. */
export const writing = (item: Record<string, unknown>, words: readonly Word[]): [Word, unknown][] =>
  words.filter((word) => item[word] !== undefined).map((word) => [word, stored(word, item[word])]);

/** A value as the change log shows it: text; nothing as null. What is sensitive is marked before (changes.ts). */
export function shown(word: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return isAmount(word) ? fromCents(value as number).toFixed(2) : String(value);
}

/** The words of a shape of the contract: what may be written, what is answered. */
export const wordsOf = <W extends Word>(object: { shape: { [K in W]: unknown } }): W[] =>
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
 * Many rows of words as one statement's parameters, which is twice as fast as a list of values for each: the columns, an
 * `unnest` of one array for each of them, and the arrays.
 * @param from the number of the first parameter.
 */
export const unnesting = (words: readonly Word[], held: readonly Record<string, unknown>[], from: number) => ({
  columns: words.map(columnOf).join(', '),
  unnest: `unnest(${words.map((word, index) => `$${index + from}::${sqlTypes[fields[word].input]}[]`).join(', ')})`,
  values: words.map((word) => held.map((row) => row[word] ?? null)),
});

/** The words of an item as their columns hold them; a word that was not given is null. */
export const heldOf = <W extends Word>(item: Record<string, unknown>, words: readonly W[]): Record<W, unknown> =>
  Object.fromEntries(words.map((word) => [word, stored(word, item[word] ?? null)])) as Record<W, unknown>;
