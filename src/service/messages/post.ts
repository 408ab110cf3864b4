import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { hostOf, mayReach, readAddress, RefusedAddress, type Reach } from './address.ts';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>;

const resolveBySystem: Resolve = async (host) => (await lookup(host, { all: true })).map((it) => it.address);

export interface Posting {
  /** As somebody gave it. */
  url: string;
  headers: Record<string, string>;
  body: string;
  reach: Reach;
  resolve?: Resolve;
  /** For name, connection, request and answer together; 5000 unless said. */
  milliseconds?: number;
}

/** Read so that an ordinary receiver sees its answer taken, and bounded for the others. */
const maxAnswerBytes = 64 * 1024;

/**
 * Posts to an address that is not ours to trust. The name is resolved once, each of its addresses must be allowed, and
 * the connection goes to one of just these, so that a name which answers differently the next moment gains nothing. No
 * redirect is followed and no proxy asked; of the answer the status is all that anyone learns.
 * @returns the status.
 * @throws RefusedAddress, or an Error that says what failed without naming the address.
 */
export async function post(posting: Posting): Promise<number> {
  const { reach, resolve = resolveBySystem, milliseconds = 5000 } = posting;
  const url = readAddress(posting.url, reach);
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(), milliseconds);
  try {
    const addresses = await before(signal, addressesOf(hostOf(url), resolve));
    // One bad address among good ones is how a name gets past a check of the first.
    if (!addresses.every((address) => mayReach(address, reach)))
      throw new RefusedAddress('the address is not on the public internet');
    return await send(url, addresses, posting, signal);
  } catch (error) {
    throw error instanceof RefusedAddress ? error : explained(error, signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a receiver was not reached. The message of a network error holds the address, its code does not. */
function explained(error: unknown, isTooLate: boolean): Error {
  const { code = 'NO_ANSWER' } = isTooLate ? { code: 'TOO_LATE' } : (error as NodeJS.ErrnoException);
  return Object.assign(new Error(`the receiver gave no answer (${code})`), { code });
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}

/** A resolver cannot be stopped; nobody waits for it longer than for the rest. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
    work.then(resolve, reject);
  });

/** Stands in for the resolver of the connection. */
const pinned =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    if (all || !first) done(null, found);
    else done(null, first.address, first.family);
  };

function send(url: URL, addresses: string[], { headers, body }: Posting, signal: AbortSignal): Promise<number> {
  const { request: begin } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let left = maxAnswerBytes;
    const end = () => {
      request.destroy();
      // Once there is a status, how the rest of the answer ends is nothing to anyone.
      if (status !== undefined) resolve(status);
    };
    const request = begin({
      method: 'POST',
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: pinned(addresses),
      // A connection of its own: one that is kept was checked for another time.
      agent: false,
      signal,
    });
    request.on('response', (response) => {
      status = response.statusCode;
      response.on('data', (part: Buffer) => {
        left -= part.length;
        if (left < 0) end();
      });
      response.on('error', end).on('close', end);
    });
    request.on('error', (error) => {
      end();
      reject(error);
    });
    request.end(body);
  });
}
