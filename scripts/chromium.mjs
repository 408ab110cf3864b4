// Finds a Chromium for the browser tests: an installed one, else one that Playwright or the system's package manager
// installs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './prepare.mjs';

const wayOut =
  'No Chromium for the browser tests: install it with your package manager, `npx playwright install chromium`, or set CHROMIUM_PATH.';

/** Without a window it needs a third less processor time for the browser tests. */
const shell = 'chromium-headless-shell';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

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
  const found = installed();
  if (found) return found;
  console.log('Installing Chromium…');
  for (const install of [installPlaywrights, installWithSystem]) {
    install();
    const own = installed();
    if (own) return own;
  }
  throw new Error(wayOut);
}

/** The headless shell of the system or of Playwright, else a whole Chromium of either. */
function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = (/** @type {string} */ name) =>
    process.platform === 'win32' ? [] : folders.map((folder) => join(folder, name));
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test');
  const playwrights = chromium.executablePath();
  return [
    ...inPath(shell),
    ...playwrightShells(join(playwrights, '../../..')),
    ...names.flatMap(inPath),
    ...(usualPlaces[process.platform] ?? []),
    playwrights,
  ].find(runs);
}

/** @param {string} folder where Playwright keeps its browsers: chromium_headless_shell-1255/chrome-…/chrome-headless-shell */
function playwrightShells(folder) {
  const namesIn = (/** @type {string} */ path) => (existsSync(path) ? readdirSync(path) : []);
  const program = process.platform === 'win32' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell';
  return namesIn(folder)
    .filter((name) => name.startsWith('chromium_headless_shell-'))
    .flatMap((version) => namesIn(join(folder, version)).map((inner) => join(folder, version, inner, program)));
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
  spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], { stdio: 'ignore', timeout: 120_000 });
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
    if (install(shell) !== 0) install('chromium');
  } else if (has('dnf')) run(['dnf', 'install', '-y', 'chromium']);
  else if (has('apk')) run(['apk', 'add', '--no-cache', 'chromium']);
}
