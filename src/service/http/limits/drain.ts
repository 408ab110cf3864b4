import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#service/base/errors.ts';

/** Monitoring continues while the process ends. */
const stillAnswered = new Set(['/healthz', '/metrics']);

const quietMilliseconds = 200;

/** In milliseconds. */
interface DrainTimes {
  /** How long calls are still accepted while `/readyz` fails: load balancers poll it only now and then. */
  notice: number;
  /** The longest wait for running calls after that. */
  longest: number;
}

/**
 * Tracks the running calls. The returned function ends the process without cutting any off: first `/readyz` answers
 * 503, then every new call does, and connections are not kept. It settles when all calls are answered.
 */
export function drainable(app: FastifyInstance): (times: DrainTimes) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let requests = 0;
  let isReady = true;
  let isDraining = false;
  let onEnd = () => {};
  app.addHook('onRequest', (_, reply, done) => {
    const { raw } = reply;
    requests++;
    if (isDraining) raw.shouldKeepAlive = false;
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      onEnd();
    });
    done();
  });
  // At this stage the route is known and the body unread.
  app.addHook('preParsing', (request, _, payload, done) => {
    const url = request.routeOptions.url ?? '';
    const isRefused = (isDraining && !stillAnswered.has(url)) || (!isReady && url === '/readyz');
    done(isRefused ? unavailable() : null, payload);
  });

  return async ({ notice, longest }) => {
    isReady = false;
    if (notice > 0) await pause(notice);
    isDraining = true;
    for (const raw of underWay) raw.shouldKeepAlive = false;
    const answered = new Promise<void>((resolve) => {
      onEnd = () => underWay.size === 0 && resolve();
      onEnd();
    });
    const limit = new AbortController();
    await Promise.race([
      answered.then(untilQuiet),
      pause(longest, undefined, { signal: limit.signal }).catch(() => undefined),
    ]);
    limit.abort();
  };

  /**
   * A client that was just answered may already be sending its next call, which should get a 503 rather than a broken
   * connection.
   */
  async function untilQuiet(): Promise<void> {
    // HTTP's own close would also end connections that have not sent anything yet.
    net.Server.prototype.close.call(app.server);
    for (let before = -1; before !== requests || underWay.size > 0;) {
      if ((await connectionsOf(app.server)) === 0) return;
      before = requests;
      await pause(quietMilliseconds);
    }
  }
}

const connectionsOf = (server: net.Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
