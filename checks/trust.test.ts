import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertionsIn, isTitled, testsIn, trustLines, trustText, type TrustLine } from './trust.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The source of a named test; undefined if there is none. */
const sourceOf = ({ file, title }: TrustLine['tests'][number]): string | undefined =>
  [...testsIn(textOf(file))].find(([name]) => name === title || isTitled(title, name))?.[1];

test('docs/trust.md is what `npm run inventory` writes, and says the same of its lines as docs/evaluate.md', () => {
  assert.equal(textOf('docs/trust.md'), trustText());
  const count = (state: TrustLine['state']) => trustLines.filter((it) => it.state === state).length;
  const totals = `${count('Met')} are met as asked, ${count('Smaller')} in part and ${count('Not met')} not`;
  assert.ok(textOf('docs/evaluate.md').includes(totals), totals);
});

test('every line of docs/trust.md says whether it holds, with tests that exist and ask for no less than when they were listed', () => {
  assert.equal(trustLines.length, 70);
  for (const { number, state, note, tests } of trustLines) {
    assert.ok(['Met', 'Smaller', 'Not met'].includes(state), `line ${number}: Met, Smaller or Not met`);
    assert.equal(note === '', state === 'Met', `line ${number}: how much smaller, or why not`);
    if (state !== 'Not met') assert.ok(tests.length > 0, `line ${number}: its tests`);
    for (const it of tests) {
      const source = sourceOf(it) ?? assert.fail(`line ${number}: ${it.file} has no test “${it.title}”`);
      const place = `checks/trust.json, line ${number}, ${it.file}: “${it.title}”`;
      const count = assertionsIn(source);
      assert.ok(
        it.assertions > 0 && count >= it.assertions,
        `${place} had ${it.assertions} assertions and has ${count}`,
      );
      assert.doesNotMatch(source, /^test\([^]*?\b(?:skip|todo): true\b/, place);
    }
  }
});

test('a test that loses assertions is noticed, and "…" in a title is any text', () => {
  const source = `test('a', async () => {\n  assert.equal(1, 1);\n  await expect(x).toBe(1);\n});\ntest(\`b ${'$'}{n}\`, () => assert.ok(1));`;
  assert.deepEqual(
    [...testsIn(source)].map(([title, text]) => [title, assertionsIn(text)]),
    [
      ['a', 2],
      ['b …', 1],
    ],
  );
  assert.ok(isTitled('…: a (b)', 'clientList: a (b)'));
  assert.ok(!isTitled('…: a (b)', ': a (b)'));
  assert.ok(!isTitled('a.b', 'axb'));
});
