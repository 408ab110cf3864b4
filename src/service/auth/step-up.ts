import type { JWTPayload } from 'jose';
import { HttpError } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';

/** The `acr` of a sign-in with a second factor: a passkey, or a password and a code. */
export const secondFactor = 'urn:collections:second-factor';

/** Seconds for which a second factor counts for what is asked for again: long enough for a batch, short for an open screen. */
export const maxAgeSeconds = 300;

/**
 * When a token's second factor was used. From the token and not from the request for it, whose `acr_values` a person can
 * remove (RFC 9470, 6.2).
 */
export function secondFactorAt({ factor, acr, auth_time: at }: JWTPayload): number | undefined {
  if (factor !== true) return undefined;
  return acr === secondFactor && typeof at === 'number' ? at : 0;
}

/**
 * For what needs a second factor of the last five minutes: bank details, releases, settings. Reads the token only. People
 * without a factor, programs, and callers of another issuer pass.
 * @throws HttpError 401 that names the level and the age (RFC 9470, 3); nothing has been done.
 */
export function mustHaveSecondFactor({ secondFactorAt: at }: Pick<Caller, 'secondFactorAt'>): void {
  if (at === undefined || Date.now() / 1000 - at <= maxAgeSeconds) return;
  throw new HttpError(
    401,
    [{ Code: 'SECOND_FACTOR', Message: 'This needs a second factor of the last five minutes.' }],
    {
      'www-authenticate': `Bearer error="insufficient_user_authentication", acr_values="${secondFactor}", max_age="${maxAgeSeconds}"`,
    },
  );
}
