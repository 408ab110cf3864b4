import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwantedIn } from '../checks/words.ts';
import { expect, test } from './fixtures.ts';

const built = fileURLToPath(new URL('../dist/console', import.meta.url));

test('the built console, libraries included, has none of the words that merchants would not say', () => {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(50);
  expect(unwantedIn(files.map((name) => join(built, name)))).toEqual([]);
});
