import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { JWK } from 'jose';
import pg from 'pg';
import { backup } from '#service/backup/backup.ts';
import { restore } from '#service/backup/restore.ts';
import { recordLoss, recordRestore, verifyAudit } from '#service/cli/audit.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { migrations } from '#service/migrations/all.ts';
import { testDatabase, type TestDatabase } from '#service/testing/database.ts';
import { checkpointsIn, createCheckpoints } from './checkpoints.ts';
import { appendAlone } from './entry.ts';
import { nextTime } from './proofs.ts';
import { nextHash, entriesPerPage, proveChain, restoresOf, type Proof } from './verify.ts';

let testDb: TestDatabase;
let database: Database;
let folder: string;
const open = () => openDatabase({ databaseUrl: testDb.databaseUrl, dataDirectory: '/nonexistent' });
before(async () => {
  testDb = await testDatabase();
  database = await open();
  await migrate(database, migrations);
  folder = await mkdtemp(path.join(os.tmpdir(), 'audit-'));
});
after(async () => {
  await database?.close();
  await testDb?.close();
});

const append = async (merchant: string, count: number) => {
  for (let n = 1; n <= count; n++)
    await appendAlone(
      database.pool,
      { Action: 'audit', Actor: { Kind: 'person', Id: 'staff', Name: 'Sam' }, Outcome: 'done', Items: n },
      merchant,
    );
};

const chain = ['audit_entry', 'audit_checkpoint'];
const tables = [...chain, 'audit_proof'];

/** As the owner of the database, whom no policy stops. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await database.schema.connect();
  try {
    for (const table of tables) await client.query(`alter table ${table} no force row level security`);
    for (const statement of statements) await client.query(statement);
    for (const table of tables) await client.query(`alter table ${table} force row level security`);
  } finally {
    client.release();
  }
}

beforeEach(async () => {
  await tamper('truncate audit_entry, audit_checkpoint, audit_proof');
  await append('1001', 6);
  await append('1002', 6);
});

const proofOf = (merchant: string, log = '', ...restoredOn: string[]): Promise<Proof> =>
  asMaintenance(database.pool, async (query) =>
    proveChain(query, merchant, {
      checkpoints: await checkpointsIn(log, await keys()),
      restores: await restoresOf(query),
      restoredOn,
    }),
  );

const keys = async () => {
  const { rows } = await database.pool.query<{ secret: string }>(
    `select secret from sign_in.oauth_key where use = 'signing'`,
  );
  return rows.map(({ secret }) => JSON.parse(secret) as JWK);
};

/** A process of the service, as far as it signs and proves: its jobs run now, and prove whole chains a page at a time. */
function process() {
  const lines: string[] = [];
  const { jobs } = createCheckpoints((line) => lines.push(JSON.stringify(line)), { turnMs: 0 });
  const run = async (kind: string): Promise<string> => {
    lines.length = 0;
    await jobs[kind]?.run(database.pool, { kind, key: '', payload: {}, attempts: 1 });
    return lines.join('\n');
  };
  return { hourly: () => run('audit'), everyMinute: () => run('audit-heads'), nextTurn: () => run('audit-whole') };
}
/** The log of the hourly job. */
const signedLog = (): Promise<string> => process().hourly();

/** What the command prints, or throws, with this log. */
async function verified(log: string, restored = ''): Promise<string> {
  const file = path.join(folder, 'service.log');
  await writeFile(file, `{"level":30}\n${log}\n`);
  return (await verifyAudit(database.pool, { merchant: '', log: file, restored })).join('\n');
}

test('an untouched chain holds, also while calls append', async () => {
  assert.deepEqual(await proofOf('1001'), { merchant: '1001', entries: 6, restored: 0 });
  const [, ...proofs] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, () => append('1001', 30))),
    ...Array.from({ length: 8 }, () => proofOf('1001')),
  ]);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken),
    [],
  );
  assert.equal((await proofOf('1001')).entries, 156);
});

const of1001 = `merchant = '1001'`;
const columns = 'merchant, sequence, hash, entry';
const cutTo4 = `delete from audit_entry where ${of1001} and sequence > 4`;
const headTo4 = `update audit_checkpoint set sequence = 4,
  hash = (select hash from audit_entry where ${of1001} and sequence = 4) where ${of1001}`;

/** Gives rows of two merchants to each other. By new rows: a distributed database divides the table by the merchant. */
const exchanging = (table: string, named: string, further = ''): string[] => [
  `create temporary table exchanged as select ${named} from ${table} where merchant in ('1001', '1002') ${further}`,
  `delete from ${table} where merchant in ('1001', '1002') ${further}`,
  `update exchanged set merchant = case merchant when '1001' then '1002' else '1001' end`,
  `insert into ${table} (${named}) select * from exchanged returning 1`,
  'drop table exchanged',
];

const faults: { fault: string; by: string[]; brokenAt: number }[] = [
  {
    fault: 'an entry changed',
    by: [`update audit_entry set entry = replace(entry, 'Sam', 'Tim') where ${of1001} and sequence = 3`],
    brokenAt: 3,
  },
  {
    fault: 'a hash changed',
    by: [`update audit_entry set hash = sha256('x') where ${of1001} and sequence = 3`],
    brokenAt: 3,
  },
  { fault: 'an entry deleted', by: [`delete from audit_entry where ${of1001} and sequence = 3`], brokenAt: 3 },
  { fault: 'the first entries deleted', by: [`delete from audit_entry where ${of1001} and sequence < 3`], brokenAt: 1 },
  {
    fault: 'two entries in another order',
    by: [
      `update audit_entry set sequence = 100 where ${of1001} and sequence = 3`,
      `update audit_entry set sequence = 3 where ${of1001} and sequence = 4`,
      `update audit_entry set sequence = 4 where ${of1001} and sequence = 100`,
    ],
    brokenAt: 3,
  },
  {
    fault: 'an entry inserted',
    by: [
      `update audit_entry set sequence = -sequence - 1 where ${of1001} and sequence > 3`,
      `update audit_entry set sequence = -sequence where ${of1001} and sequence < 0`,
      `insert into audit_entry (${columns}) select merchant, 4, hash, entry from audit_entry where ${of1001} and sequence = 3`,
    ],
    brokenAt: 4,
  },
  {
    fault: 'an entry added by the side of the head',
    by: [
      `insert into audit_entry (${columns}) select merchant, 7, sha256(hash || int8send(7::bigint) ||
        sha256(convert_to(entry, 'UTF8'))), entry from audit_entry where ${of1001} and sequence = 6`,
    ],
    brokenAt: 7,
  },
  { fault: 'the tail cut off', by: [cutTo4], brokenAt: 5 },
  { fault: 'every entry gone', by: [`delete from audit_entry where ${of1001}`], brokenAt: 1 },
  { fault: 'the head gone', by: [`delete from audit_checkpoint where ${of1001}`], brokenAt: 6 },
  {
    fault: 'an entry exchanged with another merchant’s',
    by: exchanging('audit_entry', columns, 'and sequence = 3'),
    brokenAt: 3,
  },
  {
    fault: 'the whole chains of two merchants exchanged',
    by: [...exchanging('audit_entry', columns), ...exchanging('audit_checkpoint', 'merchant, sequence, hash')],
    brokenAt: 1,
  },
];

for (const { fault, by, brokenAt } of faults)
  test(`${fault}: the first broken link is named`, async (t) => {
    t.diagnostic('1 faults made');
    await tamper(...by);
    assert.equal((await proofOf('1001')).broken?.sequence, brokenAt);
    await assert.rejects(
      verifyAudit(database.pool, { merchant: '', log: '', restored: '' }),
      /merchant 1001: BROKEN at entry/,
    );
  });

const hidden: { fault: string; by: string[]; brokenAt: number }[] = [
  { fault: 'the tail cut off and the head moved back', by: [cutTo4, headTo4], brokenAt: 5 },
  {
    fault: 'the whole chain gone with its head',
    by: chain.map((table) => `delete from ${table} where ${of1001}`),
    brokenAt: 1,
  },
];

for (const { fault, by, brokenAt } of hidden)
  test(`${fault}: a signed checkpoint elsewhere shows it`, async () => {
    const log = await signedLog();
    assert.equal((await proofOf('1001', log)).broken, undefined);
    await tamper(...by);
    assert.equal((await proofOf('1001')).broken, undefined);
    assert.equal((await proofOf('1001', log)).broken?.sequence, brokenAt);
    await assert.rejects(verified(log), /merchant 1001: BROKEN/);
  });

test('an entry changed with every hash after it: a signed checkpoint elsewhere shows it', async () => {
  const log = await signedLog();
  const entries = await asMaintenance(database.pool, (query) =>
    query<{ sequence: number; entry: string }>(
      `select sequence, entry from audit_entry where ${of1001} order by sequence`,
    ),
  );
  let hash: Buffer = Buffer.alloc(0);
  const by: string[] = [];
  for (const { sequence, entry } of entries) {
    const text = sequence === 3 ? entry.replace('Sam', 'Tim') : entry;
    hash = nextHash(hash, sequence, text);
    by.push(
      `update audit_entry set entry = '${text}', hash = '\\x${hash.toString('hex')}' where ${of1001} and sequence = ${sequence}`,
    );
  }
  await tamper(...by, `update audit_checkpoint set hash = '\\x${hash.toString('hex')}' where ${of1001}`);
  assert.equal((await proofOf('1001')).broken, undefined);
  assert.equal((await proofOf('1001', log)).broken?.sequence, 6);
});

test('a restored backup is accepted on the day that the operator gives; one put in by hand is not', async () => {
  const file = path.join(folder, 'old.backup');
  await backup(database, file);
  await append('1001', 3);
  const log = await signedLog();
  await database.close();
  const alone = await open();
  await recordRestore(alone.pool, await restore(alone, file, { replace: true, migrations }));
  await alone.close();
  database = await open();
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(await proofOf('1001', log, today), { merchant: '1001', entries: 6, restored: 1 });
  await append('1001', 3);
  assert.deepEqual(await proofOf('1001', log, today), { merchant: '1001', entries: 9, restored: 1 });
  assert.match(
    await verified(log, `2020-01-01,${today}`),
    /a restore or a failover took back what 1 checkpoints had signed/,
  );
  await assert.rejects(verified(log), new RegExp(`BROKEN at entry 9: .* restored at .*--restored ${today}`));
  await tamper(`delete from audit_entry where merchant = '*'`, `delete from audit_checkpoint where merchant = '*'`);
  assert.equal((await proofOf('1001', log, today)).broken?.sequence, 9);
});

test('after a failover that lost the end of a chain, the operator declares the loss and the chain holds with the log', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const log = await signedLog();
  await tamper(cutTo4, headTo4);
  await assert.rejects(verified(log, today), /BROKEN at entry 5/, 'until it is declared');
  assert.match(await recordLoss(database.pool, `${today}T00:00Z`), new RegExp(`declared lost; .* --restored ${today}`));
  assert.match(
    await verified(log, today),
    /merchant 1001: 4 entries, intact; a restore or a failover took back what 1/,
  );
  await append('1001', 3);
  assert.deepEqual(await proofOf('1001', log, today), { merchant: '1001', entries: 7, restored: 1 });
  await assert.rejects(verified(log), new RegExp(`BROKEN at entry 6: .* were declared lost.*--restored ${today}`));
});

test('a declared loss excuses no older checkpoint, and needs a time that has passed', async () => {
  const log = await signedLog();
  await tamper(cutTo4, headTo4);
  const later = new Date().toISOString();
  await appendAlone(database.pool, {
    Action: 'audit.lost',
    Actor: { Kind: 'operator', Id: 'root', Name: 'root' },
    Outcome: 'done',
    Details: { Taken: later },
  });
  await assert.rejects(verified(log, later.slice(0, 10)), /BROKEN at entry 5: it is missing/);
  for (const wrong of ['yesterday', '2026-02-30T10:00Z', '2026-02-03', '2026-02-03T10:00', '2026-02-03T24:00Z'])
    await assert.rejects(recordLoss(database.pool, wrong), /is no time in UTC such as 2026-12-01T10:30Z/, wrong);
  await assert.rejects(recordLoss(database.pool, '2999-01-01T00:00Z'), /still to come/);
});

test('an entry of a restore does not hide a cut tail', async () => {
  const log = await signedLog();
  await tamper(cutTo4, headTo4);
  // Its entry is in the chain of the installation, and every hash is right.
  await recordRestore(database.pool, { taken: '2020-01-01T00:00:00.000Z', rows: 1 });
  assert.equal((await proofOf('*')).broken, undefined);
  await assert.rejects(verified(log), /merchant 1001: BROKEN at entry 5: it is missing: entry 6 was signed/);
  await assert.rejects(verified(log, '2020-01-01'), /BROKEN at entry 5/);
  await assert.rejects(verified(log, 'yesterday'), /--restored: yesterday is no day such as 2026-12-01/);
});

test('what was appended since the hourly check is signed within a minute, and once', async () => {
  const service = process();
  await service.hourly();
  await append('1001', 2);
  const log = await service.everyMinute();
  assert.equal(log.match(/"checkpoint"/g)?.length, 1, 'of the chain that has moved');
  assert.equal(await service.everyMinute(), '');
  assert.equal((await proofOf('1001', log)).broken, undefined);
  await tamper(cutTo4.replace('4', '7'), headTo4.replaceAll('4', '7'));
  assert.equal((await proofOf('1001')).broken, undefined);
  await assert.rejects(verified(log), /merchant 1001: BROKEN at entry 8: it is missing/);
});

test('a head whose signature was not written is signed with the next ones', async () => {
  const written: string[] = [];
  let isFull = true;
  const { signHeads } = createCheckpoints((line) => {
    if (isFull) throw new Error('the disk is full');
    written.push(line.merchant);
  });
  await assert.rejects(signHeads(database.pool), /the disk is full/);
  isFull = false;
  await signHeads(database.pool);
  assert.deepEqual(written, ['1001', '1002']);
});

test('without a log the command says what it can’t see', async () => {
  const lines = await verifyAudit(database.pool, { merchant: '', log: '', restored: '' });
  assert.match(lines.at(-1) ?? '', /^without a log \(--log FILE\) a chain that was cut at its end/);
});

test('a checkpoint that this service has not signed is refused', async () => {
  const log = await signedLog();
  const [, payload = ''] = /"checkpoint":"[\w-]+\.([\w-]+)\./.exec(log) ?? [];
  const forged = Buffer.from(payload, 'base64url').toString().replace('"Sequence":6', '"Sequence":5');
  await assert.rejects(
    proofOf('1001', log.replace(payload, Buffer.from(forged).toString('base64url'))),
    /a checkpoint that this service has not signed/,
  );
});

/** What of a chain is proved, as it is stored. */
const stored = (part: 'new' | 'whole') =>
  asMaintenance(database.pool, (query) =>
    query<{ merchant: string; sequence: number; broken: number | null }>(
      'select merchant, sequence, broken_at as broken from audit_proof where part = $1 order by merchant',
      [part],
    ),
  );

/** Each chain’s time of the day comes. */
const wholeIsDue = (merchant = '1001') =>
  tamper(
    `update audit_proof set due_at = now() - interval '1 minute' where part = 'whole' and merchant = '${merchant}'`,
  );

/** As many entries as pages need, by one statement. */
const fill = (merchant: string, count: number) =>
  tamper(`
    do $$
    declare
      head record;
      text text;
    begin
      select sequence, hash into head from audit_checkpoint where merchant = '${merchant}';
      for n in head.sequence + 1 .. head.sequence + ${count} loop
        text := json_build_object('Merchant', '${merchant}', 'Actor', json_build_object('Name', 'Sam'), 'Items', n);
        head.hash := sha256(head.hash || int8send(n::bigint) || sha256(convert_to(text, 'UTF8')));
        head.sequence := n;
        insert into audit_entry (merchant, sequence, hash, entry) values ('${merchant}', n, head.hash, text);
      end loop;
      update audit_checkpoint set sequence = head.sequence, hash = head.hash where merchant = '${merchant}';
    end
    $$`);

const changed = (...sequences: number[]) =>
  tamper(
    `update audit_entry set entry = replace(entry, 'Sam', 'Tim') where ${of1001} and sequence in (${sequences.join(', ')})`,
  );

test('the hourly check stores how far a chain holds, and signs none that is broken', async () => {
  await tamper(`delete from audit_entry where ${of1001} and sequence = 3`);
  const service = process();
  for (const hour of [1, 2]) {
    const log = await service.hourly();
    assert.match(log, /"merchant":"1001","brokenAt":3/, `hour ${hour}`);
    assert.match(log, /"merchant":"1002","checkpoint"/);
    assert.doesNotMatch(log, /"merchant":"1001","checkpoint"/);
  }
  assert.deepEqual(await stored('new'), [
    { merchant: '1001', sequence: 2, broken: 3 },
    { merchant: '1002', sequence: 6, broken: null },
  ]);
});

test('a new entry that is changed is found within the hour, and old ones are not read again for it', async () => {
  await process().hourly();
  await append('1001', 3);
  const { hourly } = process();
  await changed(2);
  assert.match(await hourly(), /"merchant":"1001","checkpoint"/);
  await append('1001', 3);
  await changed(11);
  assert.match(await hourly(), /"merchant":"1001","brokenAt":11/);
});

test('an old entry that is changed is found when the whole chain is proved, on its day, and every hour until it is repaired', async () => {
  const service = process();
  await service.hourly();
  await changed(3);
  assert.doesNotMatch(await service.hourly(), /brokenAt/);
  assert.equal(await service.nextTurn(), '', 'its time has not come');
  const [due] = await asMaintenance(database.pool, (query) =>
    query<{ isWithinADay: boolean }>(
      `select due_at between now() and now() + interval '24 hours' as "isWithinADay" from audit_proof
        where ${of1001} and part = 'whole'`,
    ),
  );
  assert.deepEqual(due, { isWithinADay: true });
  await wholeIsDue();
  assert.match(await service.nextTurn(), /"merchant":"1001","brokenAt":3/);
  assert.equal(await service.nextTurn(), '', 'once');
  await append('1001', 1);
  for (const hour of [1, 2]) {
    const log = await process().hourly();
    assert.match(log, /"merchant":"1001","brokenAt":3/, `hour ${hour}`);
    assert.doesNotMatch(log, /"merchant":"1001","checkpoint"/);
  }
  await tamper(`update audit_entry set entry = replace(entry, 'Tim', 'Sam') where ${of1001} and sequence = 3`);
  assert.match(await service.hourly(), /"merchant":"1001","checkpoint"/);
  assert.deepEqual((await stored('whole'))[0], { merchant: '1001', sequence: 0, broken: null });
});

const old: { fault: string; by: string[]; brokenAt: number }[] = [
  { fault: 'the first entries deleted', by: [`delete from audit_entry where ${of1001} and sequence < 3`], brokenAt: 1 },
  {
    fault: 'two chains exchanged, with their heads',
    by: [...exchanging('audit_entry', columns), ...exchanging('audit_checkpoint', 'merchant, sequence, hash')],
    brokenAt: 1,
  },
];
for (const { fault, by, brokenAt } of old)
  test(`${fault}, of what was proved before: the proof of the whole chain names the first broken link`, async () => {
    await process().hourly();
    await tamper(...by);
    await wholeIsDue();
    assert.match(await process().nextTurn(), new RegExp(`"merchant":"1001","brokenAt":${brokenAt}}`));
  });

const kept: { fault: string; by: string[]; brokenAt: number }[] = [
  ...hidden,
  { fault: 'every entry gone', by: [`delete from audit_entry where ${of1001}`], brokenAt: 1 },
  { fault: 'the head gone', by: [`delete from audit_checkpoint where ${of1001}`], brokenAt: 6 },
];
for (const { fault, by, brokenAt } of kept)
  test(`${fault}: the next hour finds it by what was proved before, and forgets it no hour after`, async () => {
    await process().hourly();
    await tamper(...by);
    const found = fault.startsWith('the whole chain gone') ? 6 : brokenAt;
    for (const hour of [1, 2])
      assert.match(await process().hourly(), new RegExp(`"merchant":"1001","brokenAt":${found}}`), `hour ${hour}`);
  });

test('a long proof of a whole chain goes on in another process, where the first one stopped', async () => {
  await fill('1001', 2 * entriesPerPage);
  await process().hourly();
  await wholeIsDue();
  assert.equal(await process().nextTurn(), '');
  assert.deepEqual((await stored('whole'))[0], { merchant: '1001', sequence: entriesPerPage, broken: null });
  // The one before is not read again, this day.
  await changed(entriesPerPage - 1, entriesPerPage + 2);
  assert.match(await process().nextTurn(), new RegExp(`"merchant":"1001","brokenAt":${entriesPerPage + 2}}`));
});

test('a proof that another process has is left to it, without a wait', async () => {
  await fill('1001', 2 * entriesPerPage);
  await process().hourly();
  for (const merchant of ['1001', '1002']) await wholeIsDue(merchant);
  await asMaintenance(database.pool, async (query) => {
    await query(`select from audit_proof where ${of1001} for update`);
    assert.doesNotMatch(await process().hourly(), /1001/);
    await process().nextTurn();
  });
  assert.deepEqual((await stored('whole'))[0], { merchant: '1001', sequence: 0, broken: null });
  await Promise.all([process().nextTurn(), process().nextTurn()]);
  const proofs = await stored('whole');
  assert.ok(proofs[0] && [entriesPerPage, 2 * entriesPerPage].includes(proofs[0].sequence), 'each page is proved once');
});

test('the proofs of many merchants are spread over the day, each at the same time every day', () => {
  const now = new Date('2026-11-25T13:30:00Z');
  const hours = new Map<number, number>();
  for (let merchant = 1001; merchant <= 3400; merchant++) {
    const time = nextTime(String(merchant), now);
    assert.ok(time > now && time.getTime() <= now.getTime() + 86_400_000);
    assert.equal(nextTime(String(merchant), time).getTime(), time.getTime() + 86_400_000);
    hours.set(time.getUTCHours(), (hours.get(time.getUTCHours()) ?? 0) + 1);
  }
  assert.equal(hours.size, 24);
  assert.ok(Math.max(...hours.values()) < 150, 'of 100 in the middle');
});

test('restores are read once for all chains by the command, by an index, and never by the service', async (t) => {
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  t.after(() => Object.assign(pg.Client.prototype, { query }));
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: [string | { text?: string }, ...unknown[]]): unknown {
      texts.push(typeof given[0] === 'string' ? given[0] : (given[0].text ?? ''));
      return Reflect.apply(query, this, given);
    },
  });
  const ofRestores = () => texts.filter((text) => text.includes('backup.restore'));
  const log = await signedLog();
  assert.deepEqual(ofRestores(), []);
  await verified(log);
  assert.equal(ofRestores().length, 1);
  const plan = await asMaintenance(database.pool, async (ask) => {
    await ask('set local enable_seqscan to off');
    return ask<{ 'QUERY PLAN': string }>(`explain ${ofRestores()[0]?.replace('$1', "'*'")}`);
  });
  assert.match(JSON.stringify(plan), /audit_entry_restore/);
});

test('a call’s role can neither change nor delete an entry', async () => {
  for (const statement of [
    'update audit_entry set entry = entry',
    'delete from audit_entry',
    'delete from audit_checkpoint',
  ]) {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`select enter('collections_app', '1001', '')`);
    await assert.rejects(client.query(statement), /permission denied/);
    await client.query('rollback');
    client.release();
  }
});
