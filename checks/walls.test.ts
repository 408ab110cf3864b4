import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fields } from '../src/contract/fields.ts';
import { operations } from '../src/contract/operations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'collections-walls-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** One import that each wall refuses, by the file that would contain it. */
const forbidden: Record<string, string> = {
  'src/contract/wall.ts': '#rules/money.ts',
  'src/rules/wall.ts': '#service/http/call.ts',
  'src/answers/read-back/wall.ts': 'react',
  'src/console/start/wall.ts': '#console/features/clients/client.tsx',
  'src/console/app/wall.ts': '#service/http/call.ts',
  'src/console/features/clients/wall.ts': '#console/features/payouts/contract.tsx',
  'src/console/features/contracts/record/wall.ts': '#console/features/clients/client.tsx',
  'src/console/domain/client/wall.ts': '#console/features/clients/client.tsx',
  'src/kit/wall.ts': '#console/domain/links.ts',
  'src/kit/grid/wall.ts': '#contract/fields.ts',
  'src/kit/form/wall.ts': '#console/api/config.ts',
  'src/sheet-engine/wall.ts': '#kit/ui/format.tsx',
  'src/sheet-engine/matching/wall.ts': '#console/api/client.ts',
  'src/report-engine/wall.ts': '#console/api/http.ts',
  'src/report-engine/export/wall.ts': '#kit/ui/format.tsx',
  'src/console/session/wall.ts': '#kit/ui/format.tsx',
  'src/console/api/wall.ts': '#console/session/today.ts',
  'src/console/model/wall.ts': '#console/api/config.ts',
  'src/service/auth/wall.ts': '#console/api/client.ts',
  'src/service/http/limits/wall.ts': '#service/resources/clients.ts',
  'src/service/resources/terms/wall.ts': 'fastify',
  'src/service/database/wall.ts': '#service/http/call.ts',
};

/** The linter's messages about these imports, with the project's configuration. */
function refused(imports: Record<string, string>): string[] {
  const files = Object.entries(imports).map(([file, from]) => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { any } from '${from}';\nany();\n`);
    return file;
  });
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const args = ['--format=unix', '-A', 'all', '-D', 'no-restricted-imports', ...files];
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return files.filter((file) => stdout.includes(`${file}:1:`));
}

test('each wall refuses what its folder must not import', () => {
  assert.deepEqual(refused(forbidden), Object.keys(forbidden));
});

test('permitted imports are not refused', () => {
  const allowed = {
    'src/console/features/clients/wall.ts': '#console/domain/client/card.tsx',
    'src/console/features/contracts/record/wall.ts': '../form/fields.tsx',
    'src/console/domain/client/wall.ts': '#kit/ui/format.tsx',
    'src/kit/grid/wall.ts': '#rules/money.ts',
    'src/console/api/wall.ts': '#kit/base/store.ts',
    'src/report-engine/wall.ts': '#kit/base/store.ts',
    'src/service/resources/wall.ts': '#service/http/call.ts',
    'src/console/domain/write/wall.ts': '#answers/read-back/writes.ts',
    'src/service/jobs/wall.ts': '#answers/read-back/writes.ts',
    'src/answers/read-back/wall.ts': '#rules/money.ts',
  };
  assert.deepEqual(refused(allowed), []);
});

/** The folder below `src`; the console, the service and the kit have several, `features` and `domain` again. */
function folderOf(path: string): string {
  const [room = '', ...folders] = path.split('/').slice(0, -1);
  if (!['console', 'service', 'kit'].includes(room)) return room;
  return [room, ...folders.slice(0, ['features', 'domain'].includes(folders[0] ?? '') ? 2 : 1)].join('/');
}

test('an import from another folder is written with #, one from the same folder is relative', () => {
  const sources = join(root, 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const wrong = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const imports = readFileSync(join(sources, file), 'utf8').matchAll(/(?:from |import\(?)'([.#][^']+)'/g);
      return (
        [...imports]
          .map(([, from = '']) => ({ from, path: from.startsWith('#') ? from.slice(1) : posix.join(file, '..', from) }))
          // Tests may import from anywhere.
          .filter(
            ({ from, path }) => !path.startsWith('..') && from.startsWith('#') === (folderOf(path) === folderOf(file)),
          )
          .map(({ from }) => `${file}: ${from}`)
      );
    });
  assert.deepEqual(wrong, []);
});

test('the kit names no operation and no field, so it could serve another product', () => {
  // Names of one word, such as Status or Amount, mean other things there.
  const names = new Set([...Object.keys(operations), ...Object.keys(fields)].filter((it) => /[a-z][A-Z]/.test(it)));
  const kit = join(root, 'src/kit');
  const files = readdirSync(kit, { recursive: true, encoding: 'utf8' }).filter((it) => /(?<!\.test)\.tsx?$/.test(it));
  assert.ok(files.length > 100);
  const named = files.flatMap((file) => {
    const source = readFileSync(join(kit, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const found = [...source.matchAll(/\w+/g)].map(([word]) => word).filter((word) => names.has(word));
    return [...new Set(found)].map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(named, []);
});

test('the kit imports the rules, itself and what shows a page', () => {
  const kit = join(root, 'src/kit');
  const files = readdirSync(kit, { recursive: true, encoding: 'utf8' }).filter((it) => /\.tsx?$/.test(it));
  const sources = files.filter((it) => !/\.test\.|testing/.test(it)).map((it) => readFileSync(join(kit, it), 'utf8'));
  const found = sources.flatMap((it) => [...it.matchAll(/(?:from |import\(?)'([^'.][^']*)'/g)].map(([, from]) => from));
  const own = /^#(?:rules|kit)\//;
  // The linter takes what begins so for the folder that the floors below may use.
  assert.deepEqual([...new Set(files.filter((it) => it.startsWith('b')).map((it) => it.slice(0, 5)))], ['base/']);
  const packages = /^(?:react(?:-dom)?|@mui\/material\/\w+|react-(?:router-dom|hook-form)|pdfkit)$/;
  assert.deepEqual(
    found.filter((from = '') => !own.test(from) && !packages.test(from)),
    [],
  );
});

test('only pages load by `lazy`, after whose fallback React waits 300 ms', () => {
  const lazies = ['console', 'kit'].flatMap((room) =>
    readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
      .map((file) => join(room, file))
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && /\blazy\b[^;]* from 'react'/.test(readFileSync(join(root, 'src', file), 'utf8')),
      ),
  );
  assert.deepEqual(lazies, [join('console', 'app', 'routes.tsx')]);
});

test('every wall has an import that it refuses', () => {
  const walls = readFileSync(join(root, '.oxlintrc.json'), 'utf8').match(/"files": \["src\/[^"]*\*\*"\]/g) ?? [];
  const folders = walls.map((line) => line.replace(/^.*\["|\/\*\*"\]$/g, ''));
  assert.ok(folders.length > 10);
  // The last wall that matches a file is its own.
  const tested = Object.keys(forbidden).map((file) => folders.findLast((it) => file.startsWith(`${it}/`)));
  assert.deepEqual(
    folders.filter((it) => !tested.includes(it)),
    [],
  );
});

/** The service's folders, from the ground up. */
const floors = [
  'base',
  'database',
  'migrations',
  'signing',
  'config',
  'numbers',
  'jobs',
  'audit',
  'auth',
  'imports',
  'http',
  'promises',
  'messages',
  'events',
  'resources',
  'approvals',
  'gateway',
  'month-end',
  'seed',
  'clearing',
  'settings',
  'serve',
  'backup',
  'cli',
];

test('a folder of the service imports from the floors below it only', () => {
  const service = join(root, 'src/service');
  const floorOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : 'top');
  const isTest = (file: string) => /^testing\/|(?:\.test|[/-]test-browser|\/testing)\.ts$/.test(file);
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .map((it) => it.replaceAll('\\', '/'))
    .filter((it) => it.endsWith('.ts') && it.includes('/') && !isTest(it));
  assert.deepEqual([...new Set(files.map(floorOf))].toSorted(), floors.toSorted());
  const upwards = files.flatMap((file) =>
    [...readFileSync(join(service, file), 'utf8').matchAll(/ from '(#service\/|\.\.?\/)([^']+)'/g)].flatMap(
      ([, from = '', path = '']) => {
        const target = from === '#service/' ? path : posix.join(posix.dirname(file), from, path);
        const isUp = floors.indexOf(floorOf(target)) > floors.indexOf(floorOf(file)) || floorOf(target) === 'top';
        return isUp ? [`${file} imports ${target}`] : [];
      },
    ),
  );
  assert.deepEqual(upwards, []);
});
