import { isAscii, isUtf8 } from 'node:buffer';
import { limits } from '#contract/operation.ts';
import { HttpError, type CodedFault } from '#service/base/errors.ts';
import { shortName } from '#service/base/zod-errors.ts';
import { Slices } from '../limits/slices.ts';
import { giveMemory } from './body-memory.ts';
import { JsonScanner, type ItemSpan } from './scanner.ts';

/*
 * Strict JSON for bodies with amounts: UTF-8, and no duplicate keys. One pass over the bytes finds the items and counts
 * their keys. `JSON.parse` keeps the last of two equal keys, so a value with fewer keys than counted had a duplicate.
 * Items are parsed one by one, because parsing one text blocks the process.
 */

const bad = (fault: CodedFault) => new HttpError(400, [fault]);
const malformed = (Message: string) => bad({ Code: 'MALFORMED', Message });

export const tooLarge = `The item is larger than ${limits.itemBytes} bytes or holds more than ${limits.itemValues} values.`;

/** Most bytes around the items; these are parsed at once. */
const maxAround = 256 * 1024;

/** A body that is an object of arrays. The elements of the arrays are its items, parsed one by one. */
export class JsonBody {
  /** The body with each item replaced by its index. */
  readonly envelope: unknown;
  readonly items: readonly ItemSpan[];
  private bytes: Buffer;
  private readonly encoding: Encoding;

  constructor(bytes: Buffer, encoding: Encoding, envelope: unknown, items: readonly ItemSpan[]) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.envelope = envelope;
    this.items = items;
  }

  textOf({ start, end }: ItemSpan): string {
    return this.bytes.toString(this.encoding, start, end);
  }

  /** Releases the memory; no item can be read afterwards. */
  release(): void {
    giveMemory(this.bytes);
    this.bytes = Buffer.alloc(0);
  }

  /** @throws HttpError 400 for an item that is too large, not JSON, or has a duplicate key. */
  valueOf(span: ItemSpan): unknown {
    if (span.isTooLarge) throw bad({ Code: 'TOO_LARGE', Message: tooLarge });
    return parsed(this.textOf(span), span.keys);
  }
}

/**
 * Scans a body: its encoding, nesting and the positions of its items.
 * @throws HttpError 400 for bytes that are not UTF-8, an envelope that is not JSON, or too many items.
 */
export async function readJson(bytes: Buffer, maxItems: number = limits.items): Promise<JsonBody> {
  const slices = new Slices();
  const encoding = await encodingOf(bytes, slices);
  const scanner = new JsonScanner(bytes, maxItems);
  while (scanner.advance()) if (slices.isOver) await slices.next();
  if (scanner.deepest > limits.levels)
    throw bad({ Code: 'TOO_DEEP', Message: 'The body is nested deeper than any that this service reads.' });
  if (scanner.count > maxItems)
    throw bad({
      Code: 'TOO_MANY',
      Message: `The body holds ${scanner.count} items; a call takes at most ${maxItems}.`,
    });
  const { envelope, keys } = scanner.around();
  if (envelope.trim() === '') throw malformed('The body is empty.');
  if (envelope.length > maxAround)
    throw bad({ Code: 'TOO_LARGE', Message: `The body is larger than ${maxAround} bytes without its items.` });
  return new JsonBody(bytes, encoding, parsed(envelope, keys), scanner.items);
}

/** How Node decodes texts; for pure ASCII, latin1 is several times as fast. */
type Encoding = 'utf8' | 'latin1';

/** Scanned at once: a fraction of a millisecond. */
const stepBytes = 512 * 1024;

/** @throws HttpError 400 for bytes that are not UTF-8. */
async function encodingOf(bytes: Buffer, slices: Slices): Promise<Encoding> {
  let encoding: Encoding = 'latin1';
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(from + stepBytes, bytes.length);
    // Do not split a character: at most three bytes follow its first.
    for (let more = 0; more < 3 && isInCharacter(bytes[to]); more++) to++;
    const part = bytes.subarray(from, to);
    if (!isAscii(part)) encoding = 'utf8';
    if (encoding === 'utf8' && !isUtf8(part)) throw bad({ Code: 'NOT_UTF8', Message: 'The body is not UTF-8.' });
    if (slices.isOver) await slices.next();
  }
  return encoding;
}

const isInCharacter = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/** The value of a whole body. @throws HttpError 400 as `readJson`, and for an item that is too large. */
export async function wholeValue(body: JsonBody): Promise<unknown> {
  const { envelope, items } = body;
  if (typeof envelope !== 'object' || envelope === null) return envelope;
  const slices = new Slices();
  for (const inner of Object.values(envelope)) {
    if (!Array.isArray(inner)) continue;
    for (const [index, number] of inner.entries()) {
      inner[index] = body.valueOf(items[number] as ItemSpan);
      if (slices.isOver) await slices.next();
    }
  }
  return envelope;
}

function parsed(text: string, keys: number): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  if (text.includes('\\')) {
    const plain = withPlainKeys(text);
    if (plain !== text) value = JSON.parse(plain);
  }
  if (keysIn(value) !== keys) {
    const key = shortName(repeatedKey(text));
    throw bad({ Field: key, Code: 'DUPLICATE_KEY', Message: `${key} stands more than once in the same object.` });
  }
  return value;
}

/**
 * A valid text without escapes in its keys: since V8 12.8 (Node 24) `JSON.parse` may read an escaped key as another key
 * that it read before. A key that needs an escape is no field of any call.
 */
function withPlainKeys(text: string): string {
  return text.replace(/"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g, (token, name: string, colon?: string) => {
    if (!colon || !name.includes('\\')) return token;
    const key = String(JSON.parse(`"${name}"`));
    const plain = JSON.stringify(key);
    if (plain.includes('\\')) throw unknownWord(shortName(key));
    return plain + colon;
  });
}

const unknownWord = (key: string) =>
  bad({ Field: key, Code: 'UNKNOWN_WORD', Message: `${key} is not a field of any call.` });

/** Its nesting has been checked before. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const inner of value) count += keysIn(inner);
    return count;
  }
  for (const [key, inner] of Object.entries(value)) {
    // As a key it would set the prototype of every object it is copied to.
    if (key === '__proto__') throw unknownWord(key);
    count += 1 + keysIn(inner);
  }
  return count;
}

/** Of a valid text that has one. */
function repeatedKey(text: string): string {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(/[{}]|"(?:[^"\\]|\\.)*"(\s*:)?/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon) {
      const key = String(JSON.parse(token.slice(0, -colon.length)));
      const seen = open.at(-1);
      if (seen?.has(key)) return key;
      seen?.add(key);
    }
  }
  throw new Error('keys were counted that are not there');
}
