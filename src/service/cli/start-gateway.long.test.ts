import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import { freePort, tokenFrom } from '#service/testing/app.ts';
import { temporaryFolder } from '#service/testing/database.ts';
import { loader, moduleOf, programEnvironment, project, serviceProgram } from '#service/testing/programs.ts';

const folder = await temporaryFolder();
const running = new Set<ChildProcess>();
after(() => {
  // With SIGTERM, so that it ends the two that it started.
  for (const child of running) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const dataOf = (name: 'provider' | 'gateway') => path.join(folder, name);

const start = `
import { startGateway } from '${new URL('./start-gateway.ts', import.meta.url).href}';
await startGateway(JSON.parse(process.argv[1]), process.env);
`;

/** As the npm script does. */
function run(ports: Record<'PORT' | 'PROVIDER_PORT', string>) {
  const words = ['--import', 'tsx', '--input-type=module', '-e', start, JSON.stringify(serviceProgram)];
  const child = spawn(process.execPath, words, {
    cwd: project,
    env: programEnvironment({ DATA_DIR: folder, ...ports }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    running.delete(child);
    return code;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (part: Buffer) => (output.err += part.toString()));
    child.stdout.on('data', (part: Buffer) => {
      output.out += part.toString();
      if (/password [\da-f-]{24}\n/.test(output.out)) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output.out}${output.err}`)));
  });
  ready.catch(() => undefined);
  return { child, output, ended, ready };
}

const newPorts = async () => ({ PORT: String(await freePort()), PROVIDER_PORT: String(await freePort()) });

const databaseOf = (name: 'provider' | 'gateway') =>
  Number(readFileSync(path.join(dataOf(name), 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const answers = (port: string) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status,
    () => 'nothing',
  );

test('a sandbox and the gateway in front of it start, answer and end together, and keep their people', async () => {
  const ports = await newPorts();
  const first = run(ports);
  await first.ready;
  assert.deepEqual([await answers(ports.PORT), await answers(ports.PROVIDER_PORT)], [200, 200]);

  const operate = `
    import { operate } from '${moduleOf('cli/operate')}';
    await operate('program', process.argv.slice(1), '/');
  `;
  const added = execFileSync(
    process.execPath,
    [...loader, '--input-type=module', '-e', operate, 'add', 'reader', '--merchants', '1001', '--permissions', 'read'],
    { cwd: project, env: programEnvironment({ DATA_DIR: dataOf('gateway'), SANDBOX: 'off' }), encoding: 'utf8' },
  );
  const [, secret = ''] = /secret (\S+):/.exec(added) ?? [];
  const gateway = `http://localhost:${ports.PORT}`;
  const read = async (origin: string, token: string) => {
    const url = `${origin}/v1/payments/1001/maintain/clients/EFT?ClientNumber=C00002`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { ClientGetResponse } = (await answer.json()) as { ClientGetResponse: object[] };
    return ClientGetResponse;
  };
  const there = `http://127.0.0.1:${ports.PROVIDER_PORT}`;
  const expected = await read(there, await tokenFrom(there, '1001'));
  assert.equal(expected.length, 1);
  assert.deepEqual(await read(gateway, await tokenFrom(gateway, '1001', { clientId: 'reader', secret })), expected);

  const [{ username }, word] = [
    sandboxMessageSignIn,
    readFileSync(path.join(dataOf('gateway'), 'password'), 'utf8').trim(),
  ];
  const sent = await fetch(`${gateway}/v1/send-whatsapp-template`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${word}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      messages: [{ from: '27105550100', to: '27825550101', content: { templateName: 'thank_you', language: 'en' } }],
    }),
  });
  // The provider's own judgement: the template has a picture.
  assert.match(await sent.text(), /"REJECTED_HEADER"/);

  for (const file of ['provider-secret', 'provider-message-password', 'password'])
    assert.equal(statSync(path.join(dataOf('gateway'), file)).mode & 0o777, 0o600, file);
  assert.equal(readFileSync(path.join(dataOf('gateway'), 'provider-secret'), 'utf8').trim(), sandboxProgram.secret);
  const [signIn] = /^ {2}Sign in {4}staff, .*password [\da-f-]{24}$/m.exec(first.output.out) ?? [];
  assert.ok(signIn, first.output.out);

  const databases = [databaseOf('provider'), databaseOf('gateway')];
  assert.deepEqual(databases.map(isRunning), [true, true]);
  first.child.kill('SIGINT');
  assert.equal(await first.ended, 0, first.output.err);
  assert.deepEqual(databases.map(isRunning), [false, false]);
  assert.deepEqual([await answers(ports.PORT), await answers(ports.PROVIDER_PORT)], ['nothing', 'nothing']);

  const second = run(ports);
  await second.ready;
  assert.ok(second.output.out.includes(`${signIn}\n`), second.output.out);
  assert.doesNotMatch(second.output.out, /No administrator/);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0, second.output.err);
});

test('when one of the two ends by itself, the other ends too and the exit code says so', async () => {
  const ports = await newPorts();
  const { output, ended, ready } = run(ports);
  await ready;
  const other = databaseOf('gateway');
  process.kill(databaseOf('provider'), 'SIGINT');
  assert.equal(await ended, 1);
  assert.match(output.err, /^The provider has ended by itself \(exit code 1\)\.$/m);
  assert.equal(isRunning(other), false);
  assert.equal(await answers(ports.PORT), 'nothing');
});

test('a taken port is said in one sentence with the variable that changes it', async () => {
  const taken = createServer().listen(Number(await freePort()), '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as { port: number }).port);
  for (const variable of ['PORT', 'PROVIDER_PORT'] as const) {
    const { output, ended } = run({ ...(await newPorts()), [variable]: port });
    assert.equal(await ended, 1);
    assert.deepEqual(output, { out: '', err: `Port ${port} is in use: choose another with ${variable}.\n` });
  }
  taken.close();
});
