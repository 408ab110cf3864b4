import { fieldOf } from '../contract/fields.ts';
import { limits, type Operation } from '../contract/operation.ts';
import { HttpError, type Fault } from './errors.ts';
import { faultsOf } from './faults.ts';

/** From what came over the wire to the words of the contract; what does not fit refuses the call as a whole. */

const bad = (...faults: Fault[]) => new HttpError(400, faults);

/** What the JSON parser takes at any depth overflows the stack of whoever walks it or writes it out again. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** The items of a body: one key, the request's name, with an array. */
export function itemsOf(operation: Operation, body: unknown): unknown[] {
  const key = operation.request ?? '';
  const shape = `The body must be an object with the one key ${key}, holding an array of items.`;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad({ Code: 'ENVELOPE', Message: shape });
  const other = Object.keys(body).find((name) => name !== key);
  if (other !== undefined) throw bad({ Field: other, Code: 'ENVELOPE', Message: shape });
  const items: unknown = (body as Record<string, unknown>)[key];
  if (!Array.isArray(items)) throw bad({ Field: key, Code: 'ENVELOPE', Message: shape });
  if (isDeeper(items, 20))
    throw bad({ Field: key, Code: 'TOO_DEEP', Message: `${key} is nested deeper than any item.` });
  if (items.length === 0) throw bad({ Field: key, Code: 'EMPTY', Message: `${key} holds no item.` });
  if (items.length > limits.items)
    throw bad({
      Field: key,
      Code: 'TOO_MANY',
      Message: `${key} holds ${items.length} items; a call takes at most ${limits.items}.`,
    });
  return items;
}

/** The query without its version: each word once, the version v1 or absent. */
export function queryOf(query: Record<string, unknown>): Record<string, string> {
  const { Version = 'v1', ...words } = query;
  if (Version !== 'v1')
    throw bad({ Field: 'Version', Code: 'UNKNOWN_VERSION', Message: 'Version must be v1, or be left out.' });
  for (const [word, value] of Object.entries(words))
    if (typeof value !== 'string')
      throw bad({ Field: word, Code: 'REPEATED', Message: `${word} is given more than once.` });
  return words as Record<string, string>;
}

export function mustBeEmpty(query: Record<string, string>): void {
  const [word] = Object.keys(query);
  if (word) throw bad({ Field: word, Code: 'UNKNOWN_WORD', Message: `${word} is not a query word of this call.` });
}

/** Query words in the types of their contract. Only here is text turned into a number: a body must have the type. */
export function typed(operation: Operation, query: Record<string, string>): unknown {
  const words = Object.entries(query).map(([word, text]) => {
    const kind = fieldOf(word)?.input;
    const isNumber = kind === 'integer' || kind === 'amount' || kind === 'rate';
    return [word, isNumber && /^-?\d{1,16}(\.\d+)?$/.test(text) ? Number(text) : text];
  });
  return fitting(operation, Object.fromEntries(words));
}

/** What was given as the contract reads it. */
export function fitting(operation: Operation, given: unknown): unknown {
  const read = operation.input.safeParse(given);
  if (!read.success) throw bad(...faultsOf(read.error, given));
  return read.data;
}
