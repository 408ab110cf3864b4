import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where this service may post to at a caller's request: the public internet, or with `loopback` also this machine (a
 * sandbox setting, for trying things out).
 */
export type Reach = 'public' | 'loopback';

/** An address that is never posted to. The message is shown to people and repeats no part of it. */
export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

/** Looks public but is not: in one large cloud it is the metadata service of virtual machines. */
const hostOfCloud = '168.63.129.16';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address may be connected to: global unicast outside the reserved ranges. IPv6 addresses that embed an
 * IPv4 one (mapped, NAT64, 6to4, Teredo) are all refused: no receiver needs them.
 * @param address in plain form, as resolvers and the URL parser return it.
 */
export function mayReach(address: string, reach: Reach): boolean {
  if (isIP(address) === 0 || address === hostOfCloud) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return reach === 'loopback';
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/** The host of a URL as resolvers and TLS handshakes expect it: no brackets, no trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Whether a text is meant as a receiver's address, even a wrong one. */
export const isCallback = (text: string | null | undefined): text is string => /^https?:/i.test(text ?? '');

/**
 * Checks a caller's address before its name is resolved. Plain http is for this machine only; a port below 1024 other
 * than 443 belongs to other services. @throws RefusedAddress
 */
export function readAddress(text: string, reach: Reach): URL {
  const refuse = (reason: string) => new RefusedAddress(`the address ${reason}`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw refuse('cannot be read');
  const url = new URL(text);
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  const isHere = isLocalName(host) || (isLiteral && ipaddr.parse(host).range() === 'loopback');
  if (url.username !== '' || url.password !== '') throw refuse('holds a user or password');
  if (isHere ? reach !== 'loopback' : isLiteral && !mayReach(host, reach))
    throw refuse('is not on the public internet');
  if (url.protocol !== 'https:' && !isHere) throw refuse('does not begin with https');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port < 1024 && port !== 443 && !isHere) throw refuse('names a port that is not open to it');
  return url;
}
