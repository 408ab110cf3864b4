// A PostgreSQL for the tests: prints its address, serves until stdin closes, leaves nothing behind.
// Without a given one, the one that comes with the product; with the folder of another's programs, that one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync } from 'node:fs';
import path from 'node:path';
import { accountFor, identity, run } from '../src/service/database/account.ts';
import { startEmbedded } from '../src/service/database/embedded.ts';
import { temporaryFolder } from './product.mjs';

// Ctrl-C reaches this process too; the tests still need their server to clean up, so only stdin ends it.
process.on('SIGINT', () => {});

// Nothing of a test's database is to survive the power cut that fsync is for.
const settings = { fsync: 'off', max_connections: '200' };

/** Starts the programs in `binaries` (initdb, postgres) on a new cluster in `folder`, over a Unix socket there. */
async function startFrom(binaries: string, folder: string) {
  const account = await accountFor(folder);
  if (account) chownSync(folder, account.uid, account.gid); // PostgreSQL refuses to run as root
  const data = path.join(folder, 'data');
  const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(path.join(binaries, 'initdb'), words, account);
  const further = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', ...further],
    { ...identity(account), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(server, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (piece: Buffer) => {
      log = (log + piece.toString()).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`${binaries}/postgres did not start: ${log.trim()}`)));
  });
  const stop = async () => {
    server.kill('SIGINT'); // a fast shutdown: connections end, nobody is waited for
    await exited;
  };
  return { connection: { host: folder }, stop };
}

const folder = temporaryFolder('tests');
try {
  const [binaries] = process.argv.slice(2);
  const server = binaries ? await startFrom(binaries, folder) : await startEmbedded(folder, { settings });
  console.log(`postgres://postgres@localhost/postgres?host=${encodeURIComponent(server.connection.host)}`);
  process.stdin.resume();
  await once(process.stdin, 'end');
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
