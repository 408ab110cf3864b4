import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** 32 MiB and about 0.1 s on a small machine: slow for guessing at a stolen table, fast enough for a sign-in. */
const costs = { N: 2 ** 15, r: 8, p: 1 };
const length = 32;

type Costs = typeof costs;

/** Node has four threads for this and for files; two remain for everything else. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function derive(secret: string, salt: Buffer, cost: Costs): Promise<Buffer> {
  if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await deriveNow(secret, salt, cost);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function deriveNow(secret: string, salt: Buffer, { N, r, p }: Costs): Promise<Buffer> {
  // Node's default memory limit is slightly too small.
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    // NFKC, so that the same word typed on another keyboard or system is the same password.
    scrypt(secret.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** HMAC, inside scrypt, pads a short key with zeros: `secret` and `secret\0` would be equal. */
const hasNul = (secret: string): boolean => secret.includes('\0');

/**
 * Hashes a password or a program's secret. The hash includes its costs, so they can be raised later.
 * @throws for a secret with U+0000, which `isPassword` refuses.
 */
export async function hashPassword(secret: string): Promise<string> {
  if (hasNul(secret)) throw new Error('A password or secret must not contain a NUL character.');
  const salt = randomBytes(16);
  const key = await derive(secret, salt, costs);
  return ['scrypt', costs.N, costs.r, costs.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const nobody = `scrypt$${costs.N}$${costs.r}$${costs.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether `secret` matches `hash`. Without a hash (an unknown name) it does the same work, so that the time does not reveal
 * which names exist.
 */
export async function isPassword(secret: string, hash: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? nobody).split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(secret, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return expected.length === found.length && timingSafeEqual(expected, found) && hash !== undefined && !hasNul(secret);
}

const seenKey = randomBytes(32);
const seen = new Set<string>();
const seenBound = 1000;
const mark = (...words: string[]): string =>
  createHmac('sha256', seenKey).update(JSON.stringify(words)).digest('base64');

/**
 * Whether this process has verified `secret` for `hash` before, from this network: from elsewhere this would be a fast way to
 * guess.
 */
export const isKnownPassword = (secret: string, hash: string, network: string): boolean =>
  seen.has(mark(secret, hash, network));

/**
 * Remembers a verified secret as a keyed digest, so that a program that requests a token for every call does not occupy the CPU
 * with scrypt.
 */
export function rememberPassword(secret: string, hash: string, network: string): void {
  if (seen.size >= seenBound) seen.clear();
  seen.add(mark(secret, hash, network));
}
