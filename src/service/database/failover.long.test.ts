import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createCheckpoints } from '#service/audit/checkpoints.ts';
import { backup } from '#service/backup/backup.ts';
import { recordLoss, verifyAudit } from '#service/cli/audit.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { temporaryFolder } from '#service/testing/database.ts';
import { audit, sound, startLoad } from '#service/testing/load.ts';
import { client } from '#service/testing/samples.ts';
import { startReplication, type Replication } from '#service/testing/standby.ts';
import { until } from '#service/testing/until.ts';
import { Wire } from '#service/testing/wire.ts';
import { openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';

/*
 * A primary and a standby, as packaged. The tests promote the standby and redirect the service themselves. They need
 * Linux, for its list of processes; two of them wait ten seconds for something that must not happen.
 */
const linuxOnly = {
  skip: process.platform === 'linux' ? false : 'needs the list of processes of Linux',
  concurrency: 3,
};

/** The service on the primary, over a connection that can be redirected to the other. */
async function withStandby(
  options: { isAsynchronous?: boolean },
  work: (servers: Replication, service: TestService, wire: Wire) => Promise<void>,
): Promise<void> {
  const servers = await startReplication(options);
  const wire = new Wire();
  const service = await testService({ through: () => wire.through(servers.primary.databaseUrl) });
  try {
    await work(servers, service, wire);
  } finally {
    wire.close();
    await service.close();
    await servers.close();
  }
}

describe('failover', linuxOnly, () => {
  test('a silent standby, a wrong address and a kill -9 of the primary', (t) =>
    withStandby({}, async ({ primary, standby }, service, wire) => {
      await service.database.pool.query(
        `insert into merchant values ('1002', 'Blue Crane Gyms') on conflict do nothing`,
      );
      const token = await service.token();
      const create = async (number: string, key?: string, merchant = '1001') =>
        service.call('clientCreate', client(number), {
          merchant,
          token: await service.token(merchant),
          headers: key ? { 'idempotency-key': key } : {},
        });

      await t.test('no standby has the commit: 503 in bounded time, and the repeat waits until one has', async () => {
        // A connection's first call waits in any case, since it reserves call numbers. These connections have some
        // already.
        const { pool } = service.database;
        const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
        for (const it of clients) await it.query(`select nextval('call_sequence')`).then(() => it.release());
        await standby.freeze();
        // Another merchant's: until its commit ends, it holds the end of its merchant's audit.
        const hanging = create('W-0', 'hanging', '1002');
        const waitingPids = async () =>
          (await primary.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)).map(({ pid }) => pid);
        await until(async () => (await waitingPids()).length === 1);
        const [hangingPid] = await waitingPids();
        /** Like an operator who cancels a call that waits for a hanging one. */
        const afterCancel = async (call: Promise<{ status: number; text: string }>) => {
          await until(async () => (await waitingPids()).some((pid) => pid !== hangingPid));
          await primary.query(
            `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and pid <> ${hangingPid}`,
          );
          return call;
        };
        const unchanged = { ClientNumber: 'W-1', ClientName: 'Thandi Mokoena' };
        for (const call of [
          () => create('W-1', 'cancelled'),
          () => create('W-1', 'cancelled'),
          () => create('W-1'),
          () => service.call('clientEdit', unchanged, { token }),
        ]) {
          const answer = await afterCancel(call());
          assert.equal(answer.status, 503, answer.text);
        }
        assert.equal((await hanging).status, 503);

        standby.thaw();
        for (const [number, key, merchant] of [
          ['W-0', 'hanging', '1002'],
          ['W-1', 'cancelled', '1001'],
        ] as const) {
          const answer = await create(number, key, merchant);
          assert.equal(answer.status, 200, answer.text);
          assert.equal(answer.successful.length, 1, answer.text);
          assert.equal((await create(number, key, merchant)).text, answer.text);
        }
      });

      await t.test(
        'redirected to the standby: not ready, 503; redirected back: each connection is replaced at its first answer',
        async () => {
          const jobs = runJobs(
            service.database.pool,
            { probe: { every: 1, run: async () => undefined } },
            { pollMilliseconds: 0 },
          );
          wire.lead(standby.databaseUrl);
          wire.set(true);
          wire.set(false);
          assert.equal((await fetch(`${service.origin}/readyz`)).status, 503);
          const calls = () => [
            create('S-1', 'wrong way'),
            service.call('clientList', { ClientNumber: 'W-1' }, { token }),
            service.call('clientList', {}, { token }),
          ];
          for (const answer of await Promise.all([...calls(), ...calls(), ...calls()]))
            assert.equal(answer.status, 503, answer.text);
          await assert.rejects(jobs.drain());

          wire.lead(primary.databaseUrl);
          // A connection that has only checked tokens so far may still lead to the standby.
          const refused: number[] = [];
          for (let n = 0; n < 8; n++) refused.push((await create(`S-${n}`)).status);
          assert.ok(refused.filter((status) => status !== 200).length <= 3, refused.join(' '));
          for (let n = 0; n < 2; n++) await Promise.all(calls());
          for (const answer of await Promise.all(calls())) assert.equal(answer.status, 200, answer.text);
          await jobs.drain().catch(() => jobs.drain());
          assert.equal((await fetch(`${service.origin}/readyz`)).status, 200);
          await jobs.stop();
        },
      );

      await t.test('a start on a standby says so, and waits', async () => {
        const reasons: string[] = [];
        const opening = openDatabase({
          databaseUrl: standby.databaseUrl,
          dataDirectory: '/nonexistent',
          waitMs: 600,
          onWait: (reason) => reasons.push(reason),
        });
        await assert.rejects(
          opening,
          /^Error: the database of DATABASE_URL cannot be used: it is a standby, which only reads$/,
        );
        assert.deepEqual(reasons, ['it is a standby, which only reads']);
      });

      await t.test('a backup can be taken from a standby', async () => {
        const from = { databaseUrl: standby.databaseUrl, dataDirectory: '/nonexistent' };
        const reading = await openDatabase({ ...from, mayBeStandby: true });
        const folder = await temporaryFolder();
        const { rows } = await backup(reading, path.join(folder, 'standby.backup'));
        assert.ok(rows > 0);
        await reading.close();
        await rm(folder, { recursive: true });
      });

      await t.test('of several hosts uses the one that takes writes, also after they switch roles', async () => {
        const [one, two] = [new Wire(), new Wire()];
        const addresses = [await one.through(standby.databaseUrl), await two.through(primary.databaseUrl)];
        const [first = '', second = ''] = addresses.map((address) => new URL(address).host);
        const several = await openDatabase({
          databaseUrl: `postgres://postgres@${first},${second}/postgres`,
          dataDirectory: '/nonexistent',
        });
        try {
          assert.match(several.description, new RegExp(` at ${second}/`));
          one.lead(primary.databaseUrl);
          two.lead(standby.databaseUrl);
          two.set(true);
          two.set(false);
          const write = () => inTransaction(several.pool, { merchant: '1001' }, async () => true);
          await until(() => write().catch(() => false));
          for (let n = 0; n < 10; n++) await write();
        } finally {
          one.close();
          two.close();
          await several.close();
        }
      });

      await t.test(
        'the primary killed under load: nothing is lost, torn or doubled, and repeats get the same answer',
        async () => {
          const load = await startLoad(service);
          await load.flow(40);
          await primary.kill();
          await standby.promote();
          wire.lead(standby.databaseUrl);
          wire.set(true);
          wire.set(false);
          await load.flow(40);
          await load.end();
          assert.deepEqual(await audit(service, load.sent), sound);
          assert.deepEqual([...load.statuses].toSorted(), [200, 503]);
        },
      );
    }));

  test('a frozen primary whose connections stay open is abandoned in bounded time, and nothing is lost', () =>
    withStandby({}, async ({ primary, standby }, service, wire) => {
      const load = await startLoad(service);
      // Connections that are idle when the primary freezes, one for a list among them.
      const reads = async () => {
        const named = Array.from({ length: 8 }, () => service.call('clientList', { ClientNumber: 'F' }));
        return (await Promise.all([service.call('clientList', {}), ...named])).map(({ status }) => status);
      };
      await reads();
      await load.flow(20);
      await primary.freeze();
      const frozen = reads();
      await standby.promote();
      wire.lead(standby.databaseUrl);
      const statuses = await frozen;
      assert.ok(statuses.includes(503) && statuses.every((it) => it === 200 || it === 503), statuses.join(' '));
      await until(async () => (await reads()).every((status) => status === 200));
      // A statement that is running is waited for longer, unless its server ends.
      await primary.kill();
      await load.flow(20);
      await load.end();
      assert.deepEqual(await audit(service, load.sent), sound);
      assert.deepEqual([...load.statuses].toSorted(), [200, 503]);
    }));

  test('the control with an asynchronous standby: the same audit finds what is lost, and the operator declares it', () =>
    withStandby({ isAsynchronous: true }, async ({ primary, standby }, service, wire) => {
      const load = await startLoad(service);
      await load.flow(10);
      await standby.kill();
      await load.flow(10);
      const { pool } = service.database;
      const folder = await temporaryFolder();
      const log = path.join(folder, 'service.log');
      const lines: string[] = [];
      await createCheckpoints((line) => lines.push(JSON.stringify(line))).signHeads(pool);
      await writeFile(log, lines.join('\n'));
      await primary.kill();
      await standby.restart();
      await standby.promote();
      wire.lead(standby.databaseUrl);
      wire.set(true);
      wire.set(false);
      await load.end();
      assert.ok((await audit(service, load.sent)).lost > 0);

      const today = new Date().toISOString().slice(0, 10);
      const verified = async (withLog = log) =>
        (await verifyAudit(pool, { merchant: '', log: withLog, restored: today })).join('\n');
      assert.match(await verified(''), /merchant 1001: \d+ entries, intact/);
      await assert.rejects(verified(), /merchant 1001: BROKEN at entry \d+: it is /);
      await recordLoss(pool, `${today}T00:00Z`);
      assert.match(await verified(), /merchant 1001: \d+ entries, intact; a restore or a failover took back what 1/);
      await rm(folder, { recursive: true });
    }));
});
