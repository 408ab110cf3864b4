import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { seedSandboxSignIns } from '#service/auth/users.ts';
import { readSettings } from '#service/config/settings.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { tokenFrom } from '#service/testing/app.ts';
import { freePort } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { startPair, type Pair } from '#service/testing/pair.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { testClock } from '#service/testing/run.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

/** Two service processes on one database: both see every change, and one may die. */

let testDb: TestDatabase;
let database: Database;
let pair: Pair;
let token: string;
const today = testClock.today();
before(async () => {
  testDb = await testDatabase();
  const settings = readSettings({ DATABASE_URL: testDb.databaseUrl });
  database = await openDatabase(settings);
  await migrate(database, migrations);
  await seedSandboxSignIns(database.pool);
  pair = await startPair(database, testDb.databaseUrl, await freePort());
  token = await tokenFrom(pair.origin);
});
after(async () => {
  await pair?.close();
  await database?.close();
  await testDb?.close();
});

type Name = keyof typeof operations;

/** Calls one of the two directly, not through the proxy. */
async function call(address: string, name: Name, input: unknown, key?: string) {
  const { url, init } = requestOf(operations[name], address, '1001', 'EFT', input);
  const headers = { ...init.headers, authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) };
  const answer = await fetch(url, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as Record<string, Record<string, unknown>[]> };
}

const recordsOf = async (address: string, name: Name, input: unknown) => {
  const { body } = await call(address, name, input);
  return body[operations[name as 'clientList'].response] ?? [];
};

const [one, other] = [() => pair.processes[0].address, () => pair.processes[1].address];

async function contract(number: string): Promise<number> {
  await call(one(), 'clientCreate', client(number));
  const { body } = await call(other(), 'contractCreate', {
    ClientNumber: number,
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(today)} 00:00`,
    InstalmentAmount: 1,
    NumberOfInstalments: 1,
  });
  const [batch] = body['ContractPostResponse'] as { Successful: { ContractSequence: number }[] }[];
  return batch?.Successful[0]?.ContractSequence ?? 0;
}

test('data stored by one is visible at the other, and a token of one is valid at the other', async () => {
  await call(one(), 'clientCreate', client('T-1'));
  assert.equal((await recordsOf(other(), 'clientList', { ClientNumber: 'T-1' })).length, 1);
  const twice = await call(other(), 'clientCreate', client('T-1'));
  assert.match(twice.text, /"Code":"DUPLICATE"/);
});

test('instalments that both add to one contract are numbered without gaps or duplicates', async () => {
  const ContractSequence = await contract('T-2');
  const item = { ContractSequence, InstalmentActionDate: `${addDays(today, 9)} 00:00`, InstalmentAmount: 2 };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => call(n % 2 ? one() : other(), 'instalmentCreate', [item, item])),
  );
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const numbers = (await recordsOf(one(), 'instalmentList', { ContractSequence })).map(
    (it) => it['InstalmentSequence'],
  );
  assert.deepEqual(
    numbers,
    Array.from({ length: 41 }, (_, n) => n + 1),
  );
});

test('one key at both at once: one effect, one answer', async () => {
  const ContractSequence = await contract('T-3');
  const item = { ContractSequence, InstalmentActionDate: `${addDays(today, 9)} 00:00`, InstalmentAmount: 3 };
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call(n % 2 ? one() : other(), 'instalmentCreate', item, `both-${round}`)),
    );
    assert.equal(new Set(answers.map((it) => it.text)).size, 1);
    assert.equal((await recordsOf(one(), 'instalmentList', { ContractSequence })).length, 2 + round);
  }
});

test('one is killed under load: acknowledged data is stored, the other continues, repeats duplicate nothing', async () => {
  const ContractSequence = await contract('T-4');
  const size = 5;
  const batches = Array.from({ length: 160 }, (_, n) => n);
  const answered = new Map<number, string>();
  const broken: number[] = [];
  const send = (address: string, batch: number) => {
    const items = Array.from({ length: size }, (_, n) => ({
      ContractSequence,
      InstalmentActionDate: `${addDays(today, 9)} 00:00`,
      InstalmentAmount: (batch + 1) * 10 + n,
    }));
    return call(address, 'instalmentCreate', items, `batch-${batch}`);
  };
  let killed: Promise<void> | undefined;
  const queue = [...batches];
  const lane = async (address: string) => {
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      const answer = await send(address, batch).catch(() => undefined);
      if (answer) {
        assert.equal(answer.status, 200, answer.text);
        answered.set(batch, answer.text);
      } else {
        broken.push(batch);
        if (address === one()) return;
      }
      if (answered.size >= 50) killed ??= pair.processes[0].kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => lane(n % 2 ? one() : other())));
  await killed;
  assert.ok(broken.length > 0, 'the kill fell among calls under way');
  assert.equal(answered.size + broken.length, batches.length, 'the other has gone on');

  // Repeats every call at the surviving process: answered calls return the same bytes, interrupted ones their first
  // answer.
  for (const batch of batches) {
    const again = await send(other(), batch);
    assert.equal(again.status, 200, again.text);
    assert.equal(again.text, answered.get(batch) ?? again.text, `batch ${batch}`);
  }
  const amounts = (await recordsOf(other(), 'instalmentList', { ContractSequence }))
    .map((it) => Number(it['InstalmentAmount']))
    .filter((amount) => amount >= 10);
  assert.deepEqual(
    amounts.toSorted((a, b) => a - b),
    batches.flatMap((batch) => Array.from({ length: size }, (_, n) => (batch + 1) * 10 + n)),
  );
});
