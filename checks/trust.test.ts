import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertionsIn, isTitled, testsIn, trustLines, type TrustLine } from './trust.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const document = textOf('docs/trust.md');
const lines = trustLines(document);

/** The source of a named test; undefined if there is none. */
const sourceOf = ({ file, title }: TrustLine['tests'][number]): string | undefined =>
  [...testsIn(textOf(file))].find(([name]) => name === title || isTitled(title, name))?.[1];

test('every line of docs/trust.md says whether it holds, with tests that exist, and the totals are right', () => {
  assert.deepEqual(
    lines.map(({ number }) => number),
    Array.from({ length: 70 }, (_, index) => index + 1),
  );
  for (const { number, state, note, tests } of lines) {
    assert.ok(state, `line ${number}: Met, Smaller or Not met`);
    assert.equal(note === '', state === 'Met', `line ${number}: how much smaller, or why not`);
    if (state !== 'Not met') assert.ok(tests.length > 0, `line ${number}: its tests`);
    for (const it of tests) assert.ok(sourceOf(it), `line ${number}: ${it.file} has no test “${it.title}”`);
  }
  const count = (state: TrustLine['state']) => lines.filter((it) => it.state === state).length;
  const totals = `${count('Met')} are met, ${count('Smaller')} smaller, ${count('Not met')} not met.`;
  assert.ok(document.includes(`**${totals}**`), totals);
});

test('no test of docs/trust.md is left out, or asks for less than when it was listed', () => {
  const listed = JSON.parse(textOf('checks/trust-assertions.json')) as Record<string, Record<string, number>>;
  const named = new Map<string, Set<string>>();
  for (const it of lines.flatMap(({ tests }) => tests)) {
    named.set(it.file, (named.get(it.file) ?? new Set()).add(it.title));
    const source = sourceOf(it) ?? '';
    const least = listed[it.file]?.[it.title];
    const count = assertionsIn(source);
    const place = `checks/trust-assertions.json, ${it.file}: “${it.title}”`;
    assert.ok(least !== undefined && least > 0, `${place} is missing: it has ${count}`);
    assert.ok(count >= least, `${place} had ${least} assertions and has ${count}`);
    assert.doesNotMatch(source, /^test\([^]*?\b(?:skip|todo): true\b/, place);
  }
  assert.deepEqual(
    Object.entries(listed).map(([file, titles]) => [file, Object.keys(titles).toSorted()]),
    Object.keys(listed).map((file) => [file, [...(named.get(file) ?? [])].toSorted()]),
    'no others are listed',
  );
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
