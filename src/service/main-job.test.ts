import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '#rules/calendar.ts';
import { toCents } from '#rules/money.ts';
import { schedule } from '#rules/schedule.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

const range = () => {
  const today = service.clock.today();
  return { StartDate: `${addDays(today, -1)} 00:00`, EndDate: `${addDays(today, 1)} 23:59` };
};

async function capture(number: string, more: object = {}) {
  await service.call('clientCreate', client(number));
  const item = { ...mandate(service.clock.today(), number, 'A'), ...more };
  const answer = await service.call('mandateCreate', item);
  const sequence = answer.successful[0]?.ContractSequence;
  assert.ok(sequence, answer.text);
  return { item, sequence };
}

const instalmentsOf = async (ContractSequence: number) =>
  (await service.call('instalmentList', { ContractSequence })).records;

test('from client to cancelled mandate, every step in the change report', async () => {
  const { item, sequence } = await capture('J-1');
  const planned = schedule({
    FrequencyCode: item.FrequencyCode,
    CollectionDay: item.CollectionDay,
    InstalmentStartDate: item.InstalmentStartDate,
    InstalmentCents: toCents(item.InstalmentAmount) ?? 0,
    NumberOfInstalments: 12,
  });
  const created = await instalmentsOf(sequence);
  assert.deepEqual(
    created.map((it) => [it.InstalmentSequence, it.InstalmentActionDate, it.InstalmentAmount]),
    planned.map((it) => [it.InstalmentSequence, it.InstalmentActionDate, it.InstalmentCents / 100]),
  );

  const to = `${addDays(planned[2]?.InstalmentActionDate.slice(0, 10) ?? '', 2)} 00:00`;
  const moved = await service.call('instalmentEdit', {
    ContractSequence: sequence,
    InstalmentSequence: 3,
    InstalmentActionDate: to,
  });
  assert.equal(moved.successful[0]?.InstalmentActionDate, to);

  const cancelled = await service.call('mandateCancel', {
    ContractSequence: sequence,
    CancelReason: 'MD17',
    CancelDate: planned[5]?.InstalmentActionDate ?? '',
  });
  assert.deepEqual(cancelled.successful, [{ ContractSequence: sequence, ClientNumber: 'J-1', ContractNumber: 'A' }]);
  const left = (await instalmentsOf(sequence)).filter((it) => it.InstalmentStatus === 'SCHEDULED');
  assert.equal(left.length, 6, 'what is due up to the cancel date still runs');

  const mandateChanges = (await service.call('mandateChangeReport', { ...range(), ContractSequence: sequence }))
    .records;
  assert.deepEqual(
    mandateChanges
      .filter((it) => it.ChangeType !== 'CREATE' || it.FieldChanged === 'MandateStatusCode')
      .map((it) => [it.ChangeType, it.FieldChanged, it.OldValue, it.NewValue]),
    [
      ['CREATE', 'MandateStatusCode', '', 'ACTIVE'],
      ['CANCEL', 'MandateStatusCode', 'ACTIVE', 'CANCELLED'],
      ['CANCEL', 'CancelReason', '', 'MD17'],
      ['CANCEL', 'CancelDate', '', planned[5]?.InstalmentActionDate],
    ],
  );
  const contractChanges = (await service.call('contractChangeReport', { ...range(), ContractSequence: sequence }))
    .records;
  assert.deepEqual(
    contractChanges.map((it) => it.FieldChanged),
    [
      'Status',
      'InstalmentActionDate[3]',
      // The sixth is now the last.
      'DebitSequenceType[6]',
      ...[7, 8, 9, 10, 11, 12].map((n) => `InstalmentStatus[${n}]`),
    ],
  );
  assert.equal(contractChanges[1]?.OldValue, planned[2]?.InstalmentActionDate);
  assert.equal(contractChanges[1]?.NewValue, to);
});

test('a contract number stays used, even after cancellation', async () => {
  const { item, sequence } = await capture('J-2');
  const end = { ContractSequence: sequence, CancelReason: 'MD17', CancelDate: `${service.clock.today()} 00:00` };
  await service.call('mandateCancel', end);
  const again = await service.call('mandateCancel', end);
  assert.equal(again.failed[0]?.Errors[0]?.Code, 'NOT_OPEN');
  const create = await service.call('mandateCreate', item);
  assert.equal(create.failed[0]?.Errors[0]?.Code, 'DUPLICATE');
  const edit = await service.call('mandateEdit', { ContractSequence: sequence, InstalmentAmount: 5 });
  assert.equal(edit.failed[0]?.Errors[0]?.Code, 'NOT_OPEN');
});

test('an edit changes its fields and the instalments derived from them', async () => {
  const { sequence } = await capture('J-3');
  await service.call('instalmentEdit', { ContractSequence: sequence, InstalmentSequence: 1, InstalmentAmount: 7.77 });
  const before = await instalmentsOf(sequence);
  await service.call('mandateEdit', { ContractSequence: sequence, NumberOfInstalments: 14 });
  const longer = await instalmentsOf(sequence);
  assert.equal(longer.length, 14);
  assert.equal(longer[0]?.InstalmentAmount, 7.77, 'a place whose plan did not change keeps what was changed by hand');
  assert.deepEqual(longer.slice(1, 11), before.slice(1, 11));

  await service.call('mandateEdit', {
    ContractSequence: sequence,
    InstalmentAmount: 1500,
    CollectionDay: 28,
    NumberOfInstalments: 10,
  });
  const changed = await instalmentsOf(sequence);
  assert.deepEqual(
    changed
      .filter((it) => it.InstalmentStatus === 'SCHEDULED')
      .map((it) => [it.InstalmentAmount, it.InstalmentActionDate?.slice(8, 10)]),
    Array.from({ length: 10 }, (_, n) => [n === 0 ? 7.77 : 1500, '28']),
    'an amount that was set by hand stays',
  );
  assert.deepEqual(
    changed.slice(10).map((it) => it.InstalmentStatus),
    ['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED'],
  );
});

test('an edit of the amount keeps a date that was moved by hand', async () => {
  const { sequence } = await capture('J-10');
  const [first] = await instalmentsOf(sequence);
  const moved = `${addDays(first?.InstalmentActionDate?.slice(0, 10) ?? '', 2)} 00:00`;
  await service.call('instalmentEdit', {
    ContractSequence: sequence,
    InstalmentSequence: 1,
    InstalmentActionDate: moved,
  });
  await service.call('mandateEdit', { ContractSequence: sequence, InstalmentAmount: 1500 });
  const [now] = await instalmentsOf(sequence);
  assert.deepEqual([now?.InstalmentActionDate, now?.InstalmentAmount], [moved, 1500]);
});

test('an edit of an open-ended mandate keeps the instalments its horizon added', async () => {
  const { item, sequence } = await capture('J-11', { NumberOfInstalments: null });
  const rolled = schedule(
    {
      FrequencyCode: item.FrequencyCode,
      CollectionDay: item.CollectionDay,
      InstalmentStartDate: item.InstalmentStartDate,
      InstalmentCents: toCents(item.InstalmentAmount) ?? 0,
    },
    20,
  ).slice(12);
  await service.database.pool.query(
    `with me as (select set_config('app.merchant', '1001', true))
      insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
        instalment_action_date, instalment_amount, instalment_status, created_date, last_update_date)
      select '1001', $1, 'EFT', n, n, at, cents, 'SCHEDULED', now(), now()
      from me, unnest($2::int[], $3::timestamp[], $4::bigint[]) as _ (n, at, cents)`,
    [
      sequence,
      rolled.map((it) => it.InstalmentSequence),
      rolled.map((it) => it.InstalmentActionDate),
      rolled.map((it) => it.InstalmentCents),
    ],
  );
  await service.call('mandateEdit', { ContractSequence: sequence, InstalmentAmount: 1500 });
  const now = await instalmentsOf(sequence);
  assert.deepEqual(
    now.map((it) => [it.InstalmentStatus, it.InstalmentAmount]),
    Array.from({ length: 20 }, () => ['SCHEDULED', 1500]),
  );
});

test('a series that is shortened and extended again is complete, and keeps its tracking', async () => {
  const { sequence } = await capture('J-12');
  await service.call('mandateEdit', { ContractSequence: sequence, NumberOfInstalments: 10 });
  await service.call('mandateEdit', { ContractSequence: sequence, NumberOfInstalments: 13 });
  const scheduled = (await instalmentsOf(sequence)).filter((it) => it.InstalmentStatus === 'SCHEDULED');
  assert.equal(scheduled.length, 13);
  assert.equal(new Set(scheduled.map((it) => it.InstalmentActionDate)).size, 13);
  assert.deepEqual(new Set(scheduled.map((it) => it.TrackingCode)), new Set(['14']));
});

test('an edit that changes nothing succeeds and logs nothing; null clears', async () => {
  const { item, sequence } = await capture('J-4');
  const count = async () =>
    (await service.call('mandateChangeReport', { ...range(), ContractSequence: sequence })).records.length;
  const before = await count();
  const same = await service.call('mandateEdit', {
    ContractSequence: sequence,
    InstalmentAmount: item.InstalmentAmount,
  });
  assert.equal(same.successful.length, 1);
  assert.equal(await count(), before);
  await service.call('mandateEdit', { ContractSequence: sequence, TrackingCode: null });
  const [now] = (await service.call('mandateList', { ContractSequence: sequence })).records;
  assert.equal(now?.TrackingCode, undefined);
  assert.equal(now?.TrackingYN, 'Y');
  const cleared = await service.call('mandateEdit', { ContractSequence: sequence, InstalmentAmount: null });
  assert.equal(cleared.failed[0]?.Errors[0]?.Code, 'REQUIRED');
});

test('instalments are added, changed and cancelled one by one, within the rules', async () => {
  const { sequence } = await capture('J-5');
  const at = `${addDays(service.clock.today(), 5)} 00:00`;
  const added = await service.call('instalmentCreate', {
    ContractSequence: sequence,
    InstalmentActionDate: at,
    InstalmentAmount: 50.5,
    CTCAmount: 1,
    TrackingCode: '01',
  });
  assert.equal(added.successful[0]?.InstalmentSequence, 13);
  assert.ok(!('CTCAmount' in (added.successful[0] ?? {})));
  const cancel = { ContractSequence: sequence, InstalmentSequence: 13 };
  assert.equal((await service.call('instalmentCancel', cancel)).successful.length, 1);
  assert.equal((await service.call('instalmentCancel', cancel)).failed[0]?.Errors[0]?.Code, 'NOT_SCHEDULED');
  const tooMuch = await service.call('instalmentCreate', {
    ContractSequence: sequence,
    InstalmentActionDate: at,
    InstalmentAmount: 1800.01,
  });
  assert.equal(tooMuch.failed[0]?.Errors[0]?.Code, 'ABOVE_MAXIMUM');
  const past = await service.call('instalmentEdit', {
    ContractSequence: sequence,
    InstalmentSequence: 1,
    InstalmentActionDate: '2020-01-01 00:00',
  });
  assert.equal(past.failed[0]?.Errors[0]?.Code, 'IN_THE_PAST');
  const one = await service.call('instalmentList', { ContractSequence: sequence, InstalmentSequence: 13 });
  assert.deepEqual(
    [one.records[0]?.InstalmentStatus, one.records[0]?.InstalmentAmount, one.records[0]?.ClientNumber],
    ['CANCELLED', 50.5, 'J-5'],
  );
});

test('an edit of a client sends only changed fields; account numbers stay out of the log', async () => {
  await service.call('clientCreate', client('J-6'));
  await service.call('clientEdit', { ClientNumber: 'J-6', AccountNumber: 99887766, EMail: null });
  const [now] = (await service.call('clientList', { ClientNumber: 'J-6' })).records;
  assert.equal(now?.AccountNumber, 99887766);
  assert.equal(now?.EMail, undefined);
  assert.equal(now?.ClientName, client('J-6').ClientName);
  const connection = await service.database.pool.connect();
  try {
    await connection.query(`select set_config('app.merchant', '1001', false)`);
    const { rows } = await connection.query(
      `select old_value, new_value from change where client_number = 'J-6' and field_changed = 'AccountNumber'`,
    );
    const [{ old_value = '', new_value = '' } = {}] = rows as Record<string, string>[];
    assert.match(old_value, /^…4567 \([0-9a-f]{6}\)$/);
    assert.match(new_value, /^…7766 \([0-9a-f]{6}\)$/);
  } finally {
    connection.release(true);
  }
});

test('two simultaneous changes of one contract run one after the other', async () => {
  const { sequence } = await capture('J-7');
  const at = `${addDays(service.clock.today(), 9)} 00:00`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      service.call('instalmentCreate', { ContractSequence: sequence, InstalmentActionDate: at, InstalmentAmount: 1 }),
    ),
  );
  const numbers = answers.map((it) => it.successful[0]?.InstalmentSequence).toSorted((a, b) => Number(a) - Number(b));
  assert.deepEqual(
    numbers,
    Array.from({ length: 12 }, (_, n) => 13 + n),
  );
});

test('batches that lock the same contracts in opposite orders both succeed', async () => {
  const { sequence: one } = await capture('J-8');
  const { sequence: two } = await capture('J-9');
  const edit = (ContractSequence: number, n: number) => ({
    ContractSequence,
    InstalmentSequence: 2,
    InstalmentAmount: n,
  });
  const rounds = Array.from({ length: 10 }, (_, n) => [
    service.call('instalmentEdit', [edit(one, 10 + n), edit(two, 10 + n)]),
    service.call('instalmentEdit', [edit(two, 30 + n), edit(one, 30 + n)]),
  ]).flat();
  for (const answer of await Promise.all(rounds)) assert.equal(answer.successful.length, 2, answer.text);
});
