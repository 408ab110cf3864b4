import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { unavailable } from '#service/base/errors.ts';
import { lookBudget } from '#service/base/look-budget.ts';

const timeout = 5_000;
/** Keeps calls with made-up tokens from flooding an issuer that is down. */
const pauseAfterFailureMs = 2_000;

/** Keys older than `fresh` are fetched again and used meanwhile, up to `usable`. */
const usualAgesMs = { fresh: 60_000, usable: 600_000 };

/**
 * The keys of another issuer, from its discovery document (OpenID Connect Discovery 1.0), fetched with the first token. A
 * revoked key is trusted for a minute more; while the issuer is down the known keys work for ten minutes, then calls get 503.
 * An unknown key is fetched at once, within a budget that made-up keys also use.
 */
export function discoveredKeys(issuer: string, ages = usualAgesMs): JWTVerifyGetKey {
  let current: { keys: JWTVerifyGetKey; fetchedAt: number } | undefined;
  let fetching: Promise<void> | undefined;
  let failedAt = -Infinity;
  const mayLook = lookBudget(10, 2_000);

  const fetchKeys = async (): Promise<void> => {
    if (performance.now() - failedAt < pauseAfterFailureMs) throw unavailable();
    const startedAt = performance.now();
    try {
      current = { keys: createLocalJWKSet(await publishedKeys(issuer)), fetchedAt: startedAt };
    } catch {
      failedAt = performance.now();
      throw unavailable();
    }
  };
  const refresh = (): Promise<void> => (fetching ??= fetchKeys().finally(() => (fetching = undefined)));

  const known: JWTVerifyGetKey = async (header, token) => {
    if (!current) throw unavailable();
    return current.keys(header, token);
  };

  return async (header, token) => {
    const age = current ? performance.now() - current.fetchedAt : Infinity;
    if (age > ages.usable) await refresh();
    else if (age > ages.fresh) refresh().catch(() => undefined);
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayLook()) throw error;
      await refresh();
      return known(header, token);
    }
  };
}

async function publishedKeys(issuer: string): Promise<JSONWebKeySet> {
  const found = await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const { jwks_uri } = z.object({ issuer: z.literal(issuer), jwks_uri: z.url({ protocol: /^https?$/ }) }).parse(found);
  return z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).parse(await fetchJson(jwks_uri));
}

async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeout), redirect: 'manual' });
  if (answer.ok) return answer.json();
  await answer.body?.cancel();
  throw new Error(`${address} answered ${answer.status}`);
}
