import type { ClientMatch } from '#console/domain/client/search.ts';
import { soughtDigits } from '#rules/search-text.ts';

// What a number names exactly comes first, then a page or action by the beginning of its name, then who is found by name,
// contracts before their clients, then whatever else.
export const ranks = { exact: 0, named: 1, matched: 2, limit: 5, offered: 6 } as const;

/** From so many digits on a number may be somebody's account, telephone or ID. */
const minPrivate = 9;

/**
 * Whether a text may go to the service as a number. What may be part of an account, ID or telephone number may not: it would
 * stand in addresses and logs.
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

/** Only a single word with a digit in it looks like a contract's number; "Naledi" need not be asked for everywhere. */
export const isNumberLike = (text: string): boolean => /^\S*\d\S*$/.test(text.trim());

/** A client's own number comes before a contract, a name after it: by a name people look for what is collected. */
export function clientRank({ by, rank }: ClientMatch): number {
  if (by === 'number' && rank === 0) return ranks.exact + 0.1;
  return by === 'phone' || by === 'account' || by === 'id' ? ranks.matched - 0.1 : ranks.matched + 0.3;
}
