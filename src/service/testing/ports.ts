import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of loopback, below those that systems use for outgoing connections (Linux from 32768): another process's
 * next call could take one of these before we listen on it.
 */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const attempt = (left: number) => {
      const port = randomInt(11_000, 32_768);
      const server = createServer().once('error', (error) => (left > 0 ? attempt(left - 1) : reject(error)));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
    };
    attempt(100);
  });
