import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  mostDeliveries,
  mostEndpoints,
  offeredEvents,
  testEvent,
  type EventDelivery,
  type EventEndpoint,
  type EventType,
} from '#contract/events.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { hostOf, readAddress, RefusedAddress, type Reach } from '#service/base/address.ts';
import type { Clock } from '#service/base/clock.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import { replaceEventSecret } from '#service/events/secret.ts';
import { bodyOfEvent, insertDeliveries } from '#service/events/write.ts';
import { usedProductsOf } from './merchants.ts';
import { changedSetting } from './people.ts';
import { administeredScope, settingsRefusal } from './scope.ts';
import type { Handlers, Request } from './serve.ts';

interface EventSettings {
  clock: Clock;
  reach: Reach;
  products: readonly string[];
  hasProvider: boolean;
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;

interface StoredEndpoint {
  endpoint: string;
  address: string;
  types: string[];
  isOn: boolean;
}

const minute = (column: string, zone: string) => `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`;

/** Where the events of a merchant go. Addresses may hold secrets of their receivers, so the audit has their hosts only. */
export function eventSettings({ clock, reach, products, hasProvider }: EventSettings): Handlers {
  const offered = offeredEvents(hasProvider);

  const enter = async ({ caller, path }: Pick<Request<never>, 'caller' | 'path'>, query: Query): Promise<string> => {
    const number = path['number'] ?? '';
    if (!administeredScope(caller).has(number)) throw notFound();
    await usedProductsOf(query, number, products);
    return number;
  };

  const named = async (request: Pick<Request<never>, 'caller' | 'path'>, query: Query) => {
    const number = await enter(request, query);
    const id = request.path['endpoint'] ?? '';
    const [stored] = isUuid(id) ? await endpointsOf(query, number, id) : [];
    if (!stored) throw notFound();
    return { number, stored };
  };

  const addressFrom = (text: string): string => {
    try {
      readAddress(text, reach);
      return text;
    } catch (error) {
      if (!(error instanceof RefusedAddress)) throw error;
      throw settingsRefusal('INVALID', `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`, 'Address');
    }
  };

  const typesFrom = (given: readonly EventType[]): EventType[] => {
    const unknown = given.find((type) => !offered.includes(type));
    if (unknown !== undefined)
      throw settingsRefusal('NOT_OFFERED', `This service does not learn of ${unknown} in time.`, 'Types');
    return offered.filter((type) => given.includes(type));
  };

  const mustBeNew = async (query: Query, number: string, address: string, but?: string) => {
    const others = (await endpointsOf(query, number)).filter(({ endpoint }) => endpoint !== but);
    if (others.some((it) => it.address === address))
      throw settingsRefusal('DUPLICATE', 'Another endpoint has this address.', 'Address');
    return others;
  };

  return {
    eventEndpointsList: {
      async view({ caller, path, pool, timeZone }) {
        return inOwnTransaction(pool, async (query) => {
          const number = await enter({ caller, path }, query);
          return { Endpoints: await shownEndpoints(query, number, timeZone), Types: [...offered] };
        });
      },
    },
    eventEndpointAdd: {
      async change(request, query) {
        const number = await enter(request as Request<never>, query);
        const address = addressFrom(request.body.Address);
        const types = typesFrom(request.body.Types);
        if ((await mustBeNew(query, number, address)).length >= mostEndpoints)
          throw settingsRefusal('TOO_MANY', `A merchant has at most ${mostEndpoints} endpoints.`);
        const endpoint = randomUUID();
        await asMaintenanceWithin(query, () =>
          query('insert into event_endpoint (merchant, endpoint, address, types) values ($1, $2, $3, $4)', [
            number,
            endpoint,
            address,
            types,
          ]),
        );
        const { secret } = await replaceEventSecret(query, endpoint, request.timeZone);
        return {
          answer: { Endpoint: endpoint, Secret: secret },
          change: at('merchant.events.added', number, [
            { field: 'Address', after: hostIn(address) },
            { field: 'Types', after: types.join(', ') },
          ]),
        };
      },
    },
    eventEndpointEdit: {
      async change(request, query) {
        const { number, stored } = await named(request as Request<never>, query);
        const { body } = request;
        const address = body.Address === undefined ? stored.address : addressFrom(body.Address);
        const types = body.Types === undefined ? stored.types : typesFrom(body.Types);
        const isOn = body.IsOn ?? stored.isOn;
        await mustBeNew(query, number, address, stored.endpoint);
        const changes = [
          ...(address === stored.address
            ? []
            : [{ field: 'Address', before: hostIn(stored.address), after: hostIn(address) }]),
          ...changedSetting('Types', stored.types.join(', '), types.join(', ')),
          ...changedSetting('On', stored.isOn, isOn),
        ];
        if (changes.length === 0) return { answer: {} };
        // What was changed may have been what failed.
        await asMaintenanceWithin(query, () =>
          query(
            `update event_endpoint set address = $3, types = $4, is_on = $5, next_try = null
              where merchant = $1 and endpoint = $2`,
            [number, stored.endpoint, address, types, isOn],
          ),
        );
        return { answer: {}, change: at('merchant.events.changed', number, changes) };
      },
    },
    eventEndpointRemove: {
      async change(request, query) {
        const { number, stored } = await named(request as Request<never>, query);
        await asMaintenanceWithin(query, () =>
          query('delete from event_endpoint where merchant = $1 and endpoint = $2', [number, stored.endpoint]),
        );
        await query('delete from sign_in.event_secret where endpoint = $1', [stored.endpoint]);
        const changes = [{ field: 'Address', before: hostIn(stored.address) }];
        return { answer: {}, change: at('merchant.events.removed', number, changes) };
      },
    },
    eventSecret: {
      async change(request, query) {
        const { number, stored } = await named(request as Request<never>, query);
        const { secret, formerEnds } = await replaceEventSecret(query, stored.endpoint, request.timeZone);
        return {
          answer: { Secret: secret, ...(formerEnds !== null && { FormerEnds: formerEnds }) },
          change: at('merchant.events.secret.added', number, [{ field: 'Address', after: hostIn(stored.address) }]),
        };
      },
    },
    eventTest: {
      async change(request, query) {
        const { number, stored } = await named(request as Request<never>, query);
        const body = bodyOfEvent(number, { Type: testEvent, At: clock.now() });
        await asMaintenanceWithin(query, async () => {
          await insertDeliveries(query, number, [{ endpoint: stored.endpoint, body }]);
          await tryNow(query, number, stored.endpoint);
        });
        return {
          answer: { Event: body.EventId },
          change: at('merchant.events.tested', number, [{ field: 'Address', after: hostIn(stored.address) }]),
        };
      },
    },
    eventDeliveriesList: {
      async view({ caller, path, pool, timeZone }) {
        return inOwnTransaction(pool, async (query) => {
          const number = await enter({ caller, path }, query);
          // Of one that was removed a moment ago there are none.
          const endpoint = path['endpoint'] ?? '';
          return { Deliveries: isUuid(endpoint) ? await shownDeliveries(query, number, endpoint, timeZone) : [] };
        });
      },
    },
    eventResend: {
      async change(request, query) {
        const { number, stored } = await named(request as Request<never>, query);
        const event = request.path['event'] ?? '';
        if (!isUuid(event)) throw notFound();
        const sent = await asMaintenanceWithin(query, async () => {
          await tryNow(query, number, stored.endpoint);
          return query(
            `update event_delivery set state = 'WAITING', refusals = 0, next_try = null, due_since = now()
              where merchant = $1 and endpoint = $2 and event = $3 returning 1`,
            [number, stored.endpoint, event],
          );
        });
        if (sent.length === 0) throw notFound();
        return { answer: {}, change: at('merchant.events.resent', number, [{ field: 'Event', after: event }]) };
      },
    },
  };
}

const tryNow = (query: Query, number: string, endpoint: string) =>
  query('update event_endpoint set next_try = null where merchant = $1 and endpoint = $2', [number, endpoint]);

const hostIn = (address: string): string => hostOf(new URL(address));

const at = (action: SettingsChange['action'], number: string, changes: SettingsChange['changes']): SettingsChange => ({
  action,
  target: number,
  merchants: [number],
  changes,
});

const endpointsOf = (query: Query, number: string, endpoint?: string): Promise<StoredEndpoint[]> =>
  asMaintenanceWithin(query, () =>
    query<StoredEndpoint>(
      `select endpoint, address, types, is_on as "isOn" from event_endpoint
        where merchant = $1 and ($2::uuid is null or endpoint = $2::uuid)`,
      [number, endpoint ?? null],
    ),
  );

interface ShownRow extends StoredEndpoint {
  workedAt: string | null;
  failingSince: string | null;
  nextTry: string | null;
  outcome: string | null;
  waiting: number;
  givenUp: number;
  givenUpSince: number;
}

async function shownEndpoints(query: Query, number: string, timeZone: string): Promise<EventEndpoint[]> {
  const rows = await asMaintenanceWithin(query, () =>
    query<ShownRow>(
      `select it.endpoint, it.address, it.types, it.is_on as "isOn", it.outcome, ${minute('it.worked_at', '$2')} as "workedAt",
          ${minute('it.failing_since', '$2')} as "failingSince", ${minute('it.next_try', '$2')} as "nextTry",
          count(*) filter (where sent.state = 'WAITING')::int as waiting,
          count(*) filter (where sent.state = 'GIVEN_UP')::int as "givenUp",
          count(*) filter (where sent.state = 'GIVEN_UP' and (it.worked_at is null or sent.tried_at > it.worked_at))::int as "givenUpSince"
        from event_endpoint it
          left join event_delivery sent on sent.merchant = $1 and sent.endpoint = it.endpoint and sent.state <> 'DELIVERED'
        where it.merchant = $1
        group by it.merchant, it.endpoint order by it.added_at, it.endpoint`,
      [number, timeZone],
    ),
  );
  const secrets = await query<{ endpoint: string; ends: string }>(
    `select endpoint, ${minute('former_until', '$2')} as ends from sign_in.event_secret
      where endpoint = any($1) and former_until > now()`,
    [rows.map((it) => it.endpoint), timeZone],
  );
  const ends = new Map(secrets.map((it) => [it.endpoint, it.ends]));
  return rows.map((row) => ({
    Endpoint: row.endpoint,
    Address: row.address,
    Types: row.types,
    IsOn: row.isOn,
    State: stateOf(row),
    WorkedAt: row.workedAt ?? undefined,
    FailingSince: row.failingSince ?? undefined,
    NextTry: row.nextTry ?? undefined,
    Outcome: row.outcome ?? undefined,
    Waiting: row.waiting,
    GivenUp: row.givenUp,
    FormerSecretEnds: ends.get(row.endpoint),
  }));
}

function stateOf({ isOn, givenUpSince, failingSince, workedAt }: ShownRow): EventEndpoint['State'] {
  if (!isOn) return 'off';
  if (givenUpSince > 0) return 'given up';
  if (failingSince !== null) return 'fails';
  return workedAt === null ? 'unused' : 'works';
}

interface DeliveryRow {
  event: string;
  type: string;
  happenedAt: string;
  state: EventDelivery['State'];
  attempts: number;
  triedAt: string | null;
  outcome: string | null;
  body: string;
}

async function shownDeliveries(
  query: Query,
  number: string,
  endpoint: string,
  timeZone: string,
): Promise<EventDelivery[]> {
  const rows = await asMaintenanceWithin(query, () =>
    query<DeliveryRow>(
      `select event, type, to_char(happened_at, 'YYYY-MM-DD HH24:MI') as "happenedAt", state, attempts,
          ${minute('tried_at', '$3')} as "triedAt", outcome, body
        from event_delivery where merchant = $1 and endpoint = $2 order by event_sequence desc limit $4`,
      [number, endpoint, timeZone, mostDeliveries],
    ),
  );
  return rows.map((it) => ({
    Event: it.event,
    Type: it.type,
    HappenedAt: it.happenedAt,
    State: it.state,
    Attempts: it.attempts,
    TriedAt: it.triedAt ?? undefined,
    Outcome: it.outcome ?? undefined,
    Content: it.body,
  }));
}
