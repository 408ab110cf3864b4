import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMerchant } from '#service/cli/merchants.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { saveProgram } from './users.ts';

/** Which merchants a sign-in can see. */

let service: TestService;
before(async () => {
  service = await testService();
  const { pool } = service.database;
  for (const [number, name] of [
    ['5001', 'Karoo Solar'],
    ['5002', 'Highveld Gyms'],
  ] as const)
    await inOwnTransaction(pool, (_query, db) => addMerchant(db, number, name)).catch(() => undefined);
});
after(() => service.close());

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
  assert.deepEqual(one.access, { merchants: [{ number: '5001', name: 'Karoo Solar' }] });
  const two = await accessOf(service.origin, await tokenOf(['5002', '5001']));
  assert.deepEqual(
    two.access.merchants.map(({ number }) => number),
    ['5001', '5002'],
  );
  const all = await accessOf(service.origin, await tokenOf(['*']));
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
