import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extensionCalls } from '../src/contract/extensions.ts';
import { operations } from '../src/contract/operations.ts';
import { settingsCalls } from '../src/contract/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = new URL('../scripts/dev-paths.mjs', import.meta.url);
const { servicePaths } = (await import(script.href)) as { servicePaths: string };
const isOfService = (path: string) => new RegExp(servicePaths).test(path);

test('in development each path of the service leads to the service', () => {
  const sources = readdirSync(join(root, 'src/service'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    .map((file) => readFileSync(join(root, 'src/service', file), 'utf8'));
  const written = sources.flatMap((source) =>
    [...source.matchAll(/(?:\.(?:get|post|put|delete|all)\(|const (?:path|\w+Path) = )['`](\/[^'`]+)/g)].map(
      ([, path = '']) => path,
    ),
  );
  const described = [operations, extensionCalls, settingsCalls].flatMap((calls) =>
    Object.values(calls).map(({ path }: { path: string }) => path.replace('{PREFIX}', '/v1')),
  );
  const found = new Set([...written, ...described]);
  for (const path of ['/audit/{merchant}', '/settings/v1/people', '/session.json']) assert.ok(found.has(path), path);
  assert.deepEqual(
    [...found].filter((path) => !isOfService(path)),
    [],
  );
});

test('pages, sources and public files come from Vite', () => {
  const pages = [
    '/',
    '/?code=1',
    '/callback?state=1',
    '/signed-out',
    '/m/1001/EFT/approvals',
    '/m/1001/EFT/settings/audit',
  ];
  const files = readdirSync(join(root, 'public'), { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`);
  const sources = ['/src/console/start/main.ts', '/node_modules/.vite/deps/react.js', '/@vite/client', '/index.html'];
  assert.deepEqual([...pages, ...files, ...sources].filter(isOfService), []);
});

test('no style has a `content` that Emotion refuses in development, which ends the page', () => {
  const refused = ['src/console', 'src/kit']
    .map((room) => join(root, room))
    .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((it) => join(room, it)))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /content: '[^"'][^']*!important'/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(refused, []);
});
