import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where this service may post to on someone else's word: addresses of the public internet, or with `loopback` those
 * and this machine itself (a setting of the sandbox, for trying things out).
 */
export type Reach = 'public' | 'loopback';

/** An address that is never posted to; the message is for people and names no part of it. */
export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

/** Looks public and is not: within one large cloud it is the machine that gives virtual machines their set-up. */
const hostOfCloud = '168.63.129.16';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address may be connected to: global unicast that no registry has set aside. Whatever carries an IPv4
 * address inside an IPv6 one (mapped, NAT64, 6to4, Teredo) is refused whole, the public ones too: nobody needs them.
 * @param address in its plain form, as resolvers and the URL parser give it.
 */
export function mayReach(address: string, reach: Reach): boolean {
  if (isIP(address) === 0 || address === hostOfCloud) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return reach === 'loopback';
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

const isLocalName = (host: string) => host === 'localhost' || host.endsWith('.localhost');

/** The host of an address as a resolver and a TLS handshake want it: no brackets, no trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Whether a text means to be the address of a receiver, however wrong. */
export const isCallback = (text: string | null | undefined): text is string => /^https?:/i.test(text ?? '');

/**
 * Reads an address that somebody gave, before its name is resolved. Plain http goes to this machine alone; a port
 * below 1024 other than 443 belongs to a service that is no receiver.
 * @throws RefusedAddress
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
