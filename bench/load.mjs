// Requests per second, by autocannon from the bench's own packages.
import { createRequire } from 'node:module';

const autocannon = createRequire(import.meta.url)('autocannon');
const seconds = 3;

/**
 * @param {string} origin
 * @param {Record<string, string>} headers
 * @param {{ path: string } | { path: string, body: () => string }} call
 * @returns {Promise<number>} requests per second over 16 connections
 */
export async function rate(origin, headers, call) {
  const { path } = call;
  const request =
    'body' in call
      ? { method: 'POST', path, setupRequest: (/** @type {object} */ it) => ({ ...it, body: call.body() }) }
      : { method: 'GET', path };
  const found = await autocannon({ url: origin, connections: 16, duration: seconds, headers, requests: [request] });
  if (found.non2xx + found.errors + found.timeouts > 0)
    throw new Error(`${path}: ${found.non2xx} answers other than 200, ${found.errors} errors`);
  return found.requests.total / found.duration;
}
