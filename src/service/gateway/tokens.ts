import { readFile } from 'node:fs/promises';
import { importPKCS8 } from 'jose';
import * as oauth from 'oauth4webapi';
import { RefusedAddress } from '#service/base/address.ts';
import { HttpError } from '#service/base/errors.ts';
import { isLoopback } from '#service/base/loopback.ts';
import type { MessageCredentials, ProviderCredentials, ProviderSettings } from '#service/config/provider-settings.ts';
import { fetchWithin } from './public-network.ts';

type ClientCredentials = Extract<ProviderCredentials, { kind: 'client' }>;

/** The tokens with which this server calls a provider. They are in memory only. */
export interface Tokens {
  readonly scheme: 'Bearer' | 'Basic';
  /** @throws HttpError 503 if there is none to be had. */
  of(merchant: string): Promise<string>;
  /** The provider refused this one, so that the next call gets another; a newer one stays. */
  discard(merchant: string, token: string): void;
}

/** An administrator must act; no person's sign-in is wrong. */
export const providerRefused = (Message: string): HttpError =>
  new HttpError(503, [{ Code: 'PROVIDER_REFUSED', Message }]);

/** It may answer in a moment. This server itself works, which callers would doubt after `UNAVAILABLE`. */
export const providerAway = (seconds = 1): HttpError =>
  new HttpError(
    503,
    [{ Code: 'PROVIDER_AWAY', Message: 'The provider does not answer right now. Try again shortly.' }],
    {
      'retry-after': String(seconds),
    },
  );

/** The provider's error, which is an HttpError. @throws any other error: it is this server's own and must not pass for one of the provider */
export function providerFault(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

export function createTokens(credentials: Exclude<ProviderCredentials, { kind: 'caller' }>): Tokens {
  const tokens = credentials.kind === 'token' ? tokensOfFile(credentials.file) : tokensOfClient(credentials);
  return { ...tokens, of: (merchant) => tokens.of(merchant).catch(fileFault) };
}

/** A username and password, which messages have in place of a token (docs/interface.md, Authentication 2). */
export const createMessageTokens = ({ user, passwordFile }: MessageCredentials): Tokens => ({
  scheme: 'Basic',
  of: () => basicToken(user, passwordFile).catch(fileFault),
  discard() {},
});

/** Read for every call, so that replacing the file is enough. */
const basicToken = async (user: string, passwordFile: string): Promise<string> =>
  Buffer.from(`${user}:${await readSecret('PROVIDER_MESSAGE_PASSWORD_FILE', passwordFile)}`).toString('base64');

/** There is no secret, or none of the kind that is needed. Its one line is for administrators. */
class NoSecret extends Error {}

/** A secret's file may be gone, or be written at this moment. */
function fileFault(error: Error): never {
  throw error instanceof NoSecret ? providerRefused(`${error.message}.`) : error;
}

/** Read for every call, so that replacing the file is enough. */
const tokensOfFile = (file: string): Tokens => ({
  scheme: 'Bearer',
  of: () => readSecret('PROVIDER_TOKEN_FILE', file),
  discard() {},
});

/** The content of a file without the line's end that editors add. @throws NoSecret without the path, which administrators see. */
async function readSecret(variable: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NoSecret(`${variable}: its file cannot be read (${error.code})`);
  });
  const secret = text.trim();
  if (secret === '') throw new NoSecret(`${variable}: its file is empty`);
  return secret;
}

interface Kept {
  token: Promise<string>;
  /** Once it has arrived. */
  current?: string;
  /** On the monotonic clock: moving the machine's clock must not make a token live longer. Infinite while it is asked for. */
  endsMs: number;
}

/** Used where the provider does not say how long its token lives. */
const unstatedLifeSeconds = 300;

const requestTimeoutMs = 10_000;

function tokensOfClient(credentials: ClientCredentials): Tokens {
  const { scope = '', audience = '' } = credentials;
  const kept = new Map<string, Kept>();
  const nameOf = (merchant: string) => (`${scope}${audience}`.includes('{merchant}') ? merchant : '');
  return {
    scheme: 'Bearer',
    of(merchant) {
      const name = nameOf(merchant);
      const known = kept.get(name);
      if (known && performance.now() < known.endsMs) return known.token;
      const asked = requestToken(credentials, merchant);
      const entry: Kept = { token: asked.then(({ token }) => token), endsMs: Infinity };
      kept.set(name, entry);
      asked.then(
        ({ token, lifeSeconds }) => {
          entry.current = token;
          // Renewed before it ends, because it travels and the other clock may be ahead.
          entry.endsMs = performance.now() + lifeSeconds * 800;
        },
        () => kept.get(name) === entry && kept.delete(name),
      );
      return entry.token;
    },
    discard(merchant, token) {
      const name = nameOf(merchant);
      if (kept.get(name)?.current === token) kept.delete(name);
    },
  };
}

interface NewToken {
  token: string;
  lifeSeconds: number;
}

/** With the newest secret, or with the one before it where the provider does not know the newest yet. */
async function requestToken(credentials: ClientCredentials, merchant: string): Promise<NewToken> {
  const [newest, former] = await secretsOf(credentials);
  const proof = await proofOf(credentials, newest);
  const otherProof = former === undefined ? undefined : await proofOf(credentials, former);
  try {
    return await requestTokenWith(credentials, proof, merchant).catch((error: unknown) => {
      if (!otherProof || !isClientRefused(error)) throw error;
      return requestTokenWith(credentials, otherProof, merchant);
    });
  } catch (error) {
    throw tokenFault(error);
  }
}

/** The newest, and the one before it within its time. @throws NoSecret if there is none. */
async function secretsOf({ secret }: ClientCredentials): Promise<[newest: string, former?: string]> {
  if (secret === 'none') throw new NoSecret('The connection has no secret yet');
  if ('file' in secret) return [await readSecret('PROVIDER_CLIENT_SECRET_FILE', secret.file)];
  const { newest, former } = secret.stored;
  return former && performance.now() < former.endsMs ? [newest, former.text] : [newest];
}

/** One token, by the client credentials grant. Nothing that the provider wrote is quoted: it may repeat what it was sent. */
async function requestTokenWith(
  credentials: ClientCredentials,
  proof: oauth.ClientAuth,
  merchant: string,
): Promise<NewToken> {
  const { tokenUrl, clientId, reach } = credentials;
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: clientId };
  const fill = (text: string) => text.replaceAll('{merchant}', merchant);
  const { scope, audience } = credentials;
  const parameters = { ...(scope && { scope: fill(scope) }), ...(audience && { audience: fill(audience) }) };
  const answer = await oauth.clientCredentialsGrantRequest(server, client, proof, parameters, {
    signal: AbortSignal.timeout(requestTimeoutMs),
    [oauth.allowInsecureRequests]: isLoopback(new URL(tokenUrl).hostname),
    ...(reach && { [oauth.customFetch]: fetchWithin(reach) }),
  });
  const { access_token: token, expires_in: lifeSeconds = unstatedLifeSeconds } =
    await oauth.processClientCredentialsResponse(server, client, answer);
  return { token, lifeSeconds };
}

/** A wrong file stops the start, instead of failing the first call. @throws Error of one line. */
export async function mustHaveSecrets({ credentials, messages }: ProviderSettings): Promise<void> {
  if (credentials.kind === 'client') await proofOf(credentials, (await secretsOf(credentials))[0]);
  if (credentials.kind === 'token') await readSecret('PROVIDER_TOKEN_FILE', credentials.file);
  if (messages) await basicToken(messages.user, messages.passwordFile);
}

async function proofOf(
  { authentication }: Pick<ClientCredentials, 'authentication'>,
  secret: string,
): Promise<oauth.ClientAuth> {
  if (authentication === 'client_secret_basic') return oauth.ClientSecretBasic(secret);
  if (authentication === 'client_secret_post') return oauth.ClientSecretPost(secret);
  return oauth.PrivateKeyJwt(await privateKey(secret));
}

/** The algorithms that providers of client assertions take, by the kind of key. */
export async function privateKey(pem: string): ReturnType<typeof importPKCS8> {
  for (const algorithm of ['RS256', 'ES256', 'Ed25519']) {
    const key = await importPKCS8(pem, algorithm).catch(() => undefined);
    if (key) return key;
  }
  throw new NoSecret('PROVIDER_CLIENT_SECRET_FILE: must hold a PKCS #8 private key as PEM: RSA, P-256 or Ed25519');
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof oauth.ResponseBodyError && error.status < 500 ? error.error : undefined;

const isClientRefused = (error: unknown): boolean =>
  codeOf(error) === 'invalid_client' || (error instanceof oauth.WWWAuthenticateChallengeError && error.status < 500);

function tokenFault(error: unknown): HttpError {
  const code = codeOf(error);
  if (isClientRefused(error)) return providerRefused('The provider refused this server’s client id or its secret.');
  if (error instanceof RefusedAddress) return providerRefused('The address for tokens is not on the public internet.');
  if (code !== undefined)
    return providerRefused(`The provider gave this server no token (${/^[\w-]{1,40}$/.exec(code)?.[0] ?? 'error'}).`);
  if (error instanceof oauth.OperationProcessingError && error.cause instanceof Response && error.cause.status < 500)
    return providerRefused('The provider answered this server’s request for a token with something else.');
  return providerAway();
}
