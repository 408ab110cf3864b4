import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { buildApp } from '../app.ts';
import { wallClock } from '../clearing/clock.ts';
import { readSettings } from '../config/settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'collections-site-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('the page may call its sign-in and the service that its configuration names, and nobody else', async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>x</title>');
  writeFileSync(path.join(folder, 'own-settings.json'), JSON.stringify({ serviceUrl: 'https://service.example/api' }));
  const settings = readSettings({
    SERVICE_URL: 'https://relayed.example',
    OAUTH_ISSUER: 'https://sign-in.example/realms/x',
    CONFIG_FILE: path.join(folder, 'own-settings.json'),
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ settings, clock: wallClock(settings.timeZone), consoleDirectory: folder });
  const page = await app.inject({ url: '/', headers: { host: new URL(settings.origin).host } });
  await app.close();
  assert.match(
    String(page.headers['content-security-policy']),
    /; connect-src 'self' https:\/\/sign-in\.example https:\/\/service\.example;/,
  );
});
