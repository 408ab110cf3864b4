import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import isAttribute from './element-props.ts';

test('a prop of our own on a styled element does not become an attribute', () => {
  const sources = join(import.meta.dirname, '../..');
  const wrong = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(join(sources, file), 'utf8').matchAll(/styled\('\w+'\)<([^>]*)>/g)]
        .flatMap(([, props = '']) => [...props.matchAll(/(\w+)\??:/g)])
        .map(([, prop = '']) => prop)
        .filter(isAttribute)
        .map((prop) => `${file}: ${prop}`),
    );
  assert.deepEqual(wrong, []);
});
