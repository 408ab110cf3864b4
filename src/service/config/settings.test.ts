import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { consoleConfig } from '#service/serve/console-config.ts';
import { readSettings, settingNames } from './settings.ts';

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

test('settings of the former ways to another service are refused and name the one that there is', () => {
  const says = ': is no longer known; name the provider with PROVIDER_URL (docs/gateway.md)';
  const relayed = { SERVICE_URL: 'https://service.example', OAUTH_ISSUER: 'https://id.example' };
  assert.throws(() => readSettings(relayed), { message: `SERVICE_URL${says}` });
  assert.throws(() => readSettings({ ...relayed, MESSAGE_CREDENTIALS: 'a:b' }), { message: `SERVICE_URL${says}` });
  assert.throws(() => readSettings({ MESSAGE_CREDENTIALS: 'a:b' }), /^Error: MESSAGE_CREDENTIALS: is no longer known/);
  assert.equal(readSettings({ SERVICE_URL: '', MESSAGE_CREDENTIALS: '' }).provider, undefined);
});

test('a configuration with another service’s address is refused, and names the provider instead', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'collections-config-'));
  const file = path.join(folder, 'config.json');
  const configWith = (given: object) => {
    writeFileSync(file, JSON.stringify(given));
    return consoleConfig(readSettings({ CONFIG_FILE: file }));
  };
  try {
    assert.throws(() => configWith({ serviceUrl: 'https://service.example' }), {
      message: 'CONFIG_FILE: serviceUrl is no longer known; name the provider with PROVIDER_URL (docs/gateway.md)',
    });
    assert.equal(configWith({ serviceUrl: '', organisation: 'karoo' }).organisation, 'karoo');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
