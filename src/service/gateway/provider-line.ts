import type { IncomingMessage } from 'node:http';
import { limits } from '#contract/operation.ts';
import type { ProviderSettings } from '#service/config/provider-settings.ts';
import { Slots } from '#service/http/limits/slots.ts';
import { ClientLists } from './client-lists.ts';
import { openWire, type ProviderWire } from './exchange.ts';
import type { ProviderHealth } from './health.ts';
import { KeptLookups } from './kept-lookups.ts';
import { Pauses } from './pauses.ts';
import { createMessageTokens, createTokens, providerAway, type Tokens } from './tokens.ts';

/** How this server reaches a provider: what its reads and its writes share. */
export interface ProviderLine {
  provider: ProviderSettings;
  wire: ProviderWire;
  /** None if the caller's own token is passed on. */
  tokens?: Tokens;
  pauses: Pauses;
  health: Pick<ProviderHealth, 'record'>;
  /** Of its reads. */
  slots: Slots;
  lookups: KeptLookups;
  clientLists: ClientLists;
}

export function openLine(provider: ProviderSettings, health: ProviderHealth): ProviderLine {
  const { credentials } = provider;
  return {
    provider,
    wire: openWire(provider.url, provider.reach),
    tokens: credentials.kind === 'caller' ? undefined : createTokens(credentials),
    pauses: new Pauses(),
    health,
    slots: new Slots({ slots: provider.readsAtOnce, queue: 200, waitMs: 10_000 }),
    lookups: new KeptLookups(),
    clientLists: new ClientLists(),
  };
}

/**
 * For messages, which the organisation sends as a user of its own: what the provider answers to them says nothing of a merchant.
 * @returns undefined without such a user.
 */
export function messageLine(line: ProviderLine, health: ProviderHealth): ProviderLine | undefined {
  const { messages } = line.provider;
  return (
    messages && {
      ...line,
      tokens: createMessageTokens(messages),
      pauses: new Pauses(),
      health: { record: (_, outcome, status) => health.record('', outcome, status) },
    }
  );
}

/** Reads of one call of this server itself: as many as people may have are left to them. */
export const ownReadsAtOnce = ({ provider }: ProviderLine): number => Math.ceil(provider.readsAtOnce / 2);

/** @throws HttpError 503 if the provider ends it too early, does not end it, or it is longer. */
export async function wholeOf(answer: IncomingMessage, mostBytes: number = limits.bytes): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    let length = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > mostBytes) throw new Error('longer than any answer');
      parts.push(part);
    }
  } catch {
    throw providerAway();
  }
  return Buffer.concat(parts);
}
