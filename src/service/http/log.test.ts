import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { after, before, test } from 'node:test';
import { sandboxMessageSignIn, saveMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram, saveProgram, seedSandboxSignIns } from '#service/auth/users.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { migrations } from '#service/migrations/all.ts';
import { freePort } from '#service/testing/app.ts';
import { isDistributed, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { programEnvironment, project, serviceProgram } from '#service/testing/programs.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { Wire } from '#service/testing/wire.ts';

/** The whole output of a process, while personal data passes through every position that can carry it. */

let testDb: TestDatabase;
let database: Database;
let process_: ChildProcess;
let origin: string;
let output = '';
const wire = new Wire();

const secret = 'MARK-secret-of-a-program';
before(async () => {
  testDb = await testDatabase();
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  await migrate(database, migrations);
  await seedSandboxSignIns(database.pool);
  await saveProgram(database.pool, { ...sandboxProgram, clientId: 'MARK-program', secret });
  await database.pool.query(`insert into organisation values ('demo', 'Demo', array['1001'])`);
  await saveMessageSignIn(database.pool, { ...sandboxMessageSignIn, username: 'MARK-sender', password: 'MARK-word' });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  process_ = spawn(process.execPath, serviceProgram, {
    cwd: project,
    env: programEnvironment({
      DATABASE_URL: await wire.through(testDb.databaseUrl),
      PORT: String(port),
      SANDBOX: 'off',
      LOG_LEVEL: 'debug',
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve) => {
    for (const stream of [process_.stdout, process_.stderr])
      stream?.on('data', (text) => {
        output += String(text);
        if (output.includes('ready in')) resolve();
      });
  });
});
after(async () => {
  process_.kill('SIGKILL');
  wire.close();
  await database.close();
  await testDb.close();
});

interface Line {
  level: number;
  msg: string;
  operation?: string;
  status?: number;
  callSequence?: number;
  err?: { type: string; code?: string; constraint?: string; stack: string; message: string };
  [name: string]: unknown;
}
const lines = (): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
/** Waits for a line: it may come after the answer. */
async function logged(what: (line: Line) => boolean): Promise<Line> {
  for (;;) {
    const found = lines().find(what);
    if (found) return found;
    await new Promise((resolve) => process_.stdout?.once('data', resolve));
  }
}

const marked = (number: string) => ({
  ...client(`MARK-${number}`),
  ClientName: 'MARK-name',
  IDType: 'PASS',
  IDNumber: 'MARK-id',
  CellphoneNumber: '0481516234',
  EMail: 'MARK@mark.example',
  AccountNumber: 4815162342,
  AccountHolderName: 'MARK-holder',
});
const marks = /MARK|481516234|eyJ/i;

async function token(): Promise<string> {
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'merchant:1001' }),
    headers: { authorization: `Basic ${Buffer.from(`MARK-program:${secret}`).toString('base64')}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

test('one line for each call and each bug, without personal data in the whole output', async () => {
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  const prefix = `${origin}/v1/payments/1001/maintain`;
  const post = (path: string, body: unknown) =>
    fetch(prefix + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const statuses: number[] = [];
  const ask = async (answer: Promise<Response>) => {
    const { status, text } = await answer.then(async (it) => ({ status: it.status, text: await it.text() }));
    statuses.push(status);
    return text;
  };

  const answered = await ask(
    post('/clients/EFT', { ClientPostRequest: [marked('1'), marked('1'), { ClientName: 7 }] }),
  );
  assert.match(answered, /MARK-1/);
  await ask(post('/clients/EFT?DryRun=true', { ClientPostRequest: [marked('4')] }));
  await ask(post('/mandates/EFT', { MandatePostRequest: [mandate('2026-01-01', 'MARK-1', 'MARK-contract')] }));
  await ask(fetch(`${prefix}/clients/EFT?ClientNumber=MARK-1`, { headers }));
  await ask(post('/clients/EFT', '{"ClientPostRequest": [{"ClientName": "MARK" "broken"}]}'));
  await ask(post('/clients/EFT', { MARK: 'MARK' }));
  await ask(fetch(`${prefix}/clients/EFT?MARK=MARK`, { headers }));
  await ask(fetch(`${prefix}/clients/EFT?ClientNumber=MARK-none`, { headers }));
  await ask(fetch(`${origin}/v1/MARK/MARK?MARK=MARK`, { headers }));
  await ask(fetch(`${prefix}/clients/EFT`, { headers: { authorization: 'Bearer MARK.MARK.MARK' } }));
  await ask(fetch(`${origin}/v1/demo/case?case_number=MARK`, { headers }));
  for (const basic of ['MARK-sender:MARK-word', 'MARK-sender:MARK-wrong'])
    await ask(
      fetch(`${origin}/v1/send-whatsapp-template`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ messages: [{ from: 'MARK', to: 'MARK', content: { templateName: 'MARK' } }] }),
      }),
    );
  await ask(
    fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams({ client_id: 'MARK', code: 'MARK' }) }),
  );
  await ask(fetch(`${origin}/oauth/auth?client_id=MARK&redirect_uri=MARK&state=MARK`, { redirect: 'manual' }));

  // A bug whose error quotes the request.
  await database.pool.query(
    `create function quoting(name text, id text) returns boolean language plpgsql as
      'begin raise exception using message = name, detail = id, constraint = ''other''; end'`,
  );
  await database.pool.query(
    'alter table client add constraint quoting check (quoting(client_name, id_number)) not valid',
  );
  await ask(post('/clients/EFT', { ClientPostRequest: [marked('2')] }));
  assert.equal(statuses.at(-1), 500);
  await database.pool.query('alter table client drop constraint quoting');
  wire.set(true);
  await ask(post('/clients/EFT', { ClientPostRequest: [marked('3')] }));
  await ask(fetch(`${origin}/oauth/auth?client_id=MARK&redirect_uri=MARK&state=MARK`, { redirect: 'manual' }));
  wire.set(false);
  for (const status of [200, 400, 401, 404, 500, 503])
    assert.ok(statuses.includes(status), `${status}: ${statuses.join(' ')}`);

  const batch = await logged((line) => line.operation === 'clientCreate' && line.status === 200);
  const { callSequence = 0, milliseconds } = batch;
  assert.deepEqual(
    [batch.level, batch.msg, batch['merchant'], batch['items'], batch['failed']],
    [30, 'call', '1001', 3, 2],
  );
  assert.ok(callSequence > 0 && Number(milliseconds) > 0);
  assert.equal((await logged((line) => line['items'] === 1 && line.operation === 'clientCreate'))['dryRun'], true);
  const bug = await logged((line) => line.msg === 'bug');
  assert.deepEqual([bug.operation, bug.err?.code], ['clientCreate', 'P0001']);
  // Citus does not pass on whose error another node had.
  assert.equal(bug.err?.constraint, (await isDistributed()) ? undefined : 'other');
  assert.match(bug.err?.stack ?? '', /service\/resources\/clients\.ts/);
  assert.ok((bug.callSequence ?? 0) > callSequence);
  await logged((line) => line.operation === 'clientCreate' && line.status === 500);
  await logged((line) => line.operation === 'clientCreate' && line.status === 503);

  const ended = new Promise((resolve) => process_.once('close', resolve));
  process_.kill('SIGTERM');
  await ended;
  // A checkpoint of the audit is signed, and holds no more than a merchant, a number and a hash.
  const leaking = output.split('\n').filter((line) => marks.test(line.replace(/"checkpoint":"[^"]+"/, '')));
  assert.deepEqual(leaking, []);
});
