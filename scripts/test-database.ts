// A PostgreSQL for the tests: prints its address, serves until stdin closes, leaves nothing behind. The packaged one by
// default; that of other programs with their folder as argument, and with `citus` after it a coordinator and two
// workers of it.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { startEmbedded } from '../src/service/database/embedded.ts';
import { startCitus } from '../src/service/testing/citus.ts';
import { startPostgres } from '../src/service/testing/postgres.ts';
import { temporaryFolder } from './product.mjs';

// Ctrl-C reaches this process too, but the tests still need their server to clean up, so only stdin ends it.
process.on('SIGINT', () => {});

// The data is disposable, so it need not survive a power cut.
const settings = { fsync: 'off', max_connections: '200' };

async function start([binaries, kind]: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  if (binaries && kind === 'citus') {
    const citus = await startCitus(binaries, folder, { fsync: 'off' });
    return { url: citus.coordinator.url, stop: citus.stop };
  }
  if (binaries) return startPostgres(binaries, folder, { settings });
  const { connection, stop } = await startEmbedded(folder, { settings });
  return { url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(connection.host)}`, stop };
}

const folder = temporaryFolder('tests');
try {
  const server = await start(process.argv.slice(2));
  console.log(server.url);
  process.stdin.resume();
  await once(process.stdin, 'end');
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
