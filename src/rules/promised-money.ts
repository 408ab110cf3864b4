import { dateOf, type DateText, type DateTimeText } from './calendar.ts';

/** What was promised; in whole cents. */
export interface PromisedMoney {
  id: string;
  /** Null for money of any contract of the client. */
  contract: string | null;
  /** When it was promised. */
  at: DateTimeText;
  /** The last day to pay. */
  day: DateText;
  cents: number;
}

/** Money of the same client that came in. */
export interface MoneyIn {
  /** Null where it is not known: it counts for promises of the client alone. */
  contract: string | null;
  /** A minute, or a day where no more is known. */
  at: DateTimeText | DateText;
  cents: number;
}

export interface PromiseOutcome {
  state: 'waiting' | 'kept' | 'partly' | 'broken';
  /** The money in for it. */
  cents: number;
}

/**
 * How the promises of a client ended: by the money that came in after each was made and until its day. Money counts once: for the promise
 * that ends first, before one of the client for one of its contract. With more money no promise fares worse.
 * @param today by the business clock; a promise whose day has not passed waits, unless all of it has come.
 */
export function promiseOutcomes(
  promises: readonly PromisedMoney[],
  money: readonly MoneyIn[],
  today: DateText,
): Map<string, PromiseOutcome> {
  const inOrder = promises.toSorted(
    (one, other) =>
      compare(one.day, other.day) ||
      Number(one.contract === null) - Number(other.contract === null) ||
      compare(one.at, other.at) ||
      compare(one.id, other.id),
  );
  const came = new Map(inOrder.map(({ id }) => [id, 0]));
  for (const { contract, at, cents } of money.toSorted((one, other) => compare(one.at, other.at))) {
    let left = Math.max(0, cents);
    for (const it of inOrder) {
      if ((it.contract !== null && it.contract !== contract) || !isWithin(at, it)) continue;
      const before = came.get(it.id) ?? 0;
      const taken = Math.min(left, it.cents - before);
      came.set(it.id, before + taken);
      left -= taken;
    }
  }
  return new Map(
    inOrder.map(({ id, day, cents: promised }) => {
      const cents = came.get(id) ?? 0;
      const state = cents >= promised ? 'kept' : today <= day ? 'waiting' : cents > 0 ? 'partly' : 'broken';
      return [id, { state, cents }];
    }),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Of a day alone it is not known whether it was before the promise: all of that day counts. */
function isWithin(at: string, promise: PromisedMoney): boolean {
  const isDayAlone = at.length <= 10;
  return at >= (isDayAlone ? dateOf(promise.at) : promise.at) && dateOf(at) <= promise.day;
}
