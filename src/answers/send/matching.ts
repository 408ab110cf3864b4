import { identifying } from '#contract/identification.ts';
import { isObject, textOf, type Json } from '../error-body.ts';

export interface Result {
  state: 'accepted' | 'refused';
  received: unknown;
  names: Json;
}

/** Distinguish the items of one contract; services may format them differently, so a mismatch proves nothing. */
const details = ['InstalmentActionDate', 'CollectionDate', 'PaymentDate', 'InstalmentAmount', 'PaymentAmount'];
const named: readonly string[] = [...identifying, ...details];

const keyOf = (value: unknown): string => textOf(value).trim().toLowerCase();
export const isGiven = (value: unknown): boolean => textOf(value) !== '';
export const isSentence = (text: string): boolean => /[a-z]\S*\s+\S*[a-z]/i.test(text);

/** A date with or without a time, in any common format. */
export const isDateLike = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:[ t]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?$/i.test(text);

/** Compares values across formats: 250.5 and "250.50", "2026-11-25 00:00" and "2026-11-25T00:00:00". */
export function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  if (a === b) return true;
  if (isDateLike(a) && isDateLike(b)) return a.slice(0, 10) === b.slice(0, 10);
  return /^-?\d+(\.\d+)?$/.test(a) && Number(a) === Number(b) && `${a}${b}`.includes('.');
}

interface FieldIndex {
  /** Comparable value by item; '' if it has none. */
  keys: readonly string[];
  places: ReadonlyMap<string, readonly number[]>;
}
type Index = ReadonlyMap<string, FieldIndex>;

export function indexOf(items: readonly Json[]): Index {
  const index = new Map<string, FieldIndex>();
  for (const name of identifying) {
    if (!items.some((item) => keyOf(item[name]) !== '')) continue;
    const keys = items.map((item) => keyOf(item[name]));
    const places = new Map<string, number[]>();
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? '';
      const same = places.get(key);
      if (same) same.push(at);
      else places.set(key, [at]);
    }
    index.set(name, { keys, places });
  }
  return index;
}

const nowhere: readonly number[] = [];

/** Its own, or those of the first record in it. */
function fieldsOf(received: unknown): Json {
  if (!isObject(received)) return {};
  const isNamed = (fields: Json) => identifying.some((name) => isGiven(fields[name]));
  return isNamed(received) ? received : (Object.values(received).filter(isObject).find(isNamed) ?? received);
}

/** A plain text identifies an item that has it as a value. */
export function resultOf(state: Result['state'], received: unknown, index: Index): Result {
  if (!isObject(received)) {
    const name = identifying.find((it) => isGiven(received) && index.get(it)?.places.has(keyOf(received)));
    return { state, received, names: name ? { [name]: received } : {} };
  }
  const fields = fieldsOf(received);
  const names: Json = {};
  for (const name of named) {
    const value = fields[name];
    const text = textOf(value);
    // `{ "ClientNumber": "is used already" }` is a reason under the name of its field.
    if (text !== '' && (!isSentence(text) || index.get(name)?.places.has(keyOf(value)))) names[name] = value;
  }
  return { state, received, names };
}

/** Undefined if it shares no value with any item. */
export function matchingPositions({ names }: Result, index: Index): number[] | undefined {
  const shared: { key: string; field: FieldIndex }[] = [];
  // Uses the most selective field: with 500 items of one client, each result would otherwise scan all.
  let [having, without, fewest] = [nowhere, nowhere, Infinity];
  for (const [name, field] of index) {
    const key = keyOf(names[name]);
    if (key === '' && !isGiven(names[name])) continue;
    shared.push({ key, field });
    // Items that were sent without the field may match, too.
    const [own, bare] = [field.places.get(key) ?? nowhere, field.places.get('') ?? nowhere];
    if (own.length + bare.length >= fewest) continue;
    [having, without, fewest] = [own, bare, own.length + bare.length];
  }
  if (shared.length === 0) return undefined;
  const isMeant = (at: number) => shared.every(({ key, field: { keys } }) => keys[at] === key || keys[at] === '');
  const found = having.filter(isMeant);
  for (const at of without) if (isMeant(at)) found.push(at);
  return found;
}

export interface MatchedResults {
  at: Result[][];
  strays: Result[];
  /** They share one result too many. */
  disputed: Set<number>;
}

/** Narrowed by details; equal items are interchangeable. */
function fitting(result: Result, open: readonly number[], items: readonly Json[]): number | undefined {
  if (open.length === 1) return open[0];
  const agreeing = open.filter((it) =>
    details.every((name) => {
      const own = items[it]?.[name];
      return !isGiven(own) || !isGiven(result.names[name]) || isSame(own, result.names[name]);
    }),
  );
  const left = agreeing.length > 0 ? agreeing : open;
  return new Set(left.map((it) => JSON.stringify(items[it]))).size === 1 ? left[0] : undefined;
}

/** By identification, else by position if all remaining results have the same state. The rest are strays. */
export function matchedResults(items: readonly Json[], all: readonly Result[], index: Index): MatchedResults {
  const at = items.map((): Result[] => []);
  const strays: Result[] = [];
  const disputed = new Set<number>();

  /** False while several items fit. */
  const assign = (result: Result, candidates: readonly number[]): boolean => {
    const open = candidates.filter((it) => at[it]?.length === 0);
    const target = open.length > 0 ? fitting(result, open, items) : candidates.length === 1 ? candidates[0] : undefined;
    if (target !== undefined) at[target]?.push(result);
    else if (open.length > 0) return false;
    else {
      strays.push(result);
      for (const it of candidates) disputed.add(it);
    }
    return true;
  };

  const bare: Result[] = [];
  let waiting: [Result, number[]][] = [];
  for (const result of all) {
    const candidates = matchingPositions(result, index);
    if (candidates) waiting.push([result, candidates]);
    else bare.push(result);
  }
  // Each assignment may leave a single item for another result.
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length;
    waiting = waiting.filter(([result, candidates]) => !assign(result, candidates));
  }

  const rest = [...waiting.map(([result]) => result), ...bare];
  const open = at.filter((it) => it.length === 0);
  const isOneWay = new Set(rest.map((it) => it.state)).size === 1;
  if (items.length === 1) at[0]?.push(...rest);
  else if (isOneWay && rest.length === open.length) rest.forEach((result, nth) => open[nth]?.push(result));
  else strays.push(...rest);
  return { at, strays, disputed };
}
