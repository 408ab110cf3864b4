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

/** What is sought, taken apart once for all the clients that it is compared with. */
export interface SoughtClient {
  words: readonly string[];
  whole: string;
  digits?: SoughtDigits;
}

export const soughtClient = (text: string): SoughtClient => ({
  words: searchWords(text),
  whole: folded(text.trim()),
  digits: soughtDigits(text),
});

/** By what a client was found. Who was found by one of the last three was sought by something private. */
export type FoundBy = 'name' | 'number' | 'email' | 'phone' | 'account' | 'id';
export interface ClientMatch {
  client: Client;
  by: FoundBy;
  /** The less, the better. */
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

/** Prepared once for each client: accents take long, and a search compares with each again at every letter. */
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

/** One letter is in every name. */
const minLetters = 2;

/**
 * Whether a client is sought, and by what: words of the name in any order, whatever their accents, part of the number or
 * e-mail, a telephone number in any spelling, or the ending of an account or ID number.
 */
export function matchClient(client: Client, sought: SoughtClient): ClientMatch | undefined {
  const { whole, words } = sought;
  if (whole === '') return undefined;
  const it = comparable(client);
  if (it.number === whole) return { client, by: 'number', rank: 0 };
  const byName = whole.length < minLetters ? undefined : wordsRank(words, it.name);
  if (byName !== undefined) return { client, by: 'name', rank: byName };
  if (sought.digits) {
    if (it.phone !== '' && isPhoneOf(sought.digits, it.phone)) return { client, by: 'phone', rank: 0 };
    if (isEndingOf(sought.digits, it.account)) return { client, by: 'account', rank: 0 };
    if (isEndingOf(sought.digits, it.id)) return { client, by: 'id', rank: 0 };
  }
  if (it.number.includes(whole)) return { client, by: 'number', rank: it.number.startsWith(whole) ? 1 : 2 };
  if (whole.length > minLetters && it.email.includes(whole)) return { client, by: 'email', rank: 2 };
  return undefined;
}

/** Milliseconds after which a search lets the page draw. */
const slice = 8;

/**
 * The clients that are sought, the best first, at most `limit`. Many take their time, so others get their turn in between.
 * @throws the signal's reason once nobody waits any more
 */
export async function searchClients(
  clients: readonly Client[],
  sought: SoughtClient,
  limit: number,
  signal: AbortSignal,
): Promise<ClientMatch[]> {
  const found: ClientMatch[] = [];
  let startedAt = performance.now();
  for (const [at, client] of clients.entries()) {
    const match = matchClient(client, sought);
    if (match) found.push(match);
    if (at % 200 === 0 && performance.now() - startedAt > slice) {
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      startedAt = performance.now();
    }
  }
  return found.toSorted((one, other) => one.rank - other.rank).slice(0, limit);
}
