/** 95 %, two-sided. */
const z = 1.959964;

/** With fewer trials an interval is too wide to say anything: only counts are shown. */
export const leastTrials = 100;

/**
 * The Wilson interval of a rate, as shares of 1. It stays between 0 and 1 and holds for rates near them, unlike the
 * usual approximation.
 */
export function wilson(hits: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = hits / trials;
  const middle = rate + (z * z) / (2 * trials);
  const half = z * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  const whole = 1 + (z * z) / trials;
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}
