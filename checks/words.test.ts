import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typing, unwantedIn, unwantedInCommentsOf } from './words.ts';

const root = fileURLToPath(new URL('../src', import.meta.url));

test('no text of the console has words that merchants would not say', () => {
  const files = ['console', 'kit', 'report-engine', 'sheet-engine', 'rules', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => join(root, folder, name)),
  );
  assert.ok(files.length > 200, 'the sources are found');
  assert.deepEqual(unwantedIn(files, typing), []);
});

test('comments are in plain English', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, name));
  assert.ok(files.length > 1000, 'the sources are found');
  assert.deepEqual(unwantedInCommentsOf(files), []);
});
