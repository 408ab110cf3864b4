import type { Fault, Operation } from '#contract/operation.ts';
import { operations, type Input, type OperationName, type Output } from '#contract/operations.ts';
import { buildApp, type Parts } from '#service/app.ts';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram, seedSandboxSignIns } from '#service/auth/users.ts';
import { createClock, type Clock } from '#service/base/clock.ts';
import { decryptingBank, simulatedBank, type Bank } from '#service/clearing/bank.ts';
import { readSettings } from '#service/config/settings.ts';
import { refuseSecondConnections } from '#service/database/connection.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { seedOrganisation } from '#service/seed/organisation.ts';
import { freePort } from '../../../scripts/ports.mjs';
import { testDatabase, type TestDatabase } from './database.ts';
import { startPair } from './pair.ts';
import { requestOf } from './request-of.ts';
import { numbersKeyFile, testNow } from './run.ts';

export { freePort, numbersKeyFile };

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
  numbers: Numbers;
  bank: Bank;
  token(merchant?: string): Promise<string>;
  /** Makes one call of the contract over real HTTP, by default as merchant 1001 on EFT. */
  call<N extends OperationName>(name: N, input: Input<N> | Input<N>[], options?: CallOptions): Promise<Answer<N>>;
  close(): Promise<void>;
}

export interface CallOptions {
  merchant?: string;
  product?: string;
  token?: string;
  headers?: Record<string, string>;
  /** Use the second path of the call. */
  alias?: boolean;
  isDryRun?: boolean;
}

interface Options {
  clock?: Clock;
  /** Puts a proxy between the service and its database. */
  through?: (databaseUrl: string) => Promise<string>;
  /** Always one process: for tests that look at jobs, or that start without a merchant. */
  isAlone?: true;
  timeouts?: Parts['timeouts'];
  clockWait?: number;
  maxRows?: number;
  outgoing?: Parts['outgoing'];
  /** With `SANDBOX=off`. */
  isLive?: true;
  /** Encrypts numbers in the database. */
  numbersKeyFile?: string;
  formerNumbersKeyFile?: string;
  /** Further variables; with a provider the service is none of the sandbox's. */
  environment?: Record<string, string>;
  /** Instead of a database of its own. */
  on?: TestDatabase;
}

const { username, password } = sandboxMessageSignIn;
const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/**
 * Starts the whole service on its own database, listening on loopback: in this process, or with TEST_PROCESSES=2 as two
 * processes behind a proxy. Options only work in this process, so tests with any option always get that.
 */
export async function testService(options: Options = {}): Promise<TestService> {
  const testDb = options.on ?? (await testDatabase(prepareTemplate));
  const databaseUrl = options.through ? await options.through(testDb.databaseUrl) : testDb.databaseUrl;
  const port = await freePort();
  const settings = readSettings({
    PORT: String(port),
    ...(options.isLive ? { SANDBOX: 'off' } : options.environment?.['PROVIDER_URL'] ? {} : { SANDBOX_NOW: testNow }),
    ...options.environment,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
    NUMBERS_KEY_FILE: options.numbersKeyFile ?? numbersKeyFile,
    FORMER_NUMBERS_KEY_FILE: options.formerNumbersKeyFile,
  });
  // The proxy may lead to another server.
  if (options.through) await prepareTemplate(databaseUrl);
  const database = await openDatabase(settings);
  refuseSecondConnections(database.pool);
  const clock = options.clock ?? createClock(settings);
  const numbers = await openNumbers(database, settings);
  const isPair = process.env['TEST_PROCESSES'] === '2' && Object.keys(options).length === 0;
  const running = isPair
    ? await startPair(database, databaseUrl, port)
    : await startHere({
        settings,
        database,
        clock,
        consoleDirectory: '/nonexistent',
        timeouts: options.timeouts,
        clockWait: options.clockWait,
        maxRows: options.maxRows,
        outgoing: options.outgoing,
      });

  const tokens = new Map<string, Promise<string>>();
  const token = (merchant = '1001') => {
    const kept = tokens.get(merchant) ?? tokenFrom(settings.origin, merchant);
    tokens.set(merchant, kept);
    return kept;
  };

  return {
    origin: settings.origin,
    database,
    clock,
    numbers,
    bank: decryptingBank(simulatedBank, numbers),
    token,
    async call(name, input, how = {}) {
      const { merchant = '1001', product = 'EFT', token: given, headers, alias = false, isDryRun = false } = how;
      const operation: Operation = operations[name];
      const authorization = operation.basic ? basic : `Bearer ${given ?? (await token(merchant))}`;
      const called = alias && operation.alias ? { ...operation, path: operation.alias } : operation;
      const { url, init } = requestOf(called, settings.origin, merchant, product, input);
      if (isDryRun) url.searchParams.set('DryRun', 'true');
      return read(operation, await fetch(url, { ...init, headers: { ...init.headers, authorization, ...headers } }));
    },
    async close() {
      await running.close();
      await database.close();
      if (!options.on) await testDb.close();
    },
  };
}

const prepareTemplate = (databaseUrl: string) => prepare(databaseUrl, numbersKeyFile || undefined);

/** Every test starts with this: the tables, the sandbox's sign-ins and its organisation. */
export async function prepare(databaseUrl: string, keyFile?: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDirectory: '/nonexistent' });
  await migrate(database, migrations);
  await openNumbers(database, { numbersKeyFile: keyFile });
  await seedSandboxSignIns(database.pool);
  await seedOrganisation(database.pool);
  await database.close();
}

/** An access token of the sandbox's program, for one merchant. */
export async function tokenFrom(
  origin: string,
  merchant = '1001',
  { clientId, secret }: { clientId: string; secret: string } = sandboxProgram,
): Promise<string> {
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: `merchant:${merchant}` }),
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
  });
  const body = (await answer.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`no token: ${answer.status}`);
  return body.access_token;
}

async function startHere(parts: Parts): Promise<{ close(): Promise<void> }> {
  const app = await buildApp(parts);
  await app.listen({ host: parts.settings.host, port: parts.settings.port });
  return { close: () => app.close() };
}

async function read<N extends OperationName>(operation: Operation, answer: Response): Promise<Answer<N>> {
  const text = await answer.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  const records = (body[operation.response ?? ''] ?? []) as never[];
  const [batch] = records as { Successful?: Output<N>[]; Failed?: Answer<N>['failed'] }[];
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body,
    successful: batch?.Successful ?? [],
    failed: batch?.Failed ?? [],
    records,
    errors: (body['Errors'] ?? []) as Fault[],
  };
}
