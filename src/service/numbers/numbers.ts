import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from 'node:crypto';
import { fieldOf, fields } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';

/** How account and ID numbers are stored, and shown to people who may not read them (docs/decisions.md, 62). */
export interface Numbers {
  /** Encrypted with the installation's key; unchanged where it has none. */
  seal(number: string): string;
  /** @throws Error for what was sealed with another key. What is stored in clear is returned as it is. */
  open(stored: string): string;
  /** The JSON of records that hold stored numbers, as the interface writes it. Undefined where nothing is sealed. */
  openJson?: (records: string) => string;
  /**
   * The last four digits and a fingerprint, which tells apart two numbers that end alike. Only 24 of its 256 bits are shown, so that
   * the hash cannot be extended. Without the secret numbers cannot be tried. Each merchant has different fingerprints.
   */
  mark(merchant: string, number: string): string;
  /** Of a request's hash, from which its numbers could be guessed. Unchanged where there is no key. */
  hash(digest: Buffer): Buffer;
}

/** @param content of a key file, at least 32 bytes, or another secret. */
export const derivedKey = (content: Buffer, use: 'numbers' | 'hashes'): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', content, '', `collections-console ${use}`, 32)));

const nonceBytes = 12;
const tagBytes = 16;

/** Random bytes for many nonces: asking for twelve at a time takes longer than the cipher. */
const random = Buffer.alloc(1024 * nonceBytes);
let used = random.length;
function newNonce(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.subarray(used, (used += nonceBytes));
}

/** Nonce, text and tag of AES-256-GCM. A random nonce is safe for 2^32 values. */
export function sealedBytes(key: KeyObject, text: string): Buffer {
  const nonce = newNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error for another key, or changed bytes. */
export function unsealedText(key: KeyObject, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  // Nothing is returned before the tag fits.
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  decipher.final();
  return text.toString();
}

export const isSensitive = (fieldName: string): boolean => fieldOf(fieldName)?.sensitive === true;

/** Longer than any account or ID number. */
const sealedForm = '~[\\w-]{39,}';
const isSealed = new RegExp(`^${sealedForm}$`);
const inJson = new RegExp(`"(${Object.keys(fields).filter(isSensitive).join('|')})":"(${sealedForm})"`, 'g');

/** As the interface has it. */
const valueOf = (fieldName: string, number: string) =>
  fieldOf(fieldName)?.input === 'integer' ? Number(number) : number;

/**
 * @param secret of the marks and of the hashes, which stay the same when the key changes.
 * @param key none stores numbers in clear.
 */
export function numbersWith(secret: Buffer, key?: KeyObject): Numbers {
  const mark = (merchant: string, number: string) => {
    const hash = createHash('sha256').update(secret).update(`${merchant}/${number}`).digest('hex');
    return `…${number.slice(-4)} (${hash.slice(0, 6)})`;
  };
  if (!key) return { seal: (number) => number, open: (stored) => stored, mark, hash: (digest) => digest };
  const open = (stored: string) =>
    isSealed.test(stored) ? unsealedText(key, Buffer.from(stored.slice(1), 'base64url')) : stored;
  const hashing = derivedKey(secret, 'hashes');
  return {
    seal: (number) => `~${sealedBytes(key, number).toString('base64url')}`,
    open,
    openJson: (records) =>
      records.replace(
        inJson,
        (_, fieldName: string, stored: string) => `"${fieldName}":${JSON.stringify(valueOf(fieldName, open(stored)))}`,
      ),
    mark,
    hash: (digest) => createHmac('sha256', hashing).update(digest).digest(),
  };
}

/** A client's key as its column stores it: sealed like the client's numbers. */
export const keyStored = (key: KeyObject, { seal }: Pick<Numbers, 'seal'>): Buffer =>
  Buffer.from(seal(key.export().toString('base64')));

/** @param stored also as such keys were stored before: 32 bytes as they are. */
export const storedKeyText = (stored: Buffer): string =>
  stored.length === 32 ? stored.toString('base64') : stored.toString();

export const keyIn = (stored: Buffer, { open }: Pick<Numbers, 'open'>): KeyObject =>
  createSecretKey(Buffer.from(open(storedKeyText(stored)), 'base64'));

/** Whether the answer of an operation has numbers. */
export function hasSensitiveFields(operation: string): boolean {
  const { output } = (operations as Record<string, Operation | undefined>)[operation] ?? {};
  return output !== undefined && Object.keys(output.shape).some(isSensitive);
}

const mapped = (record: Record<string, unknown>, of: (fieldName: string, number: string) => unknown) =>
  Object.fromEntries(
    Object.entries(record).map(([fieldName, value]) => [
      fieldName,
      isSensitive(fieldName) && value !== null && value !== undefined ? of(fieldName, String(value)) : value,
    ]),
  );

/** A record with its numbers as their columns store them. */
export const withSealed = (record: Record<string, unknown>, { seal }: Pick<Numbers, 'seal'>): Record<string, unknown> =>
  mapped(record, (_, number) => seal(number));

/** A stored record with its numbers as the interface has them. */
export const withOpened = (record: Record<string, unknown>, { open }: Pick<Numbers, 'open'>): Record<string, unknown> =>
  mapped(record, (fieldName, stored) => valueOf(fieldName, open(stored)));
