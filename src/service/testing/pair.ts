import type { Database } from '#service/database/open.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { freePort } from '../../../scripts/ports.mjs';
import { startProxy } from './proxy.ts';
import { numbersKeyFile } from './run.ts';
import { startService, type ServiceProcess } from './service-process.ts';

export interface Pair {
  /** Of the proxy. */
  origin: string;
  processes: readonly [ServiceProcess, ServiceProcess];
  close(): Promise<void>;
}

/** Starts two service processes on one migrated database, behind a proxy that alternates between them. */
export async function startPair(
  database: Database,
  databaseUrl: string,
  port: number,
  more: Record<string, string> = { SANDBOX: 'on' },
): Promise<Pair> {
  // With its first merchant present, the sandbox counts as filled: it gets its well-known sign-ins, but no sample
  // records.
  await inTransaction(database.pool, { merchant: '1001' }, async (client) => {
    await client.query('reset role');
    await client.query(`insert into merchant values ('1001', 'Umthombo Home Finance') on conflict do nothing`);
  });
  const origin = `http://localhost:${port}`;
  const one = async () =>
    startService({
      PORT: String(await freePort()),
      ORIGIN: origin,
      DATABASE_URL: databaseUrl,
      NUMBERS_KEY_FILE: numbersKeyFile,
      ...more,
    });
  const processes = await Promise.all([one(), one()] as const);
  const proxy = await startProxy(
    port,
    processes.map((it) => it.address),
  );
  return {
    origin,
    processes,
    async close() {
      await proxy.close();
      await Promise.all(processes.map((it) => it.kill('SIGTERM')));
    },
  };
}
