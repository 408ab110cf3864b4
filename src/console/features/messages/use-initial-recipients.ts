import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useRead } from '#console/api/client.ts';
import { takeMessage, type Handover } from '#console/session/message-handover.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { grouped } from '#rules/sums.ts';
import { maxClients, typedNumbers, recipientOf, useClientRecipients } from './clients.ts';
import type { Recipient } from './draft.ts';
import { maxRecipients } from './paste.ts';

export interface LeftOutRecipients {
  missing: readonly string[];
  failed: readonly string[];
  surplus: readonly string[];
  /** By the page that passed them. */
  others: NonNullable<Handover['leftOut']>;
}

const nobody: LeftOutRecipients = { missing: [], failed: [], surplus: [], others: [] };

/** Adds the clients of the address, or of another page, once; then removes them from the address. */
export function useInitialRecipients(add: (recipients: readonly Recipient[], about?: Handover['about']) => void) {
  const [query, change] = useAddress();
  const [left, setLeft] = useState(nobody);
  const [handover] = useState(takeMessage);
  const [isTaken, setTaken] = useState(false);
  // Thousands are read in one call for all clients, or one by one if the service can't list them.
  const isWaiting = handover !== undefined && !isTaken;
  const all = useRead('clientList', isWaiting ? {} : null);
  const given = useMemo(() => grouped(handover?.recipients ?? [], (it) => it.client), [handover]);
  const handed = useMemo(() => [...given.keys()], [given]);
  const others = handover?.leftOut ?? [];
  const wanted = isWaiting ? (all.error ? handed : []) : typedNumbers(query.get('client') ?? '');
  const numbers = wanted.slice(0, maxClients);
  const found = useClientRecipients(numbers, query.get('contract') ?? undefined);
  const isFound = numbers.length > 0 && !found.isLoading;
  const take = useEffectEvent(() => {
    add(
      found.recipients.flatMap((it) => withFields(it, given.get(it.client ?? ''))),
      isWaiting ? handover?.about : undefined,
    );
    setLeft({ missing: found.missing, failed: found.failed, surplus: wanted.slice(maxClients), others });
    setTaken(true);
    change((now) => put(now, { client: '', contract: '' }), { replace: true });
  });
  useEffect(() => {
    if (isFound) take();
  }, [isFound]);
  const isListed = isWaiting && all.data !== undefined;
  const takeListed = useEffectEvent(() => {
    const clients = new Map(all.data?.records.map((it) => [it.ClientNumber, it]));
    const going = handed.slice(0, maxRecipients);
    add(
      going.flatMap((number) => {
        const client = clients.get(number);
        return client ? withFields(recipientOf(client, undefined), given.get(number)) : [];
      }),
      handover?.about,
    );
    setLeft({
      ...nobody,
      missing: going.filter((it) => !clients.has(it)),
      surplus: handed.slice(maxRecipients),
      others,
    });
    setTaken(true);
  });
  useEffect(() => {
    if (isListed) takeListed();
  }, [isListed]);
  const look = (clients: readonly string[]) =>
    change((now) => put(now, { client: clients.join(',') }), { replace: true });
  return {
    left,
    look,
    isLooking: (isWaiting && all.isLoading) || (numbers.length > 0 && found.isLoading),
  };
}

/** A client with what the other page knows of it: once for each contract that a message is about. */
function withFields(recipient: Recipient, given: Handover['recipients'] = []): Recipient[] {
  if (given.length === 0) return [recipient];
  return given.map(({ contract, instalment, announced, fields }) => ({
    ...recipient,
    id: crypto.randomUUID(),
    contract,
    instalment,
    announced,
    fields: { ...recipient.fields, ...fields },
  }));
}
