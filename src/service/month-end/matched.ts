import { shownByBank, type BankAccountBook } from '#contract/bank-accounts.ts';
import type { Query } from '#service/database/query.ts';
import type { Book } from './figures.ts';

/** What the matches of these accounts took out of transit in the month, in cents; undefined if there is no such account. */
export async function matchedBy(
  query: Query,
  { merchant, product, month }: Book,
  accounts: readonly string[],
): Promise<number | undefined> {
  const rows = await query<{ book: string }>(
    'select book from bank_account where merchant = $1 and account = any($2)',
    [merchant, accounts],
  );
  if (rows.length < accounts.length) return undefined;
  return rows.reduce((sum, row) => {
    const { Lines, Matches } = JSON.parse(row.book) as Pick<BankAccountBook, 'Lines' | 'Matches'>;
    const ofMonth = new Set(Lines.filter((it) => it.date.startsWith(month)).map((it) => it.id));
    return (
      sum +
      shownByBank(
        Matches.filter((it) => ofMonth.has(it.line)),
        product,
      )
    );
  }, 0);
}
