// Two processes of the product on one route to the database, running through all rounds on it.
import path from 'node:path';
import { startService } from '../../bench/service-process.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { callersOf } from './callers.mjs';
import { fronts } from './fronts.mjs';
import { ownFolder, serverIn } from './server.mjs';

/**
 * How the product reaches the database, or the proxy in front of the product.
 * @typedef {keyof import('./cluster.mjs').Cluster['urls'] | keyof typeof fronts} Way
 */

/**
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {import('./programs.mjs').Programs} programs
 * @param {Way} way
 */
export async function startProducts(cluster, programs, way) {
  const folder = ownFolder(path.join(cluster.folder, `product-${way}`), undefined);
  const ports = [await freePort(), await freePort()];
  const direct = ports.map((port) => `http://127.0.0.1:${port}`);
  const front = way in fronts ? /** @type {keyof typeof fronts} */ (way) : undefined;
  const frontPort = await freePort();
  const origins = front ? [`http://127.0.0.1:${frontPort}`] : direct;
  const url = cluster.urls[front ? 'proxy' : /** @type {keyof typeof cluster.urls} */ (way)];
  const start = (/** @type {number} */ port) =>
    startService(port, { DATABASE_URL: url, ORIGIN: origins[0], DRAIN_SECONDS: '4' }, folder);
  /** @type {import('../../bench/service-process.mjs').Service[]} */
  const running = [];
  for (const port of ports) running.push(await start(port));
  const before =
    front &&
    serverIn(
      path.join(cluster.folder, `front-${front}`),
      undefined,
      ...fronts[front](cluster.folder, programs, frontPort, ports),
    );
  before?.start();
  return {
    callers: callersOf(origins),
    environment: { DATABASE_URL: url },
    /** @param {number} index */
    kill: async (index) => running[index]?.end('SIGKILL'),
    /**
     * Like an upgrade: stops it, and starts it again once it has ended.
     * @param {number} index
     */
    async restart(index) {
      await running[index]?.end();
      await this.start(index);
    },
    /** @param {number} index of an ended process */
    async start(index) {
      running[index] = await start(ports[index] ?? 0);
    },
    async end() {
      await before?.kill();
      await Promise.all(running.map((service) => service.end('SIGKILL')));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startProducts>>} Products */
