import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isTitled, trustLines } from './trust.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The titles of a file's tests; the varying part of a generated one is "…". */
const titlesOf = (file: string): string[] =>
  [...textOf(file).matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g)].map(
    ([, plain, generated]) => plain ?? (generated ?? '').replace(/\$\{[^}]*\}/g, '…'),
  );

test('every line of docs/trust.md has tests that exist, or a reason', () => {
  const lines = trustLines(textOf('docs/trust.md'));
  assert.deepEqual(
    lines.map(({ number }) => number),
    Array.from({ length: 70 }, (_, index) => index + 1),
  );
  for (const { number, reason, tests } of lines) {
    assert.equal(reason === undefined, tests.length > 0, `line ${number}: tests or a reason`);
    for (const { file, title } of tests)
      assert.ok(
        titlesOf(file).some((name) => name === title || isTitled(title, name)),
        `line ${number}: ${file} has no test “${title}”`,
      );
  }
  assert.ok(lines.filter(({ tests }) => tests.length > 0).length >= 58);
});

test('"…" in a title is any text, and everything else is itself', () => {
  assert.ok(isTitled('…: a (b)', 'clientList: a (b)'));
  assert.ok(!isTitled('…: a (b)', ': a (b)'));
  assert.ok(!isTitled('a.b', 'axb'));
});
