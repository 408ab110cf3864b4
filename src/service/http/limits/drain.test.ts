import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Checkpoint } from '#service/audit/verify.ts';
import { seedSandboxSignIns } from '#service/auth/users.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { freePort, tokenFrom } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { programEnvironment, project, serviceProgram } from '#service/testing/programs.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** How the process ends after a signal. */

let testDb: TestDatabase;
/** Locks the clients table, so that a call runs as long as a test needs. */
let holder: pg.Client;
before(async () => {
  testDb = await testDatabase();
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  await migrate(database, migrations);
  await seedSandboxSignIns(database.pool);
  await database.close();
  holder = new pg.Client({ connectionString: testDb.databaseUrl });
  await holder.connect();
});
after(async () => {
  await holder.end();
  await testDb.close();
});

const lock = () => holder.query('begin; lock table client in share mode');
const unlock = () => holder.query('commit');
/** Settles when a call waits for that lock, so it has certainly been accepted. */
const blocked = () =>
  until(async () => {
    const { rowCount } = await holder.query(
      `select from pg_locks join pg_database on database = pg_database.oid
        where datname = current_database() and not granted`,
    );
    return rowCount !== 0;
  });
/** Settles when `count` calls are running. */
async function waiting(service: { port: number; token: string }, count: number): Promise<void> {
  // On one connection, so that of these requests only one is counted.
  const agent = keptAgent();
  const running = `\ncollections_calls_in_flight ${count + 1}\n`;
  await until(async () => (await call(agent, service, '/metrics')).text.includes(running));
  agent.destroy();
}

async function start(environment: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, serviceProgram, {
    cwd: project,
    env: programEnvironment({
      DATABASE_URL: testDb.databaseUrl,
      PORT: String(port),
      SANDBOX: 'off',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = { text: '' };
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      printed.text += String(text);
      if (printed.text.includes('ready in')) resolve();
    });
    void ended.then((code) => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
  return { child, ended, printed, port, token: await tokenFrom(`http://127.0.0.1:${port}`) };
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const call = (agent: Agent, { port, token }: { port: number; token: string }, path: string, body?: unknown) =>
  new Promise<Answered>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const outgoing = request({ agent, port, path, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += String(piece)));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body ? JSON.stringify(body) : undefined);
  });

const keptAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });
const clients = '/v1/payments/1001/maintain/clients/EFT';
const batch = (name: string) => ({ ClientPostRequest: [client(`${name}-1`), client(`${name}-2`)] });

/** Repeats a batch until accepted: a busy machine may find no connection in time and answer 503. */
async function taken(service: { port: number; token: string }, name: string): Promise<Answered> {
  const agent = keptAgent();
  for (;;) {
    const answer = await call(agent, service, clients, batch(name));
    if (answer.status !== 503) return answer;
  }
}

test('SIGTERM: running calls are answered, new ones refused, and the process exits with 0', async () => {
  const service = await start();
  const spare = keptAgent();
  assert.equal((await call(spare, service, '/readyz')).status, 200);
  await lock();
  const answers = Array.from({ length: 6 }, (_, n) => call(keptAgent(), service, clients, batch(`D-${n}`)));
  // One has its turn, the others wait for theirs.
  await waiting(service, 6);
  await blocked();

  service.child.kill('SIGTERM');
  let ready = await call(spare, service, '/readyz');
  while (ready.status === 200) ready = await call(spare, service, '/readyz');
  assert.equal(ready.status, 503);
  assert.equal(ready.headers.connection, 'close');
  const turned = await call(spare, service, clients);
  assert.equal(turned.status, 503);
  assert.equal(turned.headers['retry-after'], '1');
  assert.match(turned.text, /"Name":"clientList"/);
  assert.equal((await call(spare, service, '/healthz')).status, 200);

  await unlock();
  let done = 0;
  for (const { status, headers, text } of await Promise.all(answers)) {
    assert.equal(headers.connection, 'close');
    // One that was not yet accepted is refused like later ones.
    assert.ok(status === 200 || status === 503, text);
    if (status === 503) continue;
    done += 1;
    assert.equal(text.match(/"ClientName"/g)?.length, 2);
  }
  assert.ok(done > 0);
  assert.equal((await holder.query('select from client')).rowCount, 2 * done);
  assert.equal(await service.ended, 0);
});

test('load balancers learn first: calls are still accepted while /readyz fails, for the configured time', async () => {
  const service = await start({ DRAIN_SECONDS: '2' });
  const began = performance.now();
  service.child.kill('SIGTERM');
  const balancer = keptAgent();
  let ready = await call(balancer, service, '/readyz');
  while (ready.status === 200) ready = await call(balancer, service, '/readyz');
  assert.equal(ready.status, 503);
  assert.equal((await call(keptAgent(), service, clients, batch('B'))).status, 200);
  assert.equal((await call(keptAgent(), service, clients)).status, 200);
  assert.equal(await service.ended, 0);
  assert.ok(performance.now() - began >= 2000);
});

test('under load on kept connections every call is answered, and each connection announces its end', async () => {
  const service = await start();
  const answered: number[] = [];
  const sender = async () => {
    const agent = keptAgent();
    for (;;) {
      const answer = await call(agent, service, clients);
      assert.ok(answer.status === 200 || answer.status === 503, String(answer.status));
      answered.push(answer.status);
      if (answer.headers.connection === 'close') return;
    }
  };
  const senders = Array.from({ length: 8 }, sender);
  while (answered.length < 40) await pause(1);
  service.child.kill('SIGTERM');
  await Promise.all(senders);
  assert.equal(await service.ended, 0);
});

test('the last entries of the audit are signed in the log before the process ends', async () => {
  const service = await start({ LOG_LEVEL: 'warn' });
  assert.equal((await taken(service, 'A')).status, 200);
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0);
  const { rows } = await holder.query<{ merchant: string; last: string }>(
    'select merchant, sequence::text as last from audit_checkpoint order by merchant',
  );
  const signed = new Map<string, number>();
  for (const [, payload = ''] of service.printed.text.matchAll(/"checkpoint":"[\w-]+\.([\w-]+)\./g)) {
    const { Merchant, Sequence } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Checkpoint;
    signed.set(Merchant, Sequence);
  }
  assert.ok(rows.some(({ merchant }) => merchant === '1001'));
  assert.deepEqual(
    [...signed].toSorted(),
    rows.map(({ merchant, last }) => [merchant, Number(last)]),
  );
});

test('a second signal ends the process at once', async () => {
  const service = await start();
  await lock();
  const cut = assert.rejects(taken(service, 'S'));
  await blocked();
  // Two signals at once are one Ctrl-C.
  service.child.kill('SIGINT');
  service.child.kill('SIGINT');
  const again = setInterval(() => service.child.kill('SIGINT'), 100);
  assert.equal(await service.ended, 1);
  clearInterval(again);
  await cut;
  await unlock();
});
