/**
 * The number with at most `places` decimals that a JSON number stands for; undefined where it has more of them or is not
 * a number. Every amount and rate that comes from outside passes through here, and through nothing else.
 *
 * A JSON number is a binary double: it keeps any fifteen significant digits, and what comes after those is noise of
 * arithmetic, as in 1.1 + 2.2 = 3.3000000000000003. So the number counts as what its first fifteen digits say: that one
 * is 3.30, while 100000.001 has three decimals at any size that an amount may have.
 */
export function decimalOf(value: number, places: number): number | undefined {
  const scale = 10 ** places;
  // `+ 0` turns -0 into 0. Most numbers end here; the texts below are for those with noise.
  if (Math.round(value * scale) / scale === value) return value + 0;
  const kept = Number(value.toPrecision(15));
  return Number(kept.toFixed(places)) === kept ? kept + 0 : undefined;
}
