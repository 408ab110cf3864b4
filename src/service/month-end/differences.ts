import { maxDifferences, rowOfLine, type MonthDifference } from '#contract/month-end.ts';
import type { Query } from '#service/database/query.ts';
import { days, lateReturns, bookValues, withTime, type Book } from './figures.ts';

/**
 * What has changed since a month was closed. Days are compared by their hash; of those that differ the rows, as
 * multisets: they have no identifier, so a changed row is one that is gone and one that is new. A debit of the month
 * that was returned since is found by its instalment.
 */
export async function differencesOf(
  brief: Query,
  book: Book,
  version: number,
): Promise<{ Differences: MonthDifference[]; DifferenceCount: number }> {
  const query = await withTime(brief);
  const changed = await query<{ kind: 'new' | 'gone'; line: string; count: number }>(
    `with now as (${days}),
      was as (
        select day, hash, lines from month_close_day
        where merchant = $1 and product = $2 and month = $5 and version = $6
      ),
      touched as (
        select now.lines as now, was.lines as was from now full join was using (day)
        where now.hash is distinct from was.hash
      ),
      now_lines as (select unnest(string_to_array(now, E'\\n')) as line from touched),
      was_lines as (select unnest(string_to_array(was, E'\\n')) as line from touched),
      found as (
        select 'gone' as kind, line from (select line from was_lines except all select line from now_lines) as gone
        union all
        select 'new', line from (select line from now_lines except all select line from was_lines) as new
      )
    select kind, line, count(*) over ()::int as count from found order by line collate "C", kind limit ${maxDifferences}`,
    [...bookValues(book), book.month, version],
  );
  const [closed] = await query<{ known: string }>(
    `select returns_known::text as known from month_close
      where merchant = $1 and product = $2 and month = $3 and version = $4`,
    [book.merchant, book.product, book.month, version],
  );
  const returned = await query<{ at: string; line: string; count: number }>(
    `select to_char(late.transaction_date, 'YYYY-MM-DD HH24:MI') as at, count(*) over ()::int as count,
        json_build_array(to_char(paid.transaction_date, 'YYYY-MM-DD HH24:MI'), paid.contract_sequence, paid.client_number,
          paid.contract_number, nullif(paid.transaction_type, ''), paid.amount, paid.status)::text as line
      from ${lateReturns}
      where not exists (select from unnest($5::bigint[]) as known where known = late.transaction_sequence)
      order by late.transaction_date, late.contract_sequence limit ${maxDifferences}`,
    [...bookValues(book), closed?.known],
  );
  return {
    Differences: [
      ...changed.map(({ kind, line }): MonthDifference => ({ Kind: kind, Row: rowOfLine(line) })),
      ...returned.map(({ at, line }): MonthDifference => ({ Kind: 'returned', Row: rowOfLine(line), At: at })),
    ].slice(0, maxDifferences),
    DifferenceCount: (changed[0]?.count ?? 0) + (returned[0]?.count ?? 0),
  };
}
