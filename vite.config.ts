import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sharedChunks } from './scripts/chunks.ts';

/** Writes `.br` and `.gz` beside every file worth it, so that the service compresses nothing while it answers. */
const precompress = (): Plugin => {
  let directory = '';
  return {
    name: 'precompress',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (config) => {
      directory = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(directory, { recursive: true });
      for (const name of files.filter((file) => /\.(js|css|svg|json|txt)$/.test(file))) {
        const file = path.join(directory, name);
        const bytes = await readFile(file);
        if (bytes.length <= 256) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(`${file}.br`, brotliCompressSync(bytes, { params }));
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
};

/**
 * Fetches what main.ts imports later (the app, the sign-in library) along with main.ts itself: without it each is asked
 * for only when the one before has run.
 */
const preloadDynamicImports = (): Plugin => ({
  name: 'preload-dynamic-imports',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const start = Object.values(bundle).find((it) => it.type === 'chunk' && it.name === 'start');
      if (start?.type !== 'chunk') return [];
      const found = new Set<string>();
      const here = new Set([start.fileName, ...start.imports]);
      const add = (file: string) => {
        const it = bundle[file];
        if (it?.type !== 'chunk' || here.has(file) || found.has(file)) return;
        found.add(file);
        it.imports.forEach(add);
      };
      // Pages are loaded by their address, not all of them here.
      start.dynamicImports.filter((file) => /\/(app|oidc-client-ts)-/.test(file)).forEach(add);
      return [...found].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }));
    },
  },
});

/** Puts the start's styles into the page, so that its first paint waits for no second file. */
const inlineStartStyles = (): Plugin => ({
  name: 'inline-start-styles',
  transformIndexHtml: {
    order: 'post',
    handler: async () => [
      {
        tag: 'style',
        attrs: { nonce: '%NONCE%' },
        children: await readFile('src/console/start/start.css', 'utf8'),
        injectTo: 'head',
      },
    ],
  },
});

/** Whether a module lies in one of these folders of the console, and not in one below. */
const directlyIn =
  (...folders: string[]) =>
  (id: string) =>
    folders.some((folder) => path.dirname(id) === path.resolve('src/console', folder));

const inConsole = (file: string) => path.resolve('src/console', file);
const shared = sharedChunks(
  [inConsole('start/main.ts'), inConsole('app/app.tsx')],
  [inConsole('app/pages.ts'), inConsole('domain/list/later.ts'), inConsole('domain/money-item/use-row-debits.ts')],
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    preloadDynamicImports(),
    inlineStartStyles(),
    precompress(),
    ...(isSsrBuild ? [] : [shared.plugin]),
  ],
  resolve: {
    alias: (
      [
        [/^\.\/TouchRipple\.mjs$/, 'unused'],
        [/^hoist-non-react-statics$/, 'unused'],
        [/^@emotion\/is-prop-valid$/, 'element-props'],
      ] as const
    ).map(([find, name]) => ({ find, replacement: path.resolve(`src/kit/ui/${name}.ts`) })),
  },
  // Workers load what they rarely need on demand, as pages do.
  worker: { format: 'es' as const },
  // Not the pages of bench/, which need packages of their own.
  optimizeDeps: { entries: 'index.html' },
  // The service's bundle needs no favicon.
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/service',
        target: 'node20',
        emptyOutDir: true,
        // The service, and what an operator does beside it.
        rolldownOptions: {
          input: ['src/service/main.ts', 'src/service/cli/operate.ts', 'src/service/cli/start-gateway.ts'],
        },
      }
    : {
        outDir: 'dist/console',
        target: 'es2022',
        emptyOutDir: true,
        modulePreload: {
          polyfill: false,
          // What every page has by then need not be named with each file that comes later.
          resolveDependencies: (_file, files) => files.filter((it) => !/\/(start|app|rolldown-runtime)-/.test(it)),
        },
        // An inlined asset would be a data: address, which the page's policy allows for images only.
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rolldownOptions: {
          output: {
            // All names stand in the first files, where a hash cannot be compressed: the shortest that the bundler takes.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // What the first page waits for in two files instead of six, which compress better together: `start` has what
            // is needed to leave for the sign-in, `app` everything that the frame of every page needs besides.
            codeSplitting: {
              groups: [
                { name: 'start', test: directlyIn('start'), priority: 2 },
                { name: 'app', test: directlyIn('app'), priority: 1 },
                { name: shared.nameOf, includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
}));
