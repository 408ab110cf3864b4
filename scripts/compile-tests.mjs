// Compiles the test files to JavaScript: Node loads that in a third of the time that it needs to compile while loading,
// and every file is loaded in its own process.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Inside the project, so that their imports resolve. */
const ofAllRuns = join(root, 'node_modules', '.cache', 'tests');

/** Each run has a folder of its own: another one would empty it under a file that is not loaded yet. */
export const compiledTests = join(ofAllRuns, String(process.pid));

/** What was left by runs that were killed. */
function removeLeft() {
  for (const name of existsSync(ofAllRuns) ? readdirSync(ofAllRuns) : [])
    if (!isRunning(Number(name))) rmSync(join(ofAllRuns, name), { recursive: true, force: true });
}

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Keeps `import.meta.url` at the source's location: tests read files and start programs relative to it, and libraries
 * read their own files.
 * @returns {import('vite').Plugin}
 */
const sourceAddresses = () => ({
  name: 'source-addresses',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.url') && isAbsolute(id)
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
});

/** Programs that tests start as processes. */
const programs = ['src/service/main.ts', 'src/service/cli/operate.ts'];

const nameOf = (/** @type {string} */ file) => file.replace(/\.tsx?$/, '');

/**
 * @param {string[]} files from the project's top folder
 * @returns {Promise<(file: string) => string>} the compiled file of each
 * @throws {Error} when one does not compile
 */
export async function compileTests(files) {
  // Imported here, because it may not be installed before.
  const { build } = await import('vite');
  removeLeft();
  process.once('exit', () => rmSync(compiledTests, { recursive: true, force: true }));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [sourceAddresses()],
    // Libraries are bundled, so that Node reads a few files instead of a thousand. Except the bundler itself, which
    // tests use as a parser: it cannot be bundled; and fast-check, whose seed is set once for all files (test-group.mjs).
    ssr: { noExternal: true, external: ['vite', 'fast-check'] },
    build: {
      ssr: true,
      target: 'node20',
      sourcemap: true,
      outDir: compiledTests,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries([...files, ...programs].map((file) => [nameOf(file), join(root, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
      },
    },
  });
  return (file) => join(compiledTests, `${nameOf(file)}.mjs`);
}
