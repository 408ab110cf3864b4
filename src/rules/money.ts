import { decimalOf } from '#contract/decimals.ts';

/**
 * Internally an amount is a whole number of cents; in JSON it is a number of rand (docs/interface.md, Resources).
 * Values from outside that are no amount give `undefined`; cents that are not whole are a bug and throw RangeError.
 */

/**
 * The largest absolute amount in cents: fifteen digits, R 9 999 999 999 999,99. A JSON number is a binary double and
 * keeps any fifteen decimal digits; near 2^53 cents, two amounts a cent apart are the same double.
 */
export const maxCents = 999_999_999_999_999;

/**
 * Whole cents of a JSON amount, ignoring noise beyond fifteen digits (see `decimalOf`); undefined for more than two
 * decimals, beyond `maxCents`, or not a finite number.
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

/** The JSON amount of whole cents: the nearest double, which prints with at most two decimals. */
export const fromCents = (cents: number): number => checked(cents) / 100;

function checked(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount must be whole cents.');
  return cents;
}

/**
 * `R 1 234,56`, negative `−R 1 234,56`, with a minus sign and no-break spaces. Not Intl, since engines disagree about en-ZA. Totals may
 * exceed `maxCents`, up to 2^53.
 */
export function formatCents(cents: number, currency = 'R'): string {
  const digits = String(Math.abs(checked(cents))).padStart(3, '0');
  return `${cents < 0 ? '\u2212' : ''}${currency}\u00a0${inThousands(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** A currency other than the rand, as its code; undefined for the rand and for a service that names none. */
export function foreignCurrency(text: unknown): string | undefined {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return code === '' || code === 'ZAR' || code === 'R' || code === 'RAND' ? undefined : code;
}

/** `20 000` for `20000`, with a no-break space. */
export const inThousands = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0');

/** Groups of three by a space; decimal comma or point. */
const spaced = /^(?:\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[.,]\d{1,2})?$/;
/** Groups of three by a comma, when a point or a second comma shows that it is no decimal comma. */
const commas = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d{1,2}|(?:,\d{3}){2,})$/;

/**
 * The JSON amount of typed or pasted text: `1 234,56`, `R1,234.56`, `1234.5`, `-R 12`. Undefined for ambiguous text
 * (`1,234`, `1.234`), more than two decimals, scientific notation, and amounts that `toCents` refuses.
 */
export function parseAmount(text: string): number | undefined {
  // Only spaces: two cells pasted with a tab or line break between them must not become one amount.
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

/** The exact fraction of a number's shortest decimal text: 1.1 is 11/10, not its binary neighbour. */
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
 * `cents` raised by `rate` percent (lowered if negative), halves rounded up to the whole cent. Exact: the rate is taken
 * as its decimal text, and nothing is computed in floats. A result beyond 2^53 is the nearest number (or Infinity):
 * compare it with `maxCents`.
 * @throws RangeError for cents that are not whole or a rate that is not finite.
 */
export function addRate(cents: number, rate: number): number {
  const { over, under } = fraction(rate);
  const twice = 2n * BigInt(checked(cents)) * (100n * under + over) + 100n * under;
  const unit = 200n * under;
  const truncated = twice / unit;
  // BigInt division rounds towards zero, but rounding halves up needs the floor.
  return Number(twice % unit < 0n ? truncated - 1n : truncated);
}
