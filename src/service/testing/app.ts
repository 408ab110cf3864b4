import { createServer } from 'node:net';
import type { Operation } from '../../contract/operation.ts';
import { operations, type Input, type OperationName, type Output } from '../../contract/operations.ts';
import type { Fault } from '../../contract/operation.ts';
import { buildApp } from '../app.ts';
import { sandboxProgram, seedSandboxSignIns } from '../auth/users.ts';
import { wallClock, type Clock } from '../clock.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { migrations } from '../migrations/all.ts';
import { readSettings } from '../settings.ts';
import { testDatabase } from './database.ts';

export interface Answer<N extends OperationName> {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
  /** Of a batch or cancel. */
  successful: Output<N>[];
  failed: (Record<string, unknown> & { Errors: Fault[] })[];
  /** Of a retrieve or report. */
  records: Output<N>[];
  errors: Fault[];
}

export interface TestService {
  origin: string;
  database: Database;
  clock: Clock;
  token(merchant?: string): Promise<string>;
  /** One call of the contract over real HTTP, as merchant 1001 on EFT unless said otherwise. */
  call<N extends OperationName>(name: N, input: Input<N> | Input<N>[], options?: CallOptions): Promise<Answer<N>>;
  close(): Promise<void>;
}

export interface CallOptions {
  merchant?: string;
  product?: string;
  token?: string;
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The whole service on a database of its own, listening on loopback. */
export async function testService(
  options: { clock?: Clock; through?: (databaseUrl: string) => Promise<string> } = {},
): Promise<TestService> {
  const made = await testDatabase();
  const databaseUrl = options.through ? await options.through(made.databaseUrl) : made.databaseUrl;
  const port = await freePort();
  const settings = readSettings({ PORT: String(port), DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' });
  const database = await openDatabase(settings);
  await migrate(database, migrations);
  await seedSandboxSignIns(database.pool);
  const clock = options.clock ?? wallClock(settings.timeZone);
  const app = await buildApp({ settings, database, clock, consoleDirectory: '/nonexistent' });
  await app.listen({ host: settings.host, port });

  const tokens = new Map<string, Promise<string>>();
  const issue = async (merchant: string) => {
    const answer = await fetch(`${settings.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: `merchant:${merchant}` }),
      headers: {
        authorization: `Basic ${Buffer.from(`${sandboxProgram.clientId}:${sandboxProgram.secret}`).toString('base64')}`,
      },
    });
    const body = (await answer.json()) as { access_token?: string };
    if (!body.access_token) throw new Error(`no token: ${answer.status}`);
    return body.access_token;
  };
  const token = (merchant = '1001') => {
    const held = tokens.get(merchant) ?? issue(merchant);
    tokens.set(merchant, held);
    return held;
  };

  return {
    origin: settings.origin,
    database,
    clock,
    token,
    async call(name, input, { merchant = '1001', product = 'EFT', token: given } = {}) {
      const operation: Operation = operations[name];
      const bearer = given ?? (await token(merchant));
      const { url, init } = requestOf(operation, settings.origin, merchant, product, input);
      return read(
        operation,
        await fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${bearer}` } }),
      );
    },
    async close() {
      await app.close();
      await database.close();
      await made.close();
    },
  };
}

/** The HTTP request that the contract describes for an input: what a person would write by hand. */
export function requestOf(it: Operation, origin: string, merchant: string, product: string, input: unknown) {
  const path = it.path
    .replace('{PREFIX}', `/v1/payments/${merchant}`)
    .replace('{product}', encodeURIComponent(product));
  const url = new URL(origin + path);
  url.searchParams.set('Version', 'v1');
  const headers: Record<string, string> = {};
  if (it.request) {
    headers['content-type'] = 'application/json';
    const items = Array.isArray(input) ? input : [input];
    return { url, init: { method: it.method, headers, body: JSON.stringify({ [it.request]: items }) } };
  }
  for (const [word, value] of Object.entries(input as Record<string, unknown>))
    if (value !== undefined) url.searchParams.set(word, String(value));
  return { url, init: { method: it.method, headers } };
}

async function read<N extends OperationName>(operation: Operation, answer: Response): Promise<Answer<N>> {
  const text = await answer.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  const held = (body[operation.response ?? ''] ?? []) as never[];
  const [batch] = held as { Successful?: Output<N>[]; Failed?: Answer<N>['failed'] }[];
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body,
    successful: batch?.Successful ?? [],
    failed: batch?.Failed ?? [],
    records: held,
    errors: (body['Errors'] ?? []) as Fault[],
  };
}
