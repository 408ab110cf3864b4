import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { buildApp } from '#service/app.ts';
import { addMerchant } from '#service/cli/merchants.ts';
import { readSettings } from '#service/config/settings.ts';
import { inOwnTransaction } from '#service/settings/change.ts';
import { freePort, testService, type TestService } from '#service/testing/app.ts';
import { testClock } from '#service/testing/run.ts';
import { saveProgram } from './users.ts';

/** Which merchants a sign-in can see. */

let service: TestService;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-session-'));
before(async () => {
  service = await testService();
  const { pool } = service.database;
  for (const [number, name] of [
    ['5001', 'Karoo Solar'],
    ['5002', 'Highveld Gyms'],
  ] as const)
    await inOwnTransaction(pool, (_query, db) => addMerchant(db, number, name)).catch(() => undefined);
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function tokenOf(merchants: string[], permission = 'lookups:read'): Promise<string> {
  const clientId = `program-${merchants.join('-').replace('*', 'all')}-${permission.replace(':', '-')}`;
  const [secret, name] = ['a secret of the test', 'Program'];
  await saveProgram(service.database.pool, { clientId, name, secret, permissions: [permission], merchants });
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

interface Access {
  merchants: { number: string; name: string }[];
  isComplete: boolean;
  messages?: { senders: string[]; templates: { name: string; language: string; text: string; header?: string }[] };
}

async function accessOf(origin: string, token?: string): Promise<{ status: number; access: Access; text: string }> {
  const answer = await fetch(`${origin}/session.json`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  const text = await answer.text();
  return { status: answer.status, access: JSON.parse(text) as Access, text };
}

test('lists no merchants without a sign-in', async () => {
  const config = await (await fetch(`${service.origin}/config.json`)).text();
  assert.ok(!('merchants' in (JSON.parse(config) as object)), config);
  for (const token of [undefined, 'made-up', 'a.b.c']) {
    const { status, text } = await accessOf(service.origin, token);
    assert.equal(status, 401);
    assert.doesNotMatch(text, /Karoo|5001/);
  }
});

test('lists a person’s own merchants with their names, and every merchant for a person with all of them', async () => {
  const one = await accessOf(service.origin, await tokenOf(['5001']));
  assert.deepEqual(one.access, { merchants: [{ number: '5001', name: 'Karoo Solar' }], isComplete: true });
  const two = await accessOf(service.origin, await tokenOf(['5002', '5001']));
  assert.deepEqual(
    two.access.merchants.map(({ number }) => number),
    ['5001', '5002'],
  );
  const all = await accessOf(service.origin, await tokenOf(['*']));
  assert.ok(all.access.isComplete);
  for (const number of ['5001', '5002']) assert.ok(all.access.merchants.some((it) => it.number === number));
});

test('lists the senders and approved templates of the organisation for those who may send messages of its merchants', async () => {
  const messagesOf = async (merchant: string, permission?: string) =>
    (await accessOf(service.origin, await tokenOf([merchant], permission))).access.messages;
  const sender = await messagesOf('1001', 'messages:write');
  assert.deepEqual(sender?.senders, ['27105550100', '27105550101']);
  const named = sender?.templates.map(({ name, language, header }) => [name, language, header].join(' '));
  assert.deepEqual(
    named?.filter((it) => /payment_reminder|season|special|mandate/.test(it)),
    ['mandate_request en ', 'payment_reminder en TEXT', 'payment_reminder af TEXT'],
  );
  assert.equal(await messagesOf('1001'), undefined);
  assert.equal(await messagesOf('5001', 'messages:write'), undefined);
});

/** A relay whose operator has named some merchants. */
async function relayOf(environment: Record<string, string>): Promise<{ origin: string; close(): Promise<void> }> {
  const port = await freePort();
  const file = path.join(folder, `${port}.json`);
  const merchants = [
    { number: '5001', name: 'Karoo Solar, relayed' },
    { number: '5002', name: 'Highveld Gyms, relayed' },
    { number: '5003', name: 'Somebody Else' },
  ];
  writeFileSync(file, JSON.stringify({ merchants }));
  const settings = readSettings({
    PORT: String(port),
    SERVICE_URL: service.origin,
    OAUTH_ISSUER: service.origin,
    CONFIG_FILE: file,
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const app = await buildApp({ settings, clock: testClock, consoleDirectory: '/nonexistent' });
  return { origin: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() };
}

test('a relay adds its operator’s names to the merchants of the token', async () => {
  const relay = await relayOf({});
  try {
    assert.ok(!(await (await fetch(`${relay.origin}/config.json`)).text()).includes('relayed'));
    assert.equal((await accessOf(relay.origin)).status, 401);
    const { access } = await accessOf(relay.origin, await tokenOf(['5002', '9000']));
    assert.deepEqual(access, {
      merchants: [
        { number: '5002', name: 'Highveld Gyms, relayed' },
        { number: '9000', name: '9000' },
      ],
      isComplete: true,
    });
    const all = await accessOf(relay.origin, await tokenOf(['*']));
    assert.deepEqual([all.access.merchants.length, all.access.isComplete], [3, false]);
  } finally {
    await relay.close();
  }
});

test('a relay that cannot read a token asks the other service which merchants it is valid for', async () => {
  // For another audience, so only the service itself can verify it.
  const relay = await relayOf({ OAUTH_AUDIENCE: 'urn:another' });
  try {
    const { access } = await accessOf(relay.origin, await tokenOf(['5001', '5003']));
    assert.deepEqual(access, {
      merchants: [
        { number: '5001', name: 'Karoo Solar, relayed' },
        { number: '5003', name: 'Somebody Else' },
      ],
      isComplete: false,
    });
    for (const token of [undefined, 'made-up', 'a.b.c']) {
      const { status, text } = await accessOf(relay.origin, token);
      assert.equal(status, 401);
      assert.doesNotMatch(text, /relayed|500\d/);
    }
  } finally {
    await relay.close();
  }
});

test('an invalid token costs the other service one call', async () => {
  const requested: string[] = [];
  const upstream = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const relay = await relayOf({ SERVICE_URL: `http://127.0.0.1:${(upstream.address() as { port: number }).port}` });
  try {
    assert.equal((await accessOf(relay.origin, 'made-up')).status, 401);
    assert.deepEqual(requested, ['/v1/payments/5001/general/frequency_codes']);
    assert.equal((await accessOf(relay.origin)).status, 401);
    assert.equal(requested.length, 1);
  } finally {
    await relay.close();
    upstream.close();
  }
});
