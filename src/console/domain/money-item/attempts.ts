import { lastAgainst, type Against } from '#console/domain/collections/against.ts';
import { againstText } from '#console/domain/collections/reason.tsx';
import { centsText } from '#kit/ui/sums.ts';
import { addDays, bankingDay, dateOf, isDate, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { byDate, itemCents, countAndSum, type MoneyItem } from './item.ts';

/** Days that a bank may take for a debit in tracking: until then another one may be taken as well. */
const bankDays = 10;

/** The outcomes of a contract's debits so far. */
interface Attempts {
  /** Unpaid since the last paid one, by date. */
  failed: MoneyItem[];
  paidOn?: string;
  /** Submitted, without an outcome, by date. */
  underway: MoneyItem[];
  /** Why none of its debits should be collected again. */
  against?: Against<MoneyItem>;
}

/** @param againstOf why a reason is against collecting again, '' if it is not */
export function attemptsOf(items: readonly MoneyItem[], againstOf = againstText): Attempts {
  const list = byDate(items);
  const at = (stage: string) => list.filter((it) => it.stage === stage);
  const paid = at('paid').at(-1);
  const failed = at('unpaid').filter((it) => !paid || it.due > paid.due);
  return {
    failed,
    paidOn: paid && paid.due,
    underway: list.filter((it) => it.stage === 'underway'),
    against: lastAgainst(failed, (it) => againstOf(it.reason)),
  };
}

/** `R 407,95 of 13 Oct 2026 was returned: Authority cancelled. …` */
export const returnedText = (item: MoneyItem, text: string): string =>
  `${centsText(itemCents([item]))} of ${dayText(item.due)} was returned: ${text}`;

/** `Tried 2 times since the last paid debit of 13 Oct 2026.`; '' for none. */
export function triedText({ failed, paidOn }: Pick<Attempts, 'failed' | 'paidOn'>): string {
  if (failed.length === 0) return '';
  const count = failed.length === 1 ? 'once' : `${failed.length} times`;
  return paidOn
    ? `Tried ${count} since the last paid debit of ${dayText(paidOn)}.`
    : `Tried ${count}; none has been paid.`;
}

/** Debits that are named; more are counted. */
const most = 3;

/** `R 407,95 of 27 Nov 2026 is still at the bank.`; '' for none. */
export function atBankText(underway: readonly MoneyItem[]): string {
  return sentenceOf(underway, ['is still at the bank', 'are still at the bank']);
}

/** What a cancel does not stop: what is at the bank, and what goes out today. '' for nothing. */
export function inFlightText(list: readonly MoneyItem[], today: DateText): string {
  const texts = [
    atBankText(byDate(list.filter((it) => it.stage === 'underway'))),
    sentenceOf(byDate(list.filter((it) => it.stage === 'scheduled' && dateOf(it.due) === today)), [
      'goes out today',
      'go out today',
    ]),
  ];
  return texts.some(Boolean) ? `This doesn’t stop what is under way: ${texts.filter(Boolean).join(' ')}` : '';
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

function sentenceOf(list: readonly MoneyItem[], [one, many]: readonly [string, string]): string {
  if (list.length === 0) return '';
  if (list.length > most) return `${countAndSum(list)}, ${many}.`;
  const all = list.map((it) => `${centsText(itemCents([it]))} of ${dayText(it.due)}`);
  return `${[all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' and ')} ${all.length === 1 ? one : many}.`;
}

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
  return last && bankingDay(addDays(last, bankDays + 1), 'next', holidayOf);
}
