import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors.ts';

/** Watched while the rest is on its way out: what asks how this process is. */
const stillAnswered = new Set(['/healthz', '/metrics']);

/** How long connections must have been silent before they are closed. */
const quietMilliseconds = 200;

/**
 * Watches the calls under way. The function it returns ends a process without cutting any off: `/readyz` and every new
 * call answer 503 from then on, connections are not kept, and it settles when all is answered.
 * @returns takes the most milliseconds to wait.
 */
export function drainable(app: FastifyInstance): (milliseconds: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let heard = 0;
  let isDraining = false;
  let onEnd = () => {};
  app.addHook('onRequest', async (_, reply) => {
    const { raw } = reply;
    heard++;
    if (isDraining) raw.shouldKeepAlive = false;
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      onEnd();
    });
  });
  // After the route has said which operation it is, before its body is read.
  app.addHook('preParsing', async (request) => {
    if (isDraining && !stillAnswered.has(request.routeOptions.url ?? '')) throw unavailable();
  });

  return async (milliseconds) => {
    isDraining = true;
    for (const raw of underWay) raw.shouldKeepAlive = false;
    const answered = new Promise<void>((resolve) => {
      onEnd = () => underWay.size === 0 && resolve();
      onEnd();
    });
    const limit = new AbortController();
    await Promise.race([
      answered.then(quiet),
      pause(milliseconds, undefined, { signal: limit.signal }).catch(() => undefined),
    ]);
    limit.abort();
  };

  /** Who has just been answered may have the next call on its way already, and is told so rather than cut off. */
  async function quiet(): Promise<void> {
    // HTTP's own close would end connections that have yet to say something.
    net.Server.prototype.close.call(app.server);
    for (let before = -1; before !== heard || underWay.size > 0;) {
      if ((await connectionsOf(app.server)) === 0) return;
      before = heard;
      await pause(quietMilliseconds);
    }
  }
}

const connectionsOf = (server: net.Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
