import type { SignedFigures } from '#contract/month-end.ts';
import { addDays, addMonths, type DateText } from '#rules/calendar.ts';
import type { Query } from '#service/database/query.ts';

export interface Book {
  merchant: string;
  product: string;
  /** `YYYY-MM`. */
  month: string;
}

const previousMonth = (month: string): string => addMonths(`${month}-01`, -1).slice(0, 7);
export const firstDay = (month: string): DateText => `${month}-01`;
export const dayAfter = (month: string): DateText => addMonths(firstDay(month), 1);
export const lastDayOf = (month: string): DateText => addDays(dayAfter(month), -1);

/** $1 merchant, $2 product, $3 the first day, $4 the day after the last. */
const rows = `
  select *, coalesce(upper(transaction_type) = 'PAYOUT', false) as is_out,
    coalesce(upper(transaction_type) = 'RETURN', false) as is_late
  from transaction
  where merchant = $1 and product = $2 and transaction_date >= $3::timestamp and transaction_date < $4::timestamp`;

export const bookValues = ({ merchant, product, month }: Book): unknown[] => [
  merchant,
  product,
  firstDay(month),
  dayAfter(month),
];

/** As `monthLine` writes it (src/contract/month-end.ts); an empty text counts as none. */
const line = `json_build_array(to_char(transaction_date, 'YYYY-MM-DD HH24:MI'), contract_sequence, client_number,
  contract_number, nullif(transaction_type, ''), amount, status)::text`;

/** Each day of the month with the lines of its transactions and their hash. */
export const days = `
  select day, count, lines, encode(sha256(convert_to(lines, 'UTF8')), 'hex') as hash
  from (
    select transaction_date::date as day, count(*)::int as count,
      string_agg(${line}, E'\\n' order by ${line} collate "C") as lines
    from (${rows}) as transactions
    group by 1
  ) as days`;

/** Debits paid in the month and returned after it, with the same values. */
export const lateReturns = `
  transaction as late
    join transaction as paid on paid.merchant = $1 and paid.contract_sequence = late.contract_sequence
      and paid.instalment_sequence = late.instalment_sequence and paid.status = 'PAID'
      and paid.transaction_date >= $3::timestamp and paid.transaction_date < $4::timestamp
      and late.merchant = $1 and late.product = $2 and upper(late.transaction_type) = 'RETURN'
      and late.transaction_date >= $4::timestamp`;

const inOrder = `in_order as
  (partition by contract_sequence, amount order by transaction_date, is_late desc, transaction_sequence)`;

/**
 * The month's returns that take back no debit of the month (`returnedDebits`): the balance of their contract and amount, its paid
 * debits so far less its returns, is lower after them than it was before, and below zero.
 */
const returnsOfEarlier = `
  select transaction_sequence
  from (
    select transaction_sequence, is_late, balance,
      min(balance) over (in_order rows between unbounded preceding and 1 preceding) as lowest
    from (
      select *, sum(case when is_late then -1 else 1 end) over (in_order rows unbounded preceding) as balance
      from (${rows}) as of_month
      where (is_late or status = 'PAID' and not is_out)
        and contract_sequence in (select contract_sequence from (${rows}) as returns where is_late)
      window ${inOrder}
    ) as balances
    window ${inOrder}
  ) as lows
  where is_late and balance < least(0, lowest)`;

/**
 * Sorting the rows of a month of a million transactions takes longer than a call may; the console waits for a minute. Both the
 * server and this side give up later.
 */
export async function withTime(query: Query): Promise<Query> {
  await query(`set local statement_timeout = '55s'`);
  return (statement, values) =>
    query({ ...(typeof statement === 'string' ? { text: statement } : statement), query_timeout: 60_000 }, values);
}

/** The closing of the month before, 0 if that is not closed. */
export async function openingCents(query: Query, { merchant, product, month }: Book): Promise<number> {
  const [found] = await query<{ closing: number }>(
    `select closing from month_close
      where merchant = $1 and product = $2 and month = $3 and reopened_date is null`,
    [merchant, product, previousMonth(month)],
  );
  return found?.closing ?? 0;
}

/**
 * The month's figures, computed from the transactions by the rules that the console follows (docs/decisions.md, 52).
 * @param Matched what bank lines took out of transit
 */
export async function bookFigures(
  query: Query,
  book: Book,
  Matched: number,
): Promise<SignedFigures & { Unknown: number }> {
  type Found = Record<string, number>;
  const named = {
    Collected: `status = 'PAID' and not is_out`,
    Returned: `status = 'UNPAID' and not is_out`,
    AfterPayment: 'is_late',
    FromEarlier: 'transaction_sequence in (select transaction_sequence from earlier)',
    PaidOut: `status = 'PAID' and is_out`,
    PayoutsUnpaid: `status = 'UNPAID' and is_out`,
  };
  const sums = Object.entries(named).map(
    ([name, condition]) =>
      `count(*) filter (where ${condition})::int as "${name}Count",
        coalesce(sum(amount) filter (where ${condition}), 0)::bigint as "${name}Cents"`,
  );
  const [found = {}] = await query<Found>(
    `with earlier as (${returnsOfEarlier})
      select ${sums.join(', ')}, count(*) filter (where status not in ('PAID', 'UNPAID'))::int as "Unknown"
      from (${rows}) as it`,
    bookValues(book),
  );
  const of = (name: string) => ({ Count: found[`${name}Count`] ?? 0, Cents: found[`${name}Cents`] ?? 0 });
  const Opening = await openingCents(query, book);
  const [Collected, AfterPayment] = [of('Collected'), of('AfterPayment')];
  return {
    Opening,
    Collected,
    Returned: of('Returned'),
    AfterPayment,
    FromEarlier: of('FromEarlier'),
    PaidOut: of('PaidOut'),
    PayoutsUnpaid: of('PayoutsUnpaid'),
    Matched,
    Closing: Opening + Collected.Cents - AfterPayment.Cents - Matched,
    Unknown: found.Unknown ?? 0,
  };
}
