import type { Tenant } from '../api/tenant.ts';
import { clientsOf, contractsSeen, type Kind, type Seen, type SeenClient } from './recent-records.ts';

/** Those whose texts begin with the needle, then those where a later word does, then those that hold it; at most `limit`. */
function ranked<It>(all: Iterable<It>, needle: string, textsOf: (it: It) => readonly string[], limit: number): It[] {
  const ranks: [It[], It[], It[]] = [[], [], []];
  for (const it of all) {
    const texts = textsOf(it).map((text) => text.toLowerCase());
    const rank = texts.some((text) => text.startsWith(needle))
      ? 0
      : texts.some((text) => text.includes(` ${needle}`))
        ? 1
        : texts.some((text) => text.includes(needle))
          ? 2
          : undefined;
    if (rank !== undefined && ranks[rank].length < limit) ranks[rank].push(it);
    if (ranks[0].length >= limit) break;
  }
  return ranks.flat().slice(0, limit);
}

const needleOf = (sought: string): string =>
  sought
    .trim()
    .toLowerCase()
    .replace(/\s*\/\s*/, '/');

/** One letter is in every name. */
const shortestName = 2;

/**
 * Contracts whose sequence, client number, contract number, `client/contract` or client's name contains the text, those
 * where one begins with it first; at most `limit`.
 */
export function matching(tenant: Tenant, sought: string, limit = 8, kind: Kind = 'contracts'): Seen[] {
  const needle = needleOf(sought);
  if (!needle) return [];
  const clients = clientsOf(tenant);
  const textsOf = ({ ContractSequence, ClientNumber = '', ContractNumber = '' }: Seen) => [
    ...(ContractSequence === undefined ? [] : [String(ContractSequence)]),
    `${ClientNumber}/${ContractNumber}`,
    ContractNumber,
    ...(needle.length < shortestName ? [] : [clients.get(ClientNumber)?.ClientName ?? '']),
  ];
  return ranked(contractsSeen(tenant, kind).values(), needle, textsOf, limit);
}

/** Clients whose number or name contains the text, in the same order. */
export function matchingClients(tenant: Tenant, sought: string, limit = 8): SeenClient[] {
  const needle = needleOf(sought);
  if (!needle) return [];
  const textsOf = ({ ClientNumber, ClientName = '' }: SeenClient) =>
    needle.length < shortestName ? [ClientNumber] : [ClientNumber, ClientName];
  return ranked(clientsOf(tenant).values(), needle, textsOf, limit);
}
