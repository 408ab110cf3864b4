import type { ConnectionCheck, OwnConnectionEntry } from '#contract/settings-records.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { readAddress, RefusedAddress } from '#service/base/address.ts';
import { notFound } from '#service/base/errors.ts';
import { secureUrl } from '#service/config/provider-settings.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import {
  connectionColumns,
  connectionOf,
  provesByKey,
  isTargetOf,
  reachOf,
  targetOf,
  type ConnectionRow,
  type ConnectionWorld,
  type KeptConnection,
  type OwnConnection,
} from '#service/gateway/connections.ts';
import { privateKey } from '#service/gateway/tokens.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import type { ChangeAnswer } from './change.ts';
import { usedProductsOf } from './merchants.ts';
import { changedSetting } from './people.ts';
import { administeredScope, settingsRefusal } from './scope.ts';
import { haveRule } from './second.ts';
import type { Handlers, Request } from './serve.ts';

/** A connection as its page shows it; times are wall clock. */
export interface ShownConnection extends KeptConnection {
  secretSince: string | null;
  formerEnds: string | null;
  pausedSince: string | null;
  pausedBy: string | null;
  /** The last test, of whichever address. */
  test: { At: string; By: string; Address: string; Version: number; Findings: ConnectionCheck[] } | null;
}

type ShownRow = ConnectionRow &
  Pick<ShownConnection, 'secretSince' | 'formerEnds' | 'pausedSince' | 'pausedBy' | 'test'>;

const minute = (column: string) => `to_char(${column} at time zone $2, 'YYYY-MM-DD HH24:MI')`;

/** As maintenance: the policies show the owner of the tables nothing. */
export async function readShownConnection(query: Query, number: string, timeZone: string): Promise<ShownConnection> {
  const [found] = await asMaintenanceWithin(query, () =>
    query<ShownRow>(
      `select ${connectionColumns}, ${minute('secret_since')} as "secretSince",
         case when former_ends > now() then ${minute('former_ends')} end as "formerEnds",
         ${minute('paused_since')} as "pausedSince", paused_by as "pausedBy",
         case when findings is not null then jsonb_build_object('At', ${minute('tested_at')}, 'By', tested_by, 'Address', tested_address,
           'Version', tested_version, 'Findings', findings) end as test
       from provider_connection where merchant = $1`,
      [number, timeZone],
    ),
  );
  const {
    secretSince = null,
    formerEnds = null,
    pausedSince = null,
    pausedBy = null,
    test = null,
    ...row
  } = found ?? {};
  return { ...connectionOf(found && (row as ConnectionRow)), secretSince, formerEnds, pausedSince, pausedBy, test };
}

/** What a test of this address found, with the version of the connection that was tested. */
export const storeTest = (
  query: Query,
  number: string,
  {
    by,
    address,
    version,
    findings,
    hasDryRuns,
  }: {
    by: string;
    address: string;
    version: number;
    findings: readonly ConnectionCheck[];
    hasDryRuns: boolean;
  },
): Promise<unknown> =>
  asMaintenanceWithin(query, () =>
    query(
      `insert into provider_connection (merchant, tested_at, tested_by, tested_address, tested_version, findings, dry_runs)
         values ($1, now(), $2, $3, $4, $5, $6)
       on conflict (merchant) do update set tested_at = excluded.tested_at, tested_by = excluded.tested_by,
         tested_address = excluded.tested_address, tested_version = excluded.tested_version, findings = excluded.findings,
         dry_runs = excluded.dry_runs`,
      [number, by, address, version, JSON.stringify(findings), hasDryRuns],
    ),
  );

/** How long the former secret is used where the newest is refused. */
const formerHours = 24;

/**
 * What administrators change of a merchant's connection (docs/gateway.md).
 * @param connected absent if there is no provider behind this server.
 * @param all the products of the service.
 * @param mayAsk whether a second administrator can confirm anything here.
 */
export function ownConnections(
  connected: ConnectionWorld | undefined,
  all: readonly string[],
  mayAsk: boolean,
): { guarded: Handlers; single: Handlers } {
  const enter = async ({ caller, path, timeZone }: Request<never>, query: Query) => {
    const number = path['number'] ?? '';
    if (!administeredScope(caller).has(number)) throw notFound();
    await usedProductsOf(query, number, all);
    if (!connected) throw settingsRefusal('NOT_OFFERED', 'There is no provider behind this server.');
    return { world: connected, number, before: await readShownConnection(query, number, timeZone) };
  };
  type Entered = Awaited<ReturnType<typeof enter>>;

  /** Replaces the connection, or removes it, and discards the secret if it could reach anybody else. */
  const replace = async (
    query: Query,
    { world, number, before }: Entered,
    own: OwnConnection | undefined,
  ): Promise<ChangeAnswer<Record<string, never>>> => {
    const [was, is] = [factsOf(world, before.own), factsOf(world, own)];
    const changes = factNames.flatMap((name) => changedSetting(name, was[name] ?? null, is[name] ?? null));
    if (changes.length === 0) return { answer: {} };
    const isElsewhere = targetFacts.some((name) => was[name] !== is[name]);
    const isDiscarded =
      before.secret !== null && (!own || isElsewhere || !before.own || provesByKey(before.own) !== provesByKey(own));
    if (changes.some(({ field }) => !freely.has(field))) await mustBeSettled(query, number, all);
    if (isElsewhere && !mayAsk && (await haveRule(query, [number])))
      throw settingsRefusal(
        'NOT_OFFERED',
        'It needs a second administrator, and people sign in elsewhere. Use the environment.',
      );
    await store(query, number, own, isDiscarded);
    if (isDiscarded) changes.push({ field: 'Secret', before: 'stored', after: 'discarded' });
    const change: SettingsChange = {
      action: own ? 'merchant.connection.changed' : 'merchant.connection.removed',
      target: number,
      merchants: [number],
      changes,
    };
    return { answer: {}, change, ...(isElsewhere && { guarded: [number] }) };
  };

  return {
    guarded: {
      connectionSave: {
        async change(request, query) {
          const entered = await enter(request as Request<never>, query);
          return replace(query, entered, ownFrom(entered.world, request.body));
        },
      },
      connectionRemove: {
        change: async (request, query) => replace(query, await enter(request as Request<never>, query), undefined),
      },
    },
    single: {
      connectionSecret: {
        async change(request, query) {
          const { world, number, before } = await enter(request as Request<never>, query);
          const { Secret } = request.body;
          if (!before.own)
            throw settingsRefusal(
              'CONFLICT',
              'The connection is the one of the environment, whose secret is in a file.',
            );
          if (world.numbers.openJson === undefined) throw settingsRefusal('NOT_OFFERED', noKeyText);
          if (provesByKey(before.own) && !(await privateKey(Secret).catch(() => undefined)))
            throw settingsRefusal('INVALID', 'Enter a PKCS #8 private key as PEM: RSA, P-256 or Ed25519.', 'Secret');
          await asMaintenanceWithin(query, () =>
            query(
              `update provider_connection set version = version + 1, former_secret = secret, secret = $2, secret_since = now(),
                 former_ends = now() + $3::float8 * interval '1 hour'
               where merchant = $1`,
              [number, world.numbers.seal(Secret), before.secret === null ? null : formerHours],
            ),
          );
          return { answer: {}, change: at('merchant.connection.secret.added', number) };
        },
      },
      connectionSecretEnd: {
        async change(request, query) {
          const { number, before } = await enter(request as Request<never>, query);
          if (before.formerSecret === null) return { answer: {} };
          await asMaintenanceWithin(query, () =>
            query(
              `update provider_connection set version = version + 1, former_secret = null, former_ends = null where merchant = $1`,
              [number],
            ),
          );
          return { answer: {}, change: at('merchant.connection.secret.ended', number) };
        },
      },
      connectionPause: {
        async change(request, query) {
          const { number, before } = await enter(request as Request<never>, query);
          const { Paused } = request.body;
          if (Paused === before.isPaused) return { answer: {} };
          await asMaintenanceWithin(query, () =>
            query(
              `insert into provider_connection as it (merchant, paused_since, paused_by)
                 values ($1, case when $2 then now() end, case when $2 then $3 end)
               on conflict (merchant) do update set paused_since = excluded.paused_since, paused_by = excluded.paused_by`,
              [number, Paused, request.caller.name],
            ),
          );
          return { answer: {}, change: at(Paused ? 'merchant.changes.paused' : 'merchant.changes.resumed', number) };
        },
      },
    },
  };
}

const at = (action: SettingsChange['action'], number: string): SettingsChange => ({
  action,
  target: number,
  merchants: [number],
  changes: [],
});

const noKeyText =
  'Without NUMBERS_KEY_FILE this server keeps no secret in its database. The secret is in the file that PROVIDER_CLIENT_SECRET_FILE names, and goes only to the address, token address and client ID of the environment.';

/** @throws HttpError 400 for an address that this server may not call, or a connection that could have no secret. */
function ownFrom(world: ConnectionWorld, body: OwnConnectionEntry): OwnConnection {
  const own: OwnConnection = {
    address: addressFrom(world, body.Address, 'Address'),
    segment: body.Segment,
    tokenAddress: addressFrom(world, body.TokenAddress, 'TokenAddress'),
    clientId: body.ClientId,
    authentication: body.Authentication,
    scope: body.Scope ?? null,
    audience: body.Audience ?? null,
    offers: [...new Set(body.Offers)],
    graceSeconds: body.GraceSeconds,
    readsAtOnce: body.ReadsAtOnce,
    payoutDays: body.PayoutDays,
  };
  if (world.numbers.openJson === undefined && !isTargetOf(world.environment, own))
    throw settingsRefusal('NOT_OFFERED', noKeyText);
  return own;
}

function addressFrom(world: ConnectionWorld, text: string, field: string): string {
  const read = secureUrl.safeParse(text);
  if (!read.success)
    throw settingsRefusal('INVALID', `The address ${read.error.issues[0]?.message ?? 'is not valid'}.`, field);
  const reach = reachOf(world, read.data);
  try {
    if (reach) readAddress(read.data, reach);
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    throw settingsRefusal('INVALID', `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`, field);
  }
  return read.data;
}

type Facts = { [Name in (typeof factNames)[number]]?: string | number };

const factNames = [
  'Source',
  'Address',
  'Segment',
  'TokenAddress',
  'ClientId',
  'Authentication',
  'Scope',
  'Audience',
  'Offers',
  'GraceSeconds',
  'ReadsAtOnce',
  'PayoutDays',
] as const;

/** What decides who gets the secret. */
const targetFacts = ['Address', 'TokenAddress', 'ClientId'] as const;

/** What says nothing about calls without an answer. */
const freely: ReadonlySet<string> = new Set(['Source', 'Offers', 'ReadsAtOnce', 'PayoutDays']);

/** For the audit and a second administrator; without a connection of its own, the merchant has the environment's. */
function factsOf({ environment }: ConnectionWorld, own: OwnConnection | undefined): Facts {
  const { credentials } = environment;
  const of = own ?? {
    ...environment,
    ...targetOf(environment),
    address: environment.url,
    authentication: credentials.kind === 'client' ? credentials.authentication : credentials.kind,
    scope: credentials.kind === 'client' ? credentials.scope : undefined,
    audience: credentials.kind === 'client' ? credentials.audience : undefined,
  };
  return {
    Source: own ? 'merchant' : 'environment',
    Address: of.address,
    Segment: of.segment,
    TokenAddress: of.tokenAddress,
    ClientId: of.clientId,
    Authentication: of.authentication,
    Scope: of.scope ?? undefined,
    Audience: of.audience ?? undefined,
    Offers: of.offers.join(', '),
    GraceSeconds: of.graceSeconds,
    ReadsAtOnce: of.readsAtOnce,
    PayoutDays: of.payoutDays,
  };
}

/**
 * Reading back would ask another provider, or look in another place, and find nothing. No call is kept while this runs, and the next
 * one reads what this leaves.
 */
async function mustBeSettled(query: Query, number: string, all: readonly string[]): Promise<void> {
  for (const product of all) await mustBeFree({ query }, `${number} ${product}`, Lock.claims);
  const [found] = await asMaintenanceWithin(query, () =>
    query<{ calls: number }>(
      `select count(*)::int as calls from outgoing_call where merchant = $1 and state <> 'SETTLED'`,
      [number],
    ),
  );
  if (!found || found.calls === 0) return;
  const them = found.calls === 1 ? 'The outcome of a change' : `The outcomes of ${found.calls} changes`;
  throw settingsRefusal(
    'UNSETTLED',
    `${them} of this merchant must be known first. Pause changes, or decide what is unclear.`,
  );
}

const store = (query: Query, number: string, own: OwnConnection | undefined, isDiscarded: boolean): Promise<unknown> =>
  asMaintenanceWithin(query, async () => {
    const columns = `address, segment, token_address, client_id, authentication, scope, audience, offers, grace_seconds, reads_at_once, payout_days`;
    await query(
      `insert into provider_connection (merchant, version, ${columns}) values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (merchant) do update set version = provider_connection.version + 1,
         ${columns
           .split(', ')
           .map((it) => `${it} = excluded.${it}`)
           .join(
             ', ',
           )}${isDiscarded ? ', secret = null, secret_since = null, former_secret = null, former_ends = null' : ''}`,
      [
        number,
        own?.address,
        own?.segment,
        own?.tokenAddress,
        own?.clientId,
        own?.authentication,
        own?.scope,
        own?.audience,
        own?.offers,
        own?.graceSeconds,
        own?.readsAtOnce,
        own?.payoutDays,
      ],
    );
  });
