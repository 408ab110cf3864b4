import { centsText } from '#kit/ui/sums.ts';
import { addDays, bankingDay, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { byDate, itemCents, countAndSum, type MoneyItem } from './item.ts';

/* Debits that no change stops any more: texts that name them, and the day on which the bank must have answered. */

/** `R 407,95 of 27 Nov 2026 is still at the bank.`; '' for none. */
export function atBankText(underway: readonly MoneyItem[]): string {
  return sentenceOf(underway, ['is still at the bank', 'are still at the bank']);
}

/** What a cancel does not stop: what is at the bank, and what goes out today. '' for nothing. */
export function inFlightText(list: readonly MoneyItem[], today: DateText): string {
  const goingOut = list.filter((it) => it.stage === 'scheduled' && dateOf(it.due) === today);
  const texts = [
    atBankText(byDate(list.filter((it) => it.stage === 'underway'))),
    sentenceOf(byDate(goingOut), ['goes out today', 'go out today']),
  ].filter(Boolean);
  return texts.length > 0 ? `This doesn’t stop what is under way: ${texts.join(' ')}` : '';
}

/**
 * The same for several contracts, as far as two reports are read: the debits at the bank, and all others. It says what
 * isn't known yet or couldn't be read.
 */
export function inFlightAsRead(
  read: { underway?: readonly MoneyItem[]; others?: readonly MoneyItem[]; isFailed: boolean },
  today: DateText,
): string {
  const { underway, others, isFailed } = read;
  const text = inFlightText([...(underway ?? []), ...(others ?? []).filter((it) => it.stage === 'scheduled')], today);
  if (underway && others) return text;
  const missing = isFailed
    ? 'We couldn’t load all that is under way at these contracts; a cancel doesn’t stop it.'
    : 'Checking what is under way…';
  return [text, missing].filter(Boolean).join(' ');
}

/** Days that a bank may take for a debit in tracking: until then another one may be taken as well. */
const longestTrackingDays = 10;

/** The first banking day after the bank must have answered for all of them; `undefined` for none. */
export function afterBank(
  underway: readonly MoneyItem[],
  holidayOf: (date: DateText) => string | undefined,
): DateText | undefined {
  const last = underway
    .map((it) => dateOf(it.due))
    .filter(isDate)
    .toSorted()
    .at(-1);
  return last && bankingDay(addDays(last, longestTrackingDays + 1), 'next', holidayOf);
}

/** Debits that a sentence names one by one; more are counted. */
const mostNamed = 3;

function sentenceOf(list: readonly MoneyItem[], [one, many]: readonly [string, string]): string {
  if (list.length === 0) return '';
  if (list.length > mostNamed) return `${countAndSum(list)}, ${many}.`;
  const all = list.map((it) => `${centsText(itemCents([it]))} of ${dayText(it.due)}`);
  return `${[all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')} ${all.length === 1 ? one : many}.`;
}
