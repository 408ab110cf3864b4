import { CallError } from '#console/api/errors.ts';
import { callExtension } from '#console/api/extension.ts';
import type { BankAccountBook } from '#contract/bank-accounts.ts';
import type { AccountBook, KeptBook } from './book.ts';

/** The service's own extension for bank accounts (docs/decisions.md, 59). */

const sentOf = ({ account, statements, lines, matches }: AccountBook, Version: number): BankAccountBook => ({
  Version,
  Account: account,
  Statements: statements,
  Lines: lines,
  Matches: matches,
});

/** By their names. */
export async function keptBooks(merchant: string): Promise<KeptBook[]> {
  const { Accounts } = await callExtension('monthBankAccounts', { merchant });
  return Accounts.map(({ Version, Account, Statements, Lines, Matches }) => ({
    version: Version,
    book: { account: Account, statements: Statements, lines: Lines, matches: Matches },
  })).toSorted((one, other) => (one.book.account.name < other.book.account.name ? -1 : 1));
}

/** @param book null deletes the account @returns the new version, or `elsewhere` if another was kept since this one */
export async function keepBook(
  merchant: string,
  id: string,
  book: AccountBook | null,
  version: number,
): Promise<number | 'elsewhere'> {
  try {
    const names = { merchant, account: id };
    const { Version } = await (book
      ? callExtension('monthBankAccountKeep', names, { body: sentOf(book, version) })
      : callExtension('monthBankAccountDelete', names, { body: { Version: version } }));
    return Version;
  } catch (error) {
    if (error instanceof CallError && error.faults.some((it) => it.Code === 'CHANGED')) return 'elsewhere';
    throw error;
  }
}
