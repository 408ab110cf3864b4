import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApprovalRecord } from '#contract/approvals.ts';
import { operations } from '#contract/operations.ts';
import { allPermissions } from '#contract/permissions.ts';
import { addDays } from '#rules/calendar.ts';
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
  const permissions = { clerk: allPermissions, manager: ['clients:read', 'payouts:read', 'release'] };
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
  await database.schema.query(`insert into approval_rule (merchant, above, hold_hours) values ('1001', 0, 0)`);
  const environment = {
    ...provider.environment,
    SANDBOX: 'off',
    PROVIDER_GRACE_SECONDS: '2',
    PROVIDER_PAYOUT_DAYS: '5',
  };
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

/** The request that waits when the process is killed, by words of its path or body. */
const moments = [
  { name: 'while it reads again before it keeps the call', what: 'request', isRead: true },
  { name: 'while it sends, and the request arrives later', what: 'request', isRead: false },
  { name: 'after the provider has stored it', what: 'answer', isRead: false },
] as const;

/** Two payouts of one call, which go in one call. */
async function preparePayouts(index: number) {
  // The processes in front have the machine's day.
  const day = addDays(new Date().toISOString().slice(0, 10), 2);
  const items = ['a', 'b'].map((letter) => ({
    ClientNumber: `Q${index}${letter}`,
    ContractNumber: 'P',
    PaymentAmount: 100,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: `${day} 08:00`,
  }));
  await provider.bank.call(
    'clientCreate',
    items.map(({ ClientNumber }) => client(ClientNumber)),
  );
  const { failed } = await send('payoutContractCreate', items);
  return {
    sequence: failed[0]?.Errors[0]?.ApprovalSequence ?? 0,
    readMark: `ClientNumber=Q${index}a`,
    sentMark: `"Q${index}b"`,
    async stored() {
      const found = await Promise.all(items.map((it) => provider.bank.call('payoutContractList', { ...named(it) })));
      return found.every(({ records }) => records.length === 1);
    },
  };
}
const named = ({ ClientNumber, ContractNumber }: { ClientNumber: string; ContractNumber: string }) => ({
  ClientNumber,
  ContractNumber,
});

async function prepareAccount(index: number) {
  const ClientNumber = `K${index}`;
  const AccountNumber = 64000000001 + index;
  await provider.bank.call('clientCreate', client(ClientNumber));
  const { failed } = await send('clientEdit', [{ ClientNumber, AccountNumber }]);
  return {
    sequence: failed[0]?.Errors[0]?.ApprovalSequence ?? 0,
    readMark: `ClientNumber=${ClientNumber}`,
    sentMark: `${AccountNumber}`,
    async stored() {
      const { records } = await provider.bank.call('clientList', { ClientNumber });
      return records[0]?.AccountNumber === AccountNumber;
    },
  };
}

async function send(name: 'clientEdit' | 'payoutContractCreate', items: object[]) {
  const [{ address }] = pair.processes;
  const { url, init } = requestOf(operations[name], address, '1001', 'EFT', items);
  const headers = { ...init.headers, authorization: `Bearer ${tokens.clerk}` };
  const body = (await (await fetch(url, { ...init, headers })).json()) as Record<string, unknown>;
  const [batch] = body[operations[name].response] as { Failed: { Errors: { ApprovalSequence?: number }[] }[] }[];
  return { failed: batch?.Failed ?? [] };
}

test('a process killed at any step of a release: it leaves once, and its outcome is shown', async () => {
  const [one, other] = pair.processes;
  const begun = [];
  for (const [index, moment] of moments.entries())
    for (const make of [prepareAccount, preparePayouts]) {
      const prepared = await make(index);
      const { Digest } = await ask<ApprovalRecord>(one.address, `/${prepared.sequence}`);
      begun.push({ ...prepared, moment, Digest });
    }
  const releasing = [];
  for (const { moment, readMark, sentMark, sequence, Digest } of begun) {
    const mark = moment.isRead ? readMark : sentMark;
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
  // The answer to a release said that it would be sent, or there was none.
  await Promise.all(releasing.map(({ sent }) => sent));
  for (const { goOn } of releasing) goOn();
  for (const { moment, sentMark, sequence, stored } of begun) {
    await until(async () => {
      // Another process takes it over after two minutes.
      await database.schema.query(`update held_item set next_try = now() where state = 'RELEASED'`);
      const { rows } = await database.schema.query<{ open: number }>(
        `select count(*)::int as open from held_item where approval_sequence = $1 and state <> 'ACCEPTED'`,
        [sequence],
      );
      return rows[0]?.open === 0;
    });
    const record = await ask<ApprovalRecord>(other.address, `/${sequence}`);
    const outcomes = record.Outcome ? [record.Outcome] : record.Payments.map((it) => it.Outcome);
    assert.ok(
      outcomes.every((it) => it?.State === 'ACCEPTED'),
      moment.name,
    );
    assert.ok(await stored(), moment.name);
    const left = provider.wire.passed.filter(({ body }) => body.includes(sentMark));
    assert.equal(left.length, 1, moment.name);
  }
  const { rows } = await database.schema.query<{ left: number }>('select count(*)::int as left from outgoing_claim');
  assert.equal(rows[0]?.left, 0);
});
