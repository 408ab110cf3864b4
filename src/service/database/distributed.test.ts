import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testService, type TestService } from '#service/testing/app.ts';
import { ask, workersOf } from '#service/testing/citus.ts';
import { ContractCaller } from '#service/testing/contract-coverage/caller.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';
import { ownedDatabase, type OwnedDatabase } from '#service/testing/database.ts';
import { client } from '#service/testing/samples.ts';
import { openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';

/** These tests need a PostgreSQL distributed over several nodes. The service's user is no superuser. */

let owned: OwnedDatabase;
let service: TestService;
let url: string;
before(async () => {
  service = await testService({
    isAlone: true,
    through: async () => {
      owned = await ownedDatabase();
      return owned.databaseUrl;
    },
  });
  url = owned.superuserUrl;
});
after(async () => {
  await service?.close();
  await owned?.close();
});

const numbers = Array.from({ length: 16 }, (_, index) => String(1001 + index));

test('distributes every table of merchants and organisations, including those of later migrations', async () => {
  const kinds = await ask<{ name: string; kind: string; by: string }>(
    url,
    `select table_name::text as name, citus_table_type as kind, distribution_column as by from citus_tables`,
  );
  const kindOf = new Map(kinds.map((it) => [it.name, `${it.kind} ${it.by}`]));
  const keys = await ask<{ name: string; by: string; isPart: boolean }>(
    url,
    `select oid::regclass::text as name, attname as by, indnkeyatts > 1 as "isPart"
      from pg_class join pg_index on indrelid = oid and indisprimary
        join pg_attribute on attrelid = oid and attnum = indkey[0]
      where relnamespace = 'public'::regnamespace and not relispartition and attname in ('merchant', 'organisation')`,
  );
  assert.ok(keys.length >= 15);
  for (const { name, by } of keys)
    assert.equal(kindOf.get(name), name === 'organisation' ? 'reference <none>' : `distributed ${by}`, name);
});

test('every operation of the contract works, and no call queries more than one node', async () => {
  const caller = new ContractCaller(service);
  // The read of disabled merchants goes to all nodes, outside any call. Once it is cached, such reads may fail.
  await service.call('frequencyLookup', {});
  const { pool, streams } = service.database;
  const setMultiNodeLevel = (level: 'error' | 'off') => {
    for (const each of [pool, streams]) {
      each.removeAllListeners('acquire');
      each.on('acquire', (connection) => {
        connection.query(`set citus.multi_task_query_log_level to ${level}`).catch(() => undefined);
      });
    }
  };
  setMultiNodeLevel('error');
  for (const step of Object.values(steps)) await step(caller);
  assert.deepEqual(caller.missing, []);
  const multiNodeQuery = inTransaction(pool, { merchant: '1001' }, (it) => it.query('select from client'));
  await assert.rejects(multiNodeQuery, /multi-task query/, 'a statement that asks all would be noticed');
  setMultiNodeLevel('off');
});

test('merchants are spread over both workers, each complete on one, and the policies apply there', async () => {
  for (const merchant of numbers) {
    const answer = await service.call('clientCreate', client('D-1'), { merchant });
    assert.equal(answer.successful.length, 1, answer.text);
  }
  const workers = await workersOf(url, new URL(url).pathname.slice(1));
  assert.equal(workers.length, 2);
  const shares = await Promise.all(workers.map(merchantsOn));
  for (const share of shares) assert.ok(share.length > 0);
  assert.deepEqual(shares.flat().toSorted(), numbers);

  const { pool } = service.database;
  for (const merchant of numbers)
    await inTransaction(pool, { merchant }, async (it) =>
      assert.deepEqual((await it.query('select distinct merchant from client')).rows, [{ merchant }]),
    );
  const foreignInsert = inTransaction(pool, { merchant: '1001' }, (it) =>
    it.query(`insert into merchant values ('1002', 'x')`),
  );
  await assert.rejects(foreignInsert, /row-level security/);
});

/** Queries the shards themselves, which a worker hides otherwise: through its tables every node shows all rows. */
async function merchantsOn(worker: string): Promise<string[]> {
  const shardsUrl = new URL(worker);
  shardsUrl.searchParams.set('options', '-c citus.override_table_visibility=off');
  const shards = await ask<{ name: string }>(
    shardsUrl.href,
    `select oid::regclass::text as name from pg_class where relname ~ '^client_[0-9]+$' and relkind = 'r'`,
  );
  const found = await Promise.all(
    shards.map(({ name }) => ask<{ merchant: string }>(shardsUrl.href, `select distinct merchant from ${name}`)),
  );
  return found.flat().map(({ merchant }) => merchant);
}

test('refuses to start, in one line, where workers would not learn the merchant of a call', async () => {
  const name = new URL(url).pathname.slice(1);
  await ask(url, `alter database ${name} set citus.propagate_set_commands = 'none'`);
  await assert.rejects(openDatabase({ databaseUrl: url, dataDirectory: '/nonexistent' }), {
    message:
      'the database of DATABASE_URL cannot be used: its workers are not told for which merchant a call is: ' +
      `alter database … set citus.propagate_set_commands = 'local'`,
  });
  await ask(url, `alter database ${name} reset citus.propagate_set_commands`);
});
