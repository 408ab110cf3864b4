import type { Days } from '#kit/dates/ranges.ts';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { daysBetween } from '#rules/calendar.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import { grouped } from '#rules/sums.ts';
import type { Rehearsal, Rehearsed } from './rehearsal.ts';

export type DueNoun = 'debit' | 'payment';

const doneOf = (noun: DueNoun): string => (noun === 'debit' ? 'collected' : 'paid');
const timesText = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

/** Longer lists are cut: the rows below have all. */
const most = 4;

/** `Dec 2026`, `the 3 months from Feb 2027`, `the week of 7 Dec 2026`. */
function periodText({ from, to }: Days): string {
  const length = daysBetween(from, to) + 1;
  if (length === 7) return `the week of ${dayText(from)}`;
  if (length === 14) return `the two weeks from ${dayText(from)}`;
  const months = Math.round(length / 30.4);
  return from.slice(0, 7) === to.slice(0, 7) ? monthText(from) : `the ${months} months from ${monthText(from)}`;
}

const cut = (list: readonly string[]): string =>
  [...list.slice(0, most), ...(list.length > most ? [`${formatCount(list.length - most)} more`] : [])].join(', ');

/** What one contract skips, what it collects twice, and what is above its maximum, as sentences. */
export function attentionOf({ skipped, doubled, above, cap }: Rehearsed, noun: DueNoun): string[] {
  const [first] = above;
  const done = doneOf(noun);
  return [
    ...(skipped.length > 0 ? [`No ${noun} in ${cut(skipped.map(periodText))}.`] : []),
    ...(doubled.length > 0
      ? [
          `${done[0]?.toUpperCase()}${done.slice(1)} ${cut(doubled.map((it) => `${timesText(it.count)} in ${periodText(it)}`))}.`,
        ]
      : []),
    ...(first && cap !== undefined
      ? [
          `Above the maximum of ${formatCents(cap)}: ${countText(above.length, [noun, `${noun}s`])}, from ${dayText(first.date)}.`,
        ]
      : []),
  ];
}

/** `3 contracts skip Dec 2026, 1 is collected twice in Jan 2027.`; '' if nothing needs attention. */
export function attentionOfMany({ contracts }: Rehearsal, noun: DueNoun): string {
  const clauses: { from: string; count: number; one: string; many: string }[] = [];
  const skips = contracts.flatMap((it) => it.skipped);
  for (const [text, list] of grouped(skips, periodText))
    clauses.push({ from: `1 ${list[0]?.from}`, count: list.length, one: `skips ${text}`, many: `skip ${text}` });
  const twice = contracts.flatMap((it) => it.doubled);
  for (const [text, list] of grouped(twice, (it) => `${doneOf(noun)} ${timesText(it.count)} in ${periodText(it)}`))
    clauses.push({ from: `2 ${list[0]?.from}`, count: list.length, one: `is ${text}`, many: `are ${text}` });
  const above = contracts.filter((it) => it.above.length > 0).length;
  if (above > 0)
    clauses.push({ from: '3', count: above, one: 'is above its maximum', many: 'are above their maximum' });
  const texts = clauses
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ count, one, many }, at) => {
      const who = at === 0 ? countText(count, ['contract', 'contracts']) : formatCount(count);
      return `${who} ${count === 1 ? one : many}`;
    });
  return texts.length > 0 ? `${cut(texts)}.` : '';
}
