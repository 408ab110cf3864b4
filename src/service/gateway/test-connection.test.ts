import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import { readSettings } from '#service/config/settings.ts';
import { consoleConfig } from '#service/serve/console-config.ts';
import { freePort, testService, type TestService } from '#service/testing/app.ts';
import { testConnection } from './test-connection.ts';
import { mustHaveSecrets } from './tokens.ts';

let bank: TestService;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-provider-'));
const secretFile = path.join(folder, 'secret');
before(async () => {
  writeFileSync(secretFile, sandboxProgram.secret);
  bank = await testService();
});
after(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

const settingsWith = (changes: Record<string, string> = {}) =>
  readSettings({
    PROVIDER_URL: bank.origin,
    PROVIDER_TOKEN_URL: `${bank.origin}/oauth/token`,
    PROVIDER_CLIENT_ID: sandboxProgram.clientId,
    PROVIDER_CLIENT_SECRET_FILE: secretFile,
    PROVIDER_SCOPE: 'merchant:{merchant}',
    ...changes,
  });

async function found(changes?: Record<string, string>) {
  const { provider, products } = settingsWith(changes);
  assert.ok(provider);
  const findings = await testConnection(provider, '1001', products);
  return findings.map(({ subject, state, says }) => `${state}: ${subject} ${says}`);
}

test('a connection that works says so line by line, and what only a change would show', async () => {
  const lines = (await found()).join('\n').replace(/is \d+ s (behind|ahead of)/, 'is 0 s ahead of');
  assert.equal(
    lines,
    `works: Address ${bank.origin} answers.
works: Clock It is 0 s ahead of this server’s.
works: Token The provider gave one.
works: Merchant 1001 can be read.
works: Product EFT It can be read.
works: Product DEBICHECK It can be read.
works: Lists of all They are answered, so the connection may offer them.
works: Dry runs They are answered, so imports can be checked without saving.
unknown: Keys Only a change would show; ask the provider.`,
  );
});

test('messages are tried without one, and a wrong password is said', async () => {
  const words = path.join(folder, 'message-password');
  const { username, password } = sandboxMessageSignIn;
  const user = { PROVIDER_MESSAGE_USER: username, PROVIDER_MESSAGE_PASSWORD_FILE: words };
  const line = async () => (await found(user)).find((it) => it.includes(': Messages '));
  writeFileSync(words, password);
  assert.equal(await line(), 'works: Messages The username and password are taken. Nothing was sent.');
  writeFileSync(words, 'another');
  assert.equal(await line(), 'fails: Messages The username or password is refused (401).');
  rmSync(words);
  assert.equal(await line(), 'fails: Messages PROVIDER_MESSAGE_PASSWORD_FILE: its file cannot be read (ENOENT).');
});

test('lists of all that a connection offers and the provider does not are a failure', async () => {
  const provider = createServer((request, response) => {
    const isOfAll = request.url?.includes('All=true') === true;
    void fetch(bank.origin + (request.url ?? ''), {
      headers: { authorization: request.headers.authorization ?? '' },
    }).then(async (answer) => response.writeHead(isOfAll ? 400 : answer.status).end(await answer.text()));
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const PROVIDER_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const says = async (changes: Record<string, string>) =>
    (await found({ PROVIDER_URL, ...changes })).find((it) => it.includes('Lists of all'));
  const refused = 'Lists of all They are not answered for EFT (400)';
  assert.equal(await says({}), `unknown: ${refused}.`);
  const offered = await says({ PROVIDER_OFFERS: 'lists-of-all' });
  assert.equal(offered, `fails: ${refused}, so the connection must not offer them.`);
  provider.closeAllConnections();
  provider.close();
});

test('a connection that fails ends at the first thing that is wrong, without a secret in its words', async () => {
  const last = async (changes: Record<string, string>) => (await found(changes)).at(-1);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  assert.equal(await last({ PROVIDER_URL: nowhere }), `fails: Address ${nowhere} does not answer (ECONNREFUSED).`);
  assert.equal(
    await last({ PROVIDER_TOKEN_URL: `${nowhere}/token` }),
    'fails: Token The address for tokens does not answer.',
  );
  const wrong = path.join(folder, 'wrong');
  writeFileSync(wrong, 'another-secret');
  const refused = await last({ PROVIDER_CLIENT_SECRET_FILE: wrong });
  assert.equal(refused, 'fails: Token The provider refused this server’s client id or its secret.');
  assert.equal(
    await last({ PROVIDER_CLIENT_SECRET_FILE: path.join(folder, 'none') }),
    'fails: Token PROVIDER_CLIENT_SECRET_FILE: its file cannot be read (ENOENT).',
  );
  const other = await last({ PROVIDER_SCOPE: 'merchant:1002' });
  assert.equal(other, 'fails: Merchant 1001 cannot be read (404).');
  assert.match((await last({ PROVIDER_SEGMENT: 'other' })) ?? '', /^fails: Merchant 1001 cannot be read \(404\)/);
});

test('only with a username and password for messages the console says that they are sent, and only with a public address how they end', () => {
  const told = (changes: Record<string, string>) => consoleConfig(settingsWith(changes)).messages;
  assert.deepEqual(told({}), { network: 'none', deliveries: 'unknown' });
  const user = { PROVIDER_MESSAGE_USER: 'karoo', PROVIDER_MESSAGE_PASSWORD_FILE: secretFile };
  assert.deepEqual(told(user), { network: 'connected', deliveries: 'unknown' });
  for (const [name, value] of [
    ['ORIGIN', 'https://console.karoo.co.za'],
    ['CALLBACKS', 'loopback'],
  ] as const)
    assert.deepEqual(told({ ...user, [name]: value }), { network: 'connected', deliveries: 'shown' });
});

test('a file of the provider’s that is not there is said in one line when the server starts', async () => {
  const { provider } = settingsWith({
    PROVIDER_MESSAGE_USER: 'karoo',
    PROVIDER_MESSAGE_PASSWORD_FILE: path.join(folder, 'none'),
  });
  assert.ok(provider);
  await assert.rejects(mustHaveSecrets(provider), {
    message: 'PROVIDER_MESSAGE_PASSWORD_FILE: its file cannot be read (ENOENT)',
  });
});

test('variables of a provider that do not go together are refused in one line', () => {
  const refuses = (changes: Record<string, string>, says: RegExp) =>
    assert.throws(() => settingsWith(changes), { message: says });
  refuses({ SANDBOX: 'on' }, /^SANDBOX: has a bank of its own/);
  refuses({ SANDBOX_NOW: '2026-11-25 12:00' }, /^SANDBOX_NOW: /);
  refuses({ PROVIDER_URL: '' }, /^PROVIDER_URL: must be set, since PROVIDER_TOKEN_URL is$/);
  refuses({ PROVIDER_URL: 'http://provider.example' }, /^PROVIDER_URL: must begin with https:/);
  refuses(
    { PROVIDER_URL: 'https://user:pass@provider.example' },
    /^PROVIDER_URL: must be an address without a username/,
  );
  refuses({ PROVIDER_TOKEN_FILE: secretFile }, /^PROVIDER_TOKEN_FILE: and PROVIDER_CLIENT_ID are both set/);
  refuses({ PROVIDER_CLIENT_ID: '' }, /^PROVIDER_CLIENT_ID: must name this server/);
  refuses({ PROVIDER_CLIENT_SECRET_FILE: '' }, /^PROVIDER_CLIENT_SECRET_FILE: must name/);
  refuses({ PROVIDER_TOKEN_URL: '' }, /^PROVIDER_TOKEN_URL: must name/);
  refuses({ PROVIDER_OFFERS: 'all' }, /^PROVIDER_OFFERS/);
  const [user, password] = [{ PROVIDER_MESSAGE_USER: 'karoo' }, { PROVIDER_MESSAGE_PASSWORD_FILE: secretFile }];
  refuses(user, /^PROVIDER_MESSAGE_PASSWORD_FILE: must name the file with the password of PROVIDER_MESSAGE_USER$/);
  refuses(password, /^PROVIDER_MESSAGE_USER: must name whose password is in PROVIDER_MESSAGE_PASSWORD_FILE$/);
  refuses({ ...password, PROVIDER_MESSAGE_USER: 'karoo:solar' }, /^PROVIDER_MESSAGE_USER: must be a username/);
  assert.equal(settingsWith().sandbox, false);
  const { provider } = settingsWith({ PROVIDER_OFFERS: 'lists-of-all' });
  assert.deepEqual(provider?.offers, ['lists-of-all']);
});

test('a token from a file, and the caller’s own of an issuer that both know', async () => {
  const tokenFile = path.join(folder, 'token');
  writeFileSync(tokenFile, `${await bank.token()}\n`);
  const own = { PROVIDER_TOKEN_URL: '', PROVIDER_CLIENT_ID: '', PROVIDER_CLIENT_SECRET_FILE: '' };
  const lines = await found({ ...own, PROVIDER_TOKEN_FILE: tokenFile });
  assert.ok(lines.includes('works: Token The file has one.') && lines.includes('works: Merchant 1001 can be read.'));

  const environment = { ...own, PROVIDER_URL: bank.origin, OAUTH_ISSUER: bank.origin };
  const service = await testService({ environment });
  try {
    const address = `${service.origin}/v1/payments/1001/general/frequency_codes`;
    const authorization = `Bearer ${await bank.token()}`;
    assert.equal((await fetch(address, { headers: { authorization } })).status, 200);
    assert.equal((await fetch(address)).status, 401);
  } finally {
    await service.close();
  }
});
