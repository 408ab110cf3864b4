import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { byBytes } from '#answers/month/lines.ts';
import { manifestFormat, monthLine, type MonthManifest, type MonthRow, type MonthState } from '#contract/month-end.ts';
import { addMonths, daysInMonth } from '#rules/calendar.ts';
import { fromCents } from '#rules/money.ts';
import { wallClock } from '#service/base/clock.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { freePort, prepare } from '#service/testing/app.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { closerOf } from '#service/testing/month-end.ts';
import { startService, type ServiceProcess } from '#service/testing/service-process.ts';

/** A month of a million transactions, in no order, at a provider: closed and looked at again by a process whose memory stays small. */
const rows = Number(process.env['MONTH_ROWS'] ?? 1_000_000);
const month = addMonths(wallClock('Africa/Johannesburg').today(), -1).slice(0, 7);
const days = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
/** Of those after it, none is a divisor: every row comes once, the next one far away. */
const step = 611_953;

/** Of which this many are other ones than at the close. */
let changed = 0;
/** The day after the month, and what is reported of that month: payments, and once it is known a late return. */
const nextMonth = addMonths(`${month}-01`, 1);
const laterRows = Math.round(rows / 4);
const returned = 5;
let isReturned = false;

function rowOf(index: number): MonthRow {
  const day = String((index % days) + 1).padStart(2, '0');
  return {
    TransactionDate: `${month}-${day} ${String(index % 24).padStart(2, '0')}:30`,
    ContractSequence: 1_000_000 + index,
    ClientNumber: `C-${index}`,
    ContractNumber: `L-${index}`,
    TransactionType: 'TT1',
    Cents: 10_000 + (index % 90_000),
    Status: index % 7 === 0 || index < changed ? 'UNPAID' : 'PAID',
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'collections-large-'));
let provider: Server;
let testDb: TestDatabase;
let database: Database;
let front: ServiceProcess;
let token: string;

before(async () => {
  provider = createServer((request, response) => {
    if (request.url === '/token') {
      response.setHeader('content-type', 'application/json');
      return void response.end('{"access_token":"t","token_type":"Bearer","expires_in":3600}');
    }
    const isOf = (from: string) => request.url?.includes(`StartDate=${from}`);
    const found = isOf(`${month}-01`) ? monthRows() : isOf(nextMonth) ? rowsAfter() : undefined;
    if (!found) return void response.writeHead(404).end('{}');
    response.setHeader('content-type', 'application/json');
    Readable.from(report(found), { objectMode: false }).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const secretFile = path.join(folder, 'secret');
  writeFileSync(secretFile, 'a secret of this test');
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
  database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  front = await startService({
    PORT,
    ORIGIN: origin,
    DATABASE_URL: testDb.databaseUrl,
    SANDBOX: 'off',
    PROVIDER_URL: url,
    PROVIDER_TOKEN_URL: `${url}/token`,
    PROVIDER_CLIENT_ID: 'front',
    PROVIDER_CLIENT_SECRET_FILE: secretFile,
  });
  token = await closerOf({ database, origin });
});
after(async () => {
  await front?.kill('SIGTERM');
  await database?.close();
  await testDb?.close();
  provider?.closeAllConnections();
  provider?.close();
  rmSync(folder, { recursive: true });
});

function* monthRows(): Generator<MonthRow> {
  for (let at = 0; at < rows; at += 1) yield rowOf((at * step) % rows);
}

function* rowsAfter(): Generator<MonthRow> {
  const TransactionDate = `${nextMonth} 09:00`;
  for (let at = 0; at < laterRows; at += 1) yield { ...rowOf(rows + at), TransactionDate, Status: 'PAID' };
  if (isReturned) yield { ...rowOf(returned), TransactionDate, TransactionType: 'RETURN', Status: 'UNPAID' };
}

function* report(found: Iterable<MonthRow>): Generator<string> {
  yield '{"APIResponse":{"CallSequence":1,"Status":"SUCCESS"},"TransactionsReportGetResponse":[';
  let text = '';
  let isFirst = true;
  for (const { Cents, ...row } of found) {
    text += `${isFirst ? '' : ','}${JSON.stringify({ ...row, MandateType: 'FIXED', Amount: fromCents(Cents) })}`;
    isFirst = false;
    if (text.length < 60_000) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}

function manifest(): MonthManifest {
  const byDay = new Map<string, string[]>();
  const sums = { PAID: { Count: 0, Cents: 0 }, UNPAID: { Count: 0, Cents: 0 } };
  for (let index = 0; index < rows; index += 1) {
    const row = rowOf(index);
    const sum = sums[row.Status as 'PAID'];
    sum.Count += 1;
    sum.Cents += row.Cents;
    const day = row.TransactionDate?.slice(0, 10) ?? '';
    const lines = byDay.get(day);
    if (lines) lines.push(monthLine(row));
    else byDay.set(day, [monthLine(row)]);
  }
  const none = { Count: 0, Cents: 0 };
  return {
    Format: manifestFormat,
    Merchant: '1001',
    Product: 'EFT',
    Month: month,
    From: `${month}-01`,
    To: `${month}-${days}`,
    Rows: rows,
    Figures: {
      Opening: 0,
      Collected: sums.PAID,
      Returned: sums.UNPAID,
      AfterPayment: none,
      FromEarlier: none,
      PaidOut: none,
      PayoutsUnpaid: none,
      Matched: 0,
      Closing: sums.PAID.Cents,
    },
    Days: [...byDay]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([Day, lines]) => ({
        Day,
        Count: lines.length,
        Hash: createHash('sha256').update(lines.toSorted(byBytes).join('\n')).digest('hex'),
      })),
    Files: [],
  };
}

/** Megabytes. */
const memory = (which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${front.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Without a limit of time, which `fetch` has. */
async function ask(rest: string, body?: object): Promise<MonthState> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const asked = httpRequest(`${front.address}/month-end/1001/EFT/${month}${rest}`, {
    method: body ? 'POST' : 'GET',
    headers,
  }).end(body && JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const text = await textOf(answer);
  assert.equal(answer.statusCode, 200, text);
  return JSON.parse(text) as MonthState;
}

test('a month of a million transactions closes with the report’s figures, a late return is one line, and memory stays small', async (t) => {
  const signed = manifest();
  const idle = memory('VmRSS');
  let began = performance.now();
  const closed = await ask('/close', { Manifest: signed });
  const closing = performance.now() - began;
  const most = memory('VmHWM');
  assert.deepEqual([closed.Manifest?.Figures, closed.DifferenceCount], [signed.Figures, 0]);

  isReturned = true;
  began = performance.now();
  const late = await ask('');
  const looking = performance.now() - began;
  assert.deepEqual(
    [late.DifferenceCount, late.Differences],
    [1, [{ Kind: 'returned', Row: rowOf(returned), At: `${nextMonth} 09:00` }]],
  );

  isReturned = false;
  changed = 3;
  const changes = await ask('');
  assert.deepEqual(
    changes.Differences.map(({ Kind, Row }) => [Kind, Row.ContractSequence]).toSorted(),
    [1, 2]
      .flatMap((it) => [
        ['gone', 1_000_000 + it],
        ['new', 1_000_000 + it],
      ])
      .toSorted(),
  );
  const { rows: sizes } = await database.streams.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('month_read_block')) as size`,
  );
  t.diagnostic(
    `${rows} rows: closed in ${(closing / 1000).toFixed(1)} s, compared in ${(looking / 1000).toFixed(1)} s; memory ${idle.toFixed(0)} MB before, at most ${most.toFixed(0)} MB while it closed and ${memory('VmHWM').toFixed(0)} MB while it was compared; kept in ${sizes[0]?.size}`,
  );
  assert.ok(memory('VmHWM') - idle < 350, 'memory grows with the month');
});
