import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/ports.mjs';
import { until } from './until.ts';

/*
 * Glewlwyd, an independent OAuth 2 and OpenID provider packaged by Debian. Its packages are unpacked into a folder, not
 * installed: that needs no root, starts nothing and changes nothing on the machine.
 */

const run = async (command: string, args: string[], cwd?: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd, timeout: 60_000, maxBuffer: 2 ** 24 });
  return stdout;
};

/** Kept between runs, so that the packages are downloaded once. */
const folder = path.join(tmpdir(), `collections-glewlwyd-${process.getuid?.() ?? 0}`);

/** The folder with the unpacked packages. @throws Error with the reason when they cannot be downloaded */
export async function unpackGlewlwyd(): Promise<string> {
  if (existsSync(folder)) return folder;
  const names = ['glewlwyd', 'sqlite3'];
  const plan = await run('apt-get', ['install', '-s', '--no-install-recommends', ...names]);
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => /^(lib|glewlwyd|sqlite3)/.test(name) && !name.endsWith('-perl'));
  const unpacked = mkdtempSync(`${folder}-`);
  try {
    mkdirSync(path.join(unpacked, 'packages'));
    await run('apt-get', ['download', ...new Set([...missing, 'glewlwyd'])], path.join(unpacked, 'packages'));
    for (const file of readdirSync(path.join(unpacked, 'packages')))
      await run('dpkg', ['-x', path.join(unpacked, 'packages', file), path.join(unpacked, 'root')]);
    rmSync(path.join(unpacked, 'packages'), { recursive: true });
    renameSync(unpacked, folder);
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

interface Glewlwyd {
  issuer: string;
  /** Calls Glewlwyd's own API, with the cookie of a signed-in person if any. */
  call(method: string, path: string, body?: unknown, cookie?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts it with one person (`naledi`, merchant 1001) and the console as its client. */
export async function startGlewlwyd(unpacked: string, redirectUri: string): Promise<Glewlwyd> {
  const root = path.join(unpacked, 'root');
  const inRoot = (...parts: string[]) => path.join(root, 'usr', ...parts);
  const home = mkdtempSync(path.join(tmpdir(), 'collections-glewlwyd-run-'));
  const port = await freePort();
  const libraries = readdirSync(inRoot('lib')).filter((name) => name.includes('linux'));
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: libraries.map((name) => inRoot('lib', name)).join(':'),
  };

  const sql = path.join(root, 'usr/share/dbconfig-common/data/glewlwyd/install/sqlite3');
  const sqlite = existsSync(inRoot('bin', 'sqlite3')) ? inRoot('bin', 'sqlite3') : 'sqlite3';
  const database = path.join(home, 'glewlwyd.db');
  const ownProperty = { 'use-glewlwyd-connection': true, 'data-format': { merchants: { read: true, write: true } } };
  await promisify(execFile)(
    sqlite,
    [database, `.read ${sql}`, `update g_user_module_instance set gumi_parameters = '${JSON.stringify(ownProperty)}'`],
    { env, timeout: 60_000 },
  );

  const modules = ['user', 'client', 'plugin'].map((kind) => `${kind}_module_path="${inRoot('lib/glewlwyd', kind)}"`);
  const config = path.join(home, 'glewlwyd.conf');
  writeFileSync(
    config,
    [
      `port=${port}`,
      'bind_address="127.0.0.1"',
      `external_url="http://127.0.0.1:${port}"`,
      'login_url="login.html"',
      'api_prefix="api"',
      `static_files_path="${inRoot('share/glewlwyd/webapp/')}"`,
      'cookie_domain="127.0.0.1"',
      'cookie_secure=0',
      'session_key="GLEWLWYD2_SESSION_ID"',
      'admin_scope="g_admin"',
      'profile_scope="g_profile"',
      'log_mode="console"',
      'log_level="NONE"',
      'hash_algorithm="SHA512"',
      ...modules,
      `user_middleware_module_path="${inRoot('lib/glewlwyd', 'user')}"`,
      `user_auth_scheme_module_path="${inRoot('lib/glewlwyd', 'scheme')}"`,
      `database = { type = "sqlite3"; path = "${database}"; };`,
      '',
    ].join('\n'),
  );
  const child = spawn(inRoot('bin', 'glewlwyd'), [`--config-file=${config}`], { env, stdio: 'ignore' });
  const stop = async () => {
    await ended(child);
    rmSync(home, { recursive: true, force: true });
  };

  const api = `http://127.0.0.1:${port}/api`;
  const call: Glewlwyd['call'] = (method, target, body, cookie = '') =>
    fetch(api + target, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
      return call('GET', '/auth/').then(
        (answer) => answer.status < 500,
        () => false,
      );
    });
    await fill(call, api, redirectUri);
  } catch (error) {
    await stop();
    throw error;
  }
  return { issuer: `${api}/oidc`, call, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}

/** @returns the cookie */
export async function signInAt(call: Glewlwyd['call'], username: string, password: string): Promise<string> {
  const answer = await call('POST', '/auth/', { username, password });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (!answer.ok || !cookie) throw new Error(`Glewlwyd let ${username} not in: ${answer.status}`);
  return cookie.split(';')[0] ?? '';
}

async function fill(call: Glewlwyd['call'], api: string, redirectUri: string): Promise<void> {
  const admin = await signInAt(call, 'admin', 'password');
  const add = async (target: string, body: unknown) => {
    const answer = await call('POST', target, body, admin);
    if (!answer.ok) throw new Error(`Glewlwyd refused ${target}: ${await answer.text()}`);
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await add('/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OIDC',
    enabled: true,
    parameters: {
      iss: `${api}/oidc`,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 86_400,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-refresh-enabled': true,
      'jwks-show': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'pkce-method-plain-allowed': false,
      'subject-type': 'public',
      scope: [],
      claims: [],
      'additional-parameters': [
        { 'user-parameter': 'merchants', 'token-parameter': 'merchants', 'token-changed': false },
      ],
    },
  });
  const scope = 'collections.read';
  await add('/scope/', { name: scope, display_name: scope, description: 'Read', password_required: true, scheme: {} });
  await add('/user/', {
    username: 'naledi',
    password: 'a long pass phrase',
    name: 'Naledi Dlamini',
    enabled: true,
    scope: ['openid', scope],
    merchants: '1001',
  });
  await add('/client/', {
    client_id: 'console',
    name: 'Collections Console',
    enabled: true,
    confidential: false,
    redirect_uri: [redirectUri],
    authorization_type: ['code', 'refresh_token'],
    scope: ['openid', scope],
    token_endpoint_auth_method: ['none'],
  });
}
