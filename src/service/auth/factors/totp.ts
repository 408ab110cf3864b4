import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Collections Console',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** For the QR code. */
export const secretAddress = (secret: Uint8Array, username: string): string => totpOf(secret, username).toString();

export const readableSecret = (secret: Uint8Array): string =>
  totpOf(secret).secret.base32.replace(/(.{4})(?!$)/g, '$1 ');

/**
 * The step of a code, which must be the current one or its neighbour, because clocks differ; undefined for a wrong code.
 * @param now milliseconds since 1970.
 */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const totp = totpOf(secret);
  const offset = totp.validate({ token: digits, timestamp: now, window: 1 });
  return offset === null ? undefined : totp.counter({ timestamp: now }) + offset;
}
