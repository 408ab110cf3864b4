import { centsOf, formatCents, inThousands } from '#rules/money.ts';

/**
 * The sum of wire amounts in whole cents; null as soon as one is missing or cannot be read as whole cents: a sum without it
 * would be wrong, and nobody would see that.
 */
export function sumOf(amounts: readonly unknown[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    const cents = centsOf(amount);
    if (cents === undefined) return null;
    sum += cents;
  }
  return Number.isSafeInteger(sum) ? sum : null;
}

/** A sum as money, or that there is none. */
export const centsText = (cents: number | null): string => (cents === null ? 'no sum' : formatCents(cents));

/** A count as it is shown everywhere: `20 000`. */
export const whole = (count: number): string => inThousands(String(count));

/** `1 mandate`, `20 000 mandates`. */
export const countText = (count: number, [one, many]: readonly [string, string]): string =>
  `${whole(count)} ${count === 1 ? one : many}`;

/** `3 payments, R 300,00`. */
export const countAndSumOf = (noun: string, amounts: readonly unknown[]): string =>
  `${countText(amounts.length, [noun, `${noun}s`])}, ${centsText(sumOf(amounts))}`;

/** Sums in order, the largest first; what has no sum comes before all, to be looked at. */
export const bySum = (one: { cents: number | null }, other: { cents: number | null }): number =>
  (other.cents ?? Infinity) === (one.cents ?? Infinity) ? 0 : (other.cents ?? Infinity) - (one.cents ?? Infinity);
