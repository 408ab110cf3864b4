import { fieldOf } from '#contract/fields.ts';
import type { ReadName } from '#contract/operations.ts';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { toCents } from '#rules/money.ts';

/** A record, or an item that was sent. */
export type Fields = Record<string, unknown>;

/** How records are read; the console and the service each have one. */
export interface ListReader {
  /** Without a cache. What the provider does not find is an empty list. @throws if there is no answer */
  read(list: ReadName, input: Fields, signal?: AbortSignal): Promise<Fields[]>;
}

export interface RecordReader extends ListReader {
  /** The provider's business day. */
  today(): DateText;
}

const identity = ['ContractSequence', 'ClientNumber', 'ContractNumber'] as const;
/** The contract's sequence, otherwise the other identification. */
export const contractNamed = (item: Fields): Fields =>
  item.ContractSequence == null
    ? Object.fromEntries(identity.flatMap((name) => (item[name] == null ? [] : [[name, item[name]]])))
    : { ContractSequence: item.ContractSequence };

const isIdentity = (name: string) => (identity as readonly string[]).includes(name) || /^\w+Sequence$/.test(name);

const comparable = (value: unknown): unknown => {
  if (value === '') return null;
  if (typeof value === 'number') return toCents(value) ?? value;
  return typeof value === 'string' && dateOf(value) ? value.slice(0, 16).replace('T', ' ') : (value ?? null);
};

/** Whether two sent or stored values are equal: to the cent, to the minute, and to the day if one has no time. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [a, b] = [comparable(one), comparable(other)];
  if (typeof a !== 'string' || typeof b !== 'string' || !(isDate(a) || isDate(b))) return a === b;
  return dateOf(a) === dateOf(b);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Some services mask sensitive values, which then cannot be compared. */
const isCovered = (name: string, value: unknown) =>
  fieldOf(name)?.sensitive === true && typeof value !== 'number' && !/^\w+$/.test(textOf(value));

/** What is compared of a record: without masked values, and without identification. */
export const keptFields = (record: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names
      .filter((name) => !isIdentity(name) && record[name] !== undefined && !isCovered(name, record[name]))
      .map((name) => [name, record[name]]),
  );

export const comparedNames = (sent: Fields): string[] => Object.keys(sent).filter((name) => !isIdentity(name));

/** Fields of the record whose value differs from the sent one. */
export function differingFields(sent: Fields, now: Fields): string[] {
  const kept = keptFields(now, comparedNames(sent));
  return Object.keys(kept).filter((name) => !isSameValue(kept[name], sent[name]));
}

export const firstRecord = async (
  reader: ListReader,
  list: ReadName,
  input: Fields,
  signal?: AbortSignal,
): Promise<Fields | undefined> => (await reader.read(list, input, signal))[0];

/** An instalment or payment by its number within its contract. Some services answer with all of the contract. */
export async function sequenced(
  reader: ListReader,
  list: ReadName,
  contract: Fields,
  sequence: string,
  number: number,
  signal?: AbortSignal,
): Promise<Fields | undefined> {
  const records = await reader.read(list, { ...contract, [sequence]: number }, signal);
  return records.find((it) => it[sequence] === number) ?? records.find((it) => it[sequence] === undefined);
}

/** Parallel reads, the browsers' limit per server. */
const atOnce = 6;

/** What is read of each, a few at a time: a provider refuses hundreds at once. @throws if one is not answered */
export async function ofEach<Item, T>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<T>,
): Promise<T[]> {
  const waiting = [...items.entries()];
  const found: T[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found[next[0]] = await read(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

/** What is read of each item's contract; each contract is read once. */
async function ofContracts<T>(items: readonly Fields[], read: (contract: Fields) => Promise<T>): Promise<T[]> {
  const names = [...new Map(items.map((item) => [JSON.stringify(contractNamed(item)), contractNamed(item)]))];
  const lists = await ofEach(names, ([, contract]) => read(contract));
  const found = new Map(names.map(([name], index) => [name, lists[index] as T]));
  return items.map((item) => found.get(JSON.stringify(contractNamed(item))) as T);
}

/** The list of each item's contract. @throws if one is not answered */
export const listsOf = (reader: ListReader, list: ReadName, items: readonly Fields[], signal?: AbortSignal) =>
  ofContracts(items, (contract) => reader.read(list, contract, signal));

/** The same before a call, `undefined` where a list is not answered: the others are evidence all the same. */
export const listsBefore = (reader: ListReader, list: ReadName, items: readonly Fields[], signal?: AbortSignal) =>
  ofContracts(items, (contract) => reader.read(list, contract, signal).catch(() => undefined));

/** The fields of both; those of `over` win, unless they are left out. */
export function mergedFields<A extends object, B extends object>(under: A | undefined, over: B | undefined): A & B {
  const returned = Object.entries(over ?? {}).filter(([, value]) => value !== undefined);
  return { ...under, ...Object.fromEntries(returned) } as A & B;
}
