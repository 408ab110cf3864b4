import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

/** Watched while the rest is on its way out: what asks how this process is. */
const stillAnswered = new Set(['/healthz', '/metrics']);

/** How long connections must have been silent before they are closed. */
const quietMilliseconds = 200;

/** In milliseconds. */
export interface DrainTimes {
  /** How long calls are still taken while `/readyz` says no: load balancers look only every so often. */
  notice: number;
  /** The most that calls under way are waited for after that. */
  longest: number;
}

/**
 * Watches the calls under way. The function it returns ends a process without cutting any off: first `/readyz` answers 503,
 * then every new call does, connections are not kept, and it settles when all is answered.
 */
export function drainable(app: FastifyInstance): (times: DrainTimes) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let requests = 0;
  let isReady = true;
  let isDraining = false;
  let onEnd = () => {};
  app.addHook('onRequest', async (_, reply) => {
    const { raw } = reply;
    requests++;
    if (isDraining) raw.shouldKeepAlive = false;
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      onEnd();
    });
  });
  // After the route has said which operation it is, before its body is read.
  app.addHook('preParsing', async (request) => {
    const url = request.routeOptions.url ?? '';
    if ((isDraining && !stillAnswered.has(url)) || (!isReady && url === '/readyz')) throw unavailable();
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
      answered.then(quiet),
      pause(longest, undefined, { signal: limit.signal }).catch(() => undefined),
    ]);
    limit.abort();
  };

  /** Who has just been answered may have the next call on its way already, and is told so rather than cut off. */
  async function quiet(): Promise<void> {
    // HTTP's own close would end connections that have yet to say something.
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
