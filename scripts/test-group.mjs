// Runs several compiled test files in this process: loading the service costs more than the tests of most files. Each file
// is a suite, so that its hooks stay its own, and its tests inherit the time-out. Each test tells its processor time.
import { afterEach, beforeEach, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

// The same inputs in every run: SEED=2 npm test tries others.
fc.configureGlobal({ seed: Number(process.env.SEED || 1) });

let before = process.cpuUsage();
beforeEach(() => void (before = process.cpuUsage()));
afterEach((test) => {
  const { user, system } = process.cpuUsage(before);
  if ('diagnostic' in test) test.diagnostic(`${(user + system) / 1e6} processor seconds`);
});

const [timeoutMs, ...files] = process.argv.slice(2);
for (const file of files) describe(file, { timeout: Number(timeoutMs) }, () => import(pathToFileURL(file).href));
