// Finds a Chromium for the browser tests: an installed one, else Playwright's own, else one from the system's package
// manager.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './prepare.mjs';

const wayOut =
  'No Chromium for the browser tests: install it with your package manager, `npx playwright install chromium`, or set CHROMIUM_PATH.';

/** The headless one first: it needs a sixth less processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
  }),
};

/**
 * The path of a Chromium that runs; installs one if there is none.
 * @returns {string}
 * @throws {Error} of one line that names the remedy, when none is available
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH is set to ${given}, which does not run as Chromium.`);
  }
  const found = here() ?? playwrights();
  if (found) return found;
  console.log('Installing Chromium…');
  installPlaywrights();
  const own = playwrights();
  if (own) return own;
  installWithSystem();
  const installed = here();
  if (installed) return installed;
  throw new Error(wayOut);
}

/** One of the system, in PATH or its usual folder. */
function here() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath =
    process.platform === 'win32' ? [] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...(usualPlaces[process.platform] ?? [])].find(runs);
}

/** The one that Playwright installed earlier. */
function playwrights() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
  const path = chromium.executablePath();
  return runs(path) ? path : undefined;
}

/**
 * Whether it exists and starts: Ubuntu's `chromium-browser` may be a stub for a snap, and a downloaded one may lack
 * system libraries.
 * @param {string} path
 */
function runs(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window there
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function installPlaywrights() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 120_000 });
}

function installWithSystem() {
  if (process.platform !== 'linux') return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']; // -n: never prompt for a password
  /** @param {string[]} words */
  const run = (words) => {
    const [program = '', ...rest] = [...asRoot, ...words];
    return spawnSync(program, rest, {
      stdio: 'ignore',
      timeout: 240_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  };
  const has = (/** @type {string} */ program) =>
    spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
  if (has('apt-get')) {
    run(['apt-get', 'update']);
    const install = (/** @type {string} */ name) => run(['apt-get', 'install', '-y', '--no-install-recommends', name]);
    if (install('chromium-headless-shell') !== 0) install('chromium');
  } else if (has('dnf')) run(['dnf', 'install', '-y', 'chromium']);
  else if (has('apk')) run(['apk', 'add', '--no-cache', 'chromium']);
}
