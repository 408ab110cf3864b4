// A relay between the page and the service, which injects a run's fault into one of its calls.
import { createServer, request } from 'node:http';

/**
 * The fault of one call that stores rows:
 * - `request`: it never arrives;
 * - `answer`: it is stored, and its answer never arrives;
 * - `delay`: its answer takes long, and half the time the page is left meanwhile;
 * - `reset`: the connection breaks in the middle of it;
 * - `503`: a gateway answers 503, half the time after the call was stored;
 * - `cut`: its answer ends in the middle;
 * - `kill`: kill -9 of the service once it is stored, without an answer;
 * - `token`: its token has expired;
 * - `tabs`: the page is closed during the call, and another tab continues.
 * @typedef {'request' | 'answer' | 'delay' | 'reset' | '503' | 'cut' | 'kill' | 'token' | 'tabs'} Fault
 *
 * @typedef {object} Plan
 * @property {Fault} fault
 * @property {number} nth the affected call of the run, from 1
 * @property {boolean} isLate for faults with two variants: whether it happens after the call was stored, or the page is
 * left
 * @property {() => Promise<void>} [kill] ends the service, and starts it again
 * @property {() => void} [onHeld] called when an answer is held back
 */

/** @param {() => string} upstream the service's address */
export async function startRelay(upstream) {
  /** @type {Plan | undefined} */
  let plan;
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-expose-headers': 'www-authenticate, retry-after',
      'access-control-max-age': '600',
    };
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, cors).end();
    /** @type {Buffer[]} */
    const pieces = [];
    incoming.on('data', (piece) => pieces.push(piece));
    incoming.on('error', () => undefined);
    incoming.on('end', async () => {
      const body = Buffer.concat(pieces);
      const headers = { ...incoming.headers };
      delete headers['host'];
      delete headers['connection'];
      const isHit = incoming.method !== 'GET' && plan !== undefined && ++calls === plan.nth;
      const { fault, isLate = false, kill, onHeld } = (isHit && plan) || {};
      const drop = () => incoming.socket.destroy();
      const busy = () => outgoing.writeHead(503, { ...cors, 'retry-after': '0' }).end('{"message":"busy"}');
      try {
        if (fault === 'request') return drop();
        if (fault === '503' && !isLate) return void busy();
        if (fault === 'token') headers['authorization'] = 'Bearer stale';
        if (fault === 'reset') {
          await half(upstream(), incoming, headers, body);
          return void incoming.socket.resetAndDestroy();
        }
        const answer = await pass(upstream(), incoming, headers, body);
        if (fault === 'answer') return drop();
        if (fault === 'kill') {
          const done = kill?.();
          drop();
          return void (await done);
        }
        if (fault === '503') return void busy();
        if (fault === 'delay' || fault === 'tabs') {
          onHeld?.();
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
        outgoing.writeHead(answer.status, { ...answer.headers, ...cors, 'content-length': answer.body.length });
        if (fault !== 'cut') return void outgoing.end(answer.body);
        outgoing.write(answer.body.subarray(0, answer.body.length >> 1), drop);
      } catch {
        // The service or the page is gone.
        drop();
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** @param {Plan} next */
    begin(next) {
      plan = next;
      calls = 0;
    },
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * @param {string} origin
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
const open = (origin, { method, url }, headers) =>
  request(origin + (url ?? ''), { method, headers: { ...headers, connection: 'close' } });

/**
 * @param {string} origin
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>}
 */
const pass = (origin, incoming, headers, body) =>
  new Promise((resolve, reject) => {
    const call = open(origin, incoming, headers);
    call.on('error', reject);
    call.on('response', (answer) => {
      /** @type {Buffer[]} */
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const {
          'content-type': type = '',
          'www-authenticate': challenge,
          'content-encoding': encoding,
        } = answer.headers;
        const kept = { 'content-type': type, 'www-authenticate': challenge, 'content-encoding': encoding };
        const said = Object.fromEntries(Object.entries(kept).flatMap(([name, it]) => (it ? [[name, it]] : [])));
        resolve({ status: answer.statusCode ?? 0, headers: said, body: Buffer.concat(pieces) });
      });
    });
    call.end(body);
  });

/**
 * @param {string} origin
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body
 * @returns {Promise<void>}
 */
const half = (origin, incoming, headers, body) =>
  new Promise((resolve) => {
    const call = open(origin, incoming, headers);
    call.on('error', () => undefined);
    call.write(body.subarray(0, body.length >> 1), () => {
      call.destroy();
      resolve();
    });
  });
