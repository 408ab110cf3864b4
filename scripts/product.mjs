// The product as `npm start` runs it, for measurements and screenshots.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { noSettings } from './settings.mjs';

/**
 * A temporary folder that other users may enter: as root, the database runs as another user and would otherwise store
 * its files elsewhere, where no one removes them.
 * @param {string} name
 */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `collections-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * A free port of loopback, below those that systems use for outgoing connections: another process's next call could
 * take one of these before we listen on it.
 * @returns {Promise<number>}
 */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const attempt = (/** @type {number} */ left) => {
      const port = randomInt(11_000, 32_768);
      const server = createServer().once('error', (error) => (left > 0 ? attempt(left - 1) : reject(error)));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
    };
    attempt(100);
  });

/**
 * Starts the product on a free port of loopback and resolves when it is ready.
 * @param {string} folder its data folder
 */
export async function startProduct(folder) {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...noSettings, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      if (String(data).includes('ready in')) resolve(undefined);
    });
    child.once('exit', (code) => reject(new Error(`the product did not start (${code})`)));
  });
  return {
    origin: `http://localhost:${port}`,
    seconds: (performance.now() - began) / 1000,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 */
export async function signIn(page, address) {
  await page.goto(address);
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password').fill('sandbox-only');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}
