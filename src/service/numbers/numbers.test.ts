import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { openDatabase } from '#service/database/open.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { prepare, testService, type TestService } from '#service/testing/app.ts';
import { isDistributed, temporaryFolder, testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { client } from '#service/testing/samples.ts';
import { derivedKey, numbersWith } from './numbers.ts';
import { openNumbers } from './open.ts';

const clock = { at: '2026-03-02 09:00' };
const settable = { now: () => clock.at, today: () => clock.at.slice(0, 10) };

let folder: string;
let testDb: TestDatabase;
const keyFile = () => path.join(folder, 'numbers.key');

before(async () => {
  folder = await temporaryFolder();
  await writeFile(keyFile(), randomBytes(32));
  testDb = await testDatabase();
  await prepare(testDb.databaseUrl);
});
after(async () => {
  await testDb?.close();
  await rm(folder, { recursive: true });
});

const start = (numbersKeyFile = '', formerNumbersKeyFile = '') =>
  testService({ clock: settable, on: testDb, numbersKeyFile, formerNumbersKeyFile });

/** What a copy of the database's files has, without a key. */
async function atRest(): Promise<string> {
  const pool = new pg.Pool({ connectionString: testDb.databaseUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'sign_in'::regnamespace)`);
    const found: string[] = [];
    for (const { name } of rows) {
      const all = await pool.query<{ row: string }>(`select it::text as row from ${name} it`);
      found.push(...all.rows.map(({ row }) => `${name} ${row}`));
    }
    if (await isDistributed()) return found.join('\n');
    // Former versions of rows are in the files of their tables.
    await pool.query('checkpoint');
    const files = await pool.query<{ file: Buffer }>(`
      select pg_read_binary_file(pg_relation_filepath(oid)) as file from pg_class
      where oid in ('client'::regclass, 'payment'::regclass, 'approval'::regclass, 'idempotency'::regclass,
        'sign_in.account_key'::regclass)`);
    return [...found, ...files.rows.map(({ file }) => file.toString('latin1'))].join('\n');
  } finally {
    await pool.end();
  }
}

async function secretOfMarks(): Promise<string> {
  const pool = new pg.Pool({ connectionString: testDb.databaseUrl, max: 1 });
  const { rows } = await pool
    .query<{ secret: Buffer }>('select secret from sign_in.account_key')
    .finally(() => pool.end());
  return rows[0]?.secret.toString((await isDistributed()) ? 'hex' : 'latin1') ?? '';
}

const stored = {
  before: 62001118888,
  edited: 62002228888,
  waiting: 62003338888,
  later: 62004448888,
  last: 62005558888,
};
const idNumbers = ['9001015009086', '8502025009082'];

async function done(answer: Promise<{ successful: object[]; text: string }>): Promise<string> {
  const { successful, text } = await answer;
  assert.equal(successful.length, 1, text);
  return text;
}

const accountOf = async (service: TestService, ClientNumber: string) => {
  const [found] = (await service.call('clientList', { ClientNumber })).records;
  return [found?.AccountNumber, found?.IDNumber];
};

/** A call that is repeated, an edit, a payout that goes out, and a change that waits for a second person. */
async function write(service: TestService, number: string, first: number, second: number, third: number) {
  const create = (on: TestService) =>
    done(
      on.call('clientCreate', { ...client(number), AccountNumber: first }, { headers: { 'idempotency-key': number } }),
    );
  const text = await create(service);
  await done(service.call('clientEdit', { ClientNumber: number, AccountNumber: second, IDNumber: idNumbers[1] }));
  await done(
    service.call('payoutContractCreate', {
      ClientNumber: number,
      ContractNumber: 'P',
      PaymentAmount: 100,
      NumberOfPayments: 2,
      PaymentStartDate: '2026-03-04 00:00',
      FrequencyCode: 'MNTH',
    }),
  );
  await asMaintenance(service.database.pool, async (query) => {
    await query('delete from approval_rule');
    await query(`insert into approval_rule (merchant, bank_details) values ('1001', true)`);
  });
  const { failed } = await service.call('clientEdit', { ClientNumber: number, AccountNumber: third });
  assert.equal(failed[0]?.Errors[0]?.Code, 'AWAITING_RELEASE');
  const same = await service.call('clientEdit', { ClientNumber: number, AccountNumber: third });
  assert.deepEqual(same.failed[0]?.Errors, failed[0]?.Errors, 'the same change finds the same approval');
  await asMaintenance(service.database.pool, (query) => query('delete from approval_rule'));
  return { text, create };
}

/** Of both clients the telephone number is the same: one wants no messages, and has promised to pay. */
async function answerToMessage(
  service: TestService,
  to = `27${client('').CellphoneNumber.slice(1)}`,
  messageId: string = randomUUID(),
): Promise<string> {
  const content = {
    templateName: 'mandate_request',
    language: 'en',
    templateData: { body: { placeholders: ['Thandi', 'R 1,00'] } },
  };
  const sent = { from: '27105550100', to, messageId, content };
  const { body } = await service.call('templateSend', { messages: [sent] });
  return (body as { messages: { status: { name: string } }[] }).messages[0]?.status.name ?? '';
}

async function ownCall(service: TestService, method: string, address: string, body: object): Promise<void> {
  const answer = await fetch(`${service.origin}/${address}/1001/EFT`, {
    method,
    headers: { authorization: `Bearer ${await service.token('1001')}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}
const optOut = (service: TestService, IsOptedOut: boolean) =>
  ownCall(service, 'PUT', 'opt-outs', { ClientNumber: 'N-1', IsOptedOut });

const weekly = { to: '27829990001', gone: randomUUID(), waiting: randomUUID() };

test('with a key no account or ID number is stored in clear, and every answer has them', async () => {
  const inClear = await start();
  const beginning = async () => {
    const written = await write(inClear, 'N-1', stored.before, stored.edited, stored.waiting);
    await optOut(inClear, true);
    const promise = { PromiseId: randomUUID(), ClientNumber: 'N-1', Day: inClear.clock.today(), Amount: 100 };
    await ownCall(inClear, 'POST', 'promises', promise);
    // One message a week to a telephone number: the second one waits.
    await asMaintenance(inClear.database.pool, (query) =>
      query(`insert into message_rule values ('1001', '00:00', '24:00', true, true, true, 1)`),
    );
    assert.equal(await answerToMessage(inClear, weekly.to, weekly.gone), 'PENDING_ACCEPTED');
    assert.equal(await answerToMessage(inClear, weekly.to, weekly.waiting), 'PENDING_SCHEDULED');
    return written;
  };
  const first = await beginning().finally(() => inClear.close());
  const clearText = await atRest();
  const secret = await secretOfMarks();
  assert.ok(clearText.includes(secret));
  for (const number of [stored.before, stored.edited, stored.waiting, ...idNumbers])
    assert.ok(clearText.includes(String(number)), 'without a key they are in clear');

  const service = await start(keyFile());
  try {
    assert.deepEqual(await accountOf(service, 'N-1'), [stored.edited, idNumbers[1]]);
    assert.equal(await first.create(service), first.text, 'a call is repeated with the same answer');
    assert.equal(await answerToMessage(service), 'REJECTED_OPTED_OUT');
    assert.equal(await answerToMessage(service, weekly.to, weekly.waiting), 'PENDING_SCHEDULED', 'the same message');
    assert.equal(await answerToMessage(service, weekly.to), 'PENDING_SCHEDULED', 'counted before the key');
    await optOut(service, false);
    assert.equal(await answerToMessage(service), 'REJECTED_PROMISED');
    const second = await write(service, 'N-2', stored.later, stored.last, stored.waiting);
    assert.equal(await second.create(service), second.text);
    clock.at = '2026-03-04 12:00';
    await clearMerchant(service.database.pool, service.clock, '1001', service);
    const payments = (await service.call('payoutPaymentList', { ClientNumber: 'N-2', ContractNumber: 'P' })).records;
    assert.match(String(payments[0]?.PaymentAccount), /^…8888 \([0-9a-f]{6}\)$/);
    assert.deepEqual(await accountOf(service, 'N-2'), [stored.last, idNumbers[1]]);

    const sealedText = await atRest();
    for (const number of [...Object.values(stored), ...idNumbers])
      assert.ok(!sealedText.includes(String(number)), 'a number is stored in clear');
    assert.ok(!sealedText.includes(secret), 'the secret of the marks is stored in clear');
  } finally {
    await service.close();
  }
});

test('a list of all clients has every account and ID number, even if names look like encrypted ones', async () => {
  const service = await start(keyFile());
  try {
    const others = Array.from({ length: 3000 }, (_, index) => ({
      ...client(`S-${index}`),
      ClientName: index % 7 === 0 ? `~${'x'.repeat(45)}` : `Ünal "AccountNumber":"~${index}`,
      AccountNumber: 7_000_000_000 + index,
      IDType: 'PASS',
      IDNumber: index % 3 === 0 ? undefined : `AB ~"${index}\\`,
    }));
    for (let at = 0; at < others.length; at += 1000) {
      const { successful } = await service.call('clientCreate', others.slice(at, at + 1000));
      assert.equal(successful.length, 1000);
    }
    const { records } = await service.call('clientList', {});
    const found = new Map(records.map((it) => [it.ClientNumber, it]));
    for (const it of others) {
      const one = found.get(it.ClientNumber);
      assert.deepEqual(
        [one?.ClientName, one?.AccountNumber, one?.IDNumber],
        [it.ClientName, it.AccountNumber, it.IDNumber],
      );
    }
  } finally {
    await service.close();
  }
});

test('a database with sealed numbers is not opened without its key, or with another', async () => {
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  try {
    const other = path.join(folder, 'other.key');
    const short = path.join(folder, 'short.key');
    await writeFile(other, randomBytes(32));
    await writeFile(short, 'typed by hand');
    for (const [file, message] of [
      [undefined, /^Error: NUMBERS_KEY_FILE: must name the key with which the numbers of this database are encrypted$/],
      [other, /^Error: NUMBERS_KEY_FILE: .*other\.key is not the key with which the numbers/],
      [short, /^Error: NUMBERS_KEY_FILE: .*short\.key has fewer than 32 bytes$/],
      [path.join(folder, 'none'), /^Error: NUMBERS_KEY_FILE: .*none cannot be read \(ENOENT\)$/],
    ] as const)
      await assert.rejects(openNumbers(database, { numbersKeyFile: file }), message);
    await openNumbers(database, { numbersKeyFile: keyFile() });
  } finally {
    await database.close();
  }
});

test('a number that was changed in the database is an error, never another number', async () => {
  const service = await start(keyFile());
  try {
    await done(service.call('clientCreate', { ...client('N-3'), AccountNumber: stored.last }));
    await inTransaction(service.database.pool, { merchant: '1001' }, (connection) =>
      connection.query(
        `update client set account_number = overlay(account_number placing 'AAAA' from 30) where client_number = 'N-3'`,
      ),
    );
    const answer = await service.call('clientEdit', { ClientNumber: 'N-3', EMail: 'new@example.com' });
    assert.deepEqual([answer.status, answer.successful], [500, []]);
    assert.doesNotMatch(answer.text, /8888/);
    assert.equal((await service.call('clientList', { ClientNumber: 'N-3' })).status, 500);
  } finally {
    await service.close();
  }
});

test('another key opens everything, and the former one nothing', async () => {
  const changed = path.join(folder, 'changed.key');
  await writeFile(changed, randomBytes(32));
  const inForm = (text: string) => new Set(text.match(/~[\w-]{39,}/g));
  const before = await start(keyFile());
  const { create, text } = await write(before, 'N-4', stored.before, stored.edited, stored.waiting).finally(() =>
    before.close(),
  );
  const sealedBefore = inForm(await atRest());
  assert.ok(sealedBefore.size > 3000);

  // Two processes at once, of which one does it.
  const both = await Promise.all([1, 2].map(() => start(changed, keyFile())));
  try {
    const sealedAfter = inForm(await atRest());
    const kept = [...sealedAfter].filter((it) => sealedBefore.has(it));
    // But the names in the list of a test above, which are no numbers, and the number that was changed.
    assert.deepEqual(
      kept.filter((it) => !/^~x{45}|AAAA/.test(it)),
      [],
    );
    for (const service of both) {
      assert.deepEqual(await accountOf(service, 'N-1'), [stored.edited, idNumbers[1]]);
      assert.equal(await create(service), text, 'a call is repeated with the same answer');
      const same = await service.call('clientEdit', { ClientNumber: 'N-4', AccountNumber: stored.edited });
      assert.equal(same.successful.length, 1);
    }
  } finally {
    await Promise.all(both.map((it) => it.close()));
  }
  const database = await openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
  const former = openNumbers(database, { numbersKeyFile: keyFile() });
  await assert.rejects(former, /numbers\.key is not the key/).finally(() => database.close());
});

const secret = Buffer.alloc(32, 1);
const numbers = numbersWith(secret, derivedKey(Buffer.alloc(32, 2), 'numbers'));

test('what is sealed opens again, differs each time, and does not open with another key', () => {
  const others = numbersWith(secret, derivedKey(Buffer.alloc(32, 3), 'numbers'));
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), (number) => {
      const sealed = numbers.seal(number);
      assert.equal(numbers.open(sealed), number);
      assert.notEqual(numbers.seal(number), sealed);
      assert.throws(() => others.open(sealed));
      assert.equal(numbers.open(number), number, 'what is stored in clear is read as it is');
      const record = { ClientName: number, AccountNumber: numbers.seal('12345678901'), IDNumber: sealed };
      assert.deepEqual(JSON.parse(numbers.openJson?.(JSON.stringify(record)) ?? ''), {
        ClientName: number,
        AccountNumber: 12345678901,
        IDNumber: number,
      });
    }),
  );
});

test('a number has the same mark within a merchant, with a key and without, and a different one for another', () => {
  const marks = [
    numbers.mark('1001', '62000001111'),
    numbersWith(secret).mark('1001', '62000001111'),
    numbers.mark('1002', '62000001111'),
    numbers.mark('1001', '62000011111'),
  ];
  for (const mark of marks) assert.match(mark, /^…1111 \([0-9a-f]{6}\)$/);
  assert.equal(marks[0], marks[1]);
  assert.equal(new Set(marks).size, 3);
});
