import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { HttpError } from '../errors.ts';

/** Who calls, as their access token says. */
export interface Caller {
  subject: string;
  name: string;
  permissions: ReadonlySet<string>;
  /** Merchant numbers; `*` stands for all of them. */
  merchants: ReadonlySet<string>;
}

/**
 * Takes the `Authorization` header and answers the caller; throws HttpError 401 with `WWW-Authenticate`, the same body
 * for every reason (interface, Errors), or 503 when the issuer's keys cannot be fetched.
 */
export type Guard = (authorization: string | undefined) => Promise<Caller>;

export interface GuardOptions {
  issuer: string;
  audience: string;
  /** Where the issuer's public keys come from: `localKeys` or `discoveredKeys`. */
  keys: JWTVerifyGetKey;
  /** Our own issuer types its tokens `at+jwt` (RFC 9068); many others do not. */
  typed: boolean;
  merchantsClaim?: string;
  permissionsClaim?: string;
}

const skewSeconds = 10;
const rememberedTokens = 10_000;

const unauthorized = (challenge: string): HttpError =>
  new HttpError(401, [{ Code: 'UNAUTHORIZED', Message: 'A valid access token is needed.' }], {
    'www-authenticate': challenge,
  });

const words = (claim: unknown): string[] => {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim === 'number') return [String(claim)];
  return typeof claim === 'string' ? claim.split(/[\s,]+/).filter((word) => word !== '') : [];
};

export function createGuard(options: GuardOptions): Guard {
  const { merchantsClaim = 'merchants', permissionsClaim = 'permissions' } = options;
  // A signature costs a tenth of a millisecond, a look into the map a hundredth of that.
  const remembered = new Map<string, { caller: Caller; expires: number }>();

  const callerOf = (claims: JWTPayload): Caller => {
    const subject = claims.sub ?? '';
    const name =
      [claims['name'], claims['preferred_username'], subject].find((it) => typeof it === 'string') ?? subject;
    return {
      subject,
      name: String(name),
      permissions: new Set(words(claims[permissionsClaim] ?? claims['scope'])),
      merchants: new Set(words(claims[merchantsClaim])),
    };
  };

  return async (authorization) => {
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer === undefined) throw unauthorized(/^bearer\b/i.test(authorization ?? '') ? invalid : 'Bearer');

    const digest = createHash('sha256').update(bearer).digest('base64');
    const known = remembered.get(digest);
    if (known !== undefined) {
      if (known.expires > Date.now()) return known.caller;
      remembered.delete(digest);
      throw unauthorized(invalid);
    }

    const claims = await verified(bearer, options);
    const caller = callerOf(claims);
    if (remembered.size >= rememberedTokens) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(digest, { caller, expires: ((claims.exp ?? 0) + skewSeconds) * 1000 });
    return caller;
  };
}

const invalid = 'Bearer error="invalid_token"';
const accessTokenTypes = ['at+jwt', 'application/at+jwt'];

async function verified(token: string, { issuer, audience, keys, typed }: GuardOptions): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: skewSeconds,
    });
    const type = protectedHeader.typ?.toLowerCase();
    const right = accessTokenTypes.includes(type ?? '') || (!typed && (type === undefined || type === 'jwt'));
    // A token bound to a key (DPoP, mutual TLS) is worth nothing without the proof, which is not looked at here.
    if (!right || payload['cnf'] !== undefined) throw unauthorized(invalid);
    return payload;
  } catch (error) {
    // Everything that jose finds wrong with the token is one answer; only an HttpError of ours passes as it is.
    if (error instanceof errors.JOSEError) throw unauthorized(invalid);
    throw error;
  }
}
