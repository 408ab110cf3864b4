import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { freePort } from './scripts/ports.mjs';
import { temporaryFolder } from './scripts/product.mjs';
import { productEnvironment } from './scripts/settings.mjs';

// Every worker reads this file again; what the first reader chose comes to the others in their environment.
if (!process.env['E2E_PORT']) {
  const folder = temporaryFolder('e2e');
  process.env['E2E_PORT'] = String(await freePort());
  process.env['E2E_DATA_DIR'] = folder;
  if (process.env['E2E_GATEWAY']) process.env['E2E_PROVIDER_PORT'] = String(await freePort());
  process.env['CHROMIUM_PATH'] ??= findChromium();
  // Not a global teardown: that runs while the product still writes there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const origin = `http://localhost:${process.env['E2E_PORT']}`;
const providerPort = process.env['E2E_PROVIDER_PORT'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // A test that passes at the second try hides a race.
  retries: 0,
  forbidOnly: true,
  // A wait ends as soon as it can, so a long limit hides no race; a short one fails on a slow machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'line',
  use: {
    baseURL: origin,
    locale: 'en-ZA',
    timezoneId: 'Africa/Johannesburg',
    // Traces hold requests, and requests hold tokens.
    trace: 'off',
    video: 'off',
    // Without Chromium's own sandbox, which root and many containers cannot use: it opens no page but ours.
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], chromiumSandbox: false },
  },
  webServer: {
    command: providerPort ? 'node scripts/start-gateway.mjs' : 'node scripts/start.mjs',
    url: `${origin}/readyz`,
    env: productEnvironment({
      PORT: process.env['E2E_PORT'] ?? '',
      DATA_DIR: process.env['E2E_DATA_DIR'] ?? '',
      ...(providerPort && { PROVIDER_PORT: providerPort, TIME_ZONE: process.env['TIME_ZONE'] ?? '' }),
      LOG_LEVEL: 'error',
      // Receivers of events are on this machine.
      CALLBACKS: 'loopback',
    }),
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
