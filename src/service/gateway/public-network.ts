import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, mayReach, RefusedAddress, type Reach } from '#service/base/address.ts';

const notPublic = () => new RefusedAddress('the address is not on the public internet');

/** Why an address in digits is not connected to; a name is looked at when it is resolved. */
export function refusedAddress(url: string, reach: Reach): RefusedAddress | undefined {
  const host = hostOf(new URL(url));
  return isIP(host) !== 0 && !mayReach(host, reach) ? notPublic() : undefined;
}

/** Resolves for one connection, so that a name that resolves differently a moment later gains nothing. */
export const lookupWithin =
  (reach: Reach): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error) return done(error, []);
      // Mixing one internal address among public ones is how a name passes a check of only the first.
      if (!first || !found.every(({ address }) => mayReach(address, reach))) return done(notPublic(), []);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });

/** A token is a few kilobytes. */
const mostBytes = 256 * 1024;

/** A `fetch` of a form whose address an administrator named. Redirects are not followed. */
export const fetchWithin =
  (reach: Reach) =>
  async (
    url: string,
    options: { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal },
  ): Promise<Response> => {
    const refusal = refusedAddress(url, reach);
    if (refusal) throw refusal;
    const { method, headers, body, signal } = options;
    const library = url.startsWith('https:') ? https : http;
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const lookupHere = lookupWithin(reach);
      const request = library.request(url, { method, headers, signal, lookup: lookupHere, agent: false }, resolve);
      request.once('error', reject);
      request.end(body instanceof URLSearchParams ? String(body) : undefined);
    });
    const status = answer.statusCode ?? 0;
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > mostBytes) throw new Error('longer than any token');
      parts.push(part);
    }
    return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers: headersFrom(answer) });
  };

const headersFrom = ({ headers }: http.IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
