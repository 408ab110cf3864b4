import { z } from 'zod';
import {
  clientAuthentications,
  providerOffers,
  type ClientAuthentication,
  type ProviderOffer,
} from '#contract/settings-records.ts';
import type { Reach } from '#service/base/address.ts';

/** How a merchant's calls reach the provider that the environment names (docs/gateway.md). */
export interface ProviderSettings {
  /** Without a trailing slash. */
  url: string;
  /** The literal segment of its paths. */
  segment: string;
  credentials: ProviderCredentials;
  /** Absent where no messages go to it. */
  messages?: MessageCredentials;
  /** What it knows beyond the interface. */
  offers: readonly ProviderOffer[];
  /** Reads of one merchant that are under way at a time. */
  readsAtOnce: number;
  /** Banking days before its day on which a released payout is sent. */
  payoutDays: number;
  /** How long a change that was sent may still arrive, if no answer came. */
  graceSeconds: number;
  /** Of an address that an administrator named; absent where the environment did, which may name any. */
  reach?: Reach;
}

/** The organisation's username there, with which it sends messages. */
export interface MessageCredentials {
  user: string;
  passwordFile: string;
  /** Whether it sends a messageId once, however often it gets it. */
  repeats: 'once' | 'unknown';
}

/** `{merchant}` in a scope or audience is replaced by the merchant of the call. */
export type ProviderCredentials =
  | {
      kind: 'client';
      tokenUrl: string;
      clientId: string;
      authentication: ClientAuthentication;
      secret: SecretSource;
      scope?: string;
      audience?: string;
      /** Of the token address, as of the provider's. */
      reach?: Reach;
    }
  | { kind: 'token'; file: string }
  /** The caller's own token, of an issuer that both know. */
  | { kind: 'caller' };

/** The secret, or a private key as PEM for `private_key_jwt`: in a file, or of the database; `none` before it has one. */
export type SecretSource = { file: string } | { stored: StoredSecret } | 'none';

interface StoredSecret {
  newest: string;
  /** The one before it, for providers that do not take the newest yet. On the monotonic clock. */
  former?: { text: string; endsMs: number };
}

/** The connection carries the secret, so anything but this machine's own needs TLS. */
export const secureUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }, 'must begin with https://, unless it is on this machine')
  .refine((text) => {
    const { username, search, hash } = new URL(text);
    return username === '' && search === '' && hash === '';
  }, 'must be an address without a username, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

export const providerVariables = {
  PROVIDER_URL: secureUrl.optional(),
  PROVIDER_SEGMENT: z
    .string()
    .regex(/^[\w-]+$/, 'must be one segment of a path')
    .default('payments'),
  PROVIDER_TOKEN_URL: secureUrl.optional(),
  PROVIDER_CLIENT_ID: z.string().min(1).optional(),
  PROVIDER_CLIENT_SECRET_FILE: z.string().min(1).optional(),
  PROVIDER_CLIENT_AUTHENTICATION: z.enum(clientAuthentications).default('client_secret_basic'),
  PROVIDER_SCOPE: z.string().min(1).optional(),
  PROVIDER_AUDIENCE: z.string().min(1).optional(),
  PROVIDER_TOKEN_FILE: z.string().min(1).optional(),
  PROVIDER_MESSAGE_USER: z
    .string()
    .regex(/^[^:]+$/, 'must be a username without a colon')
    .optional(),
  PROVIDER_MESSAGE_PASSWORD_FILE: z.string().min(1).optional(),
  PROVIDER_MESSAGE_REPEATS: z.enum(['once', 'unknown']).default('unknown'),
  PROVIDER_OFFERS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
    .pipe(z.array(z.enum(providerOffers))),
  PROVIDER_GRACE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(900),
  PROVIDER_READS: z.coerce.number().int().min(1).max(500).default(16),
  PROVIDER_PAYOUT_DAYS: z.coerce.number().int().min(0).max(5).default(1),
  PROVIDER_ADDRESSES: z.enum(['public', 'any']).default('public'),
};

type Read = z.infer<z.ZodObject<typeof providerVariables>> & { OAUTH_ISSUER?: string };

/** @throws Error of one line for variables that do not go together. */
export function providerFrom(read: Read): ProviderSettings | undefined {
  if (!read.PROVIDER_URL) {
    const alone = (
      ['PROVIDER_TOKEN_URL', 'PROVIDER_CLIENT_ID', 'PROVIDER_TOKEN_FILE', 'PROVIDER_MESSAGE_USER'] as const
    ).find((it) => read[it]);
    if (alone) throw new Error(`PROVIDER_URL: must be set, since ${alone} is`);
    return undefined;
  }
  return {
    url: read.PROVIDER_URL,
    segment: read.PROVIDER_SEGMENT,
    credentials: credentialsFrom(read),
    messages: messageCredentialsFrom(read),
    offers: read.PROVIDER_OFFERS,
    readsAtOnce: read.PROVIDER_READS,
    payoutDays: read.PROVIDER_PAYOUT_DAYS,
    graceSeconds: read.PROVIDER_GRACE_SECONDS,
  };
}

function messageCredentialsFrom(read: Read): MessageCredentials | undefined {
  const { PROVIDER_MESSAGE_USER: user, PROVIDER_MESSAGE_PASSWORD_FILE: passwordFile } = read;
  if (user && !passwordFile)
    throw new Error('PROVIDER_MESSAGE_PASSWORD_FILE: must name the file with the password of PROVIDER_MESSAGE_USER');
  if (passwordFile && !user)
    throw new Error('PROVIDER_MESSAGE_USER: must name whose password is in PROVIDER_MESSAGE_PASSWORD_FILE');
  return user && passwordFile ? { user, passwordFile, repeats: read.PROVIDER_MESSAGE_REPEATS } : undefined;
}

function credentialsFrom(read: Read): ProviderCredentials {
  const { PROVIDER_CLIENT_ID: clientId, PROVIDER_TOKEN_URL: tokenUrl, PROVIDER_TOKEN_FILE: file } = read;
  if (clientId && file)
    throw new Error('PROVIDER_TOKEN_FILE: and PROVIDER_CLIENT_ID are both set, and calls can carry one token');
  if (file) return { kind: 'token', file };
  if (clientId) {
    if (!tokenUrl) throw new Error('PROVIDER_TOKEN_URL: must name where PROVIDER_CLIENT_ID gets its tokens');
    const secretFile = read.PROVIDER_CLIENT_SECRET_FILE;
    if (!secretFile) throw new Error('PROVIDER_CLIENT_SECRET_FILE: must name the file with the secret');
    return {
      kind: 'client',
      tokenUrl,
      clientId,
      secret: { file: secretFile },
      authentication: read.PROVIDER_CLIENT_AUTHENTICATION,
      scope: read.PROVIDER_SCOPE,
      audience: read.PROVIDER_AUDIENCE,
    };
  }
  if (read.OAUTH_ISSUER) return { kind: 'caller' };
  throw new Error('PROVIDER_CLIENT_ID: must name this server at the provider, or PROVIDER_TOKEN_FILE its token');
}
