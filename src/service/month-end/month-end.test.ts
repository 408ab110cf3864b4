import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import pg from 'pg';
import type { MonthClosing, MonthManifest, MonthState } from '#contract/month-end.ts';
import { dateOf } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { queryOn } from '#service/database/query.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { closerOf, manifestOfReport } from '#service/testing/month-end.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { bookFigures, withTime } from './figures.ts';

let service: TestService;
let closer: string;
let now = '2026-11-25 10:00';
/** Of the three clients. */
const contracts: number[] = [];
const months = Array.from({ length: 10 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);

before(async () => {
  service = await testService({ clock: { now: () => now, today: () => dateOf(now) } });
  closer = await closerOf(service);
  for (const number of ['A', 'Bø', 'C']) {
    await service.call('clientCreate', client(number));
    const { successful } = await service.call('mandateCreate', mandate('2026-11-25', number, `"${number}"`));
    contracts.push(Number(successful[0]?.ContractSequence));
  }
  for (const [at, month] of months.entries())
    for (const [index, contract] of contracts.entries())
      await transact(contract, at + 1, `${month}-${25 + index} 18:3${index}`, index === 2 ? 'UNPAID' : 'PAID');
});
after(() => service.close());

/** As clearing writes the outcome of a debit, and a bank's return of one that was paid. */
const transact = (contract: number, sequence: number, at: string, status: string, type = 'TT1') =>
  service.database.pool.query(
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, transaction_type, amount, status)
      select merchant, product, $3, client_number, contract_number, contract_sequence, $2, $5, 123456, $4
      from contract where contract_sequence = $1`,
    [contract, sequence, at, status, type],
  );

async function ask<T>(path: string, body?: object, token = closer) {
  const answer = await fetch(`${service.origin}/month-end/${path}`, {
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  });
  const found = (await answer.json()) as T & { Errors?: { Field?: string; Code: string; Message: string }[] };
  return { status: answer.status, body: found, codes: (found.Errors ?? []).map((it) => it.Code) };
}
const stateOf = async (month: string) => (await ask<MonthState>(`1001/EFT/${month}`)).body;
const close = (Manifest: MonthManifest) => ask<MonthState>(`1001/EFT/${Manifest.Month}/close`, { Manifest });

/** Of the month's report. */
const manifestOf = (month: string, opening: number, matched = 0): Promise<MonthManifest> =>
  manifestOfReport(service, month, opening, matched);

test('a month closes only if every figure and every day is the one that the service computes', async () => {
  const right = await manifestOf('2026-01', 0);
  assert.deepEqual(right.Figures.Collected, { Count: 2, Cents: 246_912 });
  const wrong: MonthManifest = {
    ...right,
    Figures: { ...right.Figures, Collected: { ...right.Figures.Collected, Cents: right.Figures.Collected.Cents - 1 } },
  };
  const refused = await close(wrong);
  assert.deepEqual([refused.status, refused.codes], [400, ['FIGURES_DIFFER']]);
  assert.equal(refused.body.Errors?.[0]?.Field, 'Figures.Collected.Cents');
  const otherDay = { ...right, Days: right.Days.map((it, at) => (at === 0 ? { ...it, Hash: '0'.repeat(64) } : it)) };
  assert.match((await close(otherDay)).body.Errors?.[0]?.Message ?? '', /2026-01-25/);
  const twice = await close({ ...right, Days: [...right.Days, ...right.Days.slice(0, 1)] });
  assert.deepEqual([twice.status, twice.body.Errors?.[0]?.Field], [400, 'Manifest.Days']);
  assert.deepEqual(await stateOf('2026-01'), { Differences: [], DifferenceCount: 0 });

  const { status, body } = await close(right);
  assert.equal(status, 200);
  assert.deepEqual(body.Manifest, right);
  assert.deepEqual([body.Closing?.Version, body.Closing?.ClosedBy, body.Differences], [1, 'Closer', []]);
  const keys = (await (await fetch(`${service.origin}/month-end/keys`)).json()) as JSONWebKeySet;
  assert.ok(keys.keys.every((key) => !('d' in key)));
  const verified = await compactVerify(body.Signature ?? '', createLocalJWKSet(keys));
  assert.deepEqual(JSON.parse(new TextDecoder().decode(verified.payload)), right);
});

test('figures that take longer than a call may are still computed', async () => {
  const { options } = service.database.pool;
  const impatient = new pg.Pool({ ...options, max: 1, query_timeout: 100 });
  try {
    const brief = queryOn(impatient);
    await assert.rejects(brief('select pg_sleep(0.5)'), /timeout/);
    await brief('begin');
    const query = await withTime(brief);
    await query('select pg_sleep(0.5)');
    const [found] = await query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    assert.equal(found?.limit, '55s');
  } finally {
    await impatient.end();
  }
});

test('of two closes at once one wins; a month that is not over, or of another book, does not close', async () => {
  const manifest = await manifestOf('2026-02', 246_912);
  const both = await Promise.all([close(manifest), close(manifest)]);
  assert.deepEqual(both.map((it) => it.status).toSorted(), [200, 400]);
  assert.deepEqual(
    both.flatMap((it) => it.codes),
    ['MONTH_CLOSED'],
  );
  assert.deepEqual((await close(await manifestOf('2026-11', 0))).codes, ['MONTH_NOT_OVER']);
  const other = { ...(await manifestOf('2026-03', 493_824)), Product: 'DEBICHECK' };
  assert.equal((await close(other)).body.Errors?.[0]?.Field, 'Manifest.Product');
});

test('without the permission, a merchant or a month there is no close', async () => {
  const manifest = await manifestOf('2026-03', 493_824);
  const own = await service.token();
  assert.deepEqual((await ask('1001/EFT/2026-03/close', { Manifest: manifest }, own)).codes, ['NOT_PERMITTED']);
  assert.equal((await ask('1001/EFT', undefined, own)).status, 200);
  for (const path of ['1002/EFT', '1001/NONE', '1001/EFT/2026-13', '1001/EFT/2026-1'])
    assert.equal((await ask(path)).status, 404, path);
  const missing = await ask('1001/EFT/2026-03/close', {});
  assert.deepEqual([missing.status, missing.codes], [400, ['REQUIRED']]);
  assert.equal((await ask('1001/EFT/2026-03/reopen', { Reason: ' ' })).status, 400);
  assert.deepEqual((await ask('1001/EFT/2026-03/reopen', { Reason: 'why' })).codes, ['MONTH_NOT_CLOSED']);
});

test('ten closed months and one late return: one line under what changed, and it lowers the open month', async () => {
  let opening = 2 * 246_912;
  for (const month of months.slice(2)) {
    const manifest = await manifestOf(month, opening);
    assert.equal((await close(manifest)).status, 200, month);
    opening = manifest.Figures.Closing;
  }
  assert.equal(opening, 10 * 246_912);
  const [first = 0] = contracts;
  await transact(first, 9, '2026-11-05 09:00', 'UNPAID', 'RETURN');

  const states = await Promise.all(months.map(stateOf));
  assert.deepEqual(
    states.flatMap((it) => it.Differences.map(({ Kind, At, Row }) => [it.Closing?.Month, Kind, At, Row])),
    [
      [
        '2026-09',
        'returned',
        '2026-11-05 09:00',
        {
          TransactionDate: '2026-09-25 18:30',
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
  now = '2026-12-02 10:00';
  const { status, body } = await close(await manifestOf('2026-11', opening));
  assert.equal(status, 200);
  assert.deepEqual(body.Manifest?.Figures.FromEarlier, { Count: 1, Cents: 123_456 });
  assert.equal(body.Manifest?.Figures.Closing, opening - 123_456);
});

test('a row that is new, gone or of another status is listed; equal rows are counted', async () => {
  const [first = 0, second = 0, third = 0] = contracts;
  const { pool } = service.database;
  await transact(third, 3, '2026-03-27 18:32', 'UNPAID');
  await pool.query(
    `update transaction set status = 'UNPAID' where contract_sequence = $1 and transaction_date::date = '2026-03-25'`,
    [first],
  );
  await pool.query(`delete from transaction where contract_sequence = $1 and transaction_date::date = '2026-03-26'`, [
    second,
  ]);
  const { Differences, DifferenceCount } = await stateOf('2026-03');
  assert.deepEqual(
    Differences.map(({ Kind, Row }) => [Kind, Row.ContractSequence, Row.Status]),
    [
      ['gone', first, 'PAID'],
      ['new', first, 'UNPAID'],
      ['gone', second, 'PAID'],
      ['new', third, 'UNPAID'],
    ],
  );
  assert.equal(DifferenceCount, 4);
});

/** Of entries: those of refusals are written in the background, some time after their answers. */
const isDone = `entry::jsonb ->> 'Outcome' = 'done'`;

test('the last closed month reopens with a reason, which stays; an earlier one does not', async () => {
  const early = await ask('1001/EFT/2026-10/reopen', { Reason: 'A fee was missing' });
  assert.deepEqual(early.codes, ['MONTH_CLOSED']);
  const { status, body } = await ask<MonthState>('1001/EFT/2026-11/reopen', { Reason: 'A fee was missing' });
  assert.deepEqual([status, body.Closing], [200, undefined]);
  const manifest = await manifestOf('2026-11', 10 * 246_912);
  assert.equal((await close(manifest)).body.Closing?.Version, 2);
  const { Closings } = (await ask<{ Closings: MonthClosing[] }>('1001/EFT')).body;
  assert.deepEqual(
    Closings.slice(0, 3).map((it) => [it.Month, it.Version, it.ReopenedReason, it.ReopenedBy]),
    [
      ['2026-11', 2, undefined, undefined],
      ['2026-11', 1, 'A fee was missing', 'Closer'],
      ['2026-10', 1, undefined, undefined],
    ],
  );
  const { rows } = await service.database.pool.query<{ entry: Entry }>(
    `select entry::json as entry from audit_entry where merchant = '1001' and entry like '%"month.%' and ${isDone}
      order by sequence desc limit 2`,
  );
  assert.deepEqual(
    rows.map(({ entry: { Action, Actor, Details } }) => [Action, Actor.Name, Details]),
    [
      ['month.close', 'Closer', { Month: '2026-11', Matched: 'R\u00a00,00, as stated' }],
      ['month.reopen', 'Closer', { Month: '2026-11', Reason: 'A fee was missing' }],
    ],
  );
});

test('what the bank has shown is signed only as the sum of kept matches; any other sum is signed as stated', async () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const line = (date: string, cents: number) => ({ id: date, date, cents, text: 'A', reference: '', statement: 's' });
  const match = (of: string, cents: number, more = {}) => ({
    line: of,
    rule: 'exact',
    terms: [{ kind: 'paid', sign: 1, from: of, to: of, count: 1, cents, ...more }],
    difference: 0,
    by: '',
    at: '2026-11-27 09:00',
  });
  const book = {
    Version: 0,
    Account: { id, name: 'FNB', ending: '4471', tolerance: { line: 0, month: 0 }, rules: [] },
    Statements: [{ id: 's', from: '2026-10-01', to: '2026-11-30', lines: 6 }],
    Lines: [
      line('2026-10-31', 123_456),
      line('2026-11-25', 100_000),
      line('2026-11-26', 7),
      line('2026-11-27', -5),
      line('2026-11-28', 9),
      line('2026-11-30', 1),
    ],
    Matches: [
      match('2026-10-31', 123_456),
      { ...match('2026-11-25', 123_456), difference: 23_456, name: 'fee' },
      match('2026-11-26', 7, { group: 'DEBICHECK' }),
      match('2026-11-27', 5, { kind: 'paidOut', sign: -1 }),
      { ...match('2026-11-28', 9, { kind: 'failed' }), rule: 'settles' },
    ],
  };
  const kept = await fetch(`${service.origin}/month-end/1001/bank-accounts/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${closer}`, 'content-type': 'application/json' },
    body: JSON.stringify(book),
  });
  assert.equal(kept.status, 200, await kept.text());
  const reopened = () => ask('1001/EFT/2026-11/reopen', { Reason: 'Statements came' });
  const opening = 10 * 246_912;

  await reopened();
  const wrong = { ...(await manifestOf('2026-11', opening, 200_000)), BankAccounts: [id] };
  const { status, body: refused } = await close(wrong);
  assert.deepEqual([status, refused.Errors?.map((it) => it.Field)], [400, ['Figures.Matched', 'Figures.Closing']]);
  const right = await manifestOf('2026-11', opening, 123_456);
  const unknown = await close({ ...right, BankAccounts: [id, id.replace('0', '1')] });
  assert.deepEqual([unknown.codes, unknown.body.Errors?.[0]?.Field], [['NOT_FOUND'], 'Manifest.BankAccounts']);
  assert.equal((await close({ ...right, BankAccounts: [id, id] })).status, 400);

  const stated = await close(await manifestOf('2026-11', opening, 200_000));
  assert.deepEqual([stated.status, stated.body.Manifest?.BankAccounts], [200, undefined]);
  await reopened();
  const computed = await close({ ...right, BankAccounts: [id] });
  const [, payload = ''] = (computed.body.Signature ?? '').split('.');
  const signed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as MonthManifest;
  assert.deepEqual([signed.BankAccounts, signed.Figures.Matched], [[id], 123_456]);
  const { rows } = await service.database.pool.query<{ entry: Entry }>(
    `select entry::json as entry from audit_entry where merchant = '1001' and action = 'month.close' and ${isDone}
      order by sequence desc limit 2`,
  );
  assert.deepEqual(
    rows.map(({ entry }) => entry.Details?.['Matched']),
    ['R\u00a01\u00a0234,56, computed from the bank lines that are kept', 'R\u00a02\u00a0000,00, as stated'],
  );
});

test('what was returned before the close is no change since; what the bank gives later is, whatever its date', async () => {
  const [first = 0, second = 0] = contracts;
  for (const month of ['2026-11', '2026-10'])
    assert.equal((await ask(`1001/EFT/${month}/reopen`, { Reason: 'A return came' })).status, 200);
  await transact(second, 10, '2026-11-20 09:00', 'UNPAID', 'RETURN');
  const { body } = await close(await manifestOf('2026-10', 9 * 246_912));
  assert.deepEqual([body.Closing?.Version, body.Differences, body.DifferenceCount], [2, [], 0]);

  await transact(first, 10, '2026-11-27 09:00', 'UNPAID', 'RETURN');
  const { Differences } = await stateOf('2026-10');
  assert.deepEqual(
    Differences.map(({ At, Row }) => [At, Row.ContractSequence]),
    [['2026-11-27 09:00', first]],
  );
});

test('returns of earlier months are counted as the console counts them, whatever was paid and returned with the same values', async () => {
  const kinds = [
    ['PAID', 'TT1'],
    ['UNPAID', 'TT1'],
    ['UNPAID', 'RETURN'],
    ['PAID', 'PAYOUT'],
  ] as const;
  const transaction = fc.tuple(
    fc.constantFrom(...contracts),
    fc.constantFrom(...kinds),
    fc.constantFrom('10', '11', '12', '13', '14', '15'),
    fc.constantFrom('09:00', '09:01'),
  );
  for (const [at, [contract, [status, type], day, time]] of fc.sample(transaction, 120).entries())
    await transact(contract, 1 + (at % 10), `2025-06-${day} ${time}`, status, type);
  const { FromEarlier, AfterPayment } = (await manifestOf('2025-06', 0)).Figures;
  const book = { merchant: '1001', product: 'EFT', month: '2025-06' };
  const found = await bookFigures(queryOn(service.database.pool), book, 0);
  assert.ok(0 < FromEarlier.Count && FromEarlier.Count < AfterPayment.Count);
  assert.deepEqual([found.FromEarlier, found.AfterPayment], [FromEarlier, AfterPayment]);
});
