import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxProgram } from '#service/auth/users.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { loader, moduleOf, programEnvironment, project } from '#service/testing/programs.ts';
import { numbersKeyFile } from '#service/testing/run.ts';

let provider: Awaited<ReturnType<typeof startProvider>>;
let service: TestService;
let environment: Record<string, string>;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-try-provider-'));

before(async () => {
  provider = await startProvider();
  // The database of a run with encrypted numbers has that run's key.
  const keyFile = numbersKeyFile || path.join(folder, 'numbers');
  if (keyFile !== numbersKeyFile) writeFileSync(keyFile, randomBytes(32).toString('base64'));
  environment = { ...provider.environment, NUMBERS_KEY_FILE: keyFile };
  service = await testService({ isAlone: true, environment });
});
after(async () => {
  await service.close();
  await provider.close();
  rmSync(folder, { recursive: true });
});

const text = `
import { operate } from '${moduleOf('cli/operate')}';
await operate('provider', ['test', '--merchant', ...process.argv.slice(1)], '/');
`;

async function tryFor(merchant: string): Promise<string[]> {
  const { connectionString = '' } = service.database.pool.options;
  const child = spawn(process.execPath, [...loader, '--input-type=module', '-e', text, merchant], {
    cwd: project,
    env: programEnvironment({ ...environment, DATABASE_URL: connectionString, SANDBOX: 'off' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (data) => (out += String(data)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return [...out.trim().split('\n'), `exit ${code}`];
}

test('an operator tries the connection that a merchant has: its own with its secret, or the environment’s', async () => {
  const { seal } = await openNumbers(service.database, { numbersKeyFile: environment['NUMBERS_KEY_FILE'] });
  const own = (merchant: string, clientId: string, secret: string | null) =>
    service.database.schema.query(
      `insert into provider_connection (merchant, version, address, segment, token_address, client_id, authentication, scope, offers,
          grace_seconds, reads_at_once, secret)
        values ($1, 1, $2, 'payments', $3, $4, 'client_secret_post', 'merchant:{merchant}', '{}', 60, 4, $5)`,
      [merchant, environment['PROVIDER_URL'], environment['PROVIDER_TOKEN_URL'], clientId, secret],
    );
  await own('1002', 'another', null);
  await own('1003', sandboxProgram.clientId, seal(sandboxProgram.secret));
  await own('1004', sandboxProgram.clientId, seal('a wrong secret'));

  const environments = await tryFor('1001');
  assert.equal(environments[0], '1001 has the connection of the environment.');
  assert.ok(environments.includes('works     Merchant: 1001 can be read.'));
  assert.equal(environments.at(-1), 'exit 0');
  const without = await tryFor('1002');
  assert.deepEqual(
    [without[0], ...without.slice(-2)],
    ['1002 has a connection of its own.', 'fails     Token: The connection has no secret yet.', 'exit 1'],
  );
  const stored = await tryFor('1003');
  assert.ok(stored.includes('works     Merchant: 1003 can be read.'));
  assert.equal(stored.at(-1), 'exit 0');
  const wrong = await tryFor('1004');
  assert.equal(wrong.at(-2), 'fails     Token: The provider refused this server’s client id or its secret.');
});
