// Database servers for the service's tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { end, start } from './children.mjs';

/**
 * Starts a PostgreSQL for the tests: the packaged one, or that of the programs in `binaries`, as one server or
 * distributed over a coordinator and two workers.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [binaries]
 * @param {'citus'} [kind]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {Error} with the server's output, when it did not start
 */
export async function startDatabase(env, binaries, kind) {
  const words = [binaries, kind].filter((word) => word !== undefined);
  const child = start(['--import', 'tsx', 'scripts/test-database.ts', ...words], env);
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => child.once('close', () => resolve()));
  let errors = '';
  child.stderr.on('data', (piece) => (errors = (errors + piece).slice(-4000)));
  const limit = setTimeout(() => end(child), 60_000);
  /** @type {string | undefined} */
  const url = await new Promise((resolve) => {
    createInterface(child.stdout).once('line', resolve);
    void closed.then(() => resolve(undefined));
  });
  clearTimeout(limit);
  if (!url) throw new Error(`the database for the tests did not start: ${errors.trim()}`);
  const stop = async () => {
    child.stdin.end();
    const late = setTimeout(() => end(child), 15_000);
    await closed;
    clearTimeout(late);
  };
  return { url, stop };
}

/**
 * The system's PostgreSQL, if any.
 * @returns {{ binaries: string, name: string } | undefined}
 */
export const installedPostgres = () => newest(() => true);

/**
 * The system's PostgreSQL that has Citus, if any.
 * @returns {{ binaries: string, name: string } | undefined}
 */
export const installedCitus = () =>
  newest((binaries) => ['lib', 'lib/postgresql'].some((lib) => existsSync(join(binaries, '..', lib, 'citus.so'))));

/** @param {(binaries: string) => boolean} isMeant */
function newest(isMeant) {
  if (process.platform === 'win32') return undefined; // the tests' servers listen on Unix sockets only
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versionsIn('/usr/lib/postgresql', 'bin'), // Debian, Ubuntu
    ...versionsIn('/usr', 'bin', /^pgsql-/), // Red Hat
    ...versionsIn('/opt/homebrew/opt', 'bin', /^postgresql/),
    ...versionsIn('/usr/local/opt', 'bin', /^postgresql/),
  ];
  for (const binaries of folders) {
    if (!existsSync(join(binaries, 'initdb')) || !existsSync(join(binaries, 'postgres'))) continue;
    if (!isMeant(binaries)) continue;
    const { status, stdout } = spawnSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
    const version = /\d+(\.\d+)?/.exec(stdout ?? '')?.[0];
    if (status === 0 && version) return { binaries, name: `PostgreSQL ${version}` };
  }
  return undefined;
}

/**
 * The folders `parent/<version>/inner`, newest version first.
 * @param {string} parent
 * @param {string} inner
 */
function versionsIn(parent, inner, pattern = /./) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => pattern.test(name))
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((name) => join(parent, name, inner));
}
