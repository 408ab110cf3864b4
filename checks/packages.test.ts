import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Package {
  version?: string;
  license?: string;
  dev?: boolean;
  resolved?: string;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Package>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

/** Packages whose own description names no licence; the file next to it does. */
const byFile: Record<string, string> = { 'node_modules/png-js': 'MIT' };

test('every package that runs has a permissive licence', () => {
  const permissive = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0']);
  const others = packages.filter(([path, { dev, license = byFile[path] ?? '' }]) => !dev && !permissive.has(license));
  assert.ok(packages.length > 100);
  assert.deepEqual(
    others.map(([path, { license }]) => `${path}: ${license}`),
    [],
  );
});

test('the lock file names versions and no download addresses', () => {
  assert.deepEqual(
    packages.filter(([, { version, resolved }]) => !version || resolved).map(([path]) => path),
    [],
  );
});

test('passkeys use one copy of the ASN.1 schemas', () => {
  // With two copies each check of a passkey throws: a schema of one is unknown to the other.
  const copies = packages.filter(([path]) => path.endsWith('node_modules/@peculiar/asn1-schema'));
  assert.equal(copies.length, 1);
});

test('the console imports only packages that package.json names', () => {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  const unnamed = ['console', 'kit', 'report-engine', 'sheet-engine']
    .map((room) => join(root, 'src', room))
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((it) => join(room, it)))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '((?:@[^/']+\/)?[^./#'][^/']*)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in own.dependencies))
        .map((name) => `${file}: ${name}`),
    );
  assert.deepEqual(unnamed, []);
});
