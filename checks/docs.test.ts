import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { guideTasks, type GuideTask } from '../src/console/features/help/guide.ts';
import { faultCodesText } from '../src/contract/fault-codes.ts';
import { coverage, coverageText } from './coverage.ts';
import { guideText } from './guide.ts';
import { interfaceText } from './interface.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const pages = ['.', 'docs', 'bench', 'endurance', 'src/kit', 'src/report-engine', 'src/sheet-engine'].flatMap(
  (folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
);

/** Markdown without code. */
const prose = (file: string): string =>
  textOf(file)
    .replace(/^(\s*)```[\s\S]*?^\1```$/gm, '')
    .replace(/`[^`\n]*`/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of textOf(file).matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

test('every relative link in the documentation leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return [`${page}: ${target}`];
      return anchor === undefined || anchorsOf(file).has(anchor) ? [] : [`${page}: ${target}`];
    }),
  );
  assert.ok(pages.length > 10);
  assert.deepEqual(broken, []);
});

test('the README of the kit names what the kit exports, in the folder that has it', () => {
  const kit = join(root, 'src/kit');
  const named = [...textOf('src/kit/README.md').matchAll(/^\| `(\w.*)\/`.*\|(.*)\|$/gm)].flatMap(
    ([, folder = '', names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => ({ folder, name })),
  );
  assert.ok(named.length > 40);
  const isThere = ({ folder, name }: (typeof named)[number]) =>
    readdirSync(join(kit, folder)).some(
      (file) =>
        /\.tsx?$/.test(file) &&
        new RegExp(`^export (?:const|class|function|interface|type) ${name}\\b`, 'm').test(
          readFileSync(join(kit, folder, file), 'utf8'),
        ),
    );
  assert.deepEqual(
    named.filter((it) => !isThere(it)),
    [],
  );
});

test('every source file named in the documentation exists', () => {
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...textOf(page).matchAll(/`((?:src|checks|e2e|bench|endurance|scripts|docs)\/[\w./-]+)`/g)].map(
        ([, path = '']) => ({
          page,
          path,
        }),
      ),
    );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(({ path }) => !existsSync(join(root, path))),
    [],
  );
});

test('the picture in docs/architecture.md shows every room', () => {
  const [, picture = ''] = textOf('docs/architecture.md').split('```');
  const roomsOf = (folder: string) =>
    readdirSync(join(root, 'src', folder), { withFileTypes: true })
      .filter((it) => it.isDirectory())
      .map((it) => (folder === '.' ? `src/${it.name}` : it.name));
  const rooms = ['.', 'console', 'service', 'answers'].flatMap(roomsOf);
  assert.ok(rooms.length > 35);
  assert.deepEqual(
    rooms.filter((room) => !new RegExp(`│ +${room} +\\w`).test(picture)),
    [],
  );
});

test('every picture is used', () => {
  const pictures = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.png'));
  const shown = pages.map(textOf).join('\n');
  assert.deepEqual(
    pictures.filter((name) => !shown.includes(name)),
    [],
  );
});

test('the README stays short: under 8 KB', () => {
  const { size } = statSync(join(root, 'README.md'));
  assert.ok(size < 8 * 1024, `README.md has ${size} bytes`);
});

test('docs/coverage.md is what `npm run inventory` writes', () => {
  assert.equal(textOf('docs/coverage.md'), coverageText());
});

test('docs/errors.md is what `npm run inventory` writes', () => {
  assert.equal(textOf('docs/errors.md'), faultCodesText());
});

test('docs/interface.md has the operations that `npm run inventory` writes', () => {
  const page = textOf('docs/interface.md');
  assert.equal(page, interfaceText(page));
});

test('docs/guide.md is what `npm run inventory` writes', () => {
  assert.equal(textOf('docs/guide.md'), guideText());
});

test('every control that the guide names is a text of the console', () => {
  const sources = ['src/console', 'src/kit']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((it) => join(folder, it)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('guide.ts'))
    .map((name) => textOf(name).replaceAll(/\s+/g, ' '))
    .join('\n');
  const tasks: readonly GuideTask[] = Object.values(guideTasks).flat();
  const named = tasks.flatMap(({ steps, limit = '' }) =>
    [...steps, limit].flatMap((text) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name)),
  );
  assert.ok(named.length > 60);
  // How sources write the names that have a number or a noun in them.
  const built: Record<string, string> = {
    'Cancel mandate': 'Cancel ${noun}',
    'Close … and save its pack': 'Close ${name} and save its pack',
    'Collect … again': 'Collect {formatCount(collected.length)} again',
    'Confirm … exact': "label: 'exact' }",
    'Create … instalments': "Create {countText(open.length, ['instalment', 'instalments'])}",
    'Message … clients': 'Message ${formatCount(clients)} clients',
    'Send messages': "Send ${count || ''} messages",
    'Take … lines': 'Take ${countText(',
  };
  const isKnown = (name: string) => {
    const source = built[name];
    if (source !== undefined) return sources.includes(source);
    return new RegExp(`['"\`> ]${name.replaceAll(/[.?()[\]]/g, '\\$&')}(?:['"\`<]| [<{$])`).test(sources);
  };
  assert.deepEqual(
    named.filter((name) => !isKnown(name)),
    [],
  );
});

test('every browser test in docs/coverage.md exists', () => {
  for (const [operation, { test: browserTest }] of Object.entries(coverage))
    assert.ok(
      // A test with a tag has its title on a line of its own.
      textOf(join('e2e', browserTest.file))
        .replaceAll(/test\(\s+/g, 'test(')
        .includes(`test('${browserTest.title}'`),
      `${operation}: e2e/${browserTest.file} has no test “${browserTest.title}”`,
    );
});
