import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingNames } from './settings.ts';

test('every variable that the service reads is cleared for tests and is documented', async () => {
  const script = new URL('../../../scripts/settings.mjs', import.meta.url);
  const kept = (await import(script.href)) as { settingNames: string[] };
  assert.deepEqual(kept.settingNames, settingNames);
  const documented = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  assert.deepEqual(
    settingNames.filter((name) => !documented.includes(`\`${name}\``)),
    [],
  );
});
