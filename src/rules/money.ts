import { decimalOf } from '../contract/decimals.ts';

/**
 * Inside, an amount is a whole number of cents; on the wire, a JSON number of rand (interface, Resources).
 * What comes from outside and is no amount answers `undefined`; cents that are not whole are a bug and throw RangeError.
 */

/**
 * The largest amount either way, in cents: fifteen digits, R 9 999 999 999 999,99. A JSON number is a binary double and keeps
 * fifteen decimal digits whatever they are; near 2^53 cents two amounts a cent apart are the same double.
 */
export const maxCents = 999_999_999_999_999;

/**
 * Whole cents of a wire amount, whose noise beyond fifteen digits does not count (see `decimalOf`); undefined for more than
 * two decimals, beyond `maxCents`, or not a finite number.
 */
export function toCents(amount: number): number | undefined {
  const cents = Math.round((decimalOf(amount, 2) ?? NaN) * 100);
  return Math.abs(cents) <= maxCents ? cents : undefined;
}

/** Whole cents of an amount in a record, which another service may write as text; undefined for anything but whole cents. */
export function centsOf(amount: unknown): number | undefined {
  const isFigure = typeof amount === 'string' && /^-?\d+(?:\.\d+)?$/.test(amount.trim());
  return typeof amount === 'number' || isFigure ? toCents(Number(amount)) : undefined;
}

/** The wire amount of whole cents: the double nearest to it, which JSON prints with at most two decimals. */
export const fromCents = (cents: number): number => checked(cents) / 100;

function checked(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount must be whole cents.');
  return cents;
}

/**
 * `R 1 234,56`, negative `-R 1 234,56`, with no-break spaces. Our own, since engines disagree about en-ZA.
 * Sums of amounts may pass `maxCents`, up to 2^53.
 */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(checked(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}R\u00a0${inThousands(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** `20 000` for `20000`, with a no-break space. */
export const inThousands = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0');

/** Groups of three by a space; decimal comma or point. */
const spaced = /^(?:\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[.,]\d{1,2})?$/;
/** Groups of three by a comma, where a point or a second comma shows that the comma is no decimal one. */
const commas = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d{1,2}|(?:,\d{3}){2,})$/;

/**
 * The wire amount that a person typed or pasted: `1 234,56`, `R1,234.56`, `1234.5`, `-R 12`. Undefined for anything that
 * could mean two amounts (`1,234`, `1.234`), more than two decimals, scientific notation and what `toCents` refuses.
 */
export function parseAmount(text: string): number | undefined {
  // Spaces of a line only: two cells pasted with a tab or a line break between them must not become one amount.
  const parts = /^(-|\u2212)?(?:R ?)?(-|\u2212)?([\d., ]+)$/i.exec(text.trim().replace(/[\u00a0\u2009\u202f]/g, ' '));
  const [, before, after, figure = ''] = parts ?? [];
  if (before && after) return undefined;
  let plain: string;
  if (spaced.test(figure)) plain = figure.replaceAll(' ', '').replace(',', '.');
  else if (commas.test(figure)) plain = figure.replaceAll(',', '');
  else return undefined;
  const cents = toCents(Number(plain));
  return cents === undefined ? undefined : fromCents(before || after ? -cents || 0 : cents);
}

/** The exact fraction that a number's shortest decimal text stands for: 1.1 is 11/10, not its binary neighbour. */
function fraction(value: number): { over: bigint; under: bigint } {
  const [, sign, whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === '') throw new RangeError('A rate must be a finite number.');
  const power = Number(exponent) - decimals.length;
  const digits = BigInt(`${whole}${decimals}`) * (sign ? -1n : 1n);
  return power < 0
    ? { over: digits, under: 10n ** BigInt(-power) }
    : { over: digits * 10n ** BigInt(power), under: 1n };
}

/**
 * `cents` raised by `rate` percent (lowered if negative), halves rounded up to the whole cent. Exact: the rate counts as
 * the decimal it is written as, and nothing passes through a float. A result beyond 2^53 comes back as the nearest
 * number (or Infinity): compare with `maxCents`. Throws RangeError for cents that are not whole or a rate that is not finite.
 */
export function addRate(cents: number, rate: number): number {
  const { over, under } = fraction(rate);
  const twice = 2n * BigInt(checked(cents)) * (100n * under + over) + 100n * under;
  const unit = 200n * under;
  const truncated = twice / unit;
  // BigInt division goes towards zero; rounding up from halves needs the floor.
  return Number(twice % unit < 0n ? truncated - 1n : truncated);
}
