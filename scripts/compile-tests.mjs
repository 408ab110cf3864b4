// Makes plain JavaScript of the test files: Node loads it in a third of the time that it takes to compile on the way, and
// every file is loaded in a process of its own.
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Inside the project, where what they import is found. */
export const compiledTests = join(root, 'node_modules', '.cache', 'tests');

/**
 * A module knows where its source is, not where it was put: from there tests read files and start programs, and libraries
 * read their own.
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

/** What tests start as a process of its own. */
const programs = ['src/service/main.ts', 'src/service/cli/operate.ts'];

const nameOf = (/** @type {string} */ file) => file.replace(/\.tsx?$/, '');

/**
 * @param {string[]} files from the project's top folder
 * @returns {Promise<(file: string) => string>} where each of them is now
 * @throws {Error} when one cannot be read
 */
export async function compileTests(files) {
  // Not before everything is installed.
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [sourceAddresses()],
    // With the libraries in it, Node has a few files to find and read instead of a thousand.
    // But not the bundler, which tests parse with: it is no library that a bundle could hold.
    ssr: { noExternal: true, external: ['vite'] },
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
