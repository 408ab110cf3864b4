import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test, type TestContext } from 'node:test';
import { manifestFormat, type MonthManifest } from '#contract/month-end.ts';
import { operations } from '#contract/operations.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { freePort, tokenFrom } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client } from '#service/testing/samples.ts';
import { startService, type ServiceProcess } from '#service/testing/service-process.ts';

/** One person or merchant floods the service by its own calls, and another merchant notices nothing. */

let database: TestDatabase;
let service: ServiceProcess;
let origin: string;
let other: string;

before(async () => {
  database = await testDatabase();
  const port = String(await freePort());
  service = await startService({ PORT: port, DATABASE_URL: database.databaseUrl });
  origin = `http://localhost:${port}`;
  other = await tokenFrom(origin, '1002');
  const { url, init } = requestOf(operations.clientCreate, origin, '1002', 'EFT', client('OTHER'));
  assert.equal((await send(init.method, url.pathname + url.search, other, init.body)).status, 200);
});
after(async () => {
  await service?.kill('SIGTERM');
  await database?.close();
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });
after(() => agent.destroy());

/** The answer's body is read and not kept: this process has nothing to do but measure. */
const send = (method: string, path: string, token: string, body?: string) =>
  new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const request = http.request(origin + path, { method, headers, agent }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, bytes })).once('error', reject);
    });
    request.once('error', reject).end(body);
  });

async function readOther(): Promise<{ status: number; milliseconds: number }> {
  const { url } = requestOf(operations.clientList, origin, '1002', 'EFT', { ClientNumber: 'OTHER' });
  const began = performance.now();
  const { status } = await send('GET', url.pathname + url.search, other);
  return { status, milliseconds: performance.now() - began };
}

type Reads = Awaited<ReturnType<typeof readOther>>[];
const p95 = (reads: Reads): number =>
  reads.map((it) => it.milliseconds).toSorted((one, two) => one - two)[Math.floor(reads.length * 0.95)] ?? 0;

async function idle(): Promise<number> {
  const reads: Reads = [];
  while (reads.length < 100) reads.push(await readOther());
  return p95(reads);
}

/** Whichever is longest on a quiet machine, and on a busy one what its other work makes of an idle service. */
const bearable = (before: number, afterwards: number): number => Math.max(50, 3 * Math.max(before, afterwards));

/** Reads of another merchant, one after the other, while the flood lasts. */
async function beside(context: TestContext, flood: () => Promise<{ status: number }>[]): Promise<number[]> {
  const idleBefore = await idle();
  const ended = new AbortController();
  const flooding = Promise.all(flood()).finally(() => ended.abort());
  const reads: Reads = [];
  while (!ended.signal.aborted || reads.length < 20) reads.push(await readOther());
  const statuses = (await flooding).map(({ status }) => status);
  const idleAfterwards = await idle();
  const counts = [...new Set(statuses)].map((it) => `${statuses.filter((one) => one === it).length} × ${it}`);
  context.diagnostic(
    `${reads.length} reads beside it: p95 ${p95(reads).toFixed(1)} ms, idle ${idleBefore.toFixed(1)} and ${idleAfterwards.toFixed(1)} ms; the flood: ${counts.join(', ')}`,
  );
  assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]));
  assert.ok(p95(reads) <= bearable(idleBefore, idleAfterwards), `p95 ${p95(reads)} ms`);
  return statuses;
}

const many = (count: number, call: () => Promise<{ status: number }>) => Array.from({ length: count }, call);
const tokenOf = async (person: string): Promise<string> =>
  (await createBrowser(origin).signInAs(person)).body['access_token'] ?? '';

test('forty wrong changes of one’s own password at once: another merchant is served as usual', async (context) => {
  const token = await tokenOf('support');
  const body = JSON.stringify({ Current: 'not my password', New: 'quiet karoo windmill' });
  const statuses = await beside(context, () =>
    many(40, () => send('PUT', '/settings/v1/profile/password', token, body)),
  );
  assert.ok(statuses.every((it) => it === 400 || it === 503));
});

test('forty closes of a month at once: another merchant is served as usual', async (context) => {
  const token = await tokenOf('finance');
  const none = { Count: 0, Cents: 0 };
  const Manifest: MonthManifest = {
    Format: manifestFormat,
    Merchant: '1016',
    Product: 'EFT',
    Month: '2026-09',
    From: '2026-09-01',
    To: '2026-09-30',
    Rows: 0,
    Figures: {
      Opening: 0,
      Collected: { Count: 1, Cents: 1 },
      Returned: none,
      AfterPayment: none,
      FromEarlier: none,
      PaidOut: none,
      PayoutsUnpaid: none,
      Matched: 0,
      Closing: 1,
    },
    Days: [],
    Files: [],
  };
  const body = JSON.stringify({ Manifest });
  const statuses = await beside(context, () =>
    many(40, () => send('POST', '/month-end/1016/EFT/2026-09/close', token, body)),
  );
  assert.ok(statuses.every((it) => it === 400 || it === 503));
});

test('forty readers of a bank account of nine thousand lines: another merchant is served as usual', async (context) => {
  const token = await tokenFrom(origin, '1001');
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const Lines = Array.from({ length: 9000 }, (_, at) => ({
    id: `2026-10-01|${at}|A||1`,
    date: '2026-10-01',
    cents: at,
    text: `Line ${at} `.padEnd(200, 'x'),
    reference: `Reference ${at} `.padEnd(60, 'y'),
    statement: 's',
  }));
  const kept = {
    Version: 0,
    Account: { id, name: 'FNB •••• 4471', ending: '4471', tolerance: { line: 0, month: 0 }, rules: [] },
    Statements: [{ id: 's', from: '2026-10-01', to: '2026-10-31', opening: 0, closing: 0, lines: 9000 }],
    Lines,
    Matches: [],
  };
  const path = '/month-end/1001/bank-accounts';
  assert.equal((await send('PUT', `${path}/${id}`, token, JSON.stringify(kept))).status, 200);
  assert.ok((await send('GET', path, token)).bytes > 3_000_000);
  const statuses = await beside(context, () => many(40, () => send('GET', path, token)));
  assert.ok(statuses.every((it) => it === 200 || it === 503));
  assert.ok(statuses.filter((it) => it === 200).length >= 20);
});
