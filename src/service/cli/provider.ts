import type { Settings } from '#service/config/settings.ts';
import type { Database } from '#service/database/open.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { runOnce } from '#service/database/transaction.ts';
import { connectionOf, connectionQuery, settingsOfOwn, type ConnectionRow } from '#service/gateway/connections.ts';
import { testConnection } from '#service/gateway/test-connection.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { usedProductsOf } from '#service/settings/merchants.ts';

/**
 * Tries the connection by which the service would reach the provider for a merchant: its own, or else the environment's.
 * @param database migrated
 * @returns a line for each thing that was tried
 */
export async function tryProvider(
  database: Database,
  { provider: environment, providerAddresses: addresses, products, numbersKeyFile }: Settings,
  merchant: string,
): Promise<{ lines: string[]; fails: boolean }> {
  if (!environment) throw new Error('PROVIDER_URL: names the provider to try, and is not set');
  const { rows } = await runOnce<ConnectionRow>(database.pool, { merchant }, connectionQuery(merchant));
  const kept = connectionOf(rows[0]);
  // Without the former key, which would encrypt all numbers again while the service still runs with it.
  const numbers = kept.secret === null ? undefined : await openNumbers(database, { numbersKeyFile });
  const provider = kept.own ? settingsOfOwn({ environment, addresses, numbers }, kept.own, kept) : environment;
  // A merchant may be tried before it is added.
  const used = await inOwnTransaction(database.pool, (query) => usedProductsOf(query, merchant, products)).catch(
    () => products,
  );
  const findings = await testConnection(provider, merchant, used);
  return {
    lines: [
      kept.own ? `${merchant} has a connection of its own.` : `${merchant} has the connection of the environment.`,
      ...findings.map(({ subject, state, says }) => `${state.padEnd(8)}  ${subject}: ${says}`),
    ],
    fails: findings.some(({ state }) => state === 'fails'),
  };
}
