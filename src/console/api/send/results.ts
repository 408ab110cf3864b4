import type { Fault, Operation } from '#contract/operation.ts';
import { recordsUnder } from '../decode.ts';
import { isObject, listOf, withoutRepeats, type Json } from '../error-body.ts';
import { among, indexOf, isGiven, matched, resultOf, type Matched, type Result } from './matching.ts';
import { reasonsOf } from './reasons.ts';

/** What became of one item that was sent. */
export type SendState = 'accepted' | 'refused' | 'unknown';

export interface SendResult {
  state: SendState;
  /** The item, as it was sent. */
  item: Json;
  /** What the answer holds about it, as it came. */
  received: readonly unknown[];
  /** Why, where the answer says so. */
  reasons: readonly Fault[];
}

/** A result that decides about no item: about none of them, nobody can tell about which, or contradicted by another. */
export interface StrayResult {
  state: 'accepted' | 'refused';
  received: unknown;
  reasons: readonly Fault[];
}

/** What became of a write: every item that was sent, and every result that decides about none of them. */
export interface SendResults {
  items: readonly SendResult[];
  strays: readonly StrayResult[];
}

/** `Successful` and `Failed` of an answer, as they came. */
export interface RawResults {
  Successful: readonly unknown[];
  Failed: readonly unknown[];
}

/** Of most items nothing is said but that they were accepted: they share one empty list. */
const none: readonly never[] = [];

/** One thing said of an item decides it; several only where all of them refuse it. */
function stateOf(results: readonly Result[]): SendState {
  const [first] = results;
  if (!first || results.some((it) => it.state !== first.state)) return 'unknown';
  return results.length === 1 || first.state === 'refused' ? first.state : 'unknown';
}

function finished(sent: readonly Json[], { at, strays, disputed }: Matched): SendResults {
  // Of the one item that was sent, a result about something else leaves nothing certain.
  const isDoubtful = sent.length === 1 && strays.length > 0;
  const reasonsIn = (results: readonly Result[], item?: Json) =>
    results.some((it) => it.state === 'refused')
      ? withoutRepeats(results.flatMap((it) => (it.state === 'refused' ? reasonsOf(it.received, item) : [])))
      : none;
  const undecided: Result[] = [];
  const items = sent.map((item, index): SendResult => {
    const results = at[index] ?? [];
    const state = isDoubtful || disputed.has(index) ? 'unknown' : stateOf(results);
    if (state === 'unknown') undecided.push(...results);
    const deciding = state === 'unknown' ? none : results;
    return { state, item, received: deciding.map((it) => it.received), reasons: reasonsIn(deciding, item) };
  });
  return {
    items,
    strays: [...undecided, ...strays].map((it) => ({
      state: it.state,
      received: it.received,
      reasons: reasonsIn([it], sent.length === 1 ? sent[0] : undefined),
    })),
  };
}

/** Of what a DELETE names as a whole, each part by itself. */
const finer = ['InstalmentSequence', 'PaymentSequence'];

/** The parts of the one thing that a DELETE names: all instalments of a contract, each with a result of its own. */
function partsOf(whole: Json, results: readonly Result[], strays: Result[]): SendResults {
  const parts = new Map<string, { item: Json; results: Result[] }>();
  for (const it of results) {
    const own = Object.fromEntries(finer.flatMap((name) => (isGiven(it.names[name]) ? [[name, it.names[name]]] : [])));
    const key = JSON.stringify(own);
    const part = parts.get(key) ?? { item: { ...whole, ...own }, results: [] };
    part.results.push(it);
    parts.set(key, part);
  }
  const all = [...parts.values()];
  const sent = all.map((it) => it.item);
  return finished(sent, { at: all.map((it) => it.results), strays, disputed: new Set() });
}

/**
 * What became of each item of a write. A result finds its item by the identification that it echoes, else by its place; an item
 * of which nothing or something contradictory is said is unknown: it may have been stored. Each item is accepted, refused or
 * unknown, and each result is with an item or among the strays.
 *
 * @param isWhole the one item names a whole (a DELETE), which may be answered part by part
 */
export function resultsOf(sent: readonly Json[], answer: RawResults, isWhole = false): SendResults {
  const index = indexOf(sent);
  const results = [
    ...answer.Successful.map((it) => resultOf('accepted', it, index)),
    ...answer.Failed.map((it) => resultOf('refused', it, index)),
  ];
  const [whole] = sent;
  if (isWhole && whole && sent.length === 1) {
    const isOther = (it: Result) => among(it, index)?.length === 0;
    const isPart = ({ names }: Result) => finer.some((name) => isGiven(names[name]) && !isGiven(whole[name]));
    const own = results.filter((it) => !isOther(it));
    if (own.some(isPart)) return partsOf(whole, own, results.filter(isOther));
  }
  return finished(sent, matched(sent, results, index));
}

/** A list of results: several, one, a bare word, or how many there are. What is null says nothing. */
function resultsIn(value: unknown, most: number): unknown[] {
  if (Array.isArray(value)) return value.filter((it) => it !== null && it !== undefined);
  if (typeof value === 'number') return Array.from({ length: Math.min(Math.max(0, value), most) }, () => ({}));
  return isObject(value) || (typeof value === 'string' && value.trim() !== '') ? [value] : [];
}

/** What became of each item of a write, of an answer in whatever shape. */
export function writtenOf(it: Operation & { response: string }, input: unknown, body: unknown): SendResults {
  const sent = listOf(input) as Json[];
  const lists = (recordsUnder(it.response, body) ?? []).filter(isObject);
  // A count beyond what was sent is one too many, however large.
  const all = (name: keyof RawResults) => lists.flatMap((result) => resultsIn(result[name], sent.length + 1));
  return resultsOf(sent, { Successful: all('Successful'), Failed: all('Failed') }, it.method === 'DELETE');
}

/** All items of a call that gave no answer, each with the same end. */
export const allEnded = (sent: readonly Json[], state: SendState, reasons: readonly Fault[]): SendResults => ({
  items: sent.map((item) => ({ state, item, received: [], reasons })),
  strays: [],
});

/** How many items are accepted, refused and unknown; together as many as were sent. */
export function countsOf({ items }: SendResults): Record<SendState, number> {
  const counts = { accepted: 0, refused: 0, unknown: 0 };
  for (const { state } of items) counts[state] += 1;
  return counts;
}

/** Whether all that was sent is accepted, and nothing was said besides. */
export const isAccepted = ({ items, strays }: SendResults): boolean =>
  strays.length === 0 && items.length > 0 && items.every((it) => it.state === 'accepted');

/** Why a call as a whole was refused or is not known: what its results say, else its body. */
export function reasonsOfCall(body: unknown, results?: SendResults): Fault[] {
  const reasons = results ? allReasons(results) : [];
  return reasons.length > 0 ? reasons : reasonsOf(body);
}

/** Every reason of an answer, each once. */
export const allReasons = ({ items, strays }: SendResults): Fault[] =>
  withoutRepeats([...items, ...strays].flatMap((it) => it.reasons));

/** The records of the items that were accepted; one of which nothing but that is said has none. */
export const acceptedRecords = ({ items }: SendResults): Json[] =>
  items.flatMap(({ state, received: [record] }) => (state === 'accepted' ? [isObject(record) ? record : {}] : []));

/** Whether anything was accepted, though nobody may know what. */
export const isCallAccepted = ({ items, strays }: SendResults): boolean =>
  [...items, ...strays].some((it) => it.state === 'accepted');
