import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { fastify } from 'fastify';
import type { Pool } from 'pg';
import { readSettings, type Settings } from '#service/config/settings.ts';
import { refuseSecondConnections } from '#service/database/connection.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { testDatabase } from '#service/testing/database.ts';
import type { Guard } from './guard.ts';
import { registerSignIn } from './sign-in.ts';
import { sandboxPassword, seedSandboxSignIns } from './users.ts';

/** A database with the sign-in's tables and the sandbox's people. */
export async function signInDatabase(): Promise<{ pool: Pool; databaseUrl: string; close(): Promise<void> }> {
  const { databaseUrl, close } = await testDatabase();
  // Opened as the service does: a connection lost when its database is dropped fails no test.
  const database = await openDatabase({ databaseUrl, dataDirectory: '' });
  refuseSecondConnections(database.pool);
  await migrate(database, migrations);
  await seedSandboxSignIns(database.pool);
  return {
    pool: database.pool,
    databaseUrl,
    async close() {
      await database.close();
      await close();
    },
  };
}

/** The sign-in for all tests of a file, on a database of its own. */
export function signInForTests(): { origin: string; pool: Pool; guard: Guard } {
  const closing: (() => Promise<void>)[] = [];
  const parts: { origin?: string; pool?: Pool; guard?: Guard } = {};
  before(async () => {
    const database = await signInDatabase();
    const started = await startSignIn(database.pool);
    Object.assign(parts, { origin: started.origin, pool: database.pool, guard: started.guard });
    closing.push(started.close, database.close);
  });
  after(async () => {
    for (const close of closing) await close();
  });
  const of = <K extends keyof typeof parts>(key: K): NonNullable<(typeof parts)[K]> => {
    const value = parts[key];
    if (value === undefined) throw new Error('before the tests began');
    return value;
  };
  return {
    get origin() {
      return of('origin');
    },
    get pool() {
      return of('pool');
    },
    get guard() {
      return of('guard');
    },
  };
}

/**
 * The sign-in alone, on loopback.
 *
 * @param origin the public one, when that is another process on the same database
 * @param host `localhost` for passkeys, which need a name
 */
export async function startSignIn(
  pool: Pool,
  options: {
    graceSeconds?: number;
    origin?: string;
    onError?: (line: string) => void;
    secondFactor?: string;
    host?: string;
  } = {},
): Promise<{ origin: string; address: string; settings: Settings; guard: Guard; close(): Promise<void> }> {
  // The issuer includes the port, so the server listens before the application is built.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as { port: number }).port;
  const { onError, secondFactor, host = '127.0.0.1' } = options;
  const address = `http://${host}:${port}`;
  const settings = readSettings({ ORIGIN: options.origin ?? address, PORT: String(port), SECOND_FACTOR: secondFactor });
  const app = fastify({
    serverFactory: (handler) => server.on('request', handler),
    ...(onError && { logger: { level: 'error', stream: { write: onError } } }),
  });
  const guard = await registerSignIn(app, { pool, settings, graceSeconds: options.graceSeconds });
  app.get('/callback', async () => 'callback');
  await app.ready();
  const close = async (): Promise<void> => {
    await app.close();
    // The application does not know that this server listens.
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: settings.origin, address, settings, guard, close };
}

export const form = (params: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(params),
});

/** The token endpoint's answer, unparsed. */
interface TokenAnswer {
  status: number;
  text: string;
  body: Record<string, string>;
}

export async function askToken(
  origin: string,
  params: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await fetch(`${origin}/oauth/token`, { ...form(params), headers });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, string> };
}

export const refresh = (origin: string, token: string | undefined): Promise<TokenAnswer> =>
  askToken(origin, { grant_type: 'refresh_token', client_id: 'console', refresh_token: token ?? '' });

/** A browser as far as OAuth needs one: cookies with their paths, redirects one at a time. */
export function createBrowser(origin: string) {
  const jar = new Map<string, { value: string; path: string }>();

  const go = async (target: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target, origin);
    const cookie = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, { ...init, headers: { cookie, ...init.headers }, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; *path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, { value, path });
    }
    return answer;
  };

  /** Follows redirects until a page or the console's callback. */
  const follow = async (answer: Response): Promise<Response> => {
    let last = answer;
    for (let hops = 0; hops < 8; hops++) {
      const to = last.headers.get('location');
      if (to === null || new URL(to, origin).pathname === '/callback') return last;
      last = await go(to);
    }
    throw new Error('too many redirects');
  };

  const verifiers = new Map<string, string>();

  /** The console's authorization request; given parameters replace or (undefined) remove its own. */
  const authorizeUrl = (params: Record<string, string | undefined> = {}): string => {
    const verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(8).toString('hex');
    verifiers.set(state, verifier);
    const all: Record<string, string | undefined> = {
      client_id: 'console',
      response_type: 'code',
      redirect_uri: `${origin}/callback`,
      scope: 'openid',
      nonce: 'n-1',
      state,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      ...params,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return `/oauth/authorize?${new URLSearchParams(given)}`;
  };

  /** Returns the address of the page with the form. */
  const openPage = async (params: Record<string, string | undefined> = {}): Promise<{ path: string; html: string }> => {
    const first = await go(authorizeUrl(params));
    const path = first.headers.get('location') ?? '';
    const page = await follow(first);
    return { path, html: await page.text() };
  };

  const submit = (path: string, username: string, password = sandboxPassword): Promise<Response> =>
    go(path, form({ username, password }));

  /** Exchanges the code in a redirect to the callback. */
  const exchange = async (answer: Response): Promise<TokenAnswer & { code: string; verifier: string }> => {
    const back = new URL(answer.headers.get('location') ?? '', origin);
    const code = back.searchParams.get('code') ?? '';
    const verifier = verifiers.get(back.searchParams.get('state') ?? '') ?? '';
    const params = { grant_type: 'authorization_code', client_id: 'console', redirect_uri: `${origin}/callback` };
    return { ...(await askToken(origin, { ...params, code, code_verifier: verifier })), code, verifier };
  };

  const signInAs = async (username: string, password?: string) => {
    const { path } = await openPage();
    return exchange(await follow(await submit(path, username, password)));
  };

  return { jar, go, follow, authorizeUrl, openPage, submit, exchange, signInAs };
}
