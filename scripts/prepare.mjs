// Every command's preparation on a clone of unknown state: installs the lock file's packages and builds stale output.
// It runs before anything is installed, so it may import Node's own modules only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's top folder; commands work from any current folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} name */
const at = (name) => join(root, name);

/**
 * Ends the process with the reason, without a stack.
 * @param {unknown} reason
 * @returns {never}
 */
export function giveUp(reason) {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exit(1);
}

/**
 * What commands begin with: this Node, the packages and, unless a command only needs the sources, both halves of the product. Ends
 * the process with the reason when one cannot be had.
 */
export function prepareClone({ isBuilt = true } = {}) {
  checkNode();
  try {
    install();
    if (isBuilt) build();
  } catch (error) {
    giveUp(error);
  }
}

/** Ends the process with one line when this Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`Node ${process.versions.node} is too old: Collections Console needs Node 20.19 or newer.`);
}

/** A container's image contains what was installed and built, but not the sources: nothing to prepare. */
const isPrepared = !existsSync(at('src'));

/**
 * Whether node_modules has the lock file's packages, for this platform. npm writes its own record when an install is
 * complete, so an interrupted install does not count.
 */
function installed() {
  /** @type {Record<string, { version?: string, optional?: boolean }>} */
  let wanted;
  /** @type {Record<string, { version?: string, os?: string[], cpu?: string[] }>} */
  let present;
  try {
    wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
    present = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  // A folder copied from another system has that system's binaries.
  const foreign = Object.values(present).some(({ os, cpu }) => !fits(os, process.platform) || !fits(cpu, process.arch));
  if (foreign) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = present[path];
    return found ? found.version === version : optional === true;
  });
}

/**
 * npm's `os` and `cpu` lists: absent means any, `!name` means all but that one.
 * @param {string[] | undefined} list
 * @param {string} name
 */
function fits(list, name) {
  if (!list) return true;
  return list.includes(name) || (!list.includes(`!${name}`) && list.every((entry) => entry.startsWith('!')));
}

/**
 * Installs the lock file's packages if they are missing.
 * @throws {Error} with npm's message, when it fails
 */
export function install() {
  if (isPrepared || installed()) return;
  console.log('Installing…');
  // Development packages build the product, so NODE_ENV=production must not leave them out.
  const result = npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'], 'pipe');
  if (result.error) throw new Error(`npm did not start: ${result.error.message}`);
  if (result.status === 0) return;
  // The cause comes first, then npm's usage text, so the last lines alone would not help.
  const lines = result.stderr.split('\n').filter((line) => /^npm error\s+\S/.test(line));
  const report = (lines.length > 0 ? lines.slice(0, 12) : result.stderr.trim().split('\n').slice(-12)).join('\n');
  throw new Error(`${report}\nnpm could not install the packages (its output is above).`);
}

/**
 * Runs npm in the project's folder to its end.
 * @param {string[]} words
 * @param {'pipe' | 'inherit'} stdio
 */
export function npm(words, stdio) {
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8' });
  const program = process.env.npm_execpath;
  // npm_execpath is another program when pnpm or yarn started the command.
  if (program && basename(program) === 'npm-cli.js')
    return spawnSync(process.execPath, [program, ...words], { ...options, stdio });
  // On Windows npm is a .cmd file, which only a shell starts.
  return spawnSync('npm', words, { ...options, stdio, shell: process.platform === 'win32' });
}

/** One hash of the names and contents of all sources of the build. */
function sourceHash() {
  const hash = createHash('sha256');
  const folders = ['src', 'public'].flatMap((folder) =>
    existsSync(at(folder))
      ? readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
      : [],
  );
  const single = [
    'index.html',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'scripts/chunks.ts',
  ];
  for (const name of [...folders, ...single].toSorted()) {
    if (/\.test\.tsx?$/.test(name)) continue;
    const content = read(name);
    if (content) hash.update(`${name.split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(at(name));
  } catch {
    return undefined; // a folder, or a file the project does not have
  }
}

/**
 * Builds both halves when their sources changed since the last complete build.
 * @throws {Error} with the build's message, when it fails
 */
export function build() {
  if (isPrepared || isBuilt(sourceHash())) return;
  aloneInClone(() => {
    const hash = sourceHash();
    if (!isBuilt(hash)) buildBoth(hash);
  });
}

const stamp = at('dist/.stamp');

/** @param {string} hash */
const isBuilt = (hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** @param {string} hash */
function buildBoth(hash) {
  console.log('Building…');
  rmSync(stamp, { force: true });
  for (const words of [['build'], ['build', '--ssr']]) {
    const result = spawnSync(process.execPath, [at('node_modules/vite/bin/vite.js'), ...words, '--logLevel', 'warn'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (result.status !== 0)
      throw new Error(`${result.stdout}${result.stderr}`.trim() + `\n\`vite ${words.join(' ')}\` failed.`);
  }
  writeFileSync(stamp, hash);
}

/**
 * Waits while another process does the same in this clone: two products that start at once would build into one folder.
 * @param {() => void} work
 * @param {string} [lock] a file that contains the process id of its holder
 * @throws {Error} when the other process does not end
 */
export function aloneInClone(work, lock = 'node_modules/.building') {
  const pauseMs = 100;
  for (let waits = 0; !takes(lock); waits++) {
    if (wasKilled(lock)) removeOnce(lock);
    if (waits * pauseMs > 300_000) throw new Error(`Another process has been building for 5 minutes: see ${lock}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  try {
    work();
  } finally {
    rmSync(at(lock), { force: true });
  }
}

/** @param {string} lock a file that only one process can create */
function takes(lock) {
  try {
    writeFileSync(at(lock), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} lock of a process that may have been killed */
function wasKilled(lock) {
  const holder = Number(read(lock) ?? 0);
  if (holder === 0) return false;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/** @param {string} lock what one process removes, another may have taken before a third removes it, too */
function removeOnce(lock) {
  const removing = `${lock}.removing`;
  if (!takes(removing)) return;
  if (wasKilled(lock)) rmSync(at(lock), { force: true });
  rmSync(at(removing), { force: true });
}
