import type { ClientMatch } from '#console/domain/client/search.ts';
import { soughtDigits } from '#rules/search-text.ts';

// Exact numbers, pages and actions by name, clients by name (after their contracts), everything else.
export const finderRanks = { exact: 0, named: 1, matched: 2, limit: 5, offered: 6 } as const;

/** Digits of a possible account, telephone or ID number. */
const minPrivate = 9;

/** Possible account, ID and telephone numbers must not appear in addresses and logs. */
export function mayBeSent(
  text: string,
  { matches, isPending }: { matches: readonly ClientMatch[]; isPending: boolean },
): boolean {
  const digits = soughtDigits(text);
  if (!digits) return true;
  const isPrivate = matches.some(({ by }) => by === 'phone' || by === 'account' || by === 'id');
  return !isPending && !isPrivate && digits.all.length < minPrivate && !/[+\s()]/.test(text.trim());
}

export const isNumberLike = (text: string): boolean => /^\S*\d\S*$/.test(text.trim());

/** A client's exact number ranks before contracts, a name after them: people search by name for contracts. */
export function clientRank({ by, rank }: ClientMatch): number {
  if (by === 'number' && rank === 0) return finderRanks.exact + 0.1;
  return by === 'phone' || by === 'account' || by === 'id' ? finderRanks.matched - 0.1 : finderRanks.matched + 0.3;
}
