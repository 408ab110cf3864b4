import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { hostOf, mayReach, readAddress, RefusedAddress, type Reach } from '#service/base/address.ts';

export type Resolve = (host: string) => Promise<string[]>;

const resolveBySystem: Resolve = async (host) => (await lookup(host, { all: true })).map((it) => it.address);

export interface Posting {
  /** From the caller, unchecked. */
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  reach: Reach;
  resolve?: Resolve;
  /** For name resolution, connection, request and answer together; 5000 by default. */
  timeoutMs?: number;
}

/** An ordinary receiver's answer is read completely; longer ones are cut off. */
const maxAnswerBytes = 64 * 1024;

/**
 * Posts to an untrusted address. The name is resolved once, each of its addresses must be allowed, and the connection
 * uses one of them, so a name that resolves differently a moment later gains nothing. Follows no redirect, uses no
 * proxy, and returns only the status of the answer.
 * @returns the status.
 * @throws RefusedAddress, or an Error that names what failed, but not the address.
 */
export async function post(posting: Posting): Promise<number> {
  const { reach, resolve = resolveBySystem, timeoutMs = 5000 } = posting;
  const url = readAddress(posting.url, reach);
  const ending = new AbortController();
  const { signal } = ending;
  const timer = setTimeout(() => ending.abort(), timeoutMs);
  try {
    const addresses = await before(signal, addressesOf(hostOf(url), resolve));
    // Mixing one internal address among public ones is how a name passes a check of only the first.
    if (!addresses.every((address) => mayReach(address, reach)))
      throw new RefusedAddress('the address is not on the public internet');
    return await send(url, addresses, posting, signal);
  } catch (error) {
    throw error instanceof RefusedAddress ? error : explained(error, signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a receiver was not reached. The message of a network error contains the address; its code does not. */
function explained(error: unknown, isTooLate: boolean): Error {
  const { code = 'NO_ANSWER' } = isTooLate ? { code: 'TOO_LATE' } : (error as NodeJS.ErrnoException);
  return Object.assign(new Error(`the receiver gave no answer (${code})`), { code });
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}

/** A resolver cannot be stopped, so the abort only ends the wait. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
    work.then(resolve, reject);
  });

/** The connection's resolver: returns the checked addresses. */
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
      // Once there is a status, the rest of the answer no longer matters.
      if (status !== undefined) resolve(status);
    };
    const request = begin({
      method: 'POST',
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: pinned(addresses),
      // A new connection: the address of a kept one was checked earlier.
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
