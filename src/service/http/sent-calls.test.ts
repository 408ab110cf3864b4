import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { addDays } from '#rules/calendar.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { numbersKeyFile, testService, type TestService } from '#service/testing/app.ts';
import { temporaryFolder } from '#service/testing/database.ts';
import { client, nextMonth } from '#service/testing/samples.ts';
import { answeredWith, askSentCall } from '#service/testing/sent-calls.ts';
import { until } from '#service/testing/until.ts';

/** The answer about a key whose own answer was lost, and that it stays the same. */

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const nothing = '{"Outcome":"nothing"}';
const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const codeOf = ({ errors }: { errors: { Code: string }[] }) => errors[0]?.Code;
const isThere = async (ClientNumber: string, merchant = '1001') =>
  (await service.call('clientList', { ClientNumber }, { merchant })).status === 200;

async function contractOf(ClientNumber: string): Promise<number> {
  await service.call('clientCreate', client(ClientNumber));
  const created = await service.call('contractCreate', {
    ClientNumber,
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(service.clock.today())} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  return created.successful[0]?.ContractSequence ?? 0;
}

test('the answer of a create, an edit, a cancel and a batch with refused items is told with the same bytes', async () => {
  const ContractSequence = await contractOf('B-1');
  const at = `${addDays(service.clock.today(), 9)} 00:00`;
  const one = { ContractSequence, InstalmentSequence: 2 };
  const answers = [
    await service.call(
      'instalmentCreate',
      { ContractSequence, InstalmentActionDate: at, InstalmentAmount: 5.5 },
      under('create'),
    ),
    await service.call('instalmentEdit', { ...one, InstalmentAmount: 66.06 }, under('edit')),
    await service.call('instalmentCancel', one, under('cancel')),
    await service.call('clientCreate', [client('B-2'), { ...client('B-3'), ClientName: '' }], under('partly')),
    await service.call('instalmentCancel', one, under('refused')),
  ];
  assert.deepEqual(
    answers.map((it) => [it.successful.length, it.failed.length]),
    [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  );
  for (const [index, key] of ['create', 'edit', 'cancel', 'partly', 'refused'].entries()) {
    const told = await askSentCall(service, key);
    assert.deepEqual([told.status, told.text], [200, answeredWith(answers[index] ?? { status: 0, text: '' })], key);
  }
});

test('a long answer is told whole', async () => {
  const items = Array.from({ length: 1500 }, (_, index) => client(`L-${index}`));
  const answer = await service.call('clientCreate', items, under('long'));
  assert.equal(answer.successful.length, items.length);
  assert.equal((await askSentCall(service, 'long')).text, answeredWith(answer));
});

test('a call that was refused as a whole has done nothing, and its key is closed by the question', async () => {
  const refused = await service.call('clientCreate', [], under('whole'));
  assert.equal(refused.status, 400);
  assert.equal((await askSentCall(service, 'whole')).text, nothing);
  assert.equal(codeOf(await service.call('clientCreate', client('W-1'), under('whole'))), 'IDEMPOTENCY_KEY_CLOSED');
  assert.equal(await isThere('W-1'), false);
});

test('a request that arrives after its key was asked for is refused, whatever is in it, and stores nothing', async () => {
  const key = randomUUID();
  assert.equal((await askSentCall(service, key)).text, nothing);
  const ContractSequence = await contractOf('C-1');
  const late = [
    await service.call('clientCreate', client('C-2'), under(key)),
    await service.call('clientCreate', client('C-2'), under(key)),
    await service.call('clientCreate', [client('C-3'), client('C-4')], under(key)),
    await service.call('clientCreate', client('C-2'), { product: 'DEBICHECK', ...under(key) }),
    await service.call('instalmentCancel', { ContractSequence, InstalmentSequence: 2 }, under(key)),
  ];
  for (const answer of late) assert.deepEqual([answer.status, codeOf(answer)], [400, 'IDEMPOTENCY_KEY_CLOSED']);
  for (const number of ['C-2', 'C-3', 'C-4']) assert.equal(await isThere(number), false);
  const { records } = await service.call('instalmentList', { ContractSequence });
  assert.equal(records[1]?.InstalmentStatus, 'SCHEDULED');
  assert.equal((await askSentCall(service, key)).text, nothing, 'asked again');
});

test('asks and sends of one key at once: all are told the answer, or nothing is there', async (t) => {
  let round = 0;
  let answered = 0;
  const delays = fc.array(fc.nat(12), { minLength: 16, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(delays, async (given) => {
      const number = `P-${++round}`;
      const [asks, sends] = await Promise.all([
        Promise.all(given.slice(0, 8).map((ms) => pause(ms).then(() => askSentCall(service, number)))),
        Promise.all(
          given.slice(8).map((ms) => pause(ms).then(() => service.call('clientCreate', client(number), under(number)))),
        ),
      ]);
      const told = new Set(asks.map(({ text }) => text));
      assert.equal(told.size, 1, [...told].join(' '));
      const isDone = !told.has(nothing);
      for (const answer of sends)
        if (isDone) assert.deepEqual([...told], [answeredWith(answer)]);
        else assert.equal(codeOf(answer), 'IDEMPOTENCY_KEY_CLOSED', answer.text);
      assert.equal(await isThere(number), isDone);
      if (isDone) answered++;
    }),
    { numRuns: 40 },
  );
  t.diagnostic(`${answered} of ${round} keys were answered, the others closed`);
});

test('a call that is being processed is waited for, and its answer told', async () => {
  const blocker = await service.database.schema.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table client in share row exclusive mode');
    const sending = service.call('clientCreate', client('D-1'), under('processed'));
    await until(async () => {
      const { rows } = await blocker.query(`select from pg_locks where relation = 'client'::regclass and not granted`);
      return rows.length > 0;
    });
    let isTold = false;
    const asking = askSentCall(service, 'processed').finally(() => (isTold = true));
    await pause(300);
    assert.equal(isTold, false);
    await blocker.query('commit');
    const answer = await sending;
    assert.equal(answer.successful.length, 1, answer.text);
    assert.equal((await asking).text, answeredWith(answer));
  } finally {
    blocker.release();
  }
});

test('other callers and other merchants are told nothing of a key, and close only their own', async () => {
  const other = await settingsOf(service).signIn('other', 'auditor:1001');
  const done = await service.call('clientCreate', client('O-1'), under('shared'));
  assert.equal((await askSentCall(service, 'shared', { token: other })).text, nothing);
  assert.equal((await askSentCall(service, 'shared', { merchant: '1002' })).text, nothing);
  assert.equal((await askSentCall(service, 'shared')).text, answeredWith(done));
  await askSentCall(service, 'free', { token: other });
  await askSentCall(service, 'free', { merchant: '1002' });
  assert.equal((await service.call('clientCreate', client('O-2'), under('free'))).successful.length, 1);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a key that may be forgotten is told nothing of, and stays free', async () => {
  const told = await askSentCall(service, 'old', { SentAt: hoursAgo(48.01) });
  assert.deepEqual([told.status, told.body.Errors?.[0]?.Code], [400, 'TOO_OLD']);
  assert.equal((await service.call('clientCreate', client('T-1'), under('old'))).successful.length, 1);
  assert.equal((await askSentCall(service, 'new', { SentAt: hoursAgo(47.9) })).text, nothing);
});

test('a question without a key that a call can have, or without an instant, is refused', async () => {
  const faults = [
    { Key: '' },
    { Key: 'x'.repeat(256) },
    { Key: 'clé' },
    { SentAt: '2026-11-28 10:31' },
    { SentAt: '' },
  ];
  for (const fault of faults) {
    const told = await askSentCall(service, 'k', fault);
    assert.deepEqual([told.status, told.body.Errors?.[0]?.Field], [400, Object.keys(fault)[0]], told.text);
  }
  assert.equal((await askSentCall(service, `x ${'~'.repeat(253)}`)).text, nothing);
});

test('an answer with account numbers is stored encrypted and told as it was', async () => {
  const folder = await temporaryFolder();
  const ownKeyFile = path.join(folder, 'numbers.key');
  await writeFile(ownKeyFile, randomBytes(32));
  // In a run with encrypted numbers the database has its key already.
  const sealed = await testService({ numbersKeyFile: numbersKeyFile || ownKeyFile });
  try {
    const answer = await sealed.call('clientCreate', client('E-1'), under('sealed'));
    assert.match(answer.text, /62001234567/);
    const rows = await asMaintenance(sealed.database.pool, (query) =>
      query<{ answer: string }>(`select answer from idempotency where key = 'sealed'`),
    );
    assert.match(rows[0]?.answer ?? '', /^~/);
    assert.equal((await askSentCall(sealed, 'sealed')).text, answeredWith(answer));
    assert.equal((await askSentCall(sealed, 'other')).text, nothing);
    assert.equal(codeOf(await sealed.call('clientCreate', client('E-2'), under('other'))), 'IDEMPOTENCY_KEY_CLOSED');
  } finally {
    await sealed.close();
    await rm(folder, { recursive: true });
  }
});
