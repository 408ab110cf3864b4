import { randomUUID } from 'node:crypto';
import { jsonOf } from '#answers/json.ts';
import type { EventBody, EventType, testEvent } from '#contract/events.ts';
import type { Query } from '#service/database/query.ts';

/** What happened, before it has an id. */
export type EventDraft = Omit<EventBody, 'EventId' | 'Type' | 'WrittenAt' | 'Merchant'> & { Type: EventType };

interface Wanting {
  endpoint: string;
  types: readonly string[];
}

/** By the transaction: items of a batch write their events one by one. */
const wantingOf = new WeakMap<Query, Promise<readonly Wanting[]>>();

function wanting(query: Query, merchant: string): Promise<readonly Wanting[]> {
  const known = wantingOf.get(query);
  if (known) return known;
  const read = query<Wanting>(
    { name: 'wanting', text: 'select endpoint, types from event_endpoint where merchant = $1 and is_on' },
    [merchant],
  );
  wantingOf.set(query, read);
  return read;
}

/** Whether an endpoint of the merchant wants one of these, so that nothing is read for events that go nowhere. */
export async function areWanted(query: Query, merchant: string, types: Iterable<EventType>): Promise<boolean> {
  const wanted = new Set((await wanting(query, merchant)).flatMap((it) => it.types));
  return [...types].some((type) => wanted.has(type));
}

interface Outbound {
  endpoint: string;
  body: EventBody;
}

export const bodyOfEvent = (
  merchant: string,
  { Type, At, ...more }: Omit<EventDraft, 'Type'> & { Type: EventType | typeof testEvent },
): EventBody => ({
  EventId: randomUUID(),
  Type,
  At,
  WrittenAt: new Date().toISOString(),
  Merchant: merchant,
  ...more,
});

export async function insertDeliveries(query: Query, merchant: string, outbound: readonly Outbound[]): Promise<void> {
  if (outbound.length === 0) return;
  await query(
    `insert into event_delivery (merchant, endpoint, event, type, happened_at, body)
      select $1, endpoint, event, type, happened, body
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamp[], $6::text[]) with ordinality
        as it (endpoint, event, type, happened, body, place)
      order by place
      returning 1`,
    [
      merchant,
      outbound.map((it) => it.endpoint),
      outbound.map((it) => it.body.EventId),
      outbound.map((it) => it.body.Type),
      outbound.map((it) => it.body.At),
      outbound.map((it) => jsonOf(it.body)),
    ],
  );
}

/** Writes events for the endpoints that want them, in the transaction of what happened: they are sent exactly if that holds. */
export async function writeEvents(query: Query, merchant: string, drafts: readonly EventDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const endpoints = await wanting(query, merchant);
  const outbound = drafts.flatMap((draft) => {
    const takers = endpoints.filter(({ types }) => types.includes(draft.Type));
    if (takers.length === 0) return [];
    const body = bodyOfEvent(merchant, draft);
    return takers.map(({ endpoint }) => ({ endpoint, body }));
  });
  await insertDeliveries(query, merchant, outbound);
}
