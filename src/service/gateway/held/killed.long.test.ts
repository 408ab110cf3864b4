import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApprovalList, ApprovalRecord } from '#contract/approvals.ts';
import { operations } from '#contract/operations.ts';
import { allPermissions } from '#contract/permissions.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, savePerson } from '#service/auth/users.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { startPair, type Pair } from '#service/testing/pair.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** Two processes in front of a provider: one is killed at a step of a release, and the other one ends its work. */

let provider: Awaited<ReturnType<typeof startProvider>>;
let testDb: TestDatabase;
let database: Database;
let pair: Pair;
const tokens = { clerk: '', manager: '' };

before(async () => {
  provider = await startProvider();
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  const permissions = { clerk: allPermissions, manager: ['clients:read', 'release'] };
  for (const username of ['clerk', 'manager'] as const)
    await savePerson(database.pool, {
      username,
      name: username,
      password: sandboxPassword,
      permissions: permissions[username],
      merchants: ['1001'],
      roles: [],
    });
  await database.schema.query(`insert into merchant (merchant, name) values ('1001', '1001') on conflict do nothing`);
  await database.schema.query(`insert into approval_rule (merchant, bank_details) values ('1001', true)`);
  const environment = { ...provider.environment, SANDBOX: 'off', PROVIDER_GRACE_SECONDS: '2' };
  pair = await startPair(database, testDb.databaseUrl, await freePort(), environment);
  for (const username of ['clerk', 'manager'] as const)
    tokens[username] = (await createBrowser(pair.origin).signInAs(username)).body['access_token'] ?? '';
});
after(async () => {
  await pair?.close();
  await database?.close();
  await testDb?.close();
  await provider?.close();
});

async function ask<T>(address: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${address}/approvals/1001${path}`, {
    headers: {
      authorization: `Bearer ${tokens.manager}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}

/** What is held on its way when the process is killed, as its words are in the path or body of the request. */
const moments = [
  { name: 'while it reads again before it keeps the call', what: 'request', isRead: true },
  { name: 'while it sends, and the request arrives later', what: 'request', isRead: false },
  { name: 'after the provider has stored it', what: 'answer', isRead: false },
] as const;

test('a process killed at any step of a release: it leaves once, and its outcome is shown', async () => {
  const [one, other] = pair.processes;
  const begun = [];
  for (const [index, moment] of moments.entries()) {
    const ClientNumber = `K${index}`;
    const AccountNumber = 64000000001 + index;
    await provider.bank.call('clientCreate', client(ClientNumber));
    const { url, init } = requestOf(operations.clientEdit, one.address, '1001', 'EFT', { ClientNumber, AccountNumber });
    await fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${tokens.clerk}` } });
    const { Approvals } = await ask<ApprovalList>(one.address, '?List=waiting');
    const sequence = Approvals.find((it) => it.ClientNumber === ClientNumber)?.ApprovalSequence ?? 0;
    const { Digest } = await ask<ApprovalRecord>(one.address, `/${sequence}`);
    begun.push({ moment, ClientNumber, AccountNumber, sequence, Digest });
  }
  const releasing = [];
  for (const { moment, ClientNumber, AccountNumber, sequence, Digest } of begun) {
    const mark = moment.isRead ? `ClientNumber=${ClientNumber}` : `${AccountNumber}`;
    // The decision itself reads once.
    const first = moment.isRead ? provider.wire.hold('request', mark) : undefined;
    const held = first ? undefined : provider.wire.hold(moment.what, mark);
    const sent = ask(one.address, `/${sequence}`, { Action: 'release', Digest }).catch(() => undefined);
    if (first) {
      const decide = await first;
      const again = provider.wire.hold('request', mark);
      decide();
      releasing.push({ sent, goOn: await again });
    } else releasing.push({ sent, goOn: (await held) ?? (() => {}) });
  }
  await one.kill('SIGKILL');
  // Who released one has been told that it is on its way, or hears nothing.
  await Promise.all(releasing.map(({ sent }) => sent));
  for (const { goOn } of releasing) goOn();
  for (const { moment, ClientNumber, AccountNumber, sequence } of begun) {
    await until(async () => {
      // Another process takes it over after two minutes.
      await database.schema.query(`update held_item set next_try = now() where state = 'RELEASED'`);
      const record = await ask<ApprovalRecord>(other.address, `/${sequence}`);
      return record.Outcome?.State === 'ACCEPTED';
    });
    const { records } = await provider.bank.call('clientList', { ClientNumber });
    assert.equal(records[0]?.AccountNumber, AccountNumber, moment.name);
    const left = provider.wire.passed.filter(({ body }) => body.includes(`${AccountNumber}`));
    assert.equal(left.length, 1, moment.name);
  }
  const { rows } = await database.schema.query<{ left: number }>('select count(*)::int as left from outgoing_claim');
  assert.equal(rows[0]?.left, 0);
});
