import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { unstorable } from '#service/base/parsed.ts';
import { callerWith, type Caller, type SignIn } from '#service/base/permissions.ts';
import { withFactor, type CurrentSignInOf } from './epochs.ts';
import { invalidToken, unauthorized } from './invalid-token.ts';
import { secondFactorAt } from './step-up.ts';

/**
 * Returns the caller for an `Authorization` header. Throws HttpError 401 with `WWW-Authenticate`, with the same body for every
 * reason (docs/interface.md, Errors), or 503 if the issuer's keys cannot be fetched.
 */
export type Guard = (authorization: string | undefined) => Promise<Caller>;

interface GuardOptions {
  issuer: string;
  /** A token must name one of these. */
  audiences: readonly string[];
  /** The issuer's public keys: `localKeys` or `discoveredKeys`. */
  keys: JWTVerifyGetKey;
  /** Our own issuer types its tokens `at+jwt` (RFC 9068); many others do not. */
  typed: boolean;
  merchantsClaim?: string;
  permissionsClaim?: string;
  /** Another issuer's claim with roles such as `manager:5001`; without a name its tokens have none. */
  rolesClaim?: string;
  /** The permissions for another issuer's values; other values are permissions themselves. */
  scopePermissions?: ReadonlyMap<string, readonly string[]>;
  /** Seconds after its issue up to which a token is trusted, whatever its expiry. */
  longestLife?: number;
  /** Seconds after which a cached token is verified again, because its key may be revoked. */
  rememberedFor?: number;
  /** For our own issuer: whether the sign-in behind the token is still valid, and what is known of it now. */
  currentSignIn?: CurrentSignInOf;
}

const skewSeconds = 10;
const rememberedTokens = 10_000;

const valuesOf = (claim: unknown): string[] => {
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
  const { rememberedFor = 60, currentSignIn } = options;
  // Verifying a signature takes 0.1 ms, a map lookup a hundredth of that.
  const remembered = new Map<string, Remembered>();

  const verify = async (bearer: string): Promise<Remembered> => {
    const claims = await verified(bearer, options);
    const endsAt = endOf(claims, options);
    if (endsAt <= Date.now()) throw invalidToken();
    // Another issuer's levels mean something else.
    const stepUp = options.typed && { secondFactorAt: secondFactorAt(claims) };
    return {
      caller: { ...callerOf(claims, options), ...stepUp },
      claims,
      endsAt,
      verifyAt: Date.now() + rememberedFor * 1000,
    };
  };

  return async (authorization) => {
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (bearer === undefined) throw /^bearer\b/i.test(authorization ?? '') ? invalidToken() : unauthorized('Bearer');

    const digest = hash('sha256', bearer, 'base64');
    let known = remembered.get(digest);
    if (known === undefined || Math.min(known.verifyAt, known.endsAt) <= Date.now()) {
      remembered.delete(digest);
      known = await verify(bearer);
      if (remembered.size >= rememberedTokens) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(digest, known);
    }
    const { claims, caller } = known;
    if (!currentSignIn) return caller;
    const { holder, epoch, grant } = claims;
    const token = { holder, name: caller.subject, epoch, grant };
    const signIn = await currentSignIn(token);
    if (!signIn) throw invalidToken();
    return withFactor({ ...caller, token }, signIn);
  };
}

function callerOf(claims: JWTPayload, options: GuardOptions): Caller {
  const { merchantsClaim = 'merchants', permissionsClaim = 'permissions', rolesClaim, scopePermissions } = options;
  const subject = claims.sub ?? '';
  const name = [claims['name'], claims['preferred_username'], subject].find((it) => typeof it === 'string') ?? subject;
  // Some issuers call the scope `scp`.
  const granted = valuesOf(claims[permissionsClaim] ?? claims['scope'] ?? claims['scp']);
  const { holder, client_id: clientId, azp, grant } = claims;
  // RFC 9068, 2.2: the subject of a token that a program got for itself is the program.
  const isProgram = holder === undefined ? [clientId, azp].includes(subject) : holder === 'program';
  return callerWith(
    {
      subject,
      name: String(name),
      isProgram,
      session: typeof grant === 'string' ? grant : undefined,
      signIn: signInOf(claims),
    },
    {
      permissions: granted.flatMap((fieldName) => scopePermissions?.get(fieldName) ?? [fieldName]),
      merchants: valuesOf(claims[merchantsClaim]),
      roles: rolesClaim === undefined ? [] : valuesOf(claims[rolesClaim]),
    },
  );
}

function signInOf(claims: JWTPayload): SignIn {
  const { grant, sid, client_id: client, azp, amr } = claims;
  const session = [grant, sid].find((it) => typeof it === 'string');
  const program = [client, azp].find((it) => typeof it === 'string');
  return {
    ...(session !== undefined && {
      session: hash('sha256', String(session), 'base64url').slice(0, 16),
    }),
    ...(program !== undefined && { program: String(program) }),
    factors: valuesOf(amr).filter((it) => !it.startsWith('epoch:')),
  };
}

/** When we stop trusting a token. Without `iat` it counts as issued now. */
function endOf({ exp = 0, iat }: JWTPayload, { longestLife = Infinity }: GuardOptions): number {
  const now = Date.now() / 1000;
  if (iat === undefined) return exp > now + longestLife ? 0 : (exp + skewSeconds) * 1000;
  if (iat > now + skewSeconds) return 0;
  return (Math.min(exp, iat + longestLife) + skewSeconds) * 1000;
}

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
    // A token bound to a key (DPoP, mutual TLS) is worthless without the proof, which is not checked here.
    const isStorable = unstorable(payload).next().done;
    if (!right || !isStorable || payload['cnf'] !== undefined) throw invalidToken();
    return payload;
  } catch (error) {
    // Every error of jose gives the same answer; our own HttpErrors pass.
    if (error instanceof errors.JOSEError) throw invalidToken();
    throw error;
  }
}
