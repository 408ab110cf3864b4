import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { unavailable } from '../errors.ts';

const timeout = 5_000;
/** So that calls with made-up tokens cannot turn into a storm of fetches against an issuer that is down. */
const pauseAfterFailure = 2_000;

/**
 * The keys of another issuer, found by its discovery document (OpenID Connect Discovery 1.0) when the first token
 * comes, and kept. A key that is not known yet while the issuer is out of reach is 503; known ones go on working.
 */
export function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  let failedAt = -Infinity;

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (performance.now() - failedAt < pauseAfterFailure) throw unavailable();
    try {
      return await work();
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  };

  const discover = async (): Promise<JWTVerifyGetKey> => {
    const { jwks_uri } = await discovery(issuer);
    return createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: timeout,
      [customFetch]: (url, options) => guarded(() => fetchOk(url, options)),
    });
  };

  return async (header, token) => {
    try {
      keys ??= guarded(discover).catch((error: unknown) => {
        keys = undefined;
        throw error;
      });
      return await (
        await keys
      )(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
      throw unavailable();
    }
  };
}

async function discovery(issuer: string): Promise<{ jwks_uri: string }> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const answer = await fetchOk(address, { signal: AbortSignal.timeout(timeout), redirect: 'manual' });
  return z.object({ issuer: z.literal(issuer), jwks_uri: z.url({ protocol: /^https?$/ }) }).parse(await answer.json());
}

async function fetchOk(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, options);
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new Error(`${address} answered ${answer.status}`);
}
