import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

interface Pace {
  /** Milliseconds for a body of any length. */
  allowance: number;
  /** Bytes that earn one more second: a sender at this rate is never cut off. */
  rate: number;
}

/**
 * Closes the connection of a caller that sends its body too slowly. Node has one time limit for all lengths: one that
 * lets 16 MB arrive over a slow line lets single drops arrive for as long. The time starts when the body is read, not
 * while the call waits for its turn.
 */
export function cutSlowSenders(app: FastifyInstance, pace: Pace): void {
  app.addHook('preParsing', ({ raw }, _, payload, done) => {
    if (!raw.complete)
      watch(raw, pace, () => {
        // Answered like Node's own request timeout.
        const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        app.server.emit('clientError', error, raw.socket);
        raw.destroy();
      });
    done(null, payload);
  });
}

/**
 * Closes the connection of a caller that still sends its body after the answer: Node would read and discard an endless
 * body for minutes. Closing at once could lose the answer.
 */
export function cutLateSenders(app: FastifyInstance, milliseconds = 1000): void {
  app.addHook('onResponse', ({ raw }, _, done) => {
    done();
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
