/**
 * The number with at most `places` decimals that a JSON number means; undefined when it has more decimals or is not a
 * number. Every amount and rate from outside passes through here, and only here.
 *
 * A JSON number is a binary double: it keeps any fifteen significant digits, and the digits after those are
 * floating-point noise, as in 1.1 + 2.2 = 3.3000000000000003. So only the first fifteen digits count: that number is
 * 3.30, while 100000.001 has three decimals at any size that an amount may have.
 */
export function decimalOf(value: number, places: number): number | undefined {
  const scale = 10 ** places;
  // `+ 0` turns -0 into 0. Most numbers end here; the slower texts below handle noise.
  if (Math.round(value * scale) / scale === value) return value + 0;
  const kept = Number(value.toPrecision(15));
  return Number(kept.toFixed(places)) === kept ? kept + 0 : undefined;
}
