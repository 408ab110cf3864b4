import { shareOf } from '#console/domain/collections/rates.ts';
import type { RateLine } from './rates.ts';

/** The best and worst of some lines, as far as their intervals don't overlap. */
interface Compared {
  best: RateLine;
  worst: RateLine;
  /** No other line has a higher or lower rate. */
  areExtremes: boolean;
}

/** Undefined for too few debits, null if no two intervals are apart. */
export function compareRates(lines: readonly RateLine[]): Compared | null | undefined {
  const shares = lines.flatMap((line) => {
    const share = shareOf(line.paid, line.all);
    return share ? [{ line, ...share }] : [];
  });
  if (shares.length < 2) return undefined;
  const byRate = shares.toSorted((one, other) => other.rate - one.rate);
  const [top, bottom] = [byRate[0], byRate.at(-1)];
  if (top && bottom && top.low > bottom.high) return { best: top.line, worst: bottom.line, areExtremes: true };
  // A day with few debits may have the highest rate by chance: the two that are furthest apart are sure.
  const best = shares.reduce((most, it) => (it.low > most.low ? it : most));
  const worst = shares.reduce((most, it) => (it.high < most.high ? it : most));
  return best.low > worst.high ? { best: best.line, worst: worst.line, areExtremes: false } : null;
}

/** `85 of 100` */
const ofHundred = ({ paid, all }: RateLine): string => `${Math.round((100 * paid) / all)} of 100`;

/** `85,3 %` */
export const percentText = (share: number): string => `${(100 * share).toFixed(1).replace('.', ',')} %`;

function ordinal(day: string): string {
  const [tens, ones] = [Math.floor(Number(day) / 10), Number(day) % 10];
  return `${day}${(tens === 1 ? undefined : ['th', 'st', 'nd', 'rd'][ones]) ?? 'th'}`;
}

/** The answer of the page, by days of the month. */
export function dayAnswer(days: readonly RateLine[]): string {
  const compared = compareRates(days);
  if (compared === undefined) return 'Too few debits to compare days';
  if (compared === null) return 'Too close to call: no two of your usual days surely differ';
  const { best, worst, areExtremes } = compared;
  const [one, other] = [ordinal(best.label), ordinal(worst.label)];
  return areExtremes
    ? `The ${one} collects best of your usual days: ${ofHundred(best)} debits are paid. The ${other} collects worst: ${ofHundred(worst)}.`
    : `The ${one} collects better than the ${other}: ${ofHundred(best)} debits are paid, not ${ofHundred(worst)}.`;
}

/** The same in short, of other lines. */
export function comparedText(lines: readonly RateLine[]): string {
  const compared = compareRates(lines);
  if (compared === undefined) return 'Too few debits to compare';
  if (compared === null) return 'No clear difference';
  const { best, worst, areExtremes } = compared;
  return areExtremes
    ? `Best: ${best.label}, ${ofHundred(best)}. Worst: ${worst.label}, ${ofHundred(worst)}.`
    : `${best.label}, ${ofHundred(best)}, is better than ${worst.label}, ${ofHundred(worst)}.`;
}

/** A line for each day of the month, so that gaps are seen as gaps. */
export const everyDay = (days: readonly RateLine[]): RateLine[] =>
  Array.from(
    { length: 31 },
    (_, at) => days.find(({ label }) => label === String(at + 1)) ?? { label: String(at + 1), paid: 0, all: 0 },
  );
