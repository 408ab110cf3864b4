import { addDays, isDate, type DateText } from '#rules/calendar.ts';
import type { DaySums } from './days.ts';
import { totalOf, type BankEntry, type Match, type Suggestion } from './item.ts';
import { maxDays } from './sums.ts';

/** Hundredths of a per cent: providers keep back whole halves of one. */
const step = 50;
/** Whole cents. Of less, many sums are a whole half of a per cent away by chance. */
const leastSum = 100_000;
/** Days before a line that it may name. */
const maxBefore = 14;

/** The share that is kept back of a sum, in hundredths of a per cent; undefined if it is no retention. */
function retentionOf(total: number, difference: number): number | undefined {
  if (total < leastSum || difference <= 0 || difference >= total) return undefined;
  const rate = Math.round((difference * 10_000) / total / step) * step;
  return rate > 0 && Math.abs((total * rate) / 10_000 - difference) < 1 ? rate : undefined;
}

export const retentionIn = ({ terms, difference }: Pick<Suggestion, 'terms' | 'difference'>): number | undefined =>
  retentionOf(totalOf(terms), difference);

/** @param most the account's largest share, in hundredths of a per cent */
export const isRetention = (suggestion: Pick<Suggestion, 'terms' | 'difference'>, most: number): boolean =>
  (retentionIn(suggestion) ?? Infinity) <= most;

/** Cents that a match takes of what may differ in a month. A fee that is a line of its own takes none; a retention has a limit of its own. */
export const limitedDifference = (match: Match, most: number): number =>
  match.rule === 'named' || (match.name === 'retention' && isRetention(match, most)) ? 0 : Math.abs(match.difference);

const dates = [/(20\d\d)[-/.]?(\d\d)[-/.]?(\d\d)(?!\d)/g, /(?<!\d)(\d\d)[-/.](\d\d)[-/.](20\d\d)/g];

/** The day that a line's reference or text names, if it is one shortly before. */
function namedDay({ date, reference, text }: BankEntry): DateText | undefined {
  const found = dates.flatMap((pattern, at) =>
    [...`${reference} ${text}`.matchAll(pattern)].map(([, one = '', month = '', other = '']) =>
      at === 0 ? `${one}-${month}-${other}` : `${other}-${month}-${one}`,
    ),
  );
  return found.find((it) => isDate(it) && it <= date && it >= addDays(date, -maxBefore));
}

interface Shortfall {
  date: DateText;
  /** Whole cents, positive. */
  difference: number;
}

interface Found {
  fits: Suggestion[];
  /** Whether the line names the last day of the sums. */
  isNamed: boolean;
  /** The smallest of the day that the line names. */
  short?: Shortfall | undefined;
}

/**
 * Sums of days that a line is short of by a constant share, and by how much it is short of the day that it names.
 * @param most the largest share, in hundredths of a per cent
 */
export function shortOf(days: DaySums, line: BankEntry, earliest: DateText, most: number): Found {
  const named = namedDay(line);
  const [first, last] = named ? [days.at(named), days.at(named)] : [days.at(earliest), days.at(line.date)];
  const fits: Suggestion[] = [];
  let short: Shortfall | undefined;
  for (const group of days.groups) {
    const { cents, counts } = days.of('paid', group);
    for (let to = Math.max(0, first); to <= Math.min(last, days.size - 1); to += 1) {
      if (!counts[to]) continue;
      let [total, count] = [0, 0];
      for (let from = to; from >= Math.max(0, to - maxDays + 1); from -= 1) {
        if (!counts[from]) continue;
        total += cents[from] ?? 0;
        count += counts[from] ?? 0;
        const difference = total - line.cents;
        if (difference <= 0) continue;
        if (named && from === to && (!short || difference < short.difference)) short = { date: named, difference };
        const rate = retentionOf(total, difference);
        if (rate === undefined || rate > most) continue;
        // The same sum is found under the name of its product.
        if (group === undefined && days.isOfOneGroup('paid', { from, to }, count)) continue;
        const terms = days.terms('paid', group, 1, { from, to });
        fits.push({ rule: from === to ? 'day' : 'days', terms, difference });
      }
    }
  }
  return { fits, isNamed: named !== undefined, short };
}
