import { apiOf, bodyOfText, faultsOf, isSuccess } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { answersIn, answersTo, deliveryStatusOf } from '#answers/messages.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import { writtenOf, type SendResult } from '#answers/send/results.ts';
import type { Operation } from '#contract/operation.ts';

/** What a provider's answer to a write, or its lack, proves. */
export type Evidence =
  /** Nothing was done, and the same may be sent again. */
  | { proves: 'nothing' }
  /** The provider names an outcome for some or all of the items, in their order. */
  | { proves: 'items'; states: readonly SendResult['state'][]; received: readonly unknown[] }
  /** It refuses the call, and says that it processed none of it. */
  | { proves: 'refusal' }
  /** A refusal of one item that does not say so: what the provider shows must agree before it is believed. */
  | { proves: 'doubtful refusal' }
  /** Anything may have happened. */
  | { proves: 'no outcome'; isAnswered: boolean };

/** Statuses after which nothing was processed: the provider, or what is in front of it, did not take the call. */
const notTaken = [401, 403, 404, 405, 413, 415, 429];

/** Every other status is one that a proxy may give while the provider still works. */
const givenByProvider = [200, 400];

/**
 * Reads a whole answer. A 400 is as good as a 200 where it has results: a provider may refuse a call after it has stored part of
 * it.
 * @param items those that were sent, in order.
 */
export function evidenceOf(operation: Operation, items: readonly Fields[], status: number, text: string): Evidence {
  if (notTaken.includes(status)) return { proves: 'nothing' };
  if (!givenByProvider.includes(status)) return { proves: 'no outcome', isAnswered: false };
  const body = bodyOfText(text);
  const isReadable = typeof body === 'object' && body !== null;
  const found = isReadable ? resultsIn(operation, items, status, body) : undefined;
  if (found) return found;
  if (status === 200) return { proves: 'no outcome', isAnswered: isReadable };
  const faults = faultsOf(body);
  // As of a create, so that only an answer which says it counts.
  const kind = errorKindOf(400, null, faults, { isCreate: true, items: items.length, body });
  if (kind === 'refused') return { proves: 'refusal' };
  const hasReason = items.length === 1 && faults.length > 0;
  return hasReason ? { proves: 'doubtful refusal' } : { proves: 'no outcome', isAnswered: isReadable };
}

function resultsIn(
  { response, ...rest }: Operation,
  items: readonly Fields[],
  status: number,
  body: object,
): Evidence | undefined {
  if (response === undefined) return messageResultsIn(items, body);
  const operation = { ...rest, response };
  const { items: results, strays } = writtenOf(operation, [...items], body);
  if (strays.length === 0 && results.every(({ state }) => state === 'unknown')) return undefined;
  const states = results.map(({ state }) => state);
  // A cancel may be answered by its instalments: of one that took effect on some, the answer says on which.
  const isParted = items.length === 1 && results.length > 1;
  const whole = states.includes('unknown') ? 'unknown' : states.includes('accepted') ? 'accepted' : 'refused';
  const decided = isParted ? [whole as SendResult['state']] : states;
  const contradictsItself =
    status === 200 && !isSuccess(apiOf(operation, body).Status) && decided.every((state) => state === 'accepted');
  if (contradictsItself || decided.every((state) => state === 'unknown')) return undefined;
  return { proves: 'items', states: decided, received: isParted ? [body] : results.map((it) => it.received[0]) };
}

/** What the provider's answer says of each message; undefined if it names none. */
function messageResultsIn(sent: readonly Fields[], body: object): Evidence | undefined {
  const answers = answersTo(sent as { to: string; messageId: string }[], answersIn(body) ?? []);
  const results = answers.of.map((answer, index) => {
    const state = answer ? deliveryStatusOf(answer.status) : 'unknown';
    if (!answer || state === 'unknown') return { state: 'unknown' as const, received: undefined };
    const { to = sent[index]?.['to'], messageCount = 1, messageId = sent[index]?.['messageId'], status } = answer;
    const received = { to, messageCount, messageId, status };
    return { state: state === 'rejected' ? ('refused' as const) : ('accepted' as const), received };
  });
  if (results.every(({ state }) => state === 'unknown')) return undefined;
  return {
    proves: 'items',
    states: results.map(({ state }) => state),
    received: results.map(({ received }) => received),
  };
}
