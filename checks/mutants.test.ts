import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mutants } from './mutants.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

test('every mutant of a guard has one place in the sources, and a test that exists', () => {
  assert.ok(mutants.length >= 24);
  for (const { name, file, from, to, test: tested } of mutants) {
    assert.notEqual(from, to, name);
    assert.equal(textOf(file).split(from).length, 2, `${name}: ${file} has this once: ${from}`);
    const [testFile, title] = tested;
    // Some titles are longer than a line.
    assert.ok(textOf(testFile).includes(`'${title}'`), `${testFile} has no test “${title}”`);
  }
});
