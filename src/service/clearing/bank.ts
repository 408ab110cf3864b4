import { createHash } from 'node:crypto';
import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

export interface DebitedAccount {
  merchant: string;
  product: string;
  client: string;
  /** As stored, which may be encrypted; `decryptingBank` gives the bank the number itself. */
  number: string;
}

/** A mandate awaiting approval. */
interface Request {
  contract: number;
  account: DebitedAccount;
  capturedAt: DateTimeText;
}

/** A debit or payout in progress, with the time of its current status. */
export interface Order {
  contract: number;
  sequence: number;
  account: DebitedAccount;
  actionDate: DateTimeText;
  status: string;
  since: DateTimeText;
}

/** An event from the bank: it accepted an order or, with a code, reports the outcome. */
export interface BankEvent {
  at: DateTimeText;
  /** `paid`, the reason for a failure, or for the return of what was paid; null when the order was accepted. */
  result: string | null;
}

export const paid = '00';
/** The only reason for which tracking waits. */
export const noFunds = '02';

/**
 * The interface to a bank. Returns the next event of each record it is asked about, past or future, or nothing while unknown;
 * clearing processes what has happened by now and asks again: of a debit at the time of an event to come, or once its account or
 * tracking has changed, and every minute while nothing is known. The consequences are clearing's.
 */
export interface Bank {
  answers(requests: Request[]): Promise<({ at: DateTimeText; isAccepted: boolean } | undefined)[]>;
  debits(orders: (Order & { trackingDays: number })[]): Promise<(BankEvent | undefined)[]>;
  payouts(orders: Order[]): Promise<(BankEvent | undefined)[]>;
}

/** The bank, with account numbers decrypted before it gets them. */
export function decryptingBank(bank: Bank, { open }: Pick<Numbers, 'open'>): Bank {
  const decrypted = <T extends { account: DebitedAccount }>(list: T[]): T[] =>
    list.map((it) => ({ ...it, account: { ...it.account, number: open(it.account.number) } }));
  return {
    answers: (requests) => bank.answers(decrypted(requests)),
    debits: (orders) => bank.debits(decrypted(orders)),
    payouts: (orders) => bank.payouts(decrypted(orders)),
  };
}

/** A bank without events: clearing that needs no bank still happens. */
export const noBank: Bank = {
  answers: async (requests) => requests.map(() => undefined),
  debits: async (orders) => orders.map(() => undefined),
  payouts: async (orders) => orders.map(() => undefined),
};

/**
 * A simulated bank. Its decisions depend only on the record, so they are the same in every database. It accepts and reports
 * nothing on Sundays and public holidays.
 *
 * Most payers pay nearly always, two in ten miss every fifth time, one in ten more often than not. Of 200 paid EFT debits one is
 * disputed and returned three to ten days later. Ends of account numbers force an outcome: 0000 never pays (no funds) and cannot
 * be paid out to (closed), 1111 always pays and approves every mandate, 2222 approves none, 3333 pays and is then returned, if by
 * EFT; these answer a mandate on the next day, and their debits on the day on which they go out.
 */
export const simulatedBank: Bank = {
  answers: async (requests) =>
    requests.map(({ contract, account, capturedAt }) => {
      const choose = chooser(account.merchant, contract);
      const days = forced(account) !== undefined || choose('answerSoon', 10) < 6 ? 1 : 2 + choose('answerDays', 4);
      return {
        at: later(`${addDays(dateOf(capturedAt), days)} 05:00`, choose('answerTime', 60)),
        isAccepted: forced(account) === undefined ? choose('answer', 10) > 0 : forced(account) !== 'declines',
      };
    }),

  debits: async (orders) =>
    orders.map((order) => {
      const choose = chooser(order.account.merchant, order.contract, order.sequence);
      if (order.status === 'SCHEDULED') return { at: takenAt(order, windowOf(order)), result: null };
      if (order.status === 'TRACKING') {
        const pays = forced(order.account) !== 'fails' && choose('tracked', 10) < 4;
        const days = pays ? 1 + choose('trackedDays', order.trackingDays) : order.trackingDays;
        const day = addDays(dateOf(order.since), days);
        return reported(later(`${day} 02:00`, choose('trackedTime', 240)), pays ? paid : noFunds);
      }
      if (order.status === 'PAID') {
        if (order.account.product === early || !isDisputed(order.account, choose)) return undefined;
        return reported(daysLater(order.since, 3 + choose('disputeDays', 8)), disputed);
      }
      // Outcomes of EFT may take days. A forced one comes at once: it is there to try what follows.
      const isLate =
        order.account.product !== early && forced(order.account) === undefined && choose('late', 1000) < 25;
      const at = later(order.since, (order.account.product === early ? 90 : 60) + choose('minute', 240));
      return reported(isLate ? daysLater(at, 1 + choose('lateDays', 4)) : at, debitResult(order));
    }),

  payouts: async (orders) =>
    orders.map((order) => {
      if (order.status === 'SCHEDULED') return { at: takenAt(order, '08:00'), result: null };
      const choose = chooser(order.account.merchant, order.contract, order.sequence);
      const fails =
        forced(order.account) === 'fails' || (forced(order.account) === undefined && choose('payout', 50) === 0);
      return reported(later(order.since, 30 + choose('minute', 180)), fails ? closed : paid);
    }),
};

const closed = '12';
const disputed = '30';
const reasons = [...Array<string>(12).fill(noFunds), '04', '04', '06', closed, closed, '30'];

/** The product whose debits go out first thing in the morning; all others go out after hours. */
const early = 'DEBICHECK';
const windowOf = ({ account }: Order): string => (account.product === early ? '00:30' : '17:30');

function debitResult({ contract, sequence, account }: Order): string {
  if (forced(account) === 'fails') return noFunds;
  if (forced(account) === 'pays' || forced(account) === 'disputes') return paid;
  const choose = chooser(account.merchant, contract, sequence);
  const perMille = [50, 50, 50, 50, 50, 50, 50, 220, 220, 600][
    chooser(account.merchant, account.product, account.client)('payer', 10)
  ];
  return choose('outcome', 1000) < (perMille ?? 0) ? (reasons[choose('reason', reasons.length)] ?? noFunds) : paid;
}

function isDisputed(account: DebitedAccount, choose: ReturnType<typeof chooser>): boolean {
  const outcome = forced(account);
  return outcome === undefined ? choose('dispute', 200) === 0 : outcome === 'disputes';
}

function forced({ number }: DebitedAccount): 'fails' | 'pays' | 'declines' | 'disputes' | undefined {
  switch (Number(number) % 10_000) {
    case 0:
      return 'fails';
    case 1111:
      return 'pays';
    case 2222:
      return 'declines';
    case 3333:
      return 'disputes';
    default:
      return undefined;
  }
}

/** A whole number below `n` for each choice about a record; by md5, as in the sample data. */
export const chooser =
  (...key: (string | number)[]) =>
  (choice: string, n: number): number =>
    Number.parseInt(
      createHash('md5')
        .update([...key, choice].join('/'))
        .digest('hex')
        .slice(0, 7),
      16,
    ) % n;

const latest = (one: DateTimeText, other: DateTimeText): DateTimeText => (one > other ? one : other);
const daysLater = (at: DateTimeText, days: number): DateTimeText => addDays(dateOf(at), days) + at.slice(10);

/** An outcome on a banking day. */
const reported = (at: DateTimeText, result: string): BankEvent => ({
  at: clearingDay(dateOf(at)) + at.slice(10),
  result,
});

/** When an order is accepted: at the hour of its day, or when it arrives later, and never while banks are closed. */
function takenAt({ actionDate, since }: Order, hour: string): DateTimeText {
  const day = clearingDay(dateOf(latest(actionDate, since)));
  return latest(`${day} ${hour}`, since);
}

function later(at: DateTimeText, minutes: number): DateTimeText {
  const total = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)) + minutes;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = addDays(dateOf(at), Math.floor(total / 1440));
  return `${day} ${two(Math.floor((total % 1440) / 60))}:${two(total % 60)}`;
}
