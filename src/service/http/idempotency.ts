import { createHash } from 'node:crypto';
import { HttpError } from '#service/base/errors.ts';
import { hasSensitiveFields } from '#service/numbers/numbers.ts';
import type { Call } from './call.ts';
import { Lock, mustBeFree } from './limits/shares.ts';

/** A repeatable call: its key and the hash of its request. */
export interface Keyed {
  key: string;
  operation: string;
  hash: Buffer;
}

export const keyForm = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads the `Idempotency-Key` header of a maintain call (docs/decisions.md, 6).
 * @throws HttpError 400 for a key that is not 1 to 255 printable ASCII characters.
 */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !keyForm.test(header))
    throw new HttpError(400, [
      { Code: 'IDEMPOTENCY_KEY', Message: 'Idempotency-Key must be 1 to 255 printable ASCII characters, given once.' },
    ]);
  return header;
}

/** The hash of a request: the JSON of its product and its items, one by one. */
export class RequestHash {
  private readonly hash = createHash('sha256');
  private separator: string;
  constructor(product: string) {
    this.separator = `[${JSON.stringify(product)},[`;
  }
  add(item: string): void {
    this.hash.update(this.separator + item);
    this.separator = ',';
  }
  digest(): Buffer {
    return this.hash.update(']]').digest();
  }
}

/** A key belongs to one merchant and one caller: the same text of another is another key. */
export interface KeyOwner {
  merchant: string;
  subject: string;
  key: string;
}

type Within = Pick<Call, 'query'>;

/** Takes a key until the transaction ends. @throws Occupied while another call has it: for `whenFree` */
export const holdKey = (within: Within, { merchant, subject, key }: KeyOwner): Promise<void> =>
  mustBeFree(within, JSON.stringify([merchant, subject, key]), Lock.idempotencyKey);

/** No operation's name: nothing was done under the key, and nothing will be. */
const closedKey = '';

/** What is stored under a key that the transaction holds: its answer as it is stored, or that it is closed. */
export async function storedUnder({ query }: Within, { merchant, subject, key }: KeyOwner) {
  const [stored] = await query<{ operation: string; hash: Buffer; answer: string }>(
    `select operation, request_hash as hash, answer from idempotency where merchant = $1 and subject = $2 and key = $3`,
    [merchant, subject, key],
  );
  return stored && { ...stored, isClosed: stored.operation === closedKey };
}

/** Closes a key that the transaction holds, and under which nothing is stored. */
export async function closeKey({ query }: Within, { merchant, subject, key }: KeyOwner): Promise<void> {
  await query(
    `insert into idempotency (merchant, subject, key, operation, request_hash, answer) values ($1, $2, $3, $4, '', '')`,
    [merchant, subject, key, closedKey],
  );
}

export const keyReused = new HttpError(400, [
  { Code: 'IDEMPOTENCY_KEY_REUSED', Message: 'This Idempotency-Key came with another request before.' },
]);

export const keyClosed = new HttpError(400, [
  {
    Code: 'IDEMPOTENCY_KEY_CLOSED',
    Message: 'Its sender asked for the outcome before the request arrived, and this key was closed. Nothing was done.',
  },
]);

/**
 * The stored answer of a key, byte for byte.
 * @throws HttpError 400 if the key was used with a different request, or is closed; Occupied while a call with the same key runs.
 */
export async function keptAnswer(call: Call, { key, operation, hash }: Keyed): Promise<string | undefined> {
  const owner = { merchant: call.merchant, subject: call.caller.subject, key };
  await holdKey(call, owner);
  const stored = await storedUnder(call, owner);
  if (!stored) return undefined;
  if (stored.isClosed) throw keyClosed;
  if (stored.operation !== operation || !stored.hash.equals(hash)) throw keyReused;
  return call.numbers.open(stored.answer);
}

/** Stores an answer in the transaction of its effect. */
export async function keepAnswer(call: Call, { key, operation, hash }: Keyed, answer: string): Promise<void> {
  await call.query(
    `insert into idempotency (merchant, subject, key, operation, request_hash, answer) values ($1, $2, $3, $4, $5, $6)`,
    [
      call.merchant,
      call.caller.subject,
      key,
      operation,
      hash,
      hasSensitiveFields(operation) ? call.numbers.seal(answer) : answer,
    ],
  );
}
