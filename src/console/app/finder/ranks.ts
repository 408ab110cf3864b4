import type { ClientMatch } from '#console/domain/client/search.ts';
import { soughtDigits } from '#rules/search-text.ts';

// Order of results: exact numbers, pages and actions by the start of their name, clients by name (after their
// contracts), everything else.
export const ranks = { exact: 0, named: 1, matched: 2, limit: 5, offered: 6 } as const;

/** From this many digits a number may be an account, telephone or ID number. */
const minPrivate = 9;

/**
 * Whether a text may be sent as a number: possible account, ID and telephone numbers would appear in addresses and
 * logs.
 */
export function mayBeSent(
  text: string,
  { matches, isPending }: { matches: readonly ClientMatch[]; isPending: boolean },
): boolean {
  const digits = soughtDigits(text);
  if (!digits) return true;
  const isPrivate = matches.some(({ by }) => by === 'phone' || by === 'account' || by === 'id');
  return !isPending && !isPrivate && digits.all.length < minPrivate && !/[+\s()]/.test(text.trim());
}

/** A word with a digit. Names are not looked up as numbers. */
export const isNumberLike = (text: string): boolean => /^\S*\d\S*$/.test(text.trim());

/** A client's exact number ranks before contracts, a name after them: people search by name for contracts. */
export function clientRank({ by, rank }: ClientMatch): number {
  if (by === 'number' && rank === 0) return ranks.exact + 0.1;
  return by === 'phone' || by === 'account' || by === 'id' ? ranks.matched - 0.1 : ranks.matched + 0.3;
}
