import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { MonthManifest, MonthState } from '#contract/month-end.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startProvider } from '#service/testing/gateway.ts';
import { closerOf, manifestOfReport } from '#service/testing/month-end.ts';
import { testClock } from '#service/testing/run.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** A sandbox as provider, and this server in front of it, which closes the months that are there. */
let provider: Awaited<ReturnType<typeof startProvider>>;
let front: TestService;
let closer: string;
const contracts: number[] = [];

before(async () => {
  provider = await startProvider();
  front = await testService({ environment: provider.environment, clock: testClock });
  closer = await closerOf(front);
  const { bank } = provider;
  for (const number of ['A', 'Bø', 'C']) {
    await bank.call('clientCreate', client(number));
    const { successful } = await bank.call('mandateCreate', mandate('2026-11-25', number, `"${number}"`));
    contracts.push(Number(successful[0]?.ContractSequence));
  }
  for (const month of ['2026-07', '2026-08', '2026-09', '2026-10'])
    for (const [index, contract] of contracts.entries())
      // The latest first: a report has no promised order.
      await transact(contract, `${month}-${27 - index} 18:3${index}`, index === 2 ? 'UNPAID' : 'PAID');
});
after(async () => {
  await front?.close();
  await provider?.close();
});

const instalments = new Map<number, number>();

/** At the provider. */
function transact(contract: number, at: string, status: string, type = 'TT1') {
  const instalment = (instalments.get(contract) ?? 0) + 1;
  instalments.set(contract, instalment);
  return provider.bank.database.pool.query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, transaction_type, amount, status)
      select merchant, product, $3, client_number, contract_number, contract_sequence, $2, $5, 123456, $4
      from contract where contract_sequence = $1`,
    [contract, instalment, at, status, type],
  );
}

async function ask<T>(path: string, body?: object) {
  const answer = await fetch(`${front.origin}/month-end/${path}`, {
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${closer}`, ...(body && { 'content-type': 'application/json' }) },
  });
  const found = (await answer.json()) as T & { Errors?: { Field?: string; Code: string; Message: string }[] };
  return { status: answer.status, body: found, codes: (found.Errors ?? []).map((it) => it.Code) };
}
const stateOf = async (month: string) => (await ask<MonthState>(`1001/EFT/${month}`)).body;
const close = (Manifest: MonthManifest) => ask<MonthState>(`1001/EFT/${Manifest.Month}/close`, { Manifest });
const reopen = (month: string) => ask<MonthState>(`1001/EFT/${month}/reopen`, { Reason: 'A fee was missing' });
const manifestOf = (month: string, opening: number) => manifestOfReport(provider.bank, month, opening);

const drafts = async () =>
  (await front.database.pool.query<{ count: number }>(`select count(*)::int from month_read where version is null`))
    .rows[0]?.count;

test('a month closes with the figures and days of the provider’s report, and nothing has changed since', async () => {
  const right = await manifestOf('2026-07', 0);
  const wrong = structuredClone(right);
  wrong.Figures.Collected.Cents -= 1;
  const refused = await close(wrong);
  assert.deepEqual([refused.status, refused.codes], [400, ['FIGURES_DIFFER']]);
  assert.equal(refused.body.Errors?.[0]?.Field, 'Figures.Collected.Cents');
  const otherDay = structuredClone(right);
  otherDay.Days[0]!.Hash = '0'.repeat(64);
  assert.match((await close(otherDay)).body.Errors?.[0]?.Message ?? '', /2026-07-25/);
  assert.equal(await drafts(), 0);

  const { status, body } = await close(right);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.Manifest, body.Differences], [right, []]);
  const keys = (await (await fetch(`${front.origin}/month-end/keys`)).json()) as JSONWebKeySet;
  const verified = await compactVerify(body.Signature ?? '', createLocalJWKSet(keys));
  assert.deepEqual(JSON.parse(new TextDecoder().decode(verified.payload)), right);
  assert.deepEqual((await stateOf('2026-07')).DifferenceCount, 0);
});

test('of two closers at once one wins, and the other one reads nothing for it', async () => {
  const manifest = await manifestOf('2026-08', 246_912);
  const both = await Promise.all([close(manifest), close(manifest)]);
  assert.deepEqual(both.map((it) => it.status).toSorted(), [200, 400]);
  assert.deepEqual(
    both.flatMap((it) => it.codes),
    ['MONTH_CLOSED'],
  );
  assert.equal(await drafts(), 0);
});

test('a report that breaks off closes nothing, and neither does a provider that is away', async () => {
  const manifest = await manifestOf('2026-09', 2 * 246_912);
  for (const fault of ['truncated', '503'] as const) {
    provider.wire.failRead(fault, '2026-09-01');
    const { status, codes } = await close(manifest);
    assert.deepEqual([status, codes], [503, ['PROVIDER_AWAY']], fault);
    assert.deepEqual(await stateOf('2026-09'), { Differences: [], DifferenceCount: 0 });
    assert.equal(await drafts(), 0);
  }
  provider.wire.failRead('truncated', '2026-08-01');
  assert.deepEqual((await ask('1001/EFT/2026-08')).codes, ['PROVIDER_AWAY']);
  assert.equal((await close(manifest)).status, 200);
});

test('a caller who leaves ends the reading, and nothing of it stays', async () => {
  await reopen('2026-09');
  const manifest = await manifestOf('2026-09', 2 * 246_912);
  const held = provider.wire.hold('answer', '2026-09-01');
  const leaving = new AbortController();
  const left = fetch(`${front.origin}/month-end/1001/EFT/2026-09/close`, {
    method: 'POST',
    body: JSON.stringify({ Manifest: manifest }),
    headers: { authorization: `Bearer ${closer}`, 'content-type': 'application/json' },
    signal: leaving.signal,
  }).catch(() => 'left');
  const goOn = await held;
  assert.equal(await drafts(), 1);
  leaving.abort();
  assert.equal(await left, 'left');
  await until(async () => (await drafts()) === 0);
  goOn();
  assert.equal((await close(manifest)).status, 200);
});

test('a report that ends too early, says that it failed, or has no list closes nothing', async () => {
  await reopen('2026-09');
  const manifest = await manifestOf('2026-09', 2 * 246_912);
  const bodies: [string, (text: string) => string][] = [
    ['PROVIDER_AWAY', (text) => text.slice(0, text.lastIndexOf(']'))],
    ['PROVIDER_AWAY', (text) => text.replace('"SUCCESS"', '"FAILURE"')],
    ['PROVIDER_REFUSED', () => '{"Done":true}'],
    ['PROVIDER_REFUSED', () => 'no JSON'],
  ];
  for (const [code, body] of bodies) {
    provider.wire.failRead({ body }, '2026-09-01');
    const { status, codes } = await close(manifest);
    assert.deepEqual([status, codes], [503, [code]]);
    assert.equal(await drafts(), 0);
  }
  // In the words of another service.
  provider.wire.failRead(
    { body: (text) => text.replace('"TransactionsReportGetResponse"', '"TransactionReportResponse"') },
    '2026-09-01',
  );
  assert.equal((await close(manifest)).status, 200);
});

test('what changes while a month is read is not signed, and the next look lists it', async () => {
  const [, second = 0] = contracts;
  await reopen('2026-09');
  const manifest = await manifestOf('2026-09', 2 * 246_912);
  const held = provider.wire.hold('answer', '2026-09-01');
  const closing = close(manifest);
  const goOn = await held;
  await transact(second, '2026-09-20 18:30', 'PAID');
  goOn();
  const { status, body } = await closing;
  assert.deepEqual([status, body.Manifest, body.DifferenceCount], [200, manifest, 0]);
  const { Differences } = await stateOf('2026-09');
  assert.deepEqual(
    Differences.map(({ Kind, Row }) => [Kind, Row.ContractSequence, Row.TransactionDate]),
    [['new', second, '2026-09-20 18:30']],
  );
});

test('a row that is new, gone or of another status is listed; equal rows are counted', async () => {
  const [first = 0, second = 0, third = 0] = contracts;
  const { pool } = provider.bank.database;
  await transact(third, '2026-08-25 18:32', 'UNPAID');
  await pool.query(
    `update transaction set status = 'UNPAID' where contract_sequence = $1 and transaction_date::date = '2026-08-27'`,
    [first],
  );
  await pool.query(`delete from transaction where contract_sequence = $1 and transaction_date::date = '2026-08-26'`, [
    second,
  ]);
  const { Differences, DifferenceCount } = await stateOf('2026-08');
  assert.deepEqual(
    Differences.map(({ Kind, Row }) => [Kind, Row.ContractSequence, Row.Status]),
    [
      ['new', third, 'UNPAID'],
      ['gone', second, 'PAID'],
      ['gone', first, 'PAID'],
      ['new', first, 'UNPAID'],
    ],
  );
  assert.equal(DifferenceCount, 4);
});

test('a debit that was returned after its month is one line; one that was there at the close is none', async () => {
  const [first = 0, second = 0] = contracts;
  await transact(second, '2026-11-02 09:00', 'UNPAID', 'RETURN');
  const { status, body } = await close(await manifestOf('2026-10', 2 * 246_912 + 246_912));
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual((await stateOf('2026-10')).Differences, []);

  await transact(first, '2026-11-05 09:00', 'UNPAID', 'RETURN');
  const states = await Promise.all(['2026-07', '2026-10'].map(stateOf));
  assert.deepEqual(
    states.flatMap((it) => it.Differences.map(({ Kind, At, Row }) => [it.Closing?.Month, Kind, At, Row])),
    [
      [
        '2026-10',
        'returned',
        '2026-11-05 09:00',
        {
          TransactionDate: '2026-10-27 18:30',
          ContractSequence: first,
          ClientNumber: 'A',
          ContractNumber: '"A"',
          TransactionType: 'TT1',
          Cents: 123_456,
          Status: 'PAID',
        },
      ],
    ],
  );
});

test('the last closed month reopens with a reason and closes again; what it was before stays', async () => {
  assert.deepEqual((await reopen('2026-09')).codes, ['MONTH_CLOSED']);
  assert.equal((await reopen('2026-10')).body.Closing, undefined);
  const { body } = await close(await manifestOf('2026-10', 2 * 246_912 + 246_912));
  assert.deepEqual([body.Closing?.Version, body.DifferenceCount], [2, 0]);
  assert.deepEqual((await stateOf('2026-10')).Differences, []);
  const { rows } = await front.database.pool.query<{ version: number }>(
    `select version from month_read where month = '2026-10' order by version`,
  );
  assert.deepEqual(
    rows.map((it) => it.version),
    [1, 2],
  );
});

test('what a killed process has left goes with a later close, and what is closed can’t be removed', async () => {
  await reopen('2026-10');
  await front.database.pool.query(
    `insert into month_read (merchant, read_id, product, month, begun)
      values ('1001', gen_random_uuid(), 'EFT', '2026-10', now() - interval '2 hours'),
        ('1001', gen_random_uuid(), 'EFT', '2026-10', now())`,
  );
  assert.equal((await close(await manifestOf('2026-10', 2 * 246_912 + 246_912))).status, 200);
  assert.equal(await drafts(), 1);
  const removed = await inTransaction(
    front.database.pool,
    { merchant: '1001' },
    async (it) => (await it.query('delete from month_read returning version')).rows,
  );
  assert.deepEqual(removed, [{ version: null }]);
});

test('a month with a type or an amount that nobody can read does not close', async () => {
  await reopen('2026-10');
  const [first = 0] = contracts;
  const manifest = await manifestOf('2026-10', 2 * 246_912 + 246_912);
  await transact(first, '2026-10-28 18:30', 'PAID', 'SOMETHING');
  const { status, codes } = await close(manifest);
  assert.deepEqual([status, codes], [400, ['MONTH_UNCLEAR']]);
  assert.equal(await drafts(), 0);
});
