import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['src', 'e2e', 'scripts', 'bench', 'endurance', 'checks'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/node_modules/')),
);
const isTest = (file: string) => /^(e2e|checks)\/|\/testing\/|\/testing\.ts$|[/-]test-|\.test\.tsx?$/.test(file);

/** The file of an import; undefined for a package. */
const pathOf = (file: string, from: string): string | undefined =>
  from.startsWith('#') ? `src/${from.slice(1)}` : from.startsWith('.') ? posix.join(file, '..', from) : undefined;

/** The names that each file of `src` declares and exports, each as `file: name`. Overloads count once. */
const exported = new Set<string>();
/** The files that use an export. */
const users = new Map<string, Set<string>>();

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports } = parseSync(file, text).module;
  const addUse = (from: string, name: string | null) => {
    const key = `${pathOf(file, from)}: ${name}`;
    users.set(key, (users.get(key) ?? new Set()).add(file));
  };
  for (const { moduleRequest, entries } of staticImports)
    for (const { importName, localName } of entries)
      if (importName.kind !== 'NamespaceObject') addUse(moduleRequest.value, importName.name);
      else
        for (const [, name = ''] of text.matchAll(new RegExp(`\\b${localName.value}\\.(\\w+)`, 'g')))
          addUse(moduleRequest.value, name);
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) addUse(moduleRequest.value, importName.name);
    else if (file.startsWith('src/') && exportName.name !== null) exported.add(`${file}: ${exportName.name}`);
  // A file that loads another at run time, or a type of it, counts as a user of every name that both contain.
  for (const [, from = ''] of text.matchAll(/(?:import|new URL)\(\s*'([.#][^']+\.tsx?)'/g))
    for (const name of new Set(text.match(/\w+/g))) addUse(from, name);
}

test('no two files export the same name', () => {
  const filesOf = new Map<string, string[]>();
  for (const key of exported) {
    const [file = '', name = ''] = key.split(': ');
    filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  }
  const doubled = [...filesOf].filter(([, declaring]) => declaring.length > 1).map((it) => it.flat().join(' '));
  assert.deepEqual(doubled, []);
});

/** Only the compiler uses them, for the types that it infers of exports of other files. */
const inferred = [
  'src/console/api/cancel-codes.ts: CancelCode',
  'src/console/domain/timeline/gaps.tsx: Gap',
  'src/console/features/month/undecided.ts: Undecided',
  'src/kit/base/store.ts: Store',
  'src/kit/data-grid/selection.ts: Span',
];

test('every export is used by another file', () => {
  assert.ok(exported.size > 3000);
  const unused = [...exported].filter((key) => !users.has(key));
  assert.deepEqual(unused.toSorted(), inferred);
});

test('few exports are for tests alone', (context) => {
  const forTests = [...exported].filter((key) => {
    const using = [...(users.get(key) ?? [])];
    return using.length > 0 && using.every(isTest) && !isTest(key.split(': ')[0] ?? '');
  });
  context.diagnostic(`${forTests.length}: ${forTests.join(', ')}`);
  assert.ok(forTests.length <= 52);
});
