import type { Fault, Operation } from '#contract/operation.ts';
import { recordsUnder } from '../decode.ts';
import { isObject, listOf, withoutRepeats, type Json } from '../error-body.ts';
import {
  matchingPositions,
  indexOf,
  isGiven,
  matchedResults,
  resultOf,
  type MatchedResults,
  type Result,
} from './matching.ts';
import { reasonsOf } from './reasons.ts';

export type SendState = 'accepted' | 'refused' | 'unknown';

export type RowState = 'unsent' | 'sending' | SendState;

export const isSent = <Row extends { state: RowState }>(row: Row): row is Row & { state: SendState } =>
  row.state !== 'unsent' && row.state !== 'sending';

export interface SendResult {
  state: SendState;
  item: Json;
  /** Unchanged. */
  received: readonly unknown[];
  reasons: readonly Fault[];
}

/** Fits no item, several, or contradicts another result. */
export interface StrayResult {
  state: 'accepted' | 'refused';
  received: unknown;
  reasons: readonly Fault[];
}

export interface SendResults {
  items: readonly SendResult[];
  strays: readonly StrayResult[];
}

interface RawResults {
  Successful: readonly unknown[];
  Failed: readonly unknown[];
}

/** Shared: most items have no reasons. */
const none: readonly never[] = [];

/** One result decides an item; several do only if all refuse it. */
function stateOf(results: readonly Result[]): SendState {
  const [first] = results;
  if (!first || results.some((it) => it.state !== first.state)) return 'unknown';
  return results.length === 1 || first.state === 'refused' ? first.state : 'unknown';
}

function finished(sent: readonly Json[], { at, strays, disputed }: MatchedResults): SendResults {
  // With a single item, a result about something else leaves its outcome unknown.
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

/** A DELETE may report these one by one. */
const sequenceFields = ['InstalmentSequence', 'PaymentSequence'];

/** Splits a DELETE of a contract into the results of its instalments. */
function partsOf(whole: Json, results: readonly Result[], strays: Result[]): SendResults {
  const parts = new Map<string, { item: Json; results: Result[] }>();
  for (const result of results) {
    const own = Object.fromEntries(
      sequenceFields.flatMap((name) => (isGiven(result.names[name]) ? [[name, result.names[name]]] : [])),
    );
    const key = JSON.stringify(own);
    const part = parts.get(key) ?? { item: { ...whole, ...own }, results: [] };
    part.results.push(result);
    parts.set(key, part);
  }
  const all = [...parts.values()];
  const sent = all.map((it) => it.item);
  return finished(sent, { at: all.map((it) => it.results), strays, disputed: new Set() });
}

/**
 * Finds the item of each result by its identification, else by position. Items without a result, or with contradictory
 * ones, are unknown: they may have been stored.
 * @param isWhole the item covers several records (a DELETE), which may be answered one by one
 */
export function resultsOf(sent: readonly Json[], answer: RawResults, isWhole = false): SendResults {
  const index = indexOf(sent);
  const results = [
    ...answer.Successful.map((it) => resultOf('accepted', it, index)),
    ...answer.Failed.map((it) => resultOf('refused', it, index)),
  ];
  const [whole] = sent;
  if (isWhole && whole && sent.length === 1) {
    const isOther = (result: Result) => matchingPositions(result, index)?.length === 0;
    const isPart = ({ names }: Result) => sequenceFields.some((name) => isGiven(names[name]) && !isGiven(whole[name]));
    const own = results.filter((it) => !isOther(it));
    if (own.some(isPart)) return partsOf(whole, own, results.filter(isOther));
  }
  return finished(sent, matchedResults(sent, results, index));
}

/** A list, one result, a text, or a count. */
function resultsIn(value: unknown, most: number): unknown[] {
  if (Array.isArray(value)) return value.filter((it) => it !== null && it !== undefined);
  if (typeof value === 'number') return Array.from({ length: Math.min(Math.max(0, value), most) }, () => ({}));
  return isObject(value) || (typeof value === 'string' && value.trim() !== '') ? [value] : [];
}

export function writtenOf(operation: Operation & { response: string }, input: unknown, body: unknown): SendResults {
  const sent = listOf(input) as Json[];
  const lists = (recordsUnder(operation.response, body) ?? []).filter(isObject);
  // A larger count is simply one too many.
  const all = (name: keyof RawResults) => lists.flatMap((result) => resultsIn(result[name], sent.length + 1));
  return resultsOf(sent, { Successful: all('Successful'), Failed: all('Failed') }, operation.method === 'DELETE');
}

export const allEnded = (sent: readonly Json[], state: SendState, reasons: readonly Fault[]): SendResults => ({
  items: sent.map((item) => ({ state, item, received: [], reasons })),
  strays: [],
});

export function resultCounts({ items }: SendResults): Record<SendState, number> {
  const counts = { accepted: 0, refused: 0, unknown: 0 };
  for (const { state } of items) counts[state] += 1;
  return counts;
}

export const isAccepted = ({ items, strays }: SendResults): boolean =>
  strays.length === 0 && items.length > 0 && items.every((it) => it.state === 'accepted');

export function reasonsOfCall(body: unknown, results?: SendResults): Fault[] {
  const reasons = results ? allReasons(results) : [];
  return reasons.length > 0 ? reasons : reasonsOf(body);
}

export const allReasons = ({ items, strays }: SendResults): Fault[] =>
  withoutRepeats([...items, ...strays].flatMap((it) => it.reasons));

/** `{}` for accepted items without a record. */
export const acceptedRecords = ({ items }: SendResults): Json[] =>
  items.flatMap(({ state, received: [record] }) => (state === 'accepted' ? [isObject(record) ? record : {}] : []));

export const isCallAccepted = ({ items, strays }: SendResults): boolean =>
  [...items, ...strays].some((it) => it.state === 'accepted');
