import type { ProviderConnection } from '#contract/settings-records.ts';
import type { SettingsAnswer } from '#contract/settings.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import { notFound } from '#service/base/errors.ts';
import type { Caller } from '#service/base/permissions.ts';
import type { ProviderCredentials, ProviderSettings } from '#service/config/provider-settings.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { settingsOfOwn, type ConnectionWorld } from '#service/gateway/connections.ts';
import type { ProviderHealth } from '#service/gateway/health.ts';
import { testConnection, type ConnectionFinding } from '#service/gateway/test-connection.ts';
import { usedProductsOf } from './merchants.ts';
import { readShownConnection, storeTest, type ShownConnection } from './own-connection.ts';
import { administeredScope, settingsRefusal } from './scope.ts';
import type { Handlers, Request } from './serve.ts';

/** What is behind this server. */
export interface Connected extends ConnectionWorld {
  health: ProviderHealth;
}

/**
 * @param connected absent if there is no provider behind this server.
 * @param all the products of the service.
 */
export function connections(connected: Connected | undefined, all: readonly string[]): Handlers {
  const underWay = new Map<string, Promise<ConnectionFinding[]>>();
  /** Who asks while a test of the merchant runs gets its findings, unless its connection has changed. */
  const test = (provider: ProviderSettings, name: string, number: string, products: readonly string[]) => {
    const running =
      underWay.get(name) ?? testConnection(provider, number, products).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
  return {
    connectionView: {
      async view(request) {
        const { number, kept } = await administeredConnection(request, all);
        return { Connection: connected && shown(connected, number, kept) };
      },
    },
    connectionTest: {
      async prepare(request) {
        const { number, products, kept } = await administeredConnection(request, all);
        // Before the provider is asked, and not only before the entry is written.
        mustHaveSecondFactor(request.caller);
        if (!connected) throw settingsRefusal('NOT_OFFERED', 'There is no provider behind this server.');
        const provider = providerOf(connected, kept);
        const findings = await test(provider, `${number} ${kept.version}`, number, products);
        const Findings = findings.map(({ subject, state, says }) => ({ Subject: subject, State: state, Found: says }));
        const changes = [{ field: 'Result', after: resultOf({ Findings }) }];
        const hasDryRuns = findings.some(({ subject, state }) => subject === 'Dry runs' && state === 'works');
        return async (_request, query) => {
          await storeTest(query, number, {
            by: request.caller.name,
            address: provider.url,
            version: kept.version,
            findings: Findings,
            hasDryRuns,
          });
          return {
            answer: { Findings },
            change: { action: 'merchant.connection.tested', target: number, merchants: [number], changes },
          };
        };
      },
    },
  };
}

const providerOf = (connected: Connected, kept: ShownConnection): ProviderSettings =>
  kept.own ? settingsOfOwn(connected, kept.own, kept) : connected.environment;

/** @throws HttpError 404 if the merchant does not exist, or the caller does not administer it. */
async function administeredConnection(
  { caller, path, pool, timeZone }: Pick<Request<never>, 'path' | 'pool' | 'timeZone'> & { caller: Caller },
  all: readonly string[],
): Promise<{ number: string; products: string[]; kept: ShownConnection }> {
  const number = path['number'] ?? '';
  if (!administeredScope(caller).has(number)) throw notFound();
  return inOwnTransaction(pool, async (query) => ({
    number,
    products: await usedProductsOf(query, number, all),
    kept: await readShownConnection(query, number, timeZone),
  }));
}

function shown(connected: Connected, number: string, kept: ShownConnection): ProviderConnection {
  const { last, answeredAt, failure } = connected.health.of(number);
  const provider = providerOf(connected, kept);
  return {
    Address: provider.url,
    Segment: provider.segment,
    ...credentialsShown(provider.credentials, number),
    Offers: [...provider.offers],
    GraceSeconds: provider.graceSeconds,
    ReadsAtOnce: provider.readsAtOnce,
    PayoutDays: provider.payoutDays,
    Source: kept.own ? 'merchant' : 'environment',
    SecretSince: kept.secretSince ?? undefined,
    FormerSecretEnds: kept.formerEnds ?? undefined,
    MayStoreSecret: connected.numbers.openJson !== undefined,
    Paused: kept.pausedSince === null ? undefined : { Since: kept.pausedSince, By: kept.pausedBy ?? '' },
    ...(kept.test?.Address === provider.url && {
      Test: {
        At: kept.test.At,
        By: kept.test.By,
        Findings: kept.test.Findings,
        IsEarlier: kept.test.Version !== kept.version,
      },
    }),
    DryRuns: kept.dryRunAddress === provider.url,
    Health: {
      Since: connected.health.since,
      State: last === undefined ? 'unknown' : last === 'answered' ? 'works' : 'fails',
      LastAnswer: answeredAt,
      LastFailure: failure && { At: failure.at, Outcome: failure.outcome, HttpStatus: failure.status },
    },
  };
}

/** Neither the secret nor its file. */
function credentialsShown(credentials: ProviderCredentials, number: string) {
  if (credentials.kind !== 'client') return { Authentication: credentials.kind, SecretFrom: secretShown(credentials) };
  const { tokenUrl, clientId, authentication, scope, audience } = credentials;
  return {
    Authentication: authentication,
    TokenAddress: tokenUrl,
    ClientId: clientId,
    Scope: scope?.replaceAll('{merchant}', number),
    Audience: audience?.replaceAll('{merchant}', number),
    SecretFrom: secretShown(credentials),
  };
}

function secretShown(credentials: ProviderCredentials): ProviderConnection['SecretFrom'] {
  if (credentials.kind === 'caller') return 'none';
  if (credentials.kind === 'token') return 'file';
  const { secret } = credentials;
  return secret === 'none' ? 'none' : 'file' in secret ? 'file' : 'stored';
}

function resultOf({ Findings }: SettingsAnswer<'connectionTest'>): string {
  const failed = Findings.filter(({ State }) => State === 'fails');
  return failed.map(({ Subject, Found }) => `${Subject}: ${Found}`).join('; ') || 'nothing failed';
}
