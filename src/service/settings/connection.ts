import type { ProviderConnection } from '#contract/settings-records.ts';
import type { SettingsAnswer } from '#contract/settings.ts';
import type { Caller } from '#service/auth/permissions.ts';
import { mustHaveSecondFactor } from '#service/auth/step-up.ts';
import type { ProviderCredentials, ProviderSettings } from '#service/config/provider-settings.ts';
import type { ProviderHealth } from '#service/gateway/health.ts';
import { testConnection, type ConnectionFinding } from '#service/gateway/test-connection.ts';
import { notFound } from '#service/http/errors.ts';
import { inOwnTransaction } from './change.ts';
import { usedProductsOf } from './merchants.ts';
import { administered, refused } from './scope.ts';
import type { Handlers, Request } from './serve.ts';

interface Connected {
  provider: ProviderSettings;
  health: ProviderHealth;
}

/**
 * @param connected absent if there is no provider behind this server.
 * @param all the products of the service.
 */
export function connections(connected: Connected | undefined, all: readonly string[]): Handlers {
  const underWay = new Map<string, Promise<ConnectionFinding[]>>();
  /** Who asks while a test of the merchant runs gets its findings. */
  const test = (provider: ProviderSettings, number: string, products: readonly string[]) => {
    const running =
      underWay.get(number) ?? testConnection(provider, number, products).finally(() => underWay.delete(number));
    underWay.set(number, running);
    return running;
  };
  return {
    connectionView: {
      async view(request) {
        const { number } = await administeredMerchant(request, all);
        return { Connection: connected && shown(connected, number) };
      },
    },
    connectionTest: {
      async prepare(request) {
        const { number, products } = await administeredMerchant(request, all);
        // Before the provider is asked, and not only before the entry is written.
        mustHaveSecondFactor(request.caller);
        if (!connected) throw refused('NOT_OFFERED', 'There is no provider behind this server.');
        const findings = await test(connected.provider, number, products);
        const Findings = findings.map(({ subject, state, says }) => ({ Subject: subject, State: state, Found: says }));
        const changes = [{ field: 'Result', after: resultOf({ Findings }) }];
        return async () => ({
          answer: { Findings },
          change: { action: 'merchant.connection.tested', target: number, merchants: [number], changes },
        });
      },
    },
  };
}

/** @throws HttpError 404 if it does not exist, or the caller does not administer it. */
async function administeredMerchant(
  { caller, path, pool }: Pick<Request<never>, 'path' | 'pool'> & { caller: Caller },
  all: readonly string[],
): Promise<{ number: string; products: string[] }> {
  const number = path['number'] ?? '';
  if (!administered(caller).has(number)) throw notFound();
  return { number, products: await inOwnTransaction(pool, (query) => usedProductsOf(query, number, all)) };
}

function shown({ provider, health }: Connected, number: string): ProviderConnection {
  const { last, answeredAt, failure } = health.of(number);
  return {
    Address: provider.url,
    Segment: provider.segment,
    ...credentialsShown(provider.credentials, number),
    Offers: [...provider.offers],
    ReadsAtOnce: provider.readsAtOnce,
    Source: 'environment',
    Health: {
      Since: health.since,
      State: last === undefined ? 'unknown' : last === 'answered' ? 'works' : 'fails',
      LastAnswer: answeredAt,
      LastFailure: failure && { At: failure.at, Outcome: failure.outcome, HttpStatus: failure.status },
    },
  };
}

/** Neither the secret nor its file. */
function credentialsShown(credentials: ProviderCredentials, number: string) {
  if (credentials.kind !== 'client') return { Authentication: credentials.kind };
  const { tokenUrl, clientId, authentication, scope, audience } = credentials;
  return {
    Authentication: authentication,
    TokenAddress: tokenUrl,
    ClientId: clientId,
    Scope: scope?.replaceAll('{merchant}', number),
    Audience: audience?.replaceAll('{merchant}', number),
  };
}

function resultOf({ Findings }: SettingsAnswer<'connectionTest'>): string {
  const failed = Findings.filter(({ State }) => State === 'fails');
  return failed.map(({ Subject, Found }) => `${Subject}: ${Found}`).join('; ') || 'nothing failed';
}
