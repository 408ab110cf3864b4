// The product as `npm start` runs it, for measurements and screenshots.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { root } from './prepare.mjs';
import { productEnvironment } from './settings.mjs';

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
 * Starts the product as `npm start` does, on a free port of loopback, and resolves when it is ready.
 * @param {Record<string, string>} settings
 */
export async function startProduct(settings) {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: productEnvironment({ PORT: String(await freePort()), ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /**
   * Waits for a text in its output, and returns the first group.
   * @param {RegExp} pattern
   * @returns {Promise<string>}
   */
  const printed = (pattern) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const [, text] = pattern.exec(output) ?? [];
        if (text) resolve(text);
      };
      child.stdout.on('data', look);
      ended.then((code) => reject(new Error(`the product ended with ${code}`)));
      look();
    });
  child.stdout.on('data', (data) => (output += String(data)));
  return {
    origin: await printed(/^Collections Console +(\S+) +\(ready in /m),
    seconds: (performance.now() - began) / 1000,
    printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 * @param {string} username
 */
export async function signIn(page, address, username = 'staff') {
  await page.goto(address);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('sandbox-only');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/**
 * The JavaScript that the page's document has loaded, as it was transferred; cached scripts count with their full size.
 * @param {import('@playwright/test').Page} page
 */
export async function loadedScripts(page) {
  const sizes = await page.evaluate(() =>
    /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
      .filter((entry) => entry.name.endsWith('.js'))
      .map((entry) => entry.encodedBodySize),
  );
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), files: sizes.length };
}
