import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { hostOf, readAddress, RefusedAddress } from '#service/base/address.ts';
import type { Settings } from '#service/config/settings.ts';

/** `/message-reports/{merchant}/{token}`: the token alone lets a report in. */
export const reportPath = '/message-reports';

const tokenBytes = 32;
const tokenShape = /^[\w-]{43}$/;

/** The random part of an address, as it is stored; undefined for what cannot be one. */
export const digestOfToken = (token: string): Buffer | undefined =>
  tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined;

export interface NewReportAddress {
  url: string;
  digest: Buffer;
}

export const addressOfReports = (origin: string, merchant: string, token: string): string =>
  `${origin}${reportPath}/${encodeURIComponent(merchant)}/${token}`;

export function newReportAddress(origin: string, merchant: string): NewReportAddress {
  const token = randomBytes(tokenBytes).toString('base64url');
  const digest = createHash('sha256').update(token).digest();
  return { url: addressOfReports(origin, merchant, token), digest };
}

/** Names that no resolver of the public internet knows (RFC 6761, 6762, 8375). */
const isPrivateName = (host: string): boolean =>
  !host.includes('.') || /\.(?:local|internal|localdomain|lan|home|corp|test|invalid|example|home\.arpa)$/i.test(host);

/**
 * Where a provider can reach this server with its delivery reports: ORIGIN, if that is an address which this server itself would
 * post one to. A name is not resolved: behind a proxy or in another network it may resolve otherwise than here.
 * @returns undefined where there is none.
 */
export function reportOriginOf({
  origin,
  callbacks,
  provider,
}: Pick<Settings, 'origin' | 'callbacks' | 'provider'>): string | undefined {
  if (!provider?.messages) return undefined;
  try {
    const host = hostOf(readAddress(origin, callbacks));
    const isJudged = isIP(host) !== 0 || /(?:^|\.)localhost$/i.test(host);
    return isJudged || !isPrivateName(host) ? origin : undefined;
  } catch (error) {
    if (error instanceof RefusedAddress) return undefined;
    throw error;
  }
}
