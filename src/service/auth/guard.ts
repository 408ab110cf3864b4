import { createHash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { HttpError } from '#service/http/errors.ts';
import type { StillIn } from './epochs.ts';

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
  /** A token is for the API when it names any of these. */
  audiences: readonly string[];
  /** Where the issuer's public keys come from: `localKeys` or `discoveredKeys`. */
  keys: JWTVerifyGetKey;
  /** Our own issuer types its tokens `at+jwt` (RFC 9068); many others do not. */
  typed: boolean;
  merchantsClaim?: string;
  permissionsClaim?: string;
  /** The permissions that another issuer's words stand for; other words are permissions themselves. */
  scopePermissions?: ReadonlyMap<string, readonly string[]>;
  /** Seconds from its issue after which no token is trusted, whatever it says of itself. */
  longestLife?: number;
  /** Seconds after which a verified token is verified again, since its key may be gone. */
  rememberedFor?: number;
  /** For our own issuer: whether nothing has changed for the holder since the token was given. */
  stillIn?: StillIn;
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
  return typeof claim === 'string' ? claim.split(/[\s,]+/).filter((fieldName) => fieldName !== '') : [];
};

/** A verified token; times in milliseconds. */
interface Remembered {
  caller: Caller;
  claims: JWTPayload;
  endsAt: number;
  verifyAt: number;
}

export function createGuard(options: GuardOptions): Guard {
  const { rememberedFor = 60, stillIn } = options;
  // A signature costs a tenth of a millisecond, a look into the map a hundredth of that.
  const remembered = new Map<string, Remembered>();

  const verify = async (bearer: string): Promise<Remembered> => {
    const claims = await verified(bearer, options);
    const endsAt = endOf(claims, options);
    if (endsAt <= Date.now()) throw unauthorized(invalid);
    return { caller: callerOf(claims, options), claims, endsAt, verifyAt: Date.now() + rememberedFor * 1000 };
  };

  return async (authorization) => {
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer === undefined) throw unauthorized(/^bearer\b/i.test(authorization ?? '') ? invalid : 'Bearer');

    const digest = createHash('sha256').update(bearer).digest('base64');
    let known = remembered.get(digest);
    if (known === undefined || Math.min(known.verifyAt, known.endsAt) <= Date.now()) {
      remembered.delete(digest);
      known = await verify(bearer);
      if (remembered.size >= rememberedTokens) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(digest, known);
    }
    const { claims, caller } = known;
    const { holder, epoch, grant } = claims;
    if (stillIn && !(await stillIn({ holder, name: caller.subject, epoch, grant }))) throw unauthorized(invalid);
    return caller;
  };
}

function callerOf(claims: JWTPayload, options: GuardOptions): Caller {
  const { merchantsClaim = 'merchants', permissionsClaim = 'permissions', scopePermissions } = options;
  const subject = claims.sub ?? '';
  const name = [claims['name'], claims['preferred_username'], subject].find((it) => typeof it === 'string') ?? subject;
  // `scp` is what some issuers call the scope.
  const granted = words(claims[permissionsClaim] ?? claims['scope'] ?? claims['scp']);
  return {
    subject,
    name: String(name),
    permissions: new Set(granted.flatMap((fieldName) => scopePermissions?.get(fieldName) ?? [fieldName])),
    merchants: new Set(words(claims[merchantsClaim])),
  };
}

/** When a token ends for us. One that hides when it was issued counts as issued now, so its end must be near. */
function endOf({ exp = 0, iat }: JWTPayload, { longestLife = Infinity }: GuardOptions): number {
  const now = Date.now() / 1000;
  if (iat === undefined) return exp > now + longestLife ? 0 : (exp + skewSeconds) * 1000;
  if (iat > now + skewSeconds) return 0;
  return (Math.min(exp, iat + longestLife) + skewSeconds) * 1000;
}

const invalid = 'Bearer error="invalid_token"';
const accessTokenTypes = ['at+jwt', 'application/at+jwt'];

async function verified(token: string, { issuer, audiences, keys, typed }: GuardOptions): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: [...audiences],
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
