import type { Tenant } from '#console/api/tenant.ts';
import { folded, searchWords, wordsRank } from '#rules/search-text.ts';
import { clientsOf, contractsSeen, type ContractKind, type Seen, type SeenClient } from './recent-records.ts';

const foldedNames = new WeakMap<SeenClient, string>();

/** Cached per client, because removing accents is slow. */
function foldedName(client: SeenClient | undefined): string {
  if (!client?.ClientName) return '';
  let name = foldedNames.get(client);
  if (name === undefined) foldedNames.set(client, (name = folded(client.ClientName)));
  return name;
}

/** A single letter matches every name. */
const minLetters = 2;

/**
 * Contracts by part of their numbers or `client/contract`, or by words of the client's name in any order, also with
 * numbers ("naledi home-1"). Best first.
 */
export function recentMatches(tenant: Tenant, sought: string, limit = 8, kind: ContractKind = 'contracts'): Seen[] {
  const whole = folded(sought.trim()).replace(/\s*\/\s*/, '/');
  if (whole === '') return [];
  const words = searchWords(sought);
  const clients = clientsOf(tenant);

  const rankOf = ({ ContractSequence, ClientNumber = '', ContractNumber = '' }: Seen): 0 | 1 | 2 | undefined => {
    const numbers = [String(ContractSequence ?? ''), `${ClientNumber}/${ContractNumber}`, ContractNumber].map((it) =>
      it.toLowerCase(),
    );
    if (numbers.some((it) => it.startsWith(whole))) return 0;
    if (numbers.some((it) => it.includes(whole))) return 2;
    if (whole.length < minLetters) return undefined;
    const named = words.filter((word) => !numbers.some((it) => it.includes(word)));
    return wordsRank(named, foldedName(clients.get(ClientNumber)));
  };

  const ranks: [Seen[], Seen[], Seen[]] = [[], [], []];
  for (const seen of contractsSeen(tenant, kind).values()) {
    const rank = rankOf(seen);
    if (rank !== undefined && ranks[rank].length < limit) ranks[rank].push(seen);
    if (ranks[0].length >= limit) break;
  }
  return ranks.flat().slice(0, limit);
}
