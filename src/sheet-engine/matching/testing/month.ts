import { addDays, type DateText } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import type { BankEntry, MatchingItem, ItemKind } from '../item.ts';

/** A generator of whole numbers below `most` that repeats for a seed (mulberry32). */
function numbers(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * most);
  };
}

interface GeneratedMonth {
  items: MatchingItem[];
  lines: BankEntry[];
}

const sumOf = (list: readonly MatchingItem[]): number => list.reduce((sum, it) => sum + it.cents, 0);

const popular = [19_900, 19_900, 29_900, 49_900, 97_200, 123_456];
const two = (value: number) => String(value).padStart(2, '0');

/** October 2026 of a merchant whose provider settles in several ways, with lines that are nothing of ours. */
export function generatedMonth(seed: number, debits = 20_000, lineCount = 300): GeneratedMonth {
  const random = numbers(seed);
  const items: MatchingItem[] = [];
  const add = (kind: ItemKind, date: DateText, cents: number, reference: string, group = 'EFT'): MatchingItem => {
    const item = { id: `${items.length}`, kind, date, cents, group, references: [reference], label: reference };
    items.push(item);
    return item;
  };
  const days = Array.from({ length: 31 }, (_, at) => `2026-10-${two(at + 1)}`);
  const isBusy = (day: number) => day === 0 || day === 14 || day === 24 || day === 30;
  const groups = seed % 3 === 0 ? ['EFT', 'DEBICHECK'] : ['EFT'];
  for (let at = 0; at < debits; at += 1) {
    const day = random(10) < 6 ? ([0, 14, 24, 30][random(4)] ?? 0) : random(31);
    const cents = random(3) === 0 ? (popular[random(popular.length)] ?? 19_900) : 5000 + random(300_000);
    const kind = random(12) === 0 ? 'failed' : 'paid';
    add(kind, days[day] ?? '', cents, `LN${100_000 + at}`, groups[random(groups.length)]);
  }
  for (let at = 0; at < 20; at += 1)
    add('returned', days[random(31)] ?? '', 5000 + random(300_000), `LN${random(100_000)}`);
  for (let at = 0; at < 60; at += 1) add('paidOut', days[random(31)] ?? '', 1000 + random(900_000), `PAY${at}X`);

  // Two days in a row with the same sum: which one a settlement is of can't be known.
  const twin = 5 + random(20);
  const paidOn = (day: number) => sumOf(items.filter((it) => it.kind === 'paid' && it.date === days[day]));
  const gap = paidOn(twin) - paidOn(twin + 1);
  if (gap !== 0) add('paid', days[gap > 0 ? twin + 1 : twin] ?? '', Math.abs(gap), 'LNTWIN');

  const lines: BankEntry[] = [];
  const line = (date: DateText, cents: number, text: string, reference = '') =>
    lines.push({ id: `line ${lines.length}`, date, cents, text, reference });
  const alone = new Set<string>();
  const on = (from: number, to: number, kind: ItemKind) =>
    items.filter(
      (it) => it.kind === kind && it.date >= (days[from] ?? '') && it.date <= (days[to] ?? '') && !alone.has(it.id),
    );
  // Some debits are credited on their own, with their reference; some of these lines are wrong by a cent.
  for (let at = 0; at < lineCount / 3; at += 1) {
    const item = items[random(debits)];
    if (!item || item.kind !== 'paid' || alone.has(item.id)) continue;
    // Their sums stay those of the whole days.
    if (item.date === days[twin] || item.date === days[twin + 1]) continue;
    alone.add(item.id);
    const wrong = random(25) === 0 ? 1 - random(3) : 0;
    line(addDays(item.date, random(4)), item.cents + wrong, `CREDIT ${item.label}`, item.label);
    // The bank prints it twice, or a client pays the same amount again.
    if (random(20) === 0) line(addDays(item.date, 2), item.cents, `CREDIT ${item.label}`, item.label);
  }
  // Settlements of one day, of several days, less returns, less fees or a retention.
  line(addDays(days[twin] ?? '', 2), paidOn(twin), 'SETTLEMENT TWIN');
  for (let day = 0; day < 31;) {
    const length = random(4) === 0 ? 1 + random(4) : 1;
    const to = Math.min(30, day + length - 1);
    const paid = on(day, to, 'paid');
    const isNetted = random(3) === 0;
    const returns = isNetted ? on(day, to, 'returned') : [];
    const gross = sumOf(paid) - sumOf(returns);
    const less = [0, 0, 0, random(50_000), Math.round(gross / 10), -1][random(6)] ?? 0;
    const date = clearingDay(addDays(days[to] ?? '', random(4)));
    if (gross - less > 0 && !(isBusy(day) && random(9) === 0))
      line(date, gross - less, `SETTLEMENT ${date.replaceAll('-', '')}`);
    if (!isNetted)
      for (const it of on(day, to, 'returned'))
        line(addDays(it.date, random(3)), -it.cents, `UNPAID ${it.label}`, it.label);
    day = to + 1;
  }
  for (const it of items.filter(({ kind }) => kind === 'paidOut'))
    if (random(4) > 0) line(addDays(it.date, random(3)), -it.cents, `PAYMENT ${it.label}`, it.label);
  for (let at = 0; at < 6; at += 1) line(days[random(31)] ?? '', -(100 + random(40_000)), 'SERVICE FEES');
  // Clients who pay an unpaid debit themselves, and strangers.
  while (lines.length < lineCount) {
    const item = items[random(debits)];
    if (item?.kind === 'failed' && random(2) === 0)
      line(addDays(item.date, 1 + random(20)), item.cents, `EFT FROM CLIENT ${item.label}`);
    else line(days[random(31)] ?? '', (random(3) > 0 ? 1 : -1) * (100 + random(2_000_000)), `CASH DEP ${random(90)}`);
  }
  return { items, lines };
}
