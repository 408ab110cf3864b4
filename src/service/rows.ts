import { fieldOf, type Value, type Word } from '../contract/fields.ts';
import { fromCents, toCents } from '../rules/money.ts';

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

/** A select list that answers with the words themselves, amounts in the wire's unit. `of` is the table's alias. */
export const selecting = (words: readonly Word[], of?: string): string =>
  words.map((word) => `${qualified(word, of)}${isAmount(word) ? ' / 100.0' : ''} as "${word}"`).join(', ');

/** The same with the values as their columns hold them: what rules and differences work on. */
export const holding = (words: readonly Word[]): string =>
  words.map((word) => `${columnOf(word)} as "${word}"`).join(', ');

const qualified = (word: Word, of?: string) => (of ? `${of}.${columnOf(word)}` : columnOf(word));

/** A word's value as its column holds it. */
export const stored = (word: string, value: unknown): unknown =>
  isAmount(word) && typeof value === 'number' ? toCents(value) : value;

/** The stored words with a value as the wire has them: how create and edit results echo. */
export function echo<W extends Word>(held: Record<string, unknown>, words: readonly W[]): { [K in W]?: Value<K> } {
  const echoed: Record<string, unknown> = {};
  for (const word of words) {
    const value = held[word] ?? null;
    if (value !== null) echoed[word] = isAmount(word) ? fromCents(value as number) : value;
  }
  // The columns have the dictionary's types; the answer check compares what goes out with the contract.
  return echoed as { [K in W]?: Value<K> };
}

/** The given words of an item, each with its column and stored value; null where it clears. */
export const writing = (item: Record<string, unknown>, words: readonly Word[]): [Word, unknown][] =>
  words.filter((word) => item[word] !== undefined).map((word) => [word, stored(word, item[word])]);

/** A value as the change log shows it: text; what is sensitive by its last four digits; nothing as null. */
export function shown(word: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = isAmount(word) ? fromCents(value as number).toFixed(2) : String(value);
  return fieldOf(word)?.sensitive ? `…${text.slice(-4)}` : text;
}

/** The words of a shape of the contract: what may be written, what is answered. */
export const wordsOf = <W extends Word>(object: { shape: { [K in W]: unknown } }): W[] =>
  Object.keys(object.shape) as W[];
