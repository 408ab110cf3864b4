import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';

/*
 * An encrypted backup is `magic`, a salt, a check of the key, and the backup in chunks, each encrypted with AES-256-GCM
 * and followed by its tag. A chunk's nonce is its number and whether it is the last, so chunks cannot be exchanged,
 * repeated, left out or cut off. Every file has a salt, and with it a key, of its own, so nonces never repeat.
 */

const family = Buffer.from('collections-console encrypted backup ');
const magic = Buffer.concat([family, Buffer.from('1\n')]);
const saltBytes = 16;
const checkBytes = 16;
const headBytes = magic.length + saltBytes + checkBytes;
const tagBytes = 16;
const chunkBytes = 64 * 1024;

/** 128 MiB and about 0.5 s: someone who steals the file guesses at leisure. Fixed by the format's version. */
const costs = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 * 128 * 2 ** 17 * 8 };

/** The message continues a sentence that begins with the name of the file. */
export class Undecipherable extends Error {}

const cut = 'is not a whole backup: it was cut or changed';

interface Derived {
  key: Buffer;
  /** Depends on the secret as the key does; reveals a wrong secret before anything is decrypted. */
  check: Buffer;
}

function derive(secret: Buffer, salt: Buffer): Promise<Derived> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 32 + checkBytes, costs, (error, bytes) =>
      error ? reject(error) : resolve({ key: bytes.subarray(0, 32), check: bytes.subarray(32) }),
    );
  });
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of `length` bytes; the last may be shorter, and only that one. */
async function* piecesOf(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<[Buffer, isLast: boolean]> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    waiting.push(part);
    size += part.length;
    if (size <= length) continue;
    let bytes = Buffer.concat(waiting, size);
    // What follows a piece decides whether it is the last.
    for (; bytes.length > length; bytes = bytes.subarray(length)) yield [bytes.subarray(0, length), false];
    waiting = [bytes];
    size = bytes.length;
  }
  yield [Buffer.concat(waiting, size), true];
}

/** The encrypted form of a stream, one chunk in memory at a time. */
export async function* encryptedChunks(source: AsyncIterable<Buffer>, secret: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const { key, check } = await derive(secret, salt);
  yield Buffer.concat([magic, salt, check]);
  let index = 0;
  for await (const [piece, isLast] of piecesOf(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Where the key comes from: asked for only when a file is encrypted. */
export interface BackupKey {
  /** Whether the operator set one. Then a file without encryption is refused, because anybody can write such a file. */
  isSet: boolean;
  secret(): Promise<Buffer | undefined>;
}

/**
 * The content of a backup file, encrypted or not. Nothing of a chunk is returned before the whole chunk is authenticated.
 * @throws Undecipherable, or the error of the file system.
 */
export async function* contentOf(file: string, key: BackupKey): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const isEncrypted = head.subarray(0, family.length).equals(family);
    const rest = handle.createReadStream({ start: isEncrypted ? headBytes : 0, autoClose: false });
    if (isEncrypted) yield* chunks(rest, await keyOfHead(head, key));
    else if (key.isSet)
      throw new Undecipherable('is not encrypted, but a key for backups is set: unset it to restore it');
    else yield* rest;
  } finally {
    await handle.close();
  }
}

async function keyOfHead(head: Buffer, { secret: ask }: BackupKey): Promise<Buffer> {
  if (head.length < headBytes) throw new Undecipherable(cut);
  if (!head.subarray(0, magic.length).equals(magic)) throw new Undecipherable('was encrypted by a newer program');
  const secret = await ask();
  if (secret === undefined) throw new Undecipherable('is encrypted: set BACKUP_KEY_FILE or BACKUP_PASSPHRASE');
  const salt = head.subarray(magic.length, magic.length + saltBytes);
  const { key, check } = await derive(secret, salt);
  if (timingSafeEqual(head.subarray(magic.length + saltBytes), check)) return key;
  throw new Undecipherable('is encrypted with another passphrase or key file');
}

async function* chunks(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const [piece, isLast] of piecesOf(source, chunkBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index++, isLast), { authTagLength: tagBytes });
    try {
      decipher.setAuthTag(piece.subarray(-tagBytes));
      yield Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      throw new Undecipherable(cut);
    }
  }
}
