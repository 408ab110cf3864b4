// Compiles the test files to JavaScript: Node loads that in a third of the time that it needs to compile while loading,
// and every file is loaded in its own process.
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Inside the project, so that their imports resolve. */
export const compiledTests = join(root, 'node_modules', '.cache', 'tests');

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
