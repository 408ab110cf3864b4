// Two processes of the product on one way to the database, which live through all rounds on it.
import path from 'node:path';
import { freePort } from '../../../scripts/product.mjs';
import { startService } from '../../service-process.mjs';
import { callersOf } from './callers.mjs';
import { ownFolder } from './server.mjs';

/**
 * @param {import('./cluster.mjs').Cluster} cluster
 * @param {keyof import('./cluster.mjs').Cluster['urls']} way
 */
export async function startProducts(cluster, way) {
  const folder = ownFolder(path.join(cluster.folder, `product-${way}`), undefined);
  const ports = [await freePort(), await freePort()];
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const start = (/** @type {number} */ port) =>
    startService(port, { DATABASE_URL: cluster.urls[way], ORIGIN: origins[0] }, folder);
  /** @type {import('../../service-process.mjs').Service[]} */
  const running = [];
  for (const port of ports) running.push(await start(port));
  return {
    callers: callersOf(origins),
    /** @param {number} index */
    kill: async (index) => running[index]?.end('SIGKILL'),
    /** @param {number} index of one that was killed */
    async start(index) {
      running[index] = await start(ports[index] ?? 0);
    },
    end: () => Promise.all(running.map((service) => service.end())),
  };
}

/** @typedef {Awaited<ReturnType<typeof startProducts>>} Products */
