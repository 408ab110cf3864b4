import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface Pace {
  /** Milliseconds for a body, whatever its length. */
  allowance: number;
  /** Bytes that add a second to it: who goes on sending at this rate is never cut. */
  rate: number;
}

/**
 * Ends the connection of who sends a body too slowly. Node's own limit is one time for all lengths: one that lets 16 MB
 * arrive by a slow line lets a drop at a time come in for as long. It begins when the body is read, not while the call
 * waits for its turn.
 */
export function cutSlowSenders(app: FastifyInstance, pace: Pace): void {
  app.addHook('preParsing', async ({ raw }) => {
    if (raw.complete) return;
    watch(raw, pace, () => {
      // Answered as Node answers a request that took too long.
      const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', error, raw.socket);
      raw.destroy();
    });
  });
}

/**
 * Ends the connection of who goes on sending a body after the answer: it is read no further than this, since a body
 * without end would be read, and thrown away, for minutes. Closing at once could cost the sender the answer.
 */
export function cutLateSenders(app: FastifyInstance, milliseconds = 1000): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    raw.resume();
    setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, milliseconds).unref();
  });
}

function watch(request: IncomingMessage, { allowance, rate }: Pace, cut: () => void): void {
  const startedAt = performance.now();
  const before = request.socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (request.complete) return;
    const earned = ((request.socket.bytesRead - before) / rate) * 1000;
    const left = startedAt + allowance + earned - performance.now();
    if (left <= 0) cut();
    else timer = setTimeout(look, left).unref();
  };
  look();
  request.once('close', () => clearTimeout(timer));
}
