import { addDays, bankingDay, type DateText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { chooser } from '../bank.ts';

/** A debit or payout with its outcome. Amounts are whole cents. */
export interface SettledItem {
  date: DateText;
  contractNumber: string;
  cents: number;
}

/** The outcomes of all days up to the end of a statement, each list by date. */
export interface OutcomeHistory {
  /** Paid debits: their sum and number by day. */
  collected: { date: DateText; cents: number; count: number }[];
  /** Debits that were returned after they had been paid. */
  lateReturns: SettledItem[];
  /** One unpaid debit of each month, whose payer pays it by EFT. */
  paidByClient: SettledItem[];
  paidOut: SettledItem[];
}

/** Money in is positive, money out negative, in whole cents. */
export interface SettledLine {
  date: DateText;
  cents: number;
  text: string;
  reference: string;
}

/** The balance before the first line of all. */
export const firstBalance = 25_000_000;

const perDebit = 250;
/** The part of a month's largest settlement that the provider keeps for a month, as one of so many. */
const retained = 20;

/** The day after, or the next on which banks settle: no weekend, no public holiday. */
export const settlementDay = (date: DateText): DateText => bankingDay(addDays(date, 1), 'next', holidayName);

/**
 * What the merchant's bank account shows of its debits and payouts, by date. One credit settles the paid debits of the days
 * since the last settlement. As real providers do, it differs from their sum here and there: in each month the largest keeps a
 * part back until the next month, one is less a late return, and fees leave at the end. A stranger and a client pay in as well.
 */
export function bankLines(merchant: string, history: OutcomeHistory): SettledLine[] {
  const settlements = settled(history.collected);
  const lines: SettledLine[] = [];
  const nettedItems = new Set<SettledItem>();
  for (const [month, ofMonth] of byMonth(settlements)) {
    const choose = chooser(merchant, month);
    const largest = ofMonth.reduce((one, other) => (other.cents > one.cents ? other : one));
    // A month of few settlements would hardly have a plain one.
    const kept = ofMonth.length > 3 ? Math.round(largest.cents / retained) : 0;
    const netted = nettedReturn(history.lateReturns, ofMonth, largest);
    if (netted) nettedItems.add(netted.item);
    for (const settlement of ofMonth) {
      const less = (settlement === largest ? kept : 0) + (settlement === netted?.settlement ? netted.item.cents : 0);
      lines.push({
        date: settlement.date,
        cents: settlement.cents - less,
        text: 'DEBIT ORDER SETTLEMENT',
        reference: `COLLECTIONS ${settlement.days.at(-1)?.replaceAll('-', '')}`,
      });
    }
    if (kept > 0)
      lines.push({
        date: settlementDay(`${next(month)}-01`),
        cents: kept,
        text: 'RETENTION RELEASED',
        reference: `RETENTION ${month.replace('-', '')}`,
      });
    const debits = ofMonth.reduce((sum, { count }) => sum + count, 0);
    const lastDay = bankingDay(addDays(`${next(month)}-01`, -1), 'previous', holidayName);
    lines.push({
      date: lastDay,
      cents: -perDebit * debits,
      text: 'SERVICE FEES',
      reference: `FEES ${month.replace('-', '')}`,
    });
    lines.push({
      date: settlementDay(`${month}-${12 + choose('strangerDay', 8)}`),
      cents: 35_000 + choose('stranger', 300_000),
      text: 'APP PAYMENT FROM J VAN WYK',
      reference: 'THANK YOU',
    });
  }
  for (const item of history.lateReturns)
    if (!nettedItems.has(item))
      lines.push({
        date: settlementDay(item.date),
        cents: -item.cents,
        text: 'UNPAID DEBIT ORDER',
        reference: item.contractNumber,
      });
  for (const { date, cents, contractNumber } of history.paidByClient)
    lines.push({ date: settlementDay(addDays(date, 2)), cents, text: 'EFT CREDIT', reference: contractNumber });
  for (const { date, cents, contractNumber } of history.paidOut)
    lines.push({ date, cents: -cents, text: 'PAYOUT', reference: contractNumber });
  return lines.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

interface Settlement {
  date: DateText;
  days: DateText[];
  cents: number;
  count: number;
}

/** Days that are settled on the same day share one settlement: Friday's and Saturday's debits on Monday. */
function settled(collected: OutcomeHistory['collected']): Settlement[] {
  const found = new Map<DateText, Settlement>();
  for (const { date, cents, count } of collected) {
    const on = settlementDay(date);
    const settlement = found.get(on) ?? { date: on, days: [], cents: 0, count: 0 };
    settlement.days.push(date);
    settlement.cents += cents;
    settlement.count += count;
    found.set(on, settlement);
  }
  return [...found.values()];
}

function byMonth(settlements: Settlement[]): Map<string, Settlement[]> {
  const found = new Map<string, Settlement[]>();
  for (const settlement of settlements) {
    const month = settlement.date.slice(0, 7);
    found.set(month, [...(found.get(month) ?? []), settlement]);
  }
  return found;
}

/** The first late return of a month, and the settlement of the same days that it is netted with. */
function nettedReturn(returns: SettledItem[], settlements: Settlement[], largest: Settlement) {
  for (const item of returns) {
    const settlement = settlements.find((it) => it.days.includes(item.date) && it !== largest && it.cents > item.cents);
    if (settlement) return { item, settlement };
  }
  return undefined;
}

const next = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);
