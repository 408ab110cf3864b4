import type pg from 'pg';
import type { Connection } from '#contract/settings-records.ts';
import { wallTime } from '#rules/wall-time.ts';
import type { ProviderSettings } from '#service/config/provider-settings.ts';
import type { Query } from '#service/database/query.ts';
import type { ConnectionHealth } from '#service/gateway/health.ts';
import { testConnection } from '#service/gateway/test-connection.ts';
import { notFound } from '#service/http/errors.ts';
import { asMaintenanceWithin, inOwnTransaction } from './change.ts';
import { administered, viewed, type Scope } from './scope.ts';
import type { Handlers } from './serve.ts';

interface Connected {
  /** None where the records are this service's own. */
  provider?: ProviderSettings;
  health?: ConnectionHealth;
  products: readonly string[];
}

/** How a merchant's calls reach the provider. All merchants have the one that the environment names; secrets are in no answer. */
export const connections = ({ provider, health, products }: Connected): Handlers => ({
  connectionView: {
    async view({ caller, path, pool, timeZone }) {
      await mustBeWithin(viewed(caller), path['number'] ?? '', pool);
      return provider && health ? { Connection: connectionOf(provider, health, timeZone) } : {};
    },
  },
  connectionTest: {
    async view({ caller, path, pool }) {
      const merchant = path['number'] ?? '';
      await mustBeWithin(administered(caller), merchant, pool);
      if (!provider) throw notFound();
      const findings = await testConnection(provider, merchant, products);
      return { Findings: findings.map(({ subject, state, says }) => ({ Subject: subject, State: state, Says: says })) };
    },
  },
});

/** @throws HttpError 404 for a merchant outside of the scope, or that does not exist */
async function mustBeWithin(scope: Scope, merchant: string, pool: pg.Pool): Promise<void> {
  const isThere = async (query: Query) =>
    (await asMaintenanceWithin(query, () => query('select from merchant where merchant = $1', [merchant]))).length > 0;
  if (!scope.has(merchant) || !(await inOwnTransaction(pool, isThere))) throw notFound();
}

function connectionOf(provider: ProviderSettings, health: ConnectionHealth, timeZone: string): Connection {
  const { credentials } = provider;
  const { since, lastAnswer, lastFailure } = health;
  const at = (instant: Date) => wallTime(timeZone, instant);
  return {
    Url: provider.url,
    Segment: provider.segment,
    Credentials: credentials.kind,
    ...(credentials.kind === 'client' && {
      TokenUrl: credentials.tokenUrl,
      ClientId: credentials.clientId,
      Authentication: credentials.authentication,
      ...(credentials.scope && { Scope: credentials.scope }),
      ...(credentials.audience && { Audience: credentials.audience }),
    }),
    Offers: [...provider.offers],
    ReadsAtOnce: provider.readsAtOnce,
    Since: at(since),
    ...(lastAnswer && { LastAnswer: at(lastAnswer) }),
    ...(lastFailure && { LastFailure: at(lastFailure.at), FailureReason: lastFailure.why }),
  };
}
