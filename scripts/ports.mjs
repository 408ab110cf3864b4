import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Between a look at a port and the moment when a program listens on it, a slow machine takes seconds. So no two
 * processes look at the same ports: each has a block, which it holds by listening on the block's first port.
 */
const blockSize = 64;

/** Systems use the ports above these for outgoing connections (Linux from 32768), which could take one meanwhile. */
const [firstPort, endOfPorts] = [11_000, 32_768];

/** @type {Promise<number> | undefined} */
let heldBlock;
let taken = 0;

/** A free port of loopback that no other process of ours gets. */
export async function freePort() {
  const block = await (heldBlock ??= holdBlock());
  for (let tried = 1; tried < blockSize; tried++) {
    const port = block + 1 + (taken++ % (blockSize - 1));
    if (await opens(port)) return port;
  }
  throw new Error(`All ${blockSize} ports from ${block} are in use.`);
}

async function holdBlock() {
  const blocks = Math.floor((endOfPorts - firstPort) / blockSize);
  const start = randomInt(blocks);
  for (let index = 0; index < blocks; index++) {
    const block = firstPort + ((start + index) % blocks) * blockSize;
    if (await opens(block, 'and hold it')) return block;
  }
  throw new Error(`Every block of ports from ${firstPort} to ${endOfPorts} is in use.`);
}

/**
 * @param {number} port
 * @param {'and hold it'} [hold] as long as this process runs
 * @returns {Promise<boolean>}
 */
const opens = (port, hold) =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      if (!hold) return server.close(() => resolve(true));
      server.unref();
      resolve(true);
    });
  });
