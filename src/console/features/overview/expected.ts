import { addMonths, type DateText } from '#rules/calendar.ts';

/** Debits of a client in a month with one outcome, or those that are due. */
export interface ClientSum {
  /** The client; for a contract without any past debit its own number, which has no history either. */
  client: string;
  count: number;
  /** Whole cents. */
  cents: number;
}

export interface PastSum extends ClientSum {
  /** `YYYY-MM`. */
  month: string;
  isPaid: boolean;
}

interface Expected {
  /** Whole cents, like all that follow. */
  due: number;
  expected: number;
  /** The part of `due` whose clients have too little history, multiplied with the merchant's own rate. */
  byMerchantRate: number;
}

/** Months of history behind a rate, and months of which the rule is tried. */
export const historyMonths = 6;
export const triedMonths = 3;
/** Fewer debits are no rate. */
export const leastOfClient = 3;
export const leastOfMerchant = 20;

/** The first days of the months before `day`, latest first. */
export const monthsBefore = (day: DateText, count: number): DateText[] =>
  Array.from({ length: count }, (_, at) => addMonths(`${day.slice(0, 7)}-01`, -1 - at));

/** `cents` times paid of all, halves rounded up to the cent. */
const share = (cents: number, { paid, all }: { paid: number; all: number }): number =>
  Number((2n * BigInt(cents) * BigInt(paid) + BigInt(all)) / (2n * BigInt(all)));

/**
 * What is expected of the due debits: each client's due cents times its own paid rate, the number of its paid debits by
 * that of its paid and unpaid ones in the six whole months before `day`. Clients with fewer than three such debits have
 * the merchant's rate, over all clients. Every client's figure is a whole number of cents from 0 to what it owes, and
 * `expected` is their sum.
 * @param due the scheduled debits (report of future transactions), or the paid and unpaid ones of a past month
 * @param past paid and unpaid debits (report of transactions); other months are ignored
 * @returns undefined if the merchant has fewer than twenty debits in those months
 */
export function expectedOf(due: readonly ClientSum[], past: readonly PastSum[], day: DateText): Expected | undefined {
  const months = new Set(monthsBefore(day, historyMonths).map((it) => it.slice(0, 7)));
  const all = { paid: 0, all: 0 };
  const clients = new Map<string, { paid: number; all: number }>();
  for (const { client, month, isPaid, count } of past) {
    if (!months.has(month)) continue;
    const own = clients.get(client) ?? { paid: 0, all: 0 };
    clients.set(client, own);
    for (const it of [own, all]) {
      it.all += count;
      if (isPaid) it.paid += count;
    }
  }
  if (all.all < leastOfMerchant) return undefined;
  const dueOf = new Map<string, number>();
  for (const { client, cents } of due) dueOf.set(client, (dueOf.get(client) ?? 0) + cents);
  const sums: Expected = { due: 0, expected: 0, byMerchantRate: 0 };
  for (const [client, cents] of dueOf) {
    const own = clients.get(client);
    const hasOwn = own !== undefined && own.all >= leastOfClient;
    sums.due += cents;
    sums.expected += share(cents, hasOwn ? own : all);
    if (!hasOwn) sums.byMerchantRate += cents;
  }
  return sums;
}

interface Trial extends Expected {
  month: DateText;
  /** Whole cents that were paid. */
  came: number;
}

/** What the rule said of the three whole months before `day`, from the months before each, and what was paid. */
export const trialsOf = (past: readonly PastSum[], day: DateText): Trial[] =>
  monthsBefore(day, triedMonths).flatMap((month) => {
    const debits = past.filter((it) => it.month === month.slice(0, 7));
    const expected = expectedOf(debits, past, month);
    const came = debits.reduce((sum, it) => sum + (it.isPaid ? it.cents : 0), 0);
    return expected && debits.length > 0 ? [{ month, ...expected, came }] : [];
  });
