import { countText } from '#kit/ui/sums.ts';
import { daysBetween, type DateText } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import type { AccountRule, ItemKind, MatchOutcome, Suggestion, Term } from '#sheet-engine/matching/item.ts';
import { retentionIn } from '#sheet-engine/matching/retention.ts';

/** `25 Oct`: the year is that of the page. */
export const shortDay = (date: DateText): string => dayText(date).replace(/ \d{4}$/, '');
const shortWeekday = (date: DateText): string => weekdayText(date).replace(/ \d{4}$/, '');

const verbs: Record<ItemKind, string> = {
  paid: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  paidOut: 'Paid out',
};

export function termText({ kind, from, to, label, items }: Term): string {
  if (items) return `${label || 'A debit'}, ${verbs[kind].toLowerCase()} on ${shortWeekday(from)}`;
  return from === to
    ? `${verbs[kind]} on ${shortWeekday(from)}`
    : `${verbs[kind]} from ${shortWeekday(from)} to ${shortWeekday(to)}`;
}

export const countOf = ({ kind, count }: Term): string =>
  countText(count, kind === 'paidOut' ? ['payout', 'payouts'] : ['debit', 'debits']);

function daysOf({ terms }: Suggestion): number {
  const from = terms.map((it) => it.from).toSorted()[0] ?? '';
  const to =
    terms
      .map((it) => it.to)
      .toSorted()
      .at(-1) ?? '';
  return from ? daysBetween(from, to) + 1 : 0;
}

/** What a suggestion is, without its amount. */
export function suggestionRuleText(suggestion: Suggestion): string {
  const [first] = suggestion.terms;
  switch (suggestion.rule) {
    case 'exact':
      return 'Exact';
    case 'day':
      return 'Sum of a day';
    case 'days':
      return `Sum of ${daysOf(suggestion)} days`;
    case 'lessReturns':
      return 'Sum less returns';
    case 'set':
      return `Sum of these ${suggestion.terms.length}`;
    case 'settles':
      return `Settles the unpaid debit of ${first ? shortDay(first.from) : ''}`;
    case 'named':
      return 'Fee of the account';
  }
}

/** `5 %`, from hundredths of a per cent. */
export const shareText = (share: number): string => `${String(share / 100).replace('.', ',')}\u00a0%`;

const shortText = (difference: number, date: DateText): string =>
  `${formatCents(difference)} short of ${shortDay(date)}`;

/** @param mostRetained the account's largest retention */
export function suggestionText(suggestion: Suggestion, mostRetained: number): string {
  if (suggestion.rule === 'named' || suggestion.difference === 0) return suggestionRuleText(suggestion);
  const share = retentionIn(suggestion);
  const to = suggestion.terms.at(-1)?.to;
  return share === undefined || share > mostRetained || to === undefined
    ? `${suggestionRuleText(suggestion)}, ${formatCents(suggestion.difference)} short`
    : `Retention of ${shareText(share)}, ${shortText(suggestion.difference, to)}`;
}

function whyText({ why, fits }: MatchOutcome): string {
  switch (why?.is) {
    case 'several':
      return `Several fit (${fits.length})`;
    case 'two lines':
      return 'Not matched: two lines name the same debit';
    case 'amount':
      return `Not matched: ${why.label} of ${shortDay(why.date)} is ${formatCents(why.cents)}`;
    case 'difference':
      return `Not matched: ${formatCents(why.difference)} short, ${formatCents(why.left)} left this month`;
    case 'short':
      return `Not matched: ${shortText(why.difference, why.date)}`;
    case 'strange reference':
      return 'Not matched: no debit or payout has its reference';
    case 'no reference':
      return 'Not matched: no reference';
    default:
      return 'Not matched: nothing near has this amount';
  }
}

/** The line's second row in the list. */
export function outcomeText(outcome: MatchOutcome, mostRetained: number): string {
  const [only, ...others] = outcome.fits;
  if (!only || others.length > 0) return whyText(outcome);
  const text = suggestionText(only, mostRetained);
  return outcome.byRule ? `${text}, by a rule` : text;
}

/** `“SETTLEMENT” to one day’s debits`. */
export const rememberedText = ({ stem, rule }: AccountRule): string => {
  const kinds: Partial<Record<AccountRule['rule'], string>> = {
    day: 'one day’s debits',
    days: 'the debits of several days',
    lessReturns: 'paid days, less returns',
    named: 'a fee of the account',
  };
  return `“${stem}” to ${kinds[rule] ?? rule}`;
};

/** Rules that an account can remember: the others name their debit themselves, or are too loose to repeat. */
export const isRememberable = ({ rule, difference }: Suggestion): boolean =>
  rule === 'named' || (difference === 0 && (rule === 'day' || rule === 'days' || rule === 'lessReturns'));
