import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of loopback that nobody holds at this moment, below those that systems give to outgoing connections (Linux from
 * 32768 on): one of these could be taken by anybody's next call before it is listened on.
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
