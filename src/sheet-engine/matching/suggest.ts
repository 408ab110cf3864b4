import { addDays, isWeekend, type DateText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { onBank, type BankEntry, type MatchOutcome, type Suggestion } from './item.ts';
import type { OpenItems } from './open-items.ts';
import type { References } from './references.ts';
import { shortOf } from './retention.ts';
import { maxOpen, setsOf } from './sets.ts';
import { sumsOfDays } from './sums.ts';

/** Banking days that a settlement may follow its last day by. */
const maxBankingDays = 5;
/** Shown side by side. */
const maxFits = 6;

const feeWords = /\b(?:fees?|charges?|commission|vat|admin)\b/i;

const earliest = new Map<DateText, DateText>();

/** The last day that a line's sum may end with, at the earliest. */
function earliestFor(date: DateText): DateText {
  const known = earliest.get(date);
  if (known !== undefined) return known;
  let [day, left] = [date, maxBankingDays];
  while (left > 0) {
    day = addDays(day, -1);
    if (!isWeekend(day) && holidayName(day) === undefined) left -= 1;
  }
  earliest.set(date, day);
  return day;
}

interface Known {
  open: OpenItems;
  references: References;
  /** Cents. */
  tolerance: { line: number; monthLeft: number; retention: number };
}

const several = (fits: readonly Suggestion[]): MatchOutcome => ({
  fits: fits.slice(0, maxFits),
  ...(fits.length > 1 && { why: { is: 'several' } as const }),
});

function setsFor(line: BankEntry, open: OpenItems): Suggestion[] {
  const near: number[] = [];
  for (let date = earliestFor(line.date); date <= line.date; date = addDays(date, 1))
    for (const at of open.on(date)) {
      const kind = open.items[at]?.kind;
      const isRight = line.cents > 0 ? kind === 'paid' || kind === 'returned' : kind !== 'paid';
      if (!isRight || open.stateOf(at) !== 'free') continue;
      if (near.length === maxOpen) return [];
      near.push(at);
    }
  const signed = near.flatMap((at) => {
    const item = open.items[at];
    return item ? [{ at, kind: item.kind, cents: item.cents }] : [];
  });
  return setsOf(signed, line.cents, maxFits).map((set) => ({
    rule: 'set',
    terms: set.map(({ at, kind }) => open.single(at, onBank(kind))),
    difference: 0,
  }));
}

/**
 * What a line may be that no reference names exactly, in this order: an unpaid debit that its client settled, a fee, an
 * exact sum of days; else a sum with a difference, or a small set. Returns all that fit, and chooses none.
 * @param named positions of the items that the line's references name
 */
export function suggestionsFor(
  line: BankEntry,
  named: readonly number[],
  { open, references, tolerance }: Known,
): MatchOutcome {
  if (line.cents === 0) return { fits: [], why: { is: 'nothing near' } };
  const free = named.filter((at) => open.stateOf(at) === 'free');
  const settled = references
    .settled(line, free)
    .map((at): Suggestion => ({ rule: 'settles', terms: [open.single(at, 1)], difference: 0 }));
  const fee: Suggestion[] =
    line.isFee === true || (line.cents < 0 && feeWords.test(line.text))
      ? [{ rule: 'named', terms: [], difference: -line.cents }]
      : [];
  const { days } = open;
  const sums = sumsOfDays(days, {
    cents: line.cents,
    line: days.at(line.date),
    earliest: days.at(earliestFor(line.date)),
    tolerance: tolerance.line,
  });
  const exact = [...settled, ...fee, ...sums.exact];
  if (exact.length > 0) return several(exact);
  const short =
    line.cents > 0 ? shortOf(days, line, earliestFor(line.date), tolerance.retention) : { fits: [], isNamed: false };
  // A constant share of the day that the line names is no accident.
  if (short.isNamed && short.fits.length > 0) return several(short.fits);
  const near = sums.near.filter((it) => it.difference <= tolerance.monthLeft);
  const rest = [...setsFor(line, open), ...near.toSorted((one, other) => one.difference - other.difference)];
  if (rest.length > 0) return several(rest);
  if (short.fits.length > 0) return several(short.fits);
  const [over] = sums.near;
  if (over)
    return { fits: [], why: { is: 'difference', difference: over.difference, left: Math.max(0, tolerance.monthLeft) } };
  const other = references.otherAmount(line, named);
  if (other) return { fits: [], why: { is: 'amount', label: other.label, date: other.date, cents: other.cents } };
  if (short.short) return { fits: [], why: { is: 'short', ...short.short } };
  if (named.length > 0 || line.cents < 0) return { fits: [], why: { is: 'nothing near' } };
  return { fits: [], why: { is: line.reference.trim() === '' ? 'no reference' : 'strange reference' } };
}
