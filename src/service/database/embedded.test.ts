import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { temporaryFolder } from '#service/testing/database.ts';
import { serverProcess, startProcess } from '#service/testing/processes.ts';
import { until } from '#service/testing/until.ts';
import { accountFor } from './account.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

let folder: string;
before(async () => void (folder = await temporaryFolder()));
after(() => rm(folder, { recursive: true, force: true }));

async function query(connection: Embedded['connection'], text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection, ssl: false });
  // Some of these tests kill its server.
  client.on('error', () => undefined);
  await client.connect();
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => Promise.reject(error),
  );
}

const pidOf = async (directory: string) =>
  Number((await readFile(path.join(directory, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

test('keeps its data over a restart, durably and closed to other users', async () => {
  const directory = path.join(folder, 'plain');
  const first = await startEmbedded(directory);
  await query(first.connection, 'create table kept (it int); insert into kept values (7)');
  await first.stop();
  await first.exited;
  const second = await startEmbedded(directory, { settings: { work_mem: '5MB' } });
  try {
    assert.equal(second.directory, directory);
    assert.equal(second.note, undefined);
    assert.deepEqual(await query(second.connection, 'select it from kept'), [{ it: 7 }]);
    const [settings] = await query(
      second.connection,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as tcp, current_setting('work_mem') as asked,
        current_setting('server_encoding') as encoding, lower('É') as lower`,
    );
    assert.deepEqual(settings, { fsync: 'on', checksums: 'on', tcp: '', asked: '5MB', encoding: 'UTF8', lower: 'é' });
    assert.equal((await stat(path.join(directory, 'postgres'))).mode & 0o777, 0o700);
    const socket = await stat(path.join(second.connection.host, '.s.PGSQL.5432'));
    assert.equal(socket.mode & 0o777, 0o700);
  } finally {
    await second.stop();
  }
});

test('of several simultaneous starts on a new directory one wins and the others fail with the reason', async () => {
  const directory = path.join(folder, 'race');
  const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbedded(directory)));
  const winners = starts.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  try {
    assert.equal(winners.length, 1);
    for (const it of starts)
      if (it.status === 'rejected')
        assert.match(
          String(it.reason),
          new RegExp(
            `^Error: data directory ${directory} is in use by process ${process.pid} \\(node.*\\): stop it, or `,
          ),
        );
  } finally {
    for (const it of winners) await it.stop();
  }
});

test('names the process that holds the directory soon, and leaves it running', async () => {
  const directory = path.join(folder, 'held');
  const holder = startProcess(serverProcess, [directory]);
  try {
    const { connection } = JSON.parse(await holder.line()) as Embedded;
    // Far longer than a test may take: it is not waited for.
    await assert.rejects(startEmbedded(directory, { waitMs: 3_600_000 }), {
      message: new RegExp(`^data directory ${directory} is in use by process ${holder.pid} \\(node.*DATA_DIR$`),
    });
    assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }]);
  } finally {
    await holder.kill('SIGKILL');
  }
});

test('ends when its process is killed, and the next start waits for that and finds every row', async () => {
  const directory = path.join(folder, 'killed');
  const victim = startProcess(serverProcess, [directory]);
  const { connection } = JSON.parse(await victim.line()) as Embedded;
  await query(connection, 'create table kept (it int); insert into kept values (7)');
  const orphan = await pidOf(directory);
  await victim.kill('SIGKILL');
  const next = await startEmbedded(directory);
  try {
    assert.ok(isGone(orphan));
    assert.deepEqual(await query(next.connection, 'select it from kept'), [{ it: 7 }]);
  } finally {
    await next.stop();
  }
});

test('ends by itself when its process is killed and no other is started', async () => {
  const directory = path.join(folder, 'killed');
  const victim = startProcess(serverProcess, [directory]);
  await victim.line();
  const orphan = await pidOf(directory);
  await victim.kill('SIGKILL');
  await until(() => isGone(orphan));
});

test('reports a server that dies by itself, and starts again on the files it leaves', async () => {
  const directory = path.join(folder, 'dies');
  const first = await startEmbedded(directory);
  await query(first.connection, 'create table kept (it int); insert into kept values (7)');
  let hasEnded = false;
  void first.exited.then(() => (hasEnded = true));
  process.kill(await pidOf(directory), 'SIGKILL');
  await until(() => hasEnded);
  await assert.rejects(query(first.connection, 'select 1'), { code: /ECONNREFUSED|ENOENT/ });
  const second = await startEmbedded(directory);
  try {
    assert.deepEqual(await query(second.connection, 'select it from kept'), [{ it: 7 }]);
  } finally {
    await second.stop();
  }
});

test(
  'takes over lock files whose process number now belongs to another program',
  { skip: process.platform !== 'linux' },
  async () => {
    const directory = path.join(folder, 'stale');
    const home = path.join(directory, 'postgres');
    const first = await startEmbedded(directory);
    const locks = [path.join(home, 'cluster/postmaster.pid'), path.join(home, '.s.PGSQL.5432.lock')];
    const texts = await Promise.all(locks.map((file) => readFile(file, 'utf8')));
    await first.stop();
    // A process of the server's own user: PostgreSQL itself treats the number of another user's process as stale.
    const account = await accountFor(home);
    const other = spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
    try {
      for (const [at, file] of locks.entries())
        await writeFile(file, (texts[at] ?? '').replace(/^\d+/, String(other.pid)), { mode: 0o600 });
      const second = await startEmbedded(directory);
      assert.deepEqual(await query(second.connection, 'select 1 as one'), [{ one: 1 }]);
      await second.stop();
      assert.equal(other.exitCode, null);
    } finally {
      other.kill();
    }
  },
);

test('puts the socket elsewhere when the path is too long, and removes it with the server', async () => {
  const directory = path.join(folder, 'long', 'x'.repeat(60), 'y'.repeat(60));
  const embedded = await startEmbedded(directory);
  const { host } = embedded.connection;
  try {
    assert.match(host, /^\/tmp\/collections-console-/);
    assert.equal((await stat(host)).mode & 0o777, 0o700);
    assert.deepEqual(await query(embedded.connection, 'select 1 as one'), [{ one: 1 }]);
  } finally {
    await embedded.stop();
  }
  await assert.rejects(stat(host), { code: 'ENOENT' });
});

test('a first start that was killed does not disturb the next', async () => {
  const directory = path.join(folder, 'half');
  const home = path.join(directory, 'postgres');
  const victim = startProcess(serverProcess, [directory]);
  const isInitializing = async () => (await readdir(home).catch(() => [])).some((name) => name.startsWith('new-'));
  await until(isInitializing);
  await victim.kill('SIGKILL');
  await mkdir(path.join(home, 'new-left'), { recursive: true });
  const embedded = await startEmbedded(directory);
  try {
    assert.deepEqual(await query(embedded.connection, 'select 1 as one'), [{ one: 1 }]);
    assert.ok(!(await readdir(home)).includes('new-left'));
  } finally {
    await embedded.stop();
  }
});

test('refuses files of another PostgreSQL release in one line', async () => {
  const directory = path.join(folder, 'other');
  await (await startEmbedded(directory)).stop();
  await writeFile(path.join(directory, 'postgres/cluster/PG_VERSION'), '17\n');
  await assert.rejects(startEmbedded(directory), {
    message: new RegExp(
      `^data directory ${directory} holds a database of PostgreSQL 17, and .*PostgreSQL 18: .*DATA_DIR$`,
    ),
  });
});

test("reports a refused setting in the server's words, and frees the directory", async () => {
  const directory = path.join(folder, 'refused');
  await assert.rejects(startEmbedded(directory, { settings: { shared_buffers: 'many' } }), {
    message: /^the database in .* did not start: .*shared_buffers.*many/,
  });
  await (await startEmbedded(directory)).stop();
});
