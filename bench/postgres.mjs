// A PostgreSQL like an operator's: durable, separate from the service. The system's one, else the packaged one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { installedPostgres } from '../scripts/databases.mjs';
import { atLast } from './last.mjs';

register();
const { accountFor, processOptions, runAs } = await import('../src/service/database/account.ts');
const { findBinaries } = await import('../src/service/database/binaries.ts');

/**
 * Over a Unix socket in `folder`.
 * @param {string} folder
 * @param {Record<string, string>} [settings]
 */
export async function startPostgres(folder, settings = {}) {
  const account = await accountFor(folder);
  const home = path.join(folder, 'server');
  mkdirSync(home);
  chmodSync(home, 0o700);
  if (account) chownSync(home, account.uid, account.gid); // PostgreSQL refuses to run as root
  const binaries = installedPostgres()?.binaries ?? (await findBinaries({ directory: folder, home, account }));
  const data = path.join(home, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await runAs(account, path.join(binaries, 'initdb'), initArgs);
  const settingArgs = Object.entries({ listen_addresses: '', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data, '-k', home, ...settingArgs], {
    ...processOptions(account),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const kill = atLast(() => server.kill('SIGQUIT'));
  let log = '';
  await new Promise((resolve, reject) => {
    server.stderr.on('data', (piece) => {
      log = (log + piece).slice(-4000);
      if (log.includes('ready to accept connections')) resolve(undefined);
    });
    exited.then(() => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)));
  });
  const version = (await runAs(account, path.join(binaries, 'postgres'), ['--version']))
    .trim()
    .replace(/^.*\) /, 'PostgreSQL ');
  const urlOf = (/** @type {string} */ database) =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(home)}`;
  return {
    url: urlOf('postgres'),
    urlOf,
    version,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGINT');
      await exited;
      kill(); // it has already ended; this only removes it from the list
    },
  };
}
