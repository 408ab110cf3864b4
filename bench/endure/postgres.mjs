// A PostgreSQL as an operator has it: durable, apart from the service. The one of the system, else the packaged one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { installedPostgres } from '../../scripts/databases.mjs';

register();
const { accountFor, identity, run } = await import('../../src/service/database/account.ts');
const { findBinaries } = await import('../../src/service/database/binaries.ts');

/**
 * Starts a server on a new cluster in `folder`, over a Unix socket there.
 * @param {string} folder
 */
export async function startPostgres(folder) {
  const account = await accountFor(folder);
  const home = path.join(folder, 'server');
  mkdirSync(home);
  chmodSync(home, 0o700);
  if (account) chownSync(home, account.uid, account.gid); // PostgreSQL refuses to run as root
  const binaries = installedPostgres()?.binaries ?? (await findBinaries({ directory: folder, home, account }));
  const data = path.join(home, 'data');
  await run(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    account,
  );
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data, '-k', home, '-c', 'listen_addresses='], {
    ...identity(account),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  let log = '';
  await new Promise((resolve, reject) => {
    server.stderr.on('data', (piece) => {
      log = (log + piece).slice(-4000);
      if (log.includes('ready to accept connections')) resolve(undefined);
    });
    exited.then(() => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)));
  });
  const version = (await run(path.join(binaries, 'postgres'), ['--version'], account))
    .trim()
    .replace(/^.*\) /, 'PostgreSQL ');
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(home)}`,
    version,
    async stop() {
      server.kill('SIGINT');
      await exited;
    },
  };
}
