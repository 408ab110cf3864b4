import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BankAccountBook, BankAccounts } from '#contract/bank-accounts.ts';
import { dateOf } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { saveProgram } from '#service/auth/users.ts';
import { testService, type TestService } from '#service/testing/app.ts';

let service: TestService;
let now = '2026-11-25 10:00';
const tokens: Record<string, string> = {};
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

before(async () => {
  service = await testService({ clock: { now: () => now, today: () => dateOf(now) } });
  const programs = {
    matcher: ['reports:read', 'close'],
    clerk: ['reports:read', 'instalments:write'],
    reader: ['reports:read'],
    stranger: ['instalments:write', 'close'],
  };
  for (const [clientId, permissions] of Object.entries(programs)) {
    const secret = `secret-of-${clientId}`;
    await saveProgram(service.database.pool, { clientId, name: clientId, secret, permissions, merchants: ['1001'] });
    const answer = await fetch(`${service.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    });
    tokens[clientId] = ((await answer.json()) as { access_token: string }).access_token;
  }
});
after(() => service.close());

const line = (n: number) => ({
  id: `2026-10-0${n}|100|A||1`,
  date: `2026-10-0${n}`,
  cents: 100,
  text: 'A',
  reference: '',
  statement: 's',
});
const match = (n: number, by: string) => ({
  line: line(n).id,
  rule: 'exact' as const,
  terms: [
    {
      kind: 'paid' as const,
      sign: 1 as const,
      from: '2026-10-01',
      to: '2026-10-01',
      items: ['EFT 1'],
      count: 1,
      cents: 100,
    },
  ],
  difference: 0,
  by,
  at: '2026-11-02 09:00',
});
type Book = Omit<BankAccountBook, 'Version'>;
const book = (more: Partial<Book> = {}): Book => ({
  Account: { id, name: 'FNB •••• 4471', ending: '4471', tolerance: { line: 50_000, month: 100_000 }, rules: [] },
  Statements: [{ id: 's', from: '2026-10-01', to: '2026-10-31', opening: 0, closing: 200, lines: 2 }],
  Lines: [line(1), line(2)],
  Matches: [],
  ...more,
});

async function call<T>(method: string, path: string, body?: unknown, who = 'matcher') {
  const answer = await fetch(`${service.origin}/month-end/${path}`, {
    method,
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const found = (await answer.json()) as T & { Version?: number; Errors?: { Field?: string; Code: string }[] };
  return { status: answer.status, body: found, faults: (found.Errors ?? []).map((it) => [it.Code, it.Field]) };
}
const keep = (sent: object, Version: number, who?: string) =>
  call('PUT', `1001/bank-accounts/${id}`, { Version, ...sent }, who);
const kept = async (who?: string) =>
  (await call<BankAccounts>('GET', '1001/bank-accounts', undefined, who)).body.Accounts;

test('an account is kept with its lines; of two people who change the same version one is refused', async () => {
  assert.deepEqual(await kept(), []);
  const both = await Promise.all([keep(book(), 0), keep(book(), 0, 'clerk')]);
  assert.deepEqual(both.map((it) => it.status).toSorted(), [200, 400]);
  assert.deepEqual(
    both.flatMap((it) => it.faults),
    [['CHANGED', 'Version']],
  );
  assert.deepEqual(await kept('reader'), [{ Version: 1, ...book() }]);

  const [mine, theirs] = await Promise.all([
    keep(book({ Matches: [match(1, 'matcher')] }), 1),
    keep(book({ Matches: [match(2, 'clerk')] }), 1, 'clerk'),
  ]);
  assert.deepEqual([mine.status, theirs.status].toSorted(), [200, 400]);
  const [won] = await kept();
  assert.deepEqual([won?.Version, won?.Matches.length], [2, 1]);
});

const signedBy = async () => (await kept())[0]?.Matches.map(({ by, at, note }) => [by, at, note ?? '']);

test('who matched a line and when is the service’s word, and stays so when another matches the next', async () => {
  const [one, two] = ['2026-11-25 10:00', '2026-11-26 11:30'];
  now = one;
  assert.equal(
    (await keep(book({ Matches: [{ ...match(1, 'somebody else'), at: '2020-01-01 00:00' }] }), 2)).status,
    200,
  );
  assert.deepEqual(await signedBy(), [['matcher', one, '']]);
  now = two;
  // Also if a console sends the kept match with its own time.
  const both = [{ ...match(1, 'clerk'), at: '2026-11-24 08:00' }, match(2, 'matcher')];
  assert.equal((await keep(book({ Matches: both }), 3, 'clerk')).status, 200);
  assert.deepEqual(await signedBy(), [
    ['matcher', one, ''],
    ['clerk', two, ''],
  ]);
  assert.equal((await keep(book({ Matches: [{ ...match(1, 'matcher'), note: 'Mine' }] }), 4, 'clerk')).status, 200);
  assert.deepEqual(await signedBy(), [['clerk', two, 'Mine']], 'a changed match');
});

test('a line that is kept does not change, matched or not', async () => {
  const Matches = (await kept())[0]?.Matches ?? [];
  const statement = book().Statements[0] ?? assert.fail();
  const changed: [string, Partial<Book>][] = [
    ['Lines', { Lines: [{ ...line(1), cents: 99_900_000 }, line(2)] }],
    ['Lines', { Lines: [{ ...line(1), text: 'B' }, line(2)] }],
    ['Lines', { Lines: [{ ...line(1), date: '2026-10-03' }, line(2)] }],
    ['Lines', { Lines: [line(1), { ...line(2), cents: 101 }] }],
    ['Statements', { Statements: [{ ...statement, closing: 300 }] }],
  ];
  for (const [part, more] of changed)
    assert.deepEqual((await keep(book({ Matches, ...more }), 5, 'clerk')).faults, [['READ_ONLY', part]]);
  const doubled = { ...match(1, ''), terms: match(1, '').terms.map((it) => ({ ...it, cents: 200 })) };
  assert.deepEqual((await keep(book({ Matches: [doubled] }), 5)).faults, [['INVALID', 'Matches']]);
  assert.deepEqual((await kept())[0]?.Lines, book().Lines);
});

test('without the permission, in another merchant or under another name nothing is kept', async () => {
  assert.deepEqual((await keep(book(), 5, 'reader')).faults, [['NOT_PERMITTED', undefined]]);
  assert.deepEqual((await keep(book(), 5, 'stranger')).faults, [['NOT_PERMITTED', undefined]]);
  assert.equal((await call('GET', '1001/bank-accounts', undefined, 'stranger')).status, 401);
  assert.equal((await call('DELETE', `1001/bank-accounts/${id}`, { Version: 5 }, 'reader')).status, 401);
  for (const method of ['PUT', 'DELETE'])
    assert.equal((await call(method, `1001/bank-accounts/${id}`, 'not read', 'reader')).status, 401);
  assert.equal((await call('GET', '1002/bank-accounts')).status, 404);
  assert.equal((await call('PUT', `1002/bank-accounts/${id}`, { Version: 0, ...book() })).status, 404);
  assert.equal((await call('PUT', '1001/bank-accounts/mine', { Version: 0, ...book() })).status, 404);
  assert.equal((await kept())[0]?.Version, 5);
});

test('bad input is refused with its field', async () => {
  const wrong: [object, string, string][] = [
    [{ ...book(), Lines: [{ ...line(1), cents: 1.5 }] }, 'WRONG_TYPE', 'Lines.0.cents'],
    [{ ...book(), Lines: [{ ...line(1), date: '2026-02-30' }] }, 'INVALID', 'Lines.0.date'],
    [{ ...book(), Lines: [{ ...line(1), text: 'A'.repeat(201) }] }, 'INVALID', 'Lines.0.text'],
    [{ ...book(), Lines: [{ ...line(1), payer: 'J' }] }, 'UNKNOWN_WORD', 'Lines.0.payer'],
    [{ ...book(), Lines: [line(1), line(1)] }, 'DUPLICATE', 'Lines'],
    [{ ...book(), Statements: [] }, 'NOT_FOUND', 'Lines'],
    [book({ Matches: [match(3, 'matcher')] }), 'NOT_FOUND', 'Matches'],
    [book({ Matches: [match(1, 'matcher'), match(1, 'matcher')] }), 'DUPLICATE', 'Matches'],
    [book({ Lines: Array.from({ length: 10_001 }, () => line(1)) }), 'INVALID', 'Lines'],
    [{ ...book(), Account: { ...book().Account, id: other } }, 'INVALID', 'Account.id'],
  ];
  for (const [it, Code, Field] of wrong) {
    const { status, faults } = await keep(it, 5);
    assert.deepEqual([status, faults[0]], [400, [Code, Field]], Field);
  }
  const tooLong = await call('PUT', `1001/bank-accounts/${id}`, `{"Account":"${'A'.repeat(12 * 1024 * 1024)}"}`);
  assert.deepEqual([tooLong.status, tooLong.faults], [400, [['MALFORMED', undefined]]]);
  assert.equal((await kept())[0]?.Version, 5);
});

test('a deleted account is gone, and each change has its entry in the audit', async () => {
  const path = `1001/bank-accounts/${id}`;
  const found = await service.database.pool.query<{ digest: string }>(
    `select encode(sha256(convert_to(book, 'UTF8')), 'base64') as digest from bank_account where merchant = '1001'`,
  );
  const last = Buffer.from(found.rows[0]?.digest ?? '', 'base64').toString('base64url');
  assert.deepEqual((await call('DELETE', path, { Version: 4 })).faults, [['CHANGED', 'Version']]);
  assert.deepEqual((await call('DELETE', path, { Version: 5 })).body, { Version: 0 });
  assert.equal((await call('DELETE', path, { Version: 5 })).status, 404);
  assert.deepEqual(await kept(), []);
  const { rows } = await service.database.pool.query<{ entry: Entry }>(
    `select entry::json as entry from audit_entry where merchant = '1001' and entry like '%"bank.%'
         and entry::jsonb ->> 'Outcome' = 'done' order by sequence desc limit 3`,
  );
  const one = `1 line, R\u00a01,00: 2026-10-01 R\u00a01,00`;
  const two = `1 line, R\u00a01,00: 2026-10-02 R\u00a01,00`;
  const both = `2 lines, R\u00a02,00: 2026-10-01 R\u00a01,00; 2026-10-02 R\u00a01,00`;
  const counts = { Account: 'FNB •••• 4471', Lines: 2, LinesBefore: 2, Digest: undefined };
  assert.deepEqual(
    rows.map(({ entry: { Action, Actor, Details } }) => [Action, Actor.Name, { ...Details, Digest: undefined }]),
    [
      ['bank.delete', 'matcher', { ...counts, Lines: 0, Matches: 0, MatchesBefore: 1, Removed: both, Released: one }],
      ['bank.keep', 'clerk', { ...counts, Matches: 1, MatchesBefore: 2, Matched: one, Released: both }],
      ['bank.keep', 'clerk', { ...counts, Matches: 2, MatchesBefore: 1, Matched: two }],
    ],
  );
  const [, { entry: { Details = {} } } = assert.fail()] = rows;
  assert.equal(Details['Digest'], last, 'of the account as it was kept');
});
