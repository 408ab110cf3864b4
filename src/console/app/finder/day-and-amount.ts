import { collectionsPath } from '#console/domain/collections/link.ts';
import { writeFilter } from '#console/domain/collections/report-address.ts';
import { links } from '#console/domain/links.ts';
import { addDays, type DateText } from '#rules/calendar.ts';
import { weekdayText } from '#rules/day-text.ts';
import { centsOf, formatCents, parseAmount } from '#rules/money.ts';
import { readDay } from '#rules/read-day.ts';
import type { FinderItem } from './items.ts';

/** Days before and after today in which an amount is looked for: the longest that the ranges offer. */
const reach = 89;

/** `1 Dec`, `2026-12-01`, `tomorrow`; not numbers and words that are more often a contract's or a client's. */
const isDayLike = (text: string) => /^(today|tomorrow|yesterday)$|\d[-/. ]|\d[a-z]{3}|[a-z]{3} ?\d/i.test(text);
/** `R 450`, `450,00`: a whole number is a contract's. */
const isAmountLike = (text: string) => /^r ?\d|[.,]\d\d$/i.test(text);

/** What is or was collected on a typed day, or of a typed amount. */
export function dayAndAmountItems(typed: string, today: DateText, rank: number): FinderItem[] {
  const text = typed.trim();
  const item = (label: string, path: string): FinderItem => ({
    key: label,
    group: 'Day or amount',
    icon: 'instalments',
    label,
    detail: '',
    path,
    rank,
  });
  const day = isDayLike(text) ? readDay(text, today) : undefined;
  const cents = isAmountLike(text) ? centsOf(parseAmount(text)) : undefined;
  const items: FinderItem[] = [];
  if (day) {
    items.push(item(`Instalments of ${weekdayText(day)}`, links.instalments({ from: day, to: day })));
    if (day <= today) items.push(item(`Debits of ${weekdayText(day)}`, collectionsPath({ from: day, to: day })));
  }
  if (cents !== undefined) {
    const amount = formatCents(cents);
    const of = (fieldName: string) => ({ fieldName, kind: 'number', least: cents, most: cents }) as const;
    items.push(
      item(
        `Instalments of ${amount}, next 90 days`,
        links.reports('future-transactions', {
          range: 'next-90-days',
          where: writeFilter(of('InstalmentAmount')),
        }),
      ),
      item(
        `Debits of ${amount}, last 90 days`,
        collectionsPath({ from: addDays(today, -reach), to: today }, [of('Amount')]),
      ),
    );
  }
  return items;
}
