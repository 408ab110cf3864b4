import type { LooseOutput } from '#contract/operations.ts';
import {
  folded,
  isEndingOf,
  isPhoneOf,
  nationalDigits,
  searchWords,
  soughtDigits,
  wordsRank,
  type SoughtDigits,
} from '#rules/search-text.ts';

type Client = LooseOutput<'clientList'>;

/** A search text, parsed once for all clients. */
interface ClientSearch {
  words: readonly string[];
  whole: string;
  digits?: SoughtDigits;
}

export const parseClientSearch = (text: string): ClientSearch => ({
  words: searchWords(text),
  whole: folded(text.trim()),
  digits: soughtDigits(text),
});

/** The field that matched. Matches by the last three mean that the text was private. */
type FoundBy = 'name' | 'number' | 'email' | 'phone' | 'account' | 'id';
export interface ClientMatch {
  client: Client;
  by: FoundBy;
  /** Lower is better. */
  rank: number;
}

interface Comparable {
  name: string;
  number: string;
  email: string;
  phone: string;
  account: string;
  id: string;
}

const prepared = new WeakMap<Client, Comparable>();
const digits = (value: unknown) => String(value ?? '').replaceAll(/\D/g, '');

/** Cached per client: removing accents is slow, and every key press compares all. */
function comparable(client: Client): Comparable {
  let found = prepared.get(client);
  if (!found)
    prepared.set(
      client,
      (found = {
        name: folded(client.ClientName ?? ''),
        number: folded(client.ClientNumber ?? ''),
        email: folded(client.EMail ?? ''),
        phone: nationalDigits(client.CellphoneNumber ?? ''),
        account: digits(client.AccountNumber),
        id: digits(client.IDNumber),
      }),
    );
  return found;
}

/** A single letter matches every name. */
const minLetters = 2;

/**
 * Matches words of the name in any order, parts of number or e-mail, telephone numbers in any spelling, and the end of
 * account or ID numbers.
 */
export function matchClient(client: Client, sought: ClientSearch): ClientMatch | undefined {
  const { whole, words } = sought;
  if (whole === '') return undefined;
  const comparableClient = comparable(client);
  if (comparableClient.number === whole) return { client, by: 'number', rank: 0 };
  const byName = whole.length < minLetters ? undefined : wordsRank(words, comparableClient.name);
  if (byName !== undefined) return { client, by: 'name', rank: byName };
  if (sought.digits) {
    if (comparableClient.phone !== '' && isPhoneOf(sought.digits, comparableClient.phone))
      return { client, by: 'phone', rank: 0 };
    if (isEndingOf(sought.digits, comparableClient.account)) return { client, by: 'account', rank: 0 };
    if (isEndingOf(sought.digits, comparableClient.id)) return { client, by: 'id', rank: 0 };
  }
  if (comparableClient.number.includes(whole))
    return { client, by: 'number', rank: comparableClient.number.startsWith(whole) ? 1 : 2 };
  if (whole.length > minLetters && comparableClient.email.includes(whole)) return { client, by: 'email', rank: 2 };
  return undefined;
}

/** The longest turn of a search. */
const sliceMs = 8;

/** Matching clients, best first, at most `limit`, searched in slices. @throws the signal's reason when aborted */
export async function searchClients(
  clients: readonly Client[],
  sought: ClientSearch,
  limit: number,
  signal: AbortSignal,
): Promise<ClientMatch[]> {
  const found: ClientMatch[] = [];
  let startedAt = performance.now();
  for (const [at, client] of clients.entries()) {
    const match = matchClient(client, sought);
    if (match) found.push(match);
    if (at % 200 === 0 && performance.now() - startedAt > sliceMs) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      startedAt = performance.now();
    }
  }
  return found.toSorted((one, other) => one.rank - other.rank).slice(0, limit);
}
