import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Input } from '#contract/operations.ts';
import { addDays, civilOf, dateOf, daysBetween, daysInMonth } from '#rules/calendar.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { testService, type Answer, type CallOptions, type TestService } from '#service/testing/app.ts';
import { client, nextMonth } from '#service/testing/samples.ts';

let service: TestService;
before(async () => {
  service = await testService();
  for (const product of ['EFT', 'DEBICHECK']) await service.call('clientCreate', client('P-1'), { product });
});
after(() => service.close());

const today = () => service.clock.today();
const inDays = (days: number) => addDays(today(), days);
const range = () => ({ StartDate: `${inDays(-1)} 00:00`, EndDate: `${inDays(1)} 23:59` });

type Item = Input<'payoutContractCreate'>;

/** Three monthly payments to the client that both products have. */
const payout = (ContractNumber: string, more: Partial<Item> = {}): Item => ({
  ClientNumber: 'P-1',
  ContractNumber,
  PaymentAmount: 250.25,
  NumberOfPayments: 3,
  PaymentStartDate: `${nextMonth(today())} 07:30`,
  FrequencyCode: 'MNTH',
  PaymentIndicator: 'NORMAL',
  ...more,
});

async function create(item: Item, options?: CallOptions) {
  const answer = await service.call('payoutContractCreate', item, options);
  const [created] = answer.successful;
  assert.ok(created?.ContractSequence, answer.text);
  return { ...created, ContractSequence: created.ContractSequence };
}

async function paymentsOf(ContractSequence: number, options?: CallOptions) {
  return (await service.call('payoutPaymentList', { ContractSequence }, options)).records;
}

type Refused = Pick<Answer<'payoutContractCreate'>, 'failed'>;
const faults = ({ failed }: Refused) => failed.map((it) => [it.Errors[0]?.Field, it.Errors[0]?.Code]);

test('creates a payout contract with its payments, and logs both', async () => {
  const item = payout('A');
  const created = await create(item);
  const first = nextMonth(today());
  const dates = [first, nextMonth(first), nextMonth(nextMonth(first))].map((date) => `${date} 07:30`);
  const { ContractSequence } = created;
  const named = { ClientNumber: 'P-1', ContractNumber: 'A', ContractSequence };
  const payments = dates.map((PaymentDate, index) => ({
    ...named,
    PaymentSequence: index + 1,
    PaymentDate,
    PaymentAmount: 250.25,
    PaymentIndicator: 'NORMAL',
  }));
  assert.deepEqual(created, { ...item, ContractSequence, SuccessPayments: payments, FailedPayments: [] });

  const stored = payments.map((it) => ({ ...it, PaymentStatus: 'SCHEDULED' }));
  assert.deepEqual(await paymentsOf(ContractSequence), stored);
  assert.deepEqual((await service.call('payoutContractList', { ContractSequence })).records, [
    {
      ...named,
      PaymentAmount: 250.25,
      PaymentStartDate: item.PaymentStartDate,
      NumberOfPayments: 3,
      FrequencyCode: 'MNTH',
      PaymentIndicator: 'NORMAL',
      ContractPayments: stored,
    },
  ]);

  const contract = await service.call('contractChangeReport', { ...range(), ContractSequence });
  assert.deepEqual(
    contract.records.map((it) => [it.ChangeType, it.FieldChanged, it.OldValue, it.NewValue]),
    [
      ['CREATE', 'PaymentStartDate', '', item.PaymentStartDate],
      ['CREATE', 'PaymentAmount', '', '250.25'],
      ['CREATE', 'NumberOfPayments', '', '3'],
      ['CREATE', 'FrequencyCode', '', 'MNTH'],
      ['CREATE', 'PaymentIndicator', '', 'NORMAL'],
    ],
  );
  const report = await service.call('payoutPaymentChangeReport', { ...range(), ContractSequence });
  assert.deepEqual(
    report.records.map((it) => [it.PaymentSequence, it.ChangeType, it.FieldChanged, it.NewValue]),
    dates.flatMap((date, index) => [
      [index + 1, 'CREATE', 'PaymentDate', date],
      [index + 1, 'CREATE', 'PaymentAmount', '250.25'],
      [index + 1, 'CREATE', 'PaymentIndicator', 'NORMAL'],
    ]),
  );
});

test('without a number no payments are generated; optional fields may be absent or null', async () => {
  const { NumberOfPayments: _, FrequencyCode: __, PaymentIndicator: ___, ...bare } = payout('B-1');
  const created = await create(bare);
  assert.deepEqual(created, {
    ...bare,
    ContractSequence: created.ContractSequence,
    SuccessPayments: [],
    FailedPayments: [],
  });
  const nulls = await create(payout('B-2', { NumberOfPayments: null, FrequencyCode: null, PaymentIndicator: null }));
  assert.deepEqual(Object.keys(nulls).toSorted(), Object.keys(created).toSorted());
  const [record] = (await service.call('payoutContractList', { ContractSequence: created.ContractSequence })).records;
  assert.ok(record && !('NumberOfPayments' in record) && !('PaymentIndicator' in record));
  assert.deepEqual(record.ContractPayments, []);
  const once = await create(payout('B-3', { NumberOfPayments: 1, FrequencyCode: null }));
  assert.deepEqual(
    once.SuccessPayments?.map((it) => it.PaymentDate),
    [once.PaymentStartDate],
  );
});

test('payments follow their start: month ends are clamped without drifting, a fortnight is fourteen days', async () => {
  const of = async (FrequencyCode: string, PaymentStartDate: string) =>
    (
      await create(payout(`C-${FrequencyCode}`, { FrequencyCode, PaymentStartDate, NumberOfPayments: 4 }))
    ).SuccessPayments?.map((it) => it.PaymentDate);
  assert.deepEqual(await of('MNTH', '2096-01-31 09:00'), [
    '2096-01-31 09:00',
    '2096-02-29 09:00',
    '2096-03-31 09:00',
    '2096-04-30 09:00',
  ]);
  assert.deepEqual(await of('FRTN', '2096-12-26 23:59'), [
    '2096-12-26 23:59',
    '2097-01-09 23:59',
    '2097-01-23 23:59',
    '2097-02-06 23:59',
  ]);
  assert.deepEqual(await of('YEAR', '2096-02-29 00:00'), [
    '2096-02-29 00:00',
    '2097-02-28 00:00',
    '2098-02-28 00:00',
    '2099-02-28 00:00',
  ]);
});

const days: Record<string, (from: string, to: string) => boolean> = {
  WEEK: (from, to) => daysBetween(from, to) === 7,
  FRTN: (from, to) => daysBetween(from, to) === 14,
  MNTH: (from, to) => monthOf(to) - monthOf(from) === 1,
  QURT: (from, to) => monthOf(to) - monthOf(from) === 3,
  MIAN: (from, to) => monthOf(to) - monthOf(from) === 6,
  YEAR: (from, to) => monthOf(to) - monthOf(from) === 12,
};
const monthOf = (date: string) => civilOf(date).year * 12 + civilOf(date).month;

/** Whether a date has the start's day of the month, or is the last day of a shorter month. */
function keepsDay(start: string, date: string): boolean {
  const { year, month, day } = civilOf(date);
  return day === Math.min(civilOf(start).day, daysInMonth(year, month));
}

test('any payout contract has n payments of its amount from its start, strictly ascending, one period apart', async () => {
  let number = 0;
  const terms = fc.record({
    FrequencyCode: fc.constantFrom(...Object.keys(days)),
    NumberOfPayments: fc.integer({ min: 1, max: 40 }),
    PaymentAmount: fc.integer({ min: 1, max: 999_999_999_999 }).map((cents) => cents / 100),
    PaymentStartDate: fc.integer({ min: 0, max: 20_000 }).map((later) => `${inDays(later)} 10:15`),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(terms, { minLength: 1, maxLength: 8 }), async (batch) => {
      const items = batch.map((it) => payout(`X-${(number += 1)}`, it));
      const { successful } = await service.call('payoutContractCreate', items);
      assert.equal(successful.length, items.length);
      for (const [index, item] of items.entries()) {
        const created = await paymentsOf(successful[index]?.ContractSequence ?? 0);
        const dates = created.map((it) => dateOf(it.PaymentDate ?? ''));
        const cents = created.reduce((sum, it) => sum + Math.round((it.PaymentAmount ?? 0) * 100), 0);
        assert.equal(cents, Math.round(item.PaymentAmount * 100) * (item.NumberOfPayments ?? 0));
        assert.equal(created[0]?.PaymentDate, item.PaymentStartDate);
        assert.ok(created.every((it) => it.PaymentDate?.endsWith(' 10:15')));
        const isPeriod = days[item.FrequencyCode ?? ''];
        for (const [n, date] of dates.entries()) {
          const before = dates[n - 1];
          if (before !== undefined) assert.ok(before < date && isPeriod?.(before, date), `${before} ${date}`);
          if (item.FrequencyCode !== 'WEEK' && item.FrequencyCode !== 'FRTN') assert.ok(keepsDay(dates[0] ?? '', date));
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('an invalid payment fails alone; its payout contract and the payments before it are stored', async () => {
  const created = await create(
    payout('D', { FrequencyCode: 'YEAR', PaymentStartDate: '9998-06-15 08:00', NumberOfPayments: 4 }),
  );
  assert.deepEqual(
    created.SuccessPayments?.map((it) => [it.PaymentSequence, it.PaymentDate]),
    [
      [1, '9998-06-15 08:00'],
      [2, '9999-06-15 08:00'],
    ],
  );
  assert.deepEqual(
    created.FailedPayments?.map((it) => [it['PaymentAmount'], it.Errors[0]?.Field, it.Errors[0]?.Code]),
    [
      [250.25, 'PaymentDate', 'OUT_OF_RANGE'],
      [250.25, 'PaymentDate', 'OUT_OF_RANGE'],
    ],
  );
  assert.equal((await paymentsOf(created.ContractSequence)).length, 2);
});

test('refuses the bad items of a batch by field and code without a trace, and stores the good ones', async () => {
  await create(payout('E-0'));
  const answer = await service.call('payoutContractCreate', [
    payout('E-1'),
    payout('E-0'),
    payout('E-1', { PaymentAmount: 1 }),
    payout('E-2', { ClientNumber: 'NOBODY' }),
    payout('E-3', { PaymentStartDate: `${inDays(-1)} 23:59` }),
    payout('E-4', { FrequencyCode: 'NEVR' }),
    payout('E-5', { FrequencyCode: 'ADHO' }),
    payout('E-6', { FrequencyCode: null, NumberOfPayments: 2 }),
    payout('E-7', { NumberOfPayments: 601 }),
    payout('E-8', { PaymentAmount: 0 }),
    payout('E-9', { PaymentStartDate: '2096-02-30 08:00' }),
    { ...payout('E-10'), Misspelt: 1 } as never,
    payout('E-11', { PaymentStartDate: `${today()} 00:00` }),
  ]);
  assert.deepEqual(
    answer.successful.map((it) => [it.ContractNumber, it.PaymentAmount, it.SuccessPayments?.length]),
    [
      ['E-1', 250.25, 3],
      ['E-11', 250.25, 3],
    ],
  );
  assert.deepEqual(faults(answer), [
    ['ContractNumber', 'DUPLICATE'],
    ['ContractNumber', 'DUPLICATE'],
    ['ClientNumber', 'NOT_FOUND'],
    ['PaymentStartDate', 'IN_THE_PAST'],
    ['FrequencyCode', 'INVALID'],
    ['FrequencyCode', 'INVALID'],
    ['FrequencyCode', 'REQUIRED'],
    ['NumberOfPayments', 'INVALID'],
    ['PaymentAmount', 'INVALID'],
    ['PaymentStartDate', 'INVALID'],
    ['Misspelt', 'UNKNOWN_WORD'],
  ]);
  for (let n = 2; n < 11; n += 1) {
    const query = { ClientNumber: 'P-1', ContractNumber: `E-${n}` };
    assert.equal((await service.call('payoutContractList', query)).status, 404, query.ContractNumber);
  }
});

test('refuses a call for more than 50,000 payments before creating any', async () => {
  const merchant = '1003';
  await service.call('clientCreate', client('P-1'), { merchant });
  const items = Array.from({ length: 84 }, (_, n) => payout(`S-${n}`, { NumberOfPayments: n < 83 ? 600 : 201 }));
  const refused = await service.call('payoutContractCreate', items, { merchant });
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.errors, [
    {
      Field: 'NumberOfPayments',
      Code: 'TOO_MANY',
      Message: 'The call asks for 50001 payments; one call makes at most 50000.',
    },
  ]);
  assert.equal((await service.call('payoutPaymentList', {}, { merchant })).records.length, 0);
  const most = items.map((item, n) => (n < 83 ? item : { ...item, NumberOfPayments: 200 }));
  const created = await service.call('payoutContractCreate', most, { merchant });
  assert.equal(created.failed.length, 0, created.text.slice(0, 300));
  const numbers = created.successful.map((it) => it.SuccessPayments?.length ?? 0);
  assert.deepEqual(numbers, [...Array.from({ length: 83 }, () => 600), 200]);
});

test('a number can be reused in the other product and for a collection, and each is found only in its list', async () => {
  const eft = await create(payout('F'));
  const there = await create(payout('F'), { product: 'DEBICHECK' });
  assert.notEqual(eft.ContractSequence, there.ContractSequence);
  const { ContractSequence } = there;
  assert.equal((await service.call('payoutContractList', { ContractSequence })).status, 404);
  assert.equal((await paymentsOf(ContractSequence)).length, 0);
  assert.equal((await paymentsOf(ContractSequence, { product: 'DEBICHECK' })).length, 3);

  const collection = await service.call('contractCreate', {
    ClientNumber: 'P-1',
    ContractNumber: 'F',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${inDays(40)} 00:00`,
    InstalmentAmount: 10,
    NumberOfInstalments: 1,
  });
  const other = collection.successful[0]?.ContractSequence ?? 0;
  const added = await service.call('payoutPaymentCreate', [
    { ContractSequence: other, PaymentDate: `${inDays(5)} 00:00`, PaymentAmount: 1 },
    { ContractSequence, PaymentDate: `${inDays(5)} 00:00`, PaymentAmount: 1 },
  ]);
  assert.deepEqual(faults(added), [
    ['ContractSequence', 'NOT_FOUND'],
    ['ContractSequence', 'NOT_FOUND'],
  ]);
});

test('a cancelled payout contract keeps what is due up to its cancel date and accepts no more', async () => {
  const { ContractSequence, SuccessPayments = [] } = await create(
    payout('G', { NumberOfPayments: 5, PaymentStartDate: `${today()} 07:30`, FrequencyCode: 'WEEK' }),
  );
  const third = SuccessPayments[2]?.PaymentDate ?? '';
  const cancel = (more: object = {}) =>
    service.call('payoutContractCancel', { ContractSequence, CancelCode: 'CUST', CancelDate: third, ...more });
  assert.deepEqual(faults(await cancel({ CancelCode: 'MD17' })), [['CancelCode', 'NOT_IN_LOOKUP']]);
  const cancelled = await cancel();
  assert.deepEqual(cancelled.successful, [{ ContractSequence, ClientNumber: 'P-1', ContractNumber: 'G' }]);
  const after = await paymentsOf(ContractSequence);
  assert.deepEqual(
    after.map((it) => it.PaymentStatus),
    ['SCHEDULED', 'SCHEDULED', 'SCHEDULED', 'CANCELLED', 'CANCELLED'],
  );
  assert.deepEqual(faults(await cancel()), [[undefined, 'NOT_OPEN']]);
  const more = await service.call('payoutPaymentCreate', {
    ContractSequence,
    PaymentDate: `${inDays(5)} 00:00`,
    PaymentAmount: 1,
  });
  assert.deepEqual(faults(more), [[undefined, 'NOT_OPEN']]);
  assert.deepEqual(faults(await service.call('payoutContractCreate', payout('G'))), [['ContractNumber', 'DUPLICATE']]);

  const report = await service.call('contractChangeReport', { ...range(), ContractSequence });
  assert.deepEqual(
    report.records.filter((it) => it.ChangeType === 'CANCEL').map((it) => [it.FieldChanged, it.OldValue, it.NewValue]),
    [
      ['CancelCode', '', 'CUST'],
      ['CancelDate', '', third],
    ],
  );
  const ofPayments = await service.call('payoutPaymentChangeReport', { ...range(), ContractSequence });
  assert.deepEqual(
    ofPayments.records
      .filter((it) => it.ChangeType === 'CANCEL')
      .map((it) => [it.PaymentSequence, it.FieldChanged, it.OldValue, it.NewValue]),
    [4, 5].map((n) => [n, 'PaymentStatus', 'SCHEDULED', 'CANCELLED']),
  );
});

test('a cancel keeps what goes out today, and refuses a cancel date in the past', async () => {
  const { ContractSequence } = await create(
    payout('H', { PaymentStartDate: `${today()} 23:59`, FrequencyCode: 'WEEK', NumberOfPayments: 2 }),
  );
  const cancel = async (CancelDate: string) =>
    service.call('payoutContractCancel', {
      ClientNumber: 'P-1',
      ContractNumber: 'H',
      CancelCode: 'DUPL',
      CancelDate,
    });
  const [past] = (await cancel(`${inDays(-30)} 00:00`)).failed;
  assert.deepEqual([past?.Errors[0]?.Field, past?.Errors[0]?.Code], ['CancelDate', 'IN_THE_PAST']);
  assert.equal((await cancel(`${today()} 00:00`)).successful.length, 1);
  assert.deepEqual(
    (await paymentsOf(ContractSequence)).map((it) => it.PaymentStatus),
    ['SCHEDULED', 'CANCELLED'],
  );
});

test('accepts every cancel code of the lookup', async () => {
  const codes = (await service.call('payoutCancelLookup', {})).records;
  assert.ok(codes.length > 0);
  for (const { CancelCode } of codes) {
    assert.ok(CancelCode);
    const { ContractSequence } = await create(payout(`L-${CancelCode}`));
    const end = { ContractSequence, CancelCode, CancelDate: `${today()} 00:00` };
    assert.equal((await service.call('payoutContractCancel', end)).successful.length, 1, CancelCode);
  }
});

test('cancel and retrieve identify a payout contract by sequence or by numbers, else are refused', async () => {
  const { ContractSequence } = await create(payout('I'));
  const status = async (query: object) => (await service.call('payoutContractList', query as never)).status;
  assert.equal(await status({}), 400);
  assert.equal(await status({ ClientNumber: 'P-1' }), 400);
  assert.equal(await status({ ContractNumber: 'I' }), 400);
  assert.equal(await status({ ContractSequence: 1 }), 404);
  assert.equal(await status({ ClientNumber: 'P-1', ContractNumber: 'NONE' }), 404);
  assert.equal(await status({ ContractSequence, ContractNumber: 'A' }), 404);
  const bySequence = (await service.call('payoutContractList', { ContractSequence })).records;
  const byNumbers = (await service.call('payoutContractList', { ClientNumber: 'P-1', ContractNumber: 'I' })).records;
  assert.equal(bySequence.length, 1);
  assert.deepEqual(bySequence, byNumbers);

  const end = { CancelCode: 'CUST', CancelDate: `${today()} 00:00` };
  const bad = async (query: object) => (await service.call('payoutContractCancel', query as never)).status;
  assert.equal(await bad(end), 400);
  assert.equal(await bad({ ...end, ClientNumber: 'P-1' }), 400);
  assert.equal(await bad({ ContractSequence, CancelDate: end.CancelDate }), 400);
  assert.equal(await bad({ ContractSequence, CancelCode: 'CUST' }), 400);
  assert.deepEqual(faults(await service.call('payoutContractCancel', { ...end, ContractSequence: 1 })), [
    ['ContractSequence', 'NOT_FOUND'],
  ]);
  assert.deepEqual(
    faults(await service.call('payoutContractCancel', { ...end, ContractSequence, ContractNumber: 'A' })),
    [['ContractNumber', 'IDENTIFICATION_DISAGREES']],
  );
});

test('text with quotes, backslashes and non-ASCII letters is returned unchanged, on both levels', async () => {
  const ContractNumber = `"J" \\ {a,b} 'Zoë' 漢🙂`;
  const { ContractSequence } = await create(payout(ContractNumber, { PaymentIndicator: '"\\,{}' }));
  const [record] = (await service.call('payoutContractList', { ClientNumber: 'P-1', ContractNumber })).records;
  assert.deepEqual([record?.ContractNumber, record?.PaymentIndicator], [ContractNumber, '"\\,{}']);
  assert.deepEqual(record?.ContractPayments, await paymentsOf(ContractSequence));
  assert.equal(record?.ContractPayments?.[0]?.PaymentIndicator, '"\\,{}');
});

test('adds payments by the numbers or the sequence, numbered in the order of the batch', async () => {
  const { ContractSequence } = await create(payout('K-1', { NumberOfPayments: null }));
  const { ContractSequence: other } = await create(payout('K-2'));
  const cancelled = await create(payout('K-3'));
  await service.call('payoutContractCancel', {
    ContractSequence: cancelled.ContractSequence,
    CancelCode: 'CUST',
    CancelDate: `${today()} 00:00`,
  });
  const at = `${inDays(6)} 10:10`;
  const answer = await service.call('payoutPaymentCreate', [
    { ClientNumber: 'P-1', ContractNumber: 'K-1', PaymentDate: at, PaymentAmount: 0.01, PaymentIndicator: 'URGENT' },
    { ContractSequence: other, PaymentDate: at, PaymentAmount: 2 },
    { ContractSequence: 1, PaymentDate: at, PaymentAmount: 3 },
    { ClientNumber: 'P-1', ContractNumber: 'NONE', PaymentDate: at, PaymentAmount: 3 },
    { ClientNumber: 'P-1', PaymentDate: at, PaymentAmount: 3 },
    { ContractSequence, ContractNumber: 'K-2', PaymentDate: at, PaymentAmount: 3 },
    { ContractSequence, PaymentDate: `${inDays(-1)} 10:10`, PaymentAmount: 3 },
    { ContractSequence: cancelled.ContractSequence, PaymentDate: at, PaymentAmount: 3 },
    { ContractSequence, PaymentDate: at, PaymentAmount: 1.234 },
    { ContractSequence, PaymentAmount: 3 } as never,
    { ContractSequence, PaymentDate: `${today()} 00:00`, PaymentAmount: 4 },
  ]);
  const named = { ClientNumber: 'P-1', ContractNumber: 'K-1', ContractSequence };
  assert.deepEqual(answer.successful, [
    { ...named, PaymentSequence: 1, PaymentDate: at, PaymentAmount: 0.01, PaymentIndicator: 'URGENT' },
    {
      ClientNumber: 'P-1',
      ContractNumber: 'K-2',
      ContractSequence: other,
      PaymentSequence: 4,
      PaymentDate: at,
      PaymentAmount: 2,
    },
    { ...named, PaymentSequence: 2, PaymentDate: `${today()} 00:00`, PaymentAmount: 4 },
  ]);
  assert.deepEqual(faults(answer), [
    ['ContractSequence', 'NOT_FOUND'],
    ['ContractNumber', 'NOT_FOUND'],
    [undefined, 'IDENTIFICATION_REQUIRED'],
    ['ContractNumber', 'IDENTIFICATION_DISAGREES'],
    ['PaymentDate', 'IN_THE_PAST'],
    [undefined, 'NOT_OPEN'],
    ['PaymentAmount', 'INVALID'],
    ['PaymentDate', 'REQUIRED'],
  ]);
  assert.deepEqual(
    (await paymentsOf(ContractSequence)).map((it) => [it.PaymentSequence, it.PaymentAmount]),
    [
      [1, 0.01],
      [2, 4],
    ],
  );
});

test('an edit of a payment keeps absent fields, clears its indicator with null, and logs the changes', async () => {
  const { ContractSequence } = await create(payout('M'));
  const one = { ClientNumber: 'P-1', ContractNumber: 'M', ContractSequence, PaymentSequence: 2 };
  const [, before] = await paymentsOf(ContractSequence);
  const to = { PaymentDate: `${inDays(90)} 12:00`, PaymentAmount: 9.99 };
  const edited = await service.call('payoutPaymentEdit', { ...one, ...to });
  assert.deepEqual(edited.successful, [{ ...one, ...to, PaymentIndicator: 'NORMAL' }]);
  const cleared = await service.call('payoutPaymentEdit', {
    ContractSequence,
    PaymentSequence: 2,
    PaymentIndicator: null,
    PaymentAmount: 9.99,
  });
  assert.deepEqual(cleared.successful, [{ ...one, ...to }]);
  const [, now] = await paymentsOf(ContractSequence);
  assert.deepEqual(now, { ...one, ...to, PaymentStatus: 'SCHEDULED' });
  const report = await service.call('payoutPaymentChangeReport', { ...range(), ContractSequence, PaymentSequence: 2 });
  assert.deepEqual(
    report.records.filter((it) => it.ChangeType === 'EDIT').map((it) => [it.FieldChanged, it.OldValue, it.NewValue]),
    [
      ['PaymentDate', before?.PaymentDate, to.PaymentDate],
      ['PaymentAmount', '250.25', '9.99'],
      ['PaymentIndicator', 'NORMAL', ''],
    ],
  );
});

/** Pays a payment as clearing does. */
const pay = (contract: number, sequence: number) =>
  inTransaction(service.database.pool, { merchant: '1001' }, async (connection) => {
    await connection.query(
      `update payment set payment_status = 'PAID', response_code = '00'
        where contract_sequence = $1 and payment_sequence = $2`,
      [contract, sequence],
    );
  });

test('only a scheduled payment can be edited, up to the day before', async () => {
  const { ContractSequence } = await create(
    payout('N', { PaymentStartDate: `${today()} 23:59`, NumberOfPayments: 3, FrequencyCode: 'WEEK' }),
  );
  await pay(ContractSequence, 3);
  const before = await paymentsOf(ContractSequence);
  assert.deepEqual([before[2]?.PaymentStatus, before[2]?.ResponseCode], ['PAID', '00']);
  const of = (PaymentSequence: number, more: object = { PaymentAmount: 1 }) => ({
    ContractSequence,
    PaymentSequence,
    ...more,
  });
  const answer = await service.call('payoutPaymentEdit', [
    of(1),
    of(3),
    of(4),
    of(2, { PaymentDate: null }),
    of(2, { PaymentAmount: null }),
    of(2, { PaymentDate: `${inDays(-1)} 00:00` }),
    { PaymentSequence: 2, PaymentAmount: 1 },
    { ContractSequence: 1, PaymentSequence: 2, PaymentAmount: 1 },
    { ContractSequence, PaymentAmount: 1 } as never,
  ]);
  assert.deepEqual(answer.successful, []);
  assert.deepEqual(faults(answer), [
    ['PaymentSequence', 'TOO_LATE'],
    ['PaymentSequence', 'NOT_SCHEDULED'],
    ['PaymentSequence', 'NOT_FOUND'],
    ['PaymentDate', 'REQUIRED'],
    ['PaymentAmount', 'REQUIRED'],
    ['PaymentDate', 'IN_THE_PAST'],
    [undefined, 'IDENTIFICATION_REQUIRED'],
    ['ContractSequence', 'NOT_FOUND'],
    ['PaymentSequence', 'REQUIRED'],
  ]);
  assert.deepEqual(await paymentsOf(ContractSequence), before);
});

test('a retrieve of payments filters by each of its fields', async () => {
  const options = { merchant: '1002' };
  for (const number of ['Q-1', 'Q-2']) await service.call('clientCreate', client(number), options);
  const created: number[] = [];
  for (const [ClientNumber, ContractNumber] of [
    ['Q-1', 'A'],
    ['Q-1', 'B'],
    ['Q-2', 'A'],
  ])
    created.push(
      (await create({ ...payout(ContractNumber ?? ''), ClientNumber: ClientNumber ?? '' }, options)).ContractSequence,
    );
  const found = async (query: Input<'payoutPaymentList'>) =>
    (await service.call('payoutPaymentList', query, options)).records;
  const all = await found({});
  assert.deepEqual(
    all.map((it) => [it.ContractSequence, it.PaymentSequence]),
    created.flatMap((contract) => [1, 2, 3].map((n) => [contract, n])),
  );
  const ofClient = all.filter((it) => it.ClientNumber === 'Q-1');
  assert.equal(ofClient.length, 6);
  assert.deepEqual(await found({ ClientNumber: 'Q-1' }), ofClient);
  assert.deepEqual(
    await found({ ContractNumber: 'A' }),
    all.filter((it) => it.ContractNumber === 'A'),
  );
  assert.deepEqual(await found({ ContractSequence: created[1] }), all.slice(3, 6));
  assert.deepEqual(
    await found({ PaymentSequence: 2 }),
    all.filter((it) => it.PaymentSequence === 2),
  );
  assert.deepEqual(await found({ ClientNumber: 'Q-2', ContractNumber: 'A', PaymentSequence: 3 }), all.slice(8));
  const missing = { ContractSequence: created[0], PaymentSequence: 99 };
  assert.equal((await service.call('payoutPaymentList', missing, options)).status, 404);
  const foreign = { ContractSequence: created[0], PaymentSequence: 1 };
  assert.equal((await service.call('payoutPaymentList', foreign)).status, 404, 'another merchant');
});

test('two simultaneous calls add to one payout contract one after the other', async () => {
  const { ContractSequence } = await create(payout('R', { NumberOfPayments: null }));
  const item = { ContractSequence, PaymentDate: `${inDays(9)} 00:00`, PaymentAmount: 1 };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => service.call('payoutPaymentCreate', n % 2 ? item : [item, item])),
  );
  const numbers = answers.flatMap((it) => it.successful.map((created) => created.PaymentSequence ?? 0));
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 18 }, (_, n) => n + 1),
  );
});
