import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { factorsPath } from '#service/auth/factors/paths.ts';
import { createBrowser, form } from '#service/auth/test-browser.ts';
import { sandboxPeople, saveProgram } from '#service/auth/users.ts';
import { wallClock } from '#service/base/clock.ts';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { forgetClient } from '#service/cli/audit.ts';
import { inOwnTransaction } from '#service/database/own-transaction.ts';
import { queryOn, type Query } from '#service/database/query.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { isDistributed } from '#service/testing/database.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { createCheckpoints } from './checkpoints.ts';
import { appendAlone, type Entry } from './entry.ts';
import { chainEntries, EntryFilter, type ProvedChain, type ShownEntry } from './read.ts';
import { proveChain } from './verify.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const merchants = ['1001', '1002'];
  const secret = 'a secret of a test';
  await saveProgram(service.database.pool, {
    clientId: 'auditor',
    name: 'Auditor',
    secret,
    permissions: ['audit'],
    merchants,
  });
  await saveProgram(service.database.pool, {
    clientId: 'reader',
    name: 'Reader',
    secret,
    permissions: ['clients:read'],
    merchants,
  });
});
after(() => service?.close());

async function tokenOf(program: string): Promise<string> {
  const answer = await fetch(`${service.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${Buffer.from(`${program}:a secret of a test`).toString('base64')}` },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** The entries of a chain as stored, oldest first. */
const entries = (merchant = '1001'): Promise<Entry[]> =>
  asMaintenance(service.database.pool, async (query) => {
    const rows = await query<{ entry: string }>('select entry from audit_entry where merchant = $1 order by sequence', [
      merchant,
    ]);
    return rows.map(({ entry }) => JSON.parse(entry) as Entry);
  });

async function read(query: Record<string, string> = {}, token?: string, merchant = '1001') {
  const url = new URL(`${service.origin}/audit/${merchant}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token ?? (await tokenOf('auditor'))}` } });
  return {
    status: answer.status,
    ...((await answer.json()) as { Entries: ShownEntry[]; Chain: ProvedChain; Errors?: unknown }),
  };
}

const report = async (body: unknown, token?: string) =>
  fetch(`${service.origin}/audit/1001`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? (await service.token())}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a call is one entry, however many items it has', async () => {
  const items = Array.from({ length: 600 }, (_, index) => client(`A-${index + 1}`));
  const before = (await entries()).length;
  const answer = await service.call('clientCreate', [...items, client('A-1')]);
  assert.equal(answer.successful.length, 600);
  const [entry, ...more] = (await entries()).slice(before);
  assert.deepEqual(more, []);
  const { Targets = [], At, Digest, ...rest } = entry as Entry;
  assert.match(At, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.match(Digest ?? '', /^[\w-]{43}$/);
  assert.equal(Targets.length, 20);
  assert.deepEqual(Targets[0], { ClientNumber: 'A-1' });
  assert.deepEqual(rest, {
    Version: 1,
    Merchant: '1001',
    Action: 'clientCreate',
    Actor: { Kind: 'program', Id: 'sandbox', Name: 'Sandbox program' },
    Context: { Address: '127.0.0.1', Program: 'sandbox' },
    Product: 'EFT',
    CallSequence: (answer.body['APIResponse'] as { CallSequence: number }).CallSequence,
    Outcome: 'partly',
    Items: 601,
    Refused: 1,
    Codes: { DUPLICATE: 1 },
    MoreTargets: 580,
  });
});

test('an edit tells old and new; personal values only while their key exists, and account numbers by their end', async () => {
  await service.call('clientCreate', client('E-1'));
  await service.call('clientEdit', { ClientNumber: 'E-1', AccountNumber: 62009999999, CellphoneNumber: '0825550199' });
  const text = JSON.stringify((await entries()).at(-1));
  assert.doesNotMatch(text, /62001234567|62009999999|0825550199/);
  const shown = async () => (await read({ ClientNumber: 'E-1', Action: 'clientEdit' })).Entries[0]?.Changes;
  assert.deepEqual(await shown(), [
    { ClientNumber: 'E-1', Field: 'AccountNumber', Old: '•••• 4567', New: '•••• 9999' },
    { ClientNumber: 'E-1', Field: 'CellphoneNumber', Old: '0825550101', New: '0825550199' },
  ]);
  await inOwnTransaction(service.database.pool, (_query, db) =>
    forgetClient(db, { merchant: '1001', product: 'EFT', client: 'E-1' }),
  );
  assert.deepEqual(
    (await shown())?.map(({ Old, New, IsSealed }) => [Old, New, IsSealed]),
    [
      [null, null, true],
      [null, null, true],
    ],
  );
  const proof = await asMaintenance(service.database.pool, (query) => proveChain(query, '1001'));
  assert.equal(proof.broken, undefined);
});

test('an item that was refused leaves no change in the entry', async () => {
  await service.call('clientCreate', [client('R-1'), client('R-2')]);
  const edit = (ClientNumber: string, BankCode: number) => ({
    ClientNumber,
    BankCode,
    ClientName: `New ${ClientNumber}`,
  });
  const answer = await service.call('clientEdit', [edit('R-1', 6), edit('R-9', 6), edit('R-2', 6)]);
  assert.equal(answer.failed.length, 1);
  const entry = (await entries()).at(-1);
  assert.deepEqual(entry?.Targets, [{ ClientNumber: 'R-1' }, { ClientNumber: 'R-2' }]);
  assert.deepEqual(entry?.Codes, { NOT_FOUND: 1 });
});

test('a dry run and the repeat of a call leave no entry', async () => {
  const count = async () => (await entries()).length;
  const before = await count();
  await service.call('clientCreate', client('D-1'), { isDryRun: true });
  assert.equal(await count(), before);
  const once = { headers: { 'idempotency-key': 'audit-once' } };
  await service.call('clientCreate', client('D-1'), once);
  await service.call('clientCreate', client('D-1'), once);
  assert.equal(await count(), before + 1);
});

const onTwo = process.env['TEST_PROCESSES'] === '2' && 'each process has a share of its own';

test('refusals are entries, up to sixty an hour of one caller', { skip: onTwo }, async () => {
  const token = await tokenOf('reader');
  const refused = async (chain?: string) => (await entries(chain)).filter(({ Actor }) => Actor.Id === 'reader');
  for (let n = 0; n < 70; n++) assert.equal((await service.call('clientCreate', client('X'), { token })).status, 401);
  await until(async () => (await refused()).length === 60);
  const [first] = await refused();
  assert.deepEqual([first?.Outcome, first?.Codes, first?.Action], ['refused', { NOT_PERMITTED: 1 }, 'clientCreate']);

  assert.equal((await service.call('clientList', {}, { token, merchant: '1009' })).status, 404);
  await until(async () => (await refused('*')).length === 1);
  assert.deepEqual((await refused('*'))[0]?.Details, { Merchant: '1009' });

  // Another kind of refusal is not hidden by the first.
  const mandates = mandate(service.clock.today(), 'X', 'X');
  assert.equal((await service.call('mandateCreate', mandates, { token })).status, 401);
  await until(async () => (await refused()).at(-1)?.Action === 'mandateCreate');

  // A call that is refused item by item counts as well.
  for (let n = 0; n < 70; n++) await service.call('clientEdit', { ClientNumber: 'nobody', ClientName: 'N' });
  const byItem = (await entries()).filter(({ Actor, Outcome }) => Actor.Id === 'sandbox' && Outcome === 'refused');
  assert.equal(byItem.length, 60);
});

test('a person’s sign-in is an entry, and a wrong password without what was typed', async () => {
  const browser = createBrowser(service.origin);
  const { path } = await browser.openPage();
  await browser.submit(path, 'support', 'wrong-password-typed');
  await browser.submit(path, 'my-password-in-the-wrong-field', 'x');
  await browser.signInAs('support');
  await until(async () => (await entries('*')).filter(({ Action }) => Action === 'sign-in').length >= 3);
  const all = await entries('*');
  assert.doesNotMatch(JSON.stringify(all), /wrong-password-typed|my-password-in-the-wrong-field/);
  const signIns = all.filter(({ Action, Actor }) => Action === 'sign-in' && Actor.Kind === 'person');
  assert.deepEqual(
    new Set(signIns.map(({ Actor, Outcome }) => `${Actor.Id} ${Outcome}`)),
    new Set(['support refused', ' refused', 'support done']),
  );
  const seen = await read({ Chain: 'installation', Actor: 'support' });
  assert.ok(seen.Entries.length > 0);
  const [person] = sandboxPeople;
  assert.ok(person?.merchants.includes('*'));
  const elsewhere = await read({ Chain: 'installation', Actor: 'reader' });
  assert.deepEqual(elsewhere.Entries, [], 'entries of other merchants are not shown');
});

test('a change of settings is an entry, for the auditors of the merchants that it concerns', async () => {
  const settings = settingsOf(service);
  await service.database.pool.query(
    `insert into merchant (merchant, name) values ('1001', 'One') on conflict do nothing`,
  );
  const administrator = await settings.signIn('ann', 'administrator:*');
  const body = { Username: 'naledi', Name: 'Naledi Dlamini', Roles: [{ Role: 'clerk' as const, Merchant: '1001' }] };
  assert.equal((await settings.call(administrator, 'personInvite', { body })).status, 200);
  const [entry] = (await read({ Chain: 'installation', Actor: 'ann', Kind: 'person' })).Entries.filter(
    ({ Action }) => Action !== 'sign-in',
  );
  assert.deepEqual(
    [entry?.Action, entry?.Details, entry?.Context?.Address],
    ['person.invited', { Target: 'naledi', Merchants: ['1001'] }, '127.0.0.1'],
    JSON.stringify(entry),
  );
});

test(
  'what is changed in the sandbox is an entry: its clock, its faults, another merchant',
  { skip: onTwo },
  async () => {
    const token = await service.token();
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `${service.origin}/sandbox/${path}`;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 200, await answer.text());
    };
    const before = (await entries()).length;
    const Today = service.clock.today();
    await send('POST', 'clock/1001', { Today });
    await send('POST', 'faults/1001', { Operation: 'clientEdit', Fault: 'REFUSE' });
    await send('DELETE', 'faults/1001', {});
    await send('DELETE', 'faults/1001', {});
    assert.deepEqual(
      (await entries()).slice(before).map(({ Action, Outcome, Details }) => [Action, Outcome, Details]),
      [
        ['sandbox.clock', 'done', { Today }],
        ['sandbox.faults', 'done', { Operation: 'clientEdit', Fault: 'REFUSE', After: 0 }],
        ['sandbox.faults', 'done', { TakenBack: 1, LetGo: 0 }],
      ],
    );

    await send('POST', 'merchants/7301', { Name: 'Fynbos Gyms' });
    const { At: _, ...added } = (await entries('*')).at(-1) as Entry;
    assert.deepEqual(added, {
      Version: 1,
      Merchant: '*',
      Action: 'sandbox.merchants',
      Actor: { Kind: 'program', Id: 'sandbox', Name: 'Sandbox program' },
      Context: { Address: '127.0.0.1', Program: 'sandbox' },
      Outcome: 'done',
      Details: { Target: '7301', Merchants: ['7301'] },
      Changes: [{ Field: 'Name', Old: null, New: 'Fynbos Gyms' }],
    });
  },
);

test('the audit of a contract is found by a batch of hundreds, and tells what clearing did', async () => {
  const today = service.clock.today();
  const contracts = Array.from({ length: 30 }, (_, index) => mandate(today, 'A-1', `HOME-${index + 1}`));
  const created = await service.call('mandateCreate', contracts);
  assert.equal(created.successful.length, 30);
  await clearMerchant(service.database.pool, service.clock, '1001', service);
  const { Entries } = await read({ ClientNumber: 'A-1', ContractNumber: 'HOME-28' });
  assert.deepEqual(Entries.map(({ Action }) => Action).slice(-1), ['mandateCreate']);
  assert.deepEqual((await read({ ClientNumber: 'A-1', ContractNumber: 'HOME-99' })).Entries, []);
  const sequence = created.successful[27]?.ContractSequence ?? 0;
  assert.deepEqual((await read({ ContractSequence: String(sequence) })).Entries, Entries);
  assert.deepEqual((await read({ ContractSequence: `${sequence}0` })).Entries, []);
});

test('exports and unmasking that the console reports are entries', async () => {
  assert.equal((await report({ Action: 'export', What: 'Transactions', Format: 'csv', Records: 12 })).status, 200);
  assert.equal((await report({ Action: 'unmask', What: 'AccountNumber', ClientNumber: 'A-1' })).status, 200);
  const [unmasked, exported] = (await read({ Limit: '2' })).Entries;
  assert.deepEqual(
    [exported?.Action, exported?.Details],
    ['export', { What: 'Transactions', Format: 'csv', Records: 12 }],
  );
  assert.deepEqual([unmasked?.Action, unmasked?.Targets], ['unmask', [{ ClientNumber: 'A-1' }]]);
  for (const wrong of [{}, { Action: 'sign-in', What: 'x' }, { Action: 'export', What: 'x', More: 1 }, []])
    assert.equal((await report(wrong)).status, 400);
});

test('a person’s second factor and its codes are in the audit, and so are wrong codes', async () => {
  const browser = createBrowser(service.origin);
  await browser.signInAs('finance');
  const page = await (await browser.follow(await browser.go(factorsPath))).text();
  const text = /type the key <code>([^<]*)<\/code>/.exec(page)?.[1] ?? '';
  const nonce = /name="nonce" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) });
  await browser.go(factorsPath, form({ newCode: '000', nonce }));
  await browser.go(factorsPath, form({ newCode: app.generate(), nonce }));

  const other = createBrowser(service.origin);
  const { path } = await other.openPage();
  await other.submit(path, 'finance');
  assert.equal((await other.go(path, form({ code: '000000' }))).status, 403);

  const { pool } = service.database;
  await pool.query('update sign_in.factor set counter = 0');
  const next = await other.follow(await other.go(path, form({ code: app.generate() })));
  await other.exchange(next);
  const own = await (await other.follow(await other.go(factorsPath))).text();
  await other.go(factorsPath, form({ codes: 'new' }));
  await other.go(factorsPath, form({ remove: /name="remove" value="([^"]*)"/.exec(own)?.[1] ?? '' }));

  const told = async () =>
    (await entries('*'))
      .filter(({ Actor }) => Actor.Id === 'finance')
      .map(({ Action, Outcome, Codes, Context, Details }) => [
        Action,
        Outcome,
        Codes,
        Context?.Address,
        Details?.['Kind'],
      ]);
  const here = '127.0.0.1';
  const expected = [
    ['sign-in', 'done', undefined, here, undefined],
    ['factor.added', 'refused', { WRONG_CODE: 1 }, here, undefined],
    ['factor.added', 'done', undefined, here, 'totp'],
    ['sign-in', 'refused', { WRONG_CODE: 1 }, here, undefined],
    ['sign-in', 'done', undefined, here, undefined],
    ['recovery-codes.made', 'done', undefined, here, undefined],
    ['factor.removed', 'done', undefined, here, 'totp'],
  ];
  await until(async () => (await told()).length === expected.length);
  const sorted = (list: unknown[]) => list.map((it) => JSON.stringify(it)).toSorted();
  assert.deepEqual(sorted(await told()), sorted(expected));
});

test('only those with the permission read it, and only their merchants’', async () => {
  assert.equal((await read({}, await tokenOf('reader'))).status, 401);
  assert.equal((await read({}, undefined, '1009')).status, 404);
  assert.equal((await read({}, 'nonsense')).status, 401);
  await service.call('clientCreate', client('Z-1'), { merchant: '1003' });
  assert.deepEqual((await read({}, undefined, '1002')).Entries, []);
});

test('filters and pages', async () => {
  const [newest] = (await read({ Limit: '1' })).Entries;
  const next = await read({ Limit: '1', Before: String(newest?.Sequence) });
  assert.equal(next.Entries[0]?.Sequence, (newest?.Sequence ?? 0) - 1);
  const actions = async (query: Record<string, string>) => [
    ...new Set((await read(query)).Entries.map(({ Action }) => Action)),
  ];
  assert.deepEqual(await actions({ Action: 'export' }), ['export']);
  assert.deepEqual(await actions({ Kind: 'operator' }), ['audit.forget']);
  // Entries are dated by the machine's clock.
  const today = wallClock('Africa/Johannesburg').today();
  assert.ok((await actions({ From: today, To: today })).length > 3);
  assert.deepEqual(await actions({ To: '2020-01-01' }), []);
  const wrongs: Record<string, string>[] = [
    { From: '2026-02-30' },
    { Limit: '0' },
    { Limit: '5000' },
    { Nonsense: '1' },
    { Before: 'x' },
  ];
  for (const wrong of wrongs) assert.equal((await read(wrong)).status, 400, JSON.stringify(wrong));
});

test(
  'a filter reads the entries of its period, and refusals those that are not done',
  { skip: (await isDistributed()) && 'the plan is that of the coordinator' },
  async () => {
    const { pool } = service.database;
    const [months, ofMonth] = [12, 400];
    await asMaintenance(pool, (query) =>
      query(
        `insert into audit_entry (merchant, sequence, hash, entry)
        select '7303', n, '', json_build_object('At', to_char(timestamp '2026-01-01' + n * interval '1 month' / $1::int,
            'YYYY-MM-DD"T"HH24:MI:SS".000Z"'), 'Action', 'clientEdit', 'Actor', json_build_object('Kind', 'person', 'Id', 'ann'),
          'Outcome', case when n % 1000 = 0 then 'refused' else 'done' end, 'Targets', '[]'::json)
        from generate_series(1, $1::int * $2::int) n returning 1`,
        [ofMonth, months],
      ),
    );
    await pool.query('analyze audit_entry');
    interface Node {
      'Actual Rows': number;
      'Rows Removed by Filter'?: number;
      Plans?: Node[];
    }
    const readBy = ({ Plans = [], ...node }: Node): number =>
      Math.max(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), ...Plans.map(readBy));
    const rowsRead = (given: object) =>
      inTransaction(pool, { merchant: '7303' }, async (connection) => {
        const { numbers } = service;
        let count = Number.NaN;
        const query = async (text: string, values: unknown[]) => {
          const { rows } = await connection.query(`explain (analyze, format json) ${text}`, values);
          count = readBy(rows[0]['QUERY PLAN'][0].Plan);
          return [];
        };
        const filter = { ...EntryFilter.parse(given), isAll: false, timeZone: 'Africa/Johannesburg', numbers };
        await chainEntries(query as Query, '7303', filter);
        return count;
      });
    const month = { From: '2026-03-01', To: '2026-03-31' };
    for (const filter of [
      {},
      { Actor: 'nobody' },
      { Kind: 'operator' },
      { Action: 'month.close' },
      { Outcome: 'refused' },
      { ClientNumber: 'C1' },
      { Actor: 'nobody', Before: 4000 },
    ]) {
      const count = await rowsRead({ ...month, ...filter });
      assert.ok(count <= ofMonth * 1.1, `${JSON.stringify(filter)} reads ${count}`);
    }
    assert.equal(await rowsRead({ Outcome: 'refused' }), 4);
    assert.equal(await rowsRead({ Limit: 10 }), 10);
    assert.ok((await rowsRead({ Limit: 10, Before: 2000 })) <= 11);
  },
);

test('pages follow each other by time, and by sequence within one', async () => {
  const { pool } = service.database;
  const { numbers } = service;
  const seconds = [2, 1, 3, 3];
  await asMaintenance(pool, (query) =>
    query(
      `insert into audit_entry (merchant, sequence, hash, entry)
        select '7304', n, '', json_build_object('At', '2026-01-01T08:00:0' || second || '.000Z')
        from unnest($1::int[]) with ordinality as _ (second, n) returning 1`,
      [seconds],
    ),
  );
  const page = (given: object) =>
    inTransaction(pool, { merchant: '7304' }, (connection) =>
      chainEntries(queryOn(connection), '7304', {
        ...EntryFilter.parse({ Limit: 1, ...given }),
        isAll: false,
        timeZone: 'Africa/Johannesburg',
        numbers,
      }),
    );
  const pages: number[] = [];
  for (let [entry] = await page({}); entry; [entry] = await page({ Before: entry.Sequence }))
    pages.push(entry.Sequence);
  assert.deepEqual(pages, [4, 3, 1, 2]);
  assert.equal((await page({ Before: 99 }))[0]?.Sequence, 4);
});

test('a hidden number is shown of a client that exists, and one person’s reports in an hour are bounded', async () => {
  const unknown = await report({ Action: 'unmask', What: 'AccountNumber', ClientNumber: 'NOBODY' });
  assert.equal(unknown.status, 400);
  assert.equal((await report({ Action: 'unmask', What: 'AccountNumber', ClientNumber: 'A-1' })).status, 200);
  const token = await tokenOf('reader');
  const statuses: number[] = [];
  const lane = async () => {
    for (let n = 0; n < 61; n++) statuses.push((await report({ Action: 'export', What: 'Clients' }, token)).status);
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  const counted = (status: number) => statuses.filter((it) => it === status).length;
  assert.deepEqual([counted(200), counted(503)], onTwo ? [610, 0] : [600, 10]);
  const unmasked = await report({ Action: 'unmask', What: 'AccountNumber', ClientNumber: 'A-1' }, token);
  assert.equal(unmasked.status, 200, 'another kind has a share of its own');
});

test('an auditor is told when new entries were checked, when all were, and the first that does not hold', async () => {
  const { pool, schema } = service.database;
  const append = () =>
    appendAlone(pool, { Action: 'audit', Actor: { Kind: 'operator', Id: 'o', Name: 'O' }, Outcome: 'done' }, '1002');
  const { jobs } = createCheckpoints(() => undefined);
  const run = (kind: string) => jobs[kind]?.run(pool, { kind, key: '', payload: {}, attempts: 1 });
  const told = async () => (await read({}, undefined, '1002')).Chain;
  const asOwner = async (table: string, statement: string) => {
    await schema.query(`alter table ${table} no force row level security`);
    await schema.query(statement);
    await schema.query(`alter table ${table} force row level security`);
  };
  /** The audit has the machine's time. */
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  const aDayPasses = () =>
    asOwner(
      'audit_proof',
      `update audit_proof set began_at = '${yesterday}', proved_at = '${yesterday}', due_at = '${yesterday}'`,
    );
  await append();
  assert.equal((await told()).CheckedAt, null);
  await run('audit');
  const first = await told();
  assert.equal(first.CheckedEntries, first.Entries);
  assert.ok(first.CheckedAt !== null);
  assert.equal(first.AllCheckedAt, first.CheckedAt, 'the first proof is one of all');

  await aDayPasses();
  await append();
  await run('audit');
  const second = await told();
  assert.equal(second.CheckedEntries, first.CheckedEntries + 1);
  assert.ok(second.CheckedAt !== null && second.CheckedAt >= first.CheckedAt);
  assert.ok(second.AllCheckedAt !== null && second.AllCheckedAt < first.CheckedAt, 'a day ago');

  await run('audit-whole');
  const third = await told();
  assert.ok(third.AllCheckedAt !== null && third.AllCheckedAt >= second.CheckedAt, 'on its day again');
  assert.equal(third.BrokenAt, null);

  await asOwner('audit_entry', `update audit_entry set entry = entry || ' ' where merchant = '1002' and sequence = 1`);
  await aDayPasses();
  await run('audit');
  assert.equal((await told()).BrokenAt, null);
  await run('audit-whole');
  assert.equal((await told()).BrokenAt, 1);
  await append();
  await run('audit');
  const broken = await told();
  assert.equal(broken.BrokenAt, 1, 'proved new entries do not hide it');
  assert.equal(broken.CheckedEntries, broken.Entries);
});
