import { centsOf, formatCents, inThousands } from '#rules/money.ts';

/**
 * The sum in whole cents; null if any amount is missing or not in whole cents, since a partial sum would be wrong
 * unnoticed, or negative, which may be money the other way.
 */
export function sumOf(amounts: readonly unknown[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    const cents = centsOf(amount);
    if (cents === undefined || cents < 0) return null;
    sum += cents;
  }
  return Number.isSafeInteger(sum) ? sum : null;
}

export const centsText = (cents: number | null, currency?: string): string =>
  cents === null ? 'no sum' : formatCents(cents, currency);

/** `20 000`. */
export const formatCount = (count: number): string => inThousands(String(count));

/** `1 mandate`, `20 000 mandates`. */
export const countText = (count: number, [one, many]: readonly [string, string]): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `3 payments, R 300,00`. */
export const countAndSumOf = (noun: string, amounts: readonly unknown[]): string =>
  `${countText(amounts.length, [noun, `${noun}s`])}, ${centsText(sumOf(amounts))}`;

/** Descending; null first, for attention. */
export const bySum = (one: { cents: number | null }, other: { cents: number | null }): number =>
  (other.cents ?? Infinity) === (one.cents ?? Infinity) ? 0 : (other.cents ?? Infinity) - (one.cents ?? Infinity);
