import { jsonOf } from '#answers/json.ts';
import type { Operation } from '#contract/operation.ts';
import { Refusal } from '#service/base/errors.ts';
import { problemsOf } from '#service/base/zod-errors.ts';
import type { RequestHash } from './idempotency.ts';
import { tooLarge, type JsonBody } from './json/json.ts';
import type { ItemSpan } from './json/scanner.ts';
import { Slices } from './limits/slices.ts';
import { longSequenceIn, readBeside } from './long-sequence.ts';
import { cannotBeSet, separated, type ReadOnly } from './read-only.ts';

export interface Item {
  /** Parsed by the contract, or the reason why it does not fit. */
  read: { data: unknown; readOnly?: ReadOnly } | Refusal;
  /** The submitted value, to be repeated; empty if it was too large to read. */
  submitted: () => unknown;
  /** Its JSON, for items of a body. */
  text?: () => string;
  bytes: number;
}

/**
 * Reads items one by one, without blocking other calls. Items that don't fit the contract become refusals and never reach a
 * handler.
 * @param hash gets each item if the call has a key.
 * @param takesLong whether the sequence of a contract may be beyond 2^53.
 * @throws HttpError 400 for an item that is not JSON or has a duplicate key.
 */
export async function readItems(
  operation: Operation,
  body: JsonBody,
  spans: readonly ItemSpan[],
  hash: RequestHash,
  takesLong = false,
): Promise<Item[]> {
  const slices = new Slices();
  const items: Item[] = [];
  const read = reading(operation);
  for (const span of spans) {
    items.push(readItem(read, body, span, hash, takesLong));
    if (slices.isOver) await slices.next();
  }
  return items;
}

/** Shared: a call may have ten thousand. */
const unread: Item = {
  read: new Refusal({ Code: 'TOO_LARGE', Message: `${tooLarge} It was not read and is not repeated here.` }),
  submitted: () => ({}),
  bytes: 0,
};

function readItem(read: Reading, body: JsonBody, span: ItemSpan, hash: RequestHash, takesLong: boolean): Item {
  const bytes = span.end - span.start;
  if (span.isTooLarge) {
    hash.add(body.textOf(span));
    return unread;
  }
  const text = () => body.textOf(span);
  const value = body.valueOf(span);
  const sequence = takesLong ? longSequenceIn(value, text) : undefined;
  if (sequence !== undefined) {
    const exact = () => ({ ...(body.valueOf(span) as object), ContractSequence: sequence });
    hash.add(jsonOf(exact()));
    return { read: readBeside(sequence, value as object, read), submitted: exact, text, bytes };
  }
  hash.add(JSON.stringify(value));
  return { read: read(value), submitted: () => body.valueOf(span), text, bytes };
}

/** The query's fields as the call's one item. */
export function queryItem(value: unknown, hash: RequestHash): Item[] {
  hash.add(JSON.stringify(value));
  return [{ read: { data: value }, submitted: () => value, bytes: 0 }];
}

type Reading = (value: unknown) => Item['read'];

function reading(operation: Operation): Reading {
  const separate = separated(operation);
  return (value) => {
    const { item, readOnly } = separate(value);
    const read = operation.input.safeParse(item);
    if (!read.success) {
      const { faults, more } = problemsOf(read.error, item);
      return Object.assign(new Refusal(...faults), { more });
    }
    // For a new record there is no stored value to match.
    return operation.method === 'POST' && readOnly.length > 0 ? cannotBeSet(readOnly) : { data: read.data, readOnly };
  };
}
