import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '#rules/calendar.ts';
import { testService, type Answer, type CallOptions, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const today = () => service.clock.today();
const inDays = (days: number) => addDays(today(), days);

/** Creates a mandate of twelve instalments, none above 1800. */
async function capture(number: string, more: object = {}, options?: CallOptions): Promise<number> {
  await service.call('clientCreate', client(number), options);
  const answer = await service.call('mandateCreate', { ...mandate(today(), number, 'A'), ...more }, options);
  const sequence = answer.successful[0]?.ContractSequence;
  assert.ok(sequence, answer.text);
  return sequence;
}

const listed = async (ContractSequence: number) =>
  (await service.call('omniInstalmentList', { ContractSequence })).records;

type Refused = Pick<Answer<'omniInstalmentCreate'>, 'failed'>;
const faults = ({ failed }: Refused) => failed.map((it) => [it.Errors[0]?.Field, it.Errors[0]?.Code]);

test('an added instalment is like any other, at the first minute of its day', async () => {
  const sequence = await capture('O-1');
  const CollectionDate = inDays(5);
  const added = await service.call('omniInstalmentCreate', {
    ContractSequence: sequence,
    CollectionDate,
    InstalmentAmount: 50.05,
  });
  assert.deepEqual(added.successful, [{ ContractSequence: sequence, InstalmentSequence: 13 }]);
  assert.deepEqual(
    { ...(added.body['APIResponse'] as object), CallSequence: 0 },
    { CallSequence: 0, Status: 'SUCCESS', Version: '1.0.2', Name: 'omniInstalmentCreate' },
  );
  const one = { ContractSequence: sequence, InstalmentSequence: 13 };
  assert.deepEqual((await service.call('omniInstalmentList', one)).records, [
    { ...one, CollectionDate, InstalmentAmount: 50.05, Status: 'SCHEDULED' },
  ]);
  const [standard] = (await service.call('instalmentList', one)).records;
  assert.equal(standard?.InstalmentActionDate, `${CollectionDate} 00:00`);
});

test('refuses the bad items of a batch by field and code, and numbers the good ones in their order', async () => {
  const one = await capture('O-2');
  const other = await capture('O-3');
  const closed = await capture('O-4');
  await service.call('mandateCancel', {
    ContractSequence: closed,
    CancelReason: 'MD17',
    CancelDate: `${today()} 00:00`,
  });
  const elsewhere = await capture('O-2', {}, { product: 'DEBICHECK' });
  const item = (ContractSequence: number, more: object = {}) => ({
    ContractSequence,
    CollectionDate: inDays(3),
    InstalmentAmount: 10,
    ...more,
  });
  const answer = await service.call('omniInstalmentCreate', [
    item(one),
    item(1),
    item(other, { InstalmentAmount: 11 }),
    item(elsewhere),
    item(one, { CollectionDate: inDays(-1) }),
    item(one, { InstalmentAmount: 1800.01 }),
    item(closed),
    item(one, { InstalmentAmount: 1.001 }),
    item(one, { CollectionDate: `${inDays(3)} 08:00` }),
    item(one, { CollectionDate: undefined }),
    item(one, { InstalmentAmount: 12, CollectionDate: today() }),
  ]);
  assert.deepEqual(answer.successful, [
    { ContractSequence: one, InstalmentSequence: 13 },
    { ContractSequence: other, InstalmentSequence: 13 },
    { ContractSequence: one, InstalmentSequence: 14 },
  ]);
  assert.deepEqual(faults(answer), [
    ['ContractSequence', 'NOT_FOUND'],
    ['ContractSequence', 'NOT_FOUND'],
    ['CollectionDate', 'IN_THE_PAST'],
    ['InstalmentAmount', 'ABOVE_MAXIMUM'],
    [undefined, 'NOT_OPEN'],
    ['InstalmentAmount', 'INVALID'],
    ['CollectionDate', 'INVALID'],
    ['CollectionDate', 'REQUIRED'],
  ]);
  assert.deepEqual(
    (await listed(one)).slice(12).map((it) => [it.CollectionDate, it.InstalmentAmount]),
    [
      [inDays(3), 10],
      [today(), 12],
    ],
  );
  assert.equal((await listed(closed)).length, 12);
});

test('a new date keeps the time of day', async () => {
  const sequence = await capture('O-5');
  const one = { ContractSequence: sequence, InstalmentSequence: 2 };
  await service.call('instalmentEdit', { ...one, InstalmentActionDate: `${inDays(40)} 09:45` });
  const moved = await service.call('omniInstalmentEdit', {
    ...one,
    CollectionDate: inDays(41),
    InstalmentAmount: 99.99,
  });
  assert.deepEqual(moved.successful, [one]);
  const [now] = (await service.call('instalmentList', one)).records;
  assert.deepEqual([now?.InstalmentActionDate, now?.InstalmentAmount], [`${inDays(41)} 09:45`, 99.99]);

  const changes = async () =>
    (
      await service.call('contractChangeReport', {
        StartDate: `${inDays(-1)} 00:00`,
        EndDate: `${inDays(1)} 23:59`,
        ContractSequence: sequence,
      })
    ).records.map((it) => [it.FieldChanged, it.OldValue, it.NewValue]);
  const before = await changes();
  assert.deepEqual(before.slice(-2), [
    ['InstalmentActionDate[2]', `${inDays(40)} 09:45`, `${inDays(41)} 09:45`],
    ['InstalmentAmount[2]', '1234.56', '99.99'],
  ]);
  const same = await service.call('omniInstalmentEdit', { ...one, CollectionDate: inDays(41) });
  assert.deepEqual(same.successful, [one]);
  assert.deepEqual(await changes(), before, 'an edit that changes nothing logs nothing');
});

test('a refused edit names the field of this resource', async () => {
  const sequence = await capture('O-6');
  const of = (InstalmentSequence: number, more: object) => ({
    ContractSequence: sequence,
    InstalmentSequence,
    ...more,
  });
  await service.call('omniInstalmentCreate', {
    ContractSequence: sequence,
    CollectionDate: today(),
    InstalmentAmount: 1,
  });
  await service.call('omniInstalmentCancel', of(4, {}));
  const before = await listed(sequence);
  const answer = await service.call('omniInstalmentEdit', [
    of(1, { CollectionDate: inDays(-1) }),
    of(1, { CollectionDate: null }),
    of(1, { InstalmentAmount: null }),
    of(1, { InstalmentAmount: 1800.01 }),
    of(99, { InstalmentAmount: 5 }),
    of(4, { InstalmentAmount: 5 }),
    of(13, { InstalmentAmount: 5 }),
    { ContractSequence: 1, InstalmentSequence: 1, InstalmentAmount: 5 },
    { ...of(1, {}), ClientNumber: 'O-6' } as never,
  ]);
  assert.deepEqual(answer.successful, []);
  assert.deepEqual(faults(answer), [
    ['CollectionDate', 'IN_THE_PAST'],
    ['CollectionDate', 'REQUIRED'],
    ['InstalmentAmount', 'REQUIRED'],
    ['InstalmentAmount', 'ABOVE_MAXIMUM'],
    ['InstalmentSequence', 'NOT_FOUND'],
    ['InstalmentSequence', 'NOT_SCHEDULED'],
    ['InstalmentSequence', 'TOO_LATE'],
    ['ContractSequence', 'NOT_FOUND'],
    ['ClientNumber', 'UNKNOWN_WORD'],
  ]);
  assert.deepEqual(await listed(sequence), before);
});

test('a cancel without an instalment cancels all that remain and answers each, except what goes out today', async () => {
  const ContractSequence = await capture('O-7');
  await service.call('omniInstalmentCreate', { ContractSequence, CollectionDate: today(), InstalmentAmount: 1 });
  const one = { ContractSequence, InstalmentSequence: 3 };
  assert.deepEqual((await service.call('omniInstalmentCancel', one)).successful, [one]);
  assert.deepEqual(faults(await service.call('omniInstalmentCancel', one)), [['InstalmentSequence', 'NOT_SCHEDULED']]);

  const rest = await service.call('omniInstalmentCancel', { ContractSequence });
  assert.deepEqual(
    rest.successful,
    [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((InstalmentSequence) => ({ ContractSequence, InstalmentSequence })),
  );
  assert.deepEqual(rest.failed, []);
  assert.deepEqual(
    (await listed(ContractSequence)).filter((it) => it.Status !== 'CANCELLED').map((it) => it.InstalmentSequence),
    [13],
  );
  const none = await service.call('omniInstalmentCancel', { ContractSequence });
  assert.deepEqual(none.successful, []);
  assert.deepEqual(faults(none), [['ContractSequence', 'NOT_SCHEDULED']]);
});

test('an empty instalment cancels nothing', async () => {
  const ContractSequence = await capture('O-8');
  const empty = await service.call('omniInstalmentCancel', { ContractSequence, InstalmentSequence: '' as never });
  assert.deepEqual([empty.status, empty.errors[0]?.Field], [400, 'InstalmentSequence']);
  const nothing = await service.call('omniInstalmentCancel', {} as never);
  assert.deepEqual([nothing.status, nothing.errors[0]?.Field], [400, 'ContractSequence']);
  assert.ok((await listed(ContractSequence)).every((it) => it.Status === 'SCHEDULED'));
  assert.deepEqual(faults(await service.call('omniInstalmentCancel', { ContractSequence: 1 })), [
    ['ContractSequence', 'NOT_FOUND'],
  ]);
});

test('a retrieve filters by each of its fields', async () => {
  const there = { product: 'DEBICHECK' };
  const one = await capture('O-9', {}, there);
  const other = await capture('O-10', {}, there);
  await service.call('omniInstalmentCancel', { ContractSequence: one, InstalmentSequence: 5 }, there);
  const found = async (query: { ContractSequence?: number; InstalmentSequence?: number; Status?: string }) =>
    (await service.call('omniInstalmentList', query, there)).records.map((it) => [
      it.ContractSequence,
      it.InstalmentSequence,
    ]);
  const all = await found({});
  assert.deepEqual(
    all.filter(([contract]) => contract === one || contract === other),
    [one, other].flatMap((contract) => Array.from({ length: 12 }, (_, n) => [contract, n + 1])),
  );
  assert.deepEqual(
    await found({ ContractSequence: other }),
    all.filter(([contract]) => contract === other),
  );
  assert.deepEqual(
    await found({ InstalmentSequence: 5 }),
    all.filter(([, sequence]) => sequence === 5),
  );
  assert.deepEqual(await found({ Status: 'CANCELLED' }), [[one, 5]]);
  assert.deepEqual(await found({ ContractSequence: one, InstalmentSequence: 5 }), [[one, 5]]);
  const missing = await service.call('omniInstalmentList', { ContractSequence: one, InstalmentSequence: 99 }, there);
  assert.equal(missing.status, 404);
  const elsewhere = await service.call('omniInstalmentList', { ContractSequence: one, InstalmentSequence: 5 });
  assert.equal(elsewhere.status, 404);
});
