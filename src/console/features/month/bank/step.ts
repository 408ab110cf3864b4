import { shownByBank } from '#contract/bank-accounts.ts';
import type { MonthManifest } from '#contract/month-end.ts';
import { countText, formatCount } from '#kit/ui/sums.ts';
import type { MonthStep } from '../steps.tsx';
import type { MonthBank } from './use-bank.ts';

/** How many of the month's lines are matched, and the cents that the matches took out of transit, by product. */
export function matchedOf({ lines, state }: Pick<MonthBank, 'lines' | 'state'>, product: string) {
  const own = new Set(lines.map((it) => it.id));
  const matches = state?.matches.filter((it) => own.has(it.line)) ?? [];
  return { count: matches.length, cents: shownByBank(matches, product) };
}

/** The month's lines that are not matched; no sum while they are compared, null if they can't be. */
export function openBankLines(bank: Pick<MonthBank, 'lines' | 'state' | 'isLoading' | 'error'>) {
  const { lines, state } = bank;
  const open = lines.filter((it) => state?.outcomes.has(it.id));
  const sum = open.reduce((cents, it) => cents + it.cents, 0);
  const cents = { reading: undefined, unread: null, read: sum }[readingOf(bank)];
  return { count: open.length, of: lines.length, cents };
}

/** The account in whose kept matches the service finds the same sum; undefined if it takes the sum as stated. */
export function checkedAccounts(bank: MonthBank, product: string): string[] | undefined {
  const { kept, lines } = bank;
  if (!kept) return undefined;
  const own = new Set(lines.map((it) => it.id));
  const known = kept.book.matches.filter((it) => own.has(it.line));
  return shownByBank(known, product) === matchedOf(bank, product).cents ? [kept.book.account.id] : undefined;
}

/** Of a pack: those of the close only while its sum is that of the close. */
export const packAccounts = (
  closed: Pick<MonthManifest, 'BankAccounts' | 'Figures'> | undefined,
  matched: number,
  checked: string[] | undefined,
): string[] | undefined => (closed?.Figures.Matched === matched ? closed.BankAccounts : checked);

/** What was read of the account: `unread` if it has lines and they could not be compared. */
export function readingOf({
  lines,
  state,
  isLoading,
  error,
}: Pick<MonthBank, 'lines' | 'state' | 'isLoading' | 'error'>) {
  if (isLoading) return 'reading';
  return error !== null || (lines.length > 0 && !state) ? 'unread' : 'read';
}

export function bankStep(bank: MonthBank): MonthStep {
  const { lines, state, books, kept, isLoading } = bank;
  const count = matchedOf(bank, '').count;
  const text = () => {
    if (isLoading) return 'Reading…';
    if (!books) return 'Not read';
    if (!kept || lines.length === 0) return 'No statement yet';
    return state ? `${formatCount(count)} of ${countText(lines.length, ['line', 'lines'])} matched` : 'Not read';
  };
  return {
    key: 'bank',
    title: 'Bank',
    isDone: state !== undefined && lines.length > 0 && count === lines.length,
    text: text(),
  };
}
