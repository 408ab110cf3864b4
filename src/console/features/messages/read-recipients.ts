import { matchClient, parseClientSearch } from '#console/domain/client/search.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { folded } from '#rules/search-text.ts';
import { recipientOf } from './clients.ts';
import type { Recipient } from './draft.ts';
import { readNumber } from './number.ts';

type Client = LooseOutput<'clientList'>;

const isName = (text: string) => /\s/.test(text) || !/\d/.test(text);

/**
 * The recipient that a text names: a cellphone number, else a client by number or name. A name that fits several
 * clients names none of them; a number that is not in the list may still be looked up.
 */
export function readRecipient(
  typed: Recipient,
  clients: readonly Client[] = [],
  dialCode?: string,
): { recipient?: Recipient; unclear?: string } {
  const text = typed.to.trim();
  if (readNumber(text, dialCode).problem === undefined) return { recipient: typed };
  const whole = folded(text);
  const sought = parseClientSearch(text);
  const exact = clients.filter((it) => [it.ClientNumber, it.ClientName].some((own) => folded(own ?? '') === whole));
  const found = exact.length > 0 ? exact : clients.filter((it) => matchClient(it, sought)?.by === 'name');
  const [client, other] = found;
  if (client && !other) return { recipient: { ...recipientOf(client, undefined), values: typed.values } };
  if (client) return { unclear: 'several clients have this name' };
  return isName(text) ? { unclear: 'no such client' } : {};
}
