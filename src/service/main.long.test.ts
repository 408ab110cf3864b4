import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { sandboxProgram } from '#service/auth/users.ts';
import { freePort } from '#service/testing/app.ts';
import { temporaryFolder } from '#service/testing/database.ts';
import { programEnvironment, project, serviceProgram } from '#service/testing/programs.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** The process itself, as `npm start` runs it, with its own port, data folder and database. */

const folder = await temporaryFolder();
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output(): string;
  /** Settles with its ready announcement, or its end. */
  settled: Promise<{ ready: boolean; code: number | null }>;
  ended: Promise<number | null>;
}

function run(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, serviceProgram, {
    cwd: project,
    env: programEnvironment({ DATA_DIR: path.join(folder, 'data'), ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  const settled = new Promise<{ ready: boolean; code: number | null }>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        text += data.toString();
        if (text.includes('ready in')) resolve({ ready: true, code: null });
      });
    void ended.then((code) => resolve({ ready: false, code }));
  });
  return { child, output: () => text, settled, ended };
}

const tokenFor = async (origin: string, merchant = '1016') => {
  const basic = Buffer.from(`${sandboxProgram.clientId}:${sandboxProgram.secret}`).toString('base64');
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: `merchant:${merchant}` }),
    headers: { authorization: `Basic ${basic}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const refuses = async (environment: Record<string, string>, says: RegExp) => {
  const started = run(environment);
  const { ready, code } = await started.settled;
  assert.equal(ready, false, started.output());
  assert.equal(code, 1);
  assert.match(started.output(), says);
  assert.equal(started.output().trim().split('\n').length, 1, `one line: ${started.output()}`);
};

test('wrong configuration ends in one line that names the variable', async () => {
  await refuses({ PORT: 'many' }, /^PORT: /);
  await refuses({ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL: must begin with postgres/);
  await refuses({ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE: /);
  await refuses({ SANDBOX_NOW: '2026-02-30 12:00' }, /^SANDBOX_NOW: must be a minute of an existing day/);
  await refuses({ SANDBOX: 'off', SANDBOX_NOW: '2026-11-25 12:00' }, /^SANDBOX_NOW: stops the clock of a sandbox only/);
  await refuses({ SERVICE_URL: 'https://service.example' }, /^SERVICE_URL: is no longer known/);
});

test('waits for an unreachable database, and reports that in one line without its password', async () => {
  const { child, output, ended } = run({ DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/none' });
  await until(() => output() !== '');
  assert.equal(output(), 'Waiting for the database: connect ECONNREFUSED 127.0.0.1:1\n');
  child.kill('SIGTERM');
  await ended;
});

test('200 batches under kill -9: every acknowledged item is stored, no batch is torn, and the folder opens again', async (t) => {
  const port = await freePort();
  const environment = { PORT: String(port) };
  const origin = `http://127.0.0.1:${port}`;
  const first = run(environment);
  assert.ok((await first.settled).ready, first.output());

  // While it runs, a second process cannot use the same folder or the same port.
  await refuses({ PORT: String(await freePort()) }, /data.* in use by process \d+.*DATA_DIR/);
  await refuses({ PORT: String(port), DATA_DIR: path.join(folder, 'other') }, /^Port \d+ is in use: .*PORT/);

  const token = await tokenFor(origin);
  const size = 5;
  const acknowledged = new Set<number>();
  const send = async (batch: number) => {
    const items = Array.from({ length: size }, (_, n) => client(`K-${batch}-${n}`));
    const answer = await fetch(`${origin}/v1/payments/1016/maintain/clients/EFT`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ClientPostRequest: items }),
    });
    if (answer.status === 200) acknowledged.add(batch);
    if (acknowledged.size === 100) first.child.kill('SIGKILL');
  };
  // Eight at a time, so that the kill interrupts running calls.
  const queue = Array.from({ length: 200 }, (_, n) => n);
  const sender = async () => {
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift())
      await send(batch).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  await first.ended;
  assert.ok(acknowledged.size >= 100 && acknowledged.size < 200, `${acknowledged.size} acknowledged`);
  t.diagnostic(`${acknowledged.size} inputs tried`);
  t.diagnostic('1 faults made');

  const second = run(environment);
  assert.ok((await second.settled).ready, second.output());
  const answer = await fetch(`${origin}/v1/payments/1016/maintain/clients/EFT`, {
    headers: { authorization: `Bearer ${await tokenFor(origin)}` },
  });
  const { ClientGetResponse } = (await answer.json()) as { ClientGetResponse: { ClientNumber: string }[] };
  const stored = new Map<number, number>();
  for (const { ClientNumber } of ClientGetResponse) {
    const batch = Number(ClientNumber.split('-')[1]);
    stored.set(batch, (stored.get(batch) ?? 0) + 1);
  }
  for (const batch of acknowledged) assert.equal(stored.get(batch), size, `batch ${batch} was acknowledged`);
  for (const [batch, count] of stored) assert.equal(count, size, `batch ${batch} is torn`);

  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0, 'a graceful end');
});

test('encrypts the numbers of the sandbox with a key, and then does not start without it', async () => {
  const keyFile = path.join(folder, 'numbers.key');
  writeFileSync(keyFile, randomBytes(32));
  const data = { DATA_DIR: path.join(folder, 'sealed'), PORT: String(await freePort()) };
  const origin = `http://127.0.0.1:${data.PORT}`;
  for (const key of ['', keyFile, keyFile]) {
    const { child, settled, ended, output } = run({ ...data, ORIGIN: origin, NUMBERS_KEY_FILE: key });
    assert.deepEqual(await settled, { ready: true, code: null }, output());
    const answer = await fetch(`${origin}/v1/payments/1001/maintain/clients/EFT`, {
      headers: { authorization: `Bearer ${await tokenFor(origin, '1001')}` },
    });
    const { ClientGetResponse: clients } = (await answer.json()) as { ClientGetResponse: { AccountNumber: number }[] };
    assert.ok(clients.length > 100 && clients.every((it) => Number.isSafeInteger(it.AccountNumber)));
    child.kill('SIGTERM');
    await ended;
  }
  await refuses(data, /^NUMBERS_KEY_FILE: must name the key /);
});

test('does not start with well-known passwords where other machines can reach it, directly or through a proxy', async () => {
  const environment = { DATA_DIR: path.join(folder, 'public'), PORT: String(await freePort()) };
  const proxied = { ...environment, ORIGIN: 'https://collections.example.com' };
  await refuses({ ...environment, HOST: '0.0.0.0' }, /^HOST: 0\.0\.0\.0 can be reached .*SANDBOX=off/);
  await refuses(proxied, /^ORIGIN: https:\/\/collections\.example\.com can be reached .*SANDBOX=off/);
  await refuses({ ...environment, ORIGIN: 'http://127.0.0.1.example.com' }, /^ORIGIN: /);

  // The refused starts left nothing behind that would block real data.
  const real = run({ ...proxied, SANDBOX: 'off' });
  assert.ok((await real.settled).ready, real.output());
  // Without an administrator it prints a link for the first one.
  await until(async () => /https:\/\/collections\.example\.com\/invitation\/[\w-]{43}$/m.test(real.output()));
  real.child.kill('SIGTERM');
  await real.ended;

  // A former sandbox keeps its passwords when SANDBOX is off.
  const sandbox = run(environment);
  assert.ok((await sandbox.settled).ready, sandbox.output());
  sandbox.child.kill('SIGTERM');
  await sandbox.ended;
  await refuses({ ...proxied, SANDBOX: 'off' }, /^ORIGIN: /);
});
