import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import type { FieldName } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import type { Input, OperationName, Output } from '#contract/operations.ts';
import { reports } from '#contract/reports.ts';
import { addDays } from '#rules/calendar.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { testService, type CallOptions, type TestService } from '#service/testing/app.ts';
import { requestOf } from '#service/testing/request-of.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

type Report = keyof typeof reports;
const names = Object.keys(reports) as Report[];
const isOmni = (name: Report) => reports[name].version === '1.0.2';

/** The wall clock of the changes below. */
let now = '2026-03-10 09:00';
const clock = { now: () => now, today: () => now.slice(0, 10) };

let service: TestService;
let sequences: Record<'fixed' | 'usage' | 'plain' | 'payout', number>;

/** Creates a record; returns its contract sequence if it has one. */
async function capture<N extends OperationName>(name: N, item: Input<N>, options?: CallOptions): Promise<number> {
  const answer = await service.call(name, item, options);
  assert.equal(answer.successful.length, 1, answer.text);
  return Number((answer.successful[0] as { ContractSequence?: number }).ContractSequence);
}

const insert = (merchant: string, text: string, values: unknown[] = []) =>
  inTransaction(service.database.pool, { merchant }, (connection) => connection.query(`${text} returning 1`, values));

const awkward = String.raw`O'"Brien"\n\\ $1 $4 {é😀}`;

before(async () => {
  service = await testService({ clock });
  await insert('1001', `insert into merchant values ('1001', 'Kruger & Sons')`);
  await capture('clientCreate', { ...client('R-1'), ClientName: ' Anna van der  Merwe ' });
  await capture('clientCreate', { ...client(awkward), ClientName: 'Ntombi', CellphoneNumber: '+27825550102' });
  await capture('clientCreate', {
    ...client('R-3'),
    ClientName: 'J Smith',
    CellphoneNumber: '0044207946',
    EMail: null,
  });
  const terms = (number: string, contract: string) => mandate(clock.today(), number, contract);
  const fixed = await capture('mandateCreate', terms('R-1', 'A'));
  const usage = await capture('mandateCreate', {
    ...terms(awkward, 'B'),
    MandateType: 'USAGE',
    MaximumAmount: null,
    TrackingCode: '01',
    DebitSequenceType: 'OOFF',
    NumberOfInstalments: 2,
  });
  now = '2026-03-11 08:00';
  const plain = await capture('contractCreate', {
    ClientNumber: 'R-3',
    ContractNumber: 'A',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: '2026-04-01 00:00',
    InstalmentAmount: 0.1,
    NumberOfInstalments: 3,
  });
  const payout = await capture('payoutContractCreate', {
    ClientNumber: 'R-1',
    ContractNumber: 'P',
    PaymentAmount: 70,
    NumberOfPayments: 3,
    PaymentStartDate: '2026-04-15 00:00',
    FrequencyCode: 'MNTH',
  });
  sequences = { fixed, usage, plain, payout };
  await capture('payoutContractCreate', {
    ClientNumber: 'R-3',
    ContractNumber: 'Q',
    PaymentAmount: 80,
    PaymentStartDate: '2026-04-15 00:00',
    NumberOfPayments: 1,
  });

  now = '2026-03-12 23:59';
  await capture('instalmentEdit', { ContractSequence: fixed, InstalmentSequence: 2, InstalmentAmount: 1000.01 });
  await capture('payoutPaymentEdit', { ContractSequence: payout, PaymentSequence: 2, PaymentAmount: 71.5 });
  now = '2026-03-13 00:00';
  await capture('mandateCancel', { ContractSequence: usage, CancelReason: 'MD17', CancelDate: '2026-03-13 00:00' });
  now = '2026-03-14 07:30';
  await capture('mandateEdit', { ContractSequence: fixed, TrackingYN: 'N' });

  // The same records under another product and under another merchant.
  for (const options of [{ product: 'DEBICHECK' }, { merchant: '1002' }]) {
    await capture('clientCreate', client('R-1'), options);
    await capture('mandateCreate', { ...terms('R-1', 'A'), TransactionType: 'TT2' }, options);
    await capture(
      'payoutContractCreate',
      {
        ClientNumber: 'R-1',
        ContractNumber: 'P',
        PaymentAmount: 9,
        NumberOfPayments: 1,
        PaymentStartDate: '2026-04-15 00:00',
      },
      options,
    );
  }
  // The instalments' outcomes are two days apart, the third in the last second of its minute; then a payment's.
  for (const merchant of ['1001', '1002']) {
    await insert(
      merchant,
      `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
          instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
        select merchant, product, timestamp '2026-05-01 17:30' + instalment_sequence * interval '2 days'
            + case when instalment_sequence = 3 then interval '59.9 seconds' else interval '0' end,
          client_number, contract_number, contract_sequence, instalment_sequence, mandate_type,
          contract.debit_sequence_type, contract.tracking_code, 'TT1', instalment.instalment_amount,
          case when instalment_sequence % 2 = 0 then 'UNPAID' else 'PAID' end
        from instalment join contract using (merchant, contract_sequence, product)
        order by contract_sequence, instalment_sequence`,
    );
    await insert(
      merchant,
      `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
          payment_sequence, transaction_type, amount, status)
        select merchant, product, '2026-05-02 08:00', client_number, contract_number, contract_sequence,
          payment_sequence, 'PAYOUT', payment.payment_amount, 'PAID'
        from payment join payout_contract using (merchant, contract_sequence, product)`,
    );
  }
});
after(() => service.close());

/** A range that covers all changes, and one without any. */
const whole = (name: Report) => spanning(name, '2026-03-01', '2027-12-31');
const spanning = (name: Report, from: string, to: string) =>
  isOmni(name) ? { StartDate: from, EndDate: to } : { StartDate: `${from} 00:00`, EndDate: `${to} 23:59` };

async function report<N extends Report>(name: N, query: Input<N>, options?: CallOptions): Promise<Output<N>[]> {
  const answer = await service.call(name, query, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.records;
}

for (const name of names) {
  const { input, output }: Operation = reports[name];

  test(`${name}: each record has every listed field, in the contract’s order`, async () => {
    const records = await report(name, whole(name));
    assert.ok(records.length > 0);
    for (const record of records) {
      assert.deepEqual(Object.keys(record), Object.keys(output.shape));
      output.parse(record);
    }
  });

  test(`${name}: a range without records is an empty array; an end before the start is refused`, async () => {
    assert.deepEqual(await report(name, spanning(name, '2001-01-01', '2001-12-31')), []);
    const answer = await service.call(name, spanning(name, '2026-03-02', '2026-03-01'));
    assert.equal(answer.status, 400);
    assert.deepEqual([answer.errors[0]?.Field, answer.errors[0]?.Code], ['EndDate', 'RANGE']);
  });

  test(`${name}: shows no records of other merchants or products`, async () => {
    const own = Object.values(sequences);
    const of = async (options: CallOptions) =>
      (await report(name, whole(name), options)).map((it) => Number(it.ContractSequence));
    const mine = await of({});
    const theirs = await of({ merchant: '1002' });
    assert.ok(theirs.length > 0);
    assert.ok(!theirs.some((it) => mine.includes(it)));
    if (!reports[name].path.includes('{product}')) return;
    const other = await of({ product: 'DEBICHECK' });
    assert.ok(other.length > 0);
    assert.ok(!other.some((it) => own.includes(it)) && !other.some((it) => mine.includes(it)));
  });

  for (const fieldName of Object.keys(input.shape).filter(
    (it) => it !== 'StartDate' && it !== 'EndDate' && it !== 'Product',
  ))
    test(`${name}: ${fieldName} filters the records and keeps their order`, async () => {
      const all = (await report(name, whole(name))) as Partial<Record<FieldName, unknown>>[];
      const values = new Set(all.map((it) => it[fieldName as FieldName]).filter((it) => it !== ''));
      assert.ok(values.size > 1, 'there is something to tell apart');
      for (const value of values) {
        const picked = await report(name, { ...whole(name), [fieldName]: value });
        assert.deepEqual(
          picked,
          all.filter((it) => it[fieldName as FieldName] === value),
        );
      }
    });
}

test('transactionReport: Product filters, and filters combine', async () => {
  const query = whole('transactionReport');
  const all = await report('transactionReport', query);
  const books = await Promise.all(
    ['EFT', 'DEBICHECK', 'OTHER'].map((Product) => report('transactionReport', { ...query, Product })),
  );
  const [eft = [], debicheck = [], other = []] = books;
  assert.deepEqual(other, []);
  assert.ok(debicheck.length > 0);
  assert.equal(eft.length + debicheck.length, all.length);
  assert.deepEqual(new Set(eft.map((it) => it.ContractSequence)).size, 5);

  const [one] = eft.filter((it) => it.ContractSequence === sequences.usage);
  const fields = {
    Product: 'EFT',
    ClientNumber: awkward,
    ContractNumber: 'B',
    ContractSequence: sequences.usage,
    MandateType: 'USAGE',
    TrackingCode: '01',
    DebitSequenceType: 'OOFF',
  };
  const picked = await report('transactionReport', { ...query, ...fields });
  assert.deepEqual(
    picked,
    eft.filter((it) => it.ContractSequence === sequences.usage),
  );
  assert.deepEqual(
    [one?.ClientNumber, one?.MandateType, one?.Amount, one?.TransactionType],
    [awkward, 'USAGE', 1234.56, 'TT1'],
  );
  assert.deepEqual(await report('transactionReport', { ...query, ...fields, TrackingCode: '14' }), []);
});

test('transactionReport: a range includes both its first and last minute whole', async () => {
  const between = async (StartDate: string, EndDate: string) =>
    (await report('transactionReport', { StartDate, EndDate, ContractSequence: sequences.fixed })).map(
      (it) => it.TransactionDate,
    );
  const [second, third] = ['2026-05-05 17:30', '2026-05-07 17:30'];
  assert.deepEqual(await between(second ?? '', third ?? ''), [second, third]);
  assert.deepEqual(await between(third ?? '', third ?? ''), [third]);
  assert.deepEqual(await between('2026-05-05 17:31', '2026-05-07 17:29'), []);
});

test('mandateChangeReport: who changed what within the minutes of the range', async () => {
  const between = async (StartDate: string, EndDate: string) =>
    (await report('mandateChangeReport', { StartDate, EndDate })).map((it) => {
      const { ChangeDate, ContractNumber, MandateType, ChangeType, FieldChanged, OldValue, NewValue, UserId } = it;
      return [ChangeDate, ContractNumber, MandateType, ChangeType, FieldChanged, OldValue, NewValue, UserId];
    });
  assert.deepEqual(await between('2026-03-12 23:59', '2026-03-14 07:30'), [
    ['2026-03-13 00:00', 'B', 'USAGE', 'CANCEL', 'MandateStatusCode', 'ACTIVE', 'CANCELLED', 'sandbox'],
    ['2026-03-13 00:00', 'B', 'USAGE', 'CANCEL', 'CancelReason', '', 'MD17', 'sandbox'],
    ['2026-03-13 00:00', 'B', 'USAGE', 'CANCEL', 'CancelDate', '', '2026-03-13 00:00', 'sandbox'],
    ['2026-03-14 07:30', 'A', 'FIXED', 'EDIT', 'TrackingYN', 'Y', 'N', 'sandbox'],
  ]);
  assert.deepEqual(await between('2026-03-13 00:01', '2026-03-14 07:29'), []);
});

test('contractChangeReport: contracts, their instalments and payout contracts, ordered by time', async () => {
  const records = await report('contractChangeReport', {
    StartDate: '2026-03-11 08:00',
    EndDate: '2026-03-13 00:00',
  });
  const dates = records.map((it) => String(it.ChangeDate));
  assert.deepEqual(dates, dates.toSorted());
  assert.deepEqual([dates[0], dates.at(-1)], ['2026-03-11 08:00', '2026-03-13 00:00']);
  const of = (sequence: number) =>
    records
      .filter((it) => it.ContractSequence === sequence)
      .map((it) => [it.ChangeType, it.FieldChanged, it.OldValue, it.NewValue]);
  assert.deepEqual(of(sequences.plain)[0], ['CREATE', 'Status', '', 'ACTIVE']);
  assert.deepEqual(of(sequences.fixed), [['EDIT', 'InstalmentAmount[2]', '1234.56', '1000.01']]);
  assert.deepEqual(of(sequences.usage), [
    ['CANCEL', 'InstalmentStatus[1]', 'SCHEDULED', 'CANCELLED'],
    ['CANCEL', 'InstalmentStatus[2]', 'SCHEDULED', 'CANCELLED'],
  ]);
  assert.ok(of(sequences.payout).length > 0);
  assert.ok(records.every((it) => it.FieldChanged !== 'PaymentAmount' || it.ChangeType === 'CREATE'));
});

test('payoutPaymentChangeReport: payments of every product, by their sequence', async () => {
  const records = await report('payoutPaymentChangeReport', whole('payoutPaymentChangeReport'));
  assert.deepEqual(
    records.filter((it) => it.ChangeType === 'EDIT'),
    [
      {
        ChangeDate: '2026-03-12 23:59',
        ClientNumber: 'R-1',
        ContractNumber: 'P',
        ContractSequence: sequences.payout,
        PaymentSequence: 2,
        ChangeType: 'EDIT',
        FieldChanged: 'PaymentAmount',
        OldValue: '70.00',
        NewValue: '71.50',
        UserId: 'sandbox',
      },
    ],
  );
  const contracts = new Set(records.map((it) => it.ContractSequence));
  assert.equal(contracts.size, 3, 'two payout contracts of one product, one of the other');
});

const ascending =
  (...fieldNames: FieldName[]) =>
  (a: Partial<Record<FieldName, unknown>>, b: Partial<Record<FieldName, unknown>>) => {
    for (const fieldName of fieldNames) {
      const [one, other] = [a[fieldName], b[fieldName]];
      if (one !== other) return (typeof one === 'number' ? one < Number(other) : String(one) < String(other)) ? -1 : 1;
    }
    return 0;
  };

test('futureTransactionReport: scheduled instalments, as the retrieves return them', async () => {
  const mandates = (await service.call('mandateList', {})).records;
  const clients = new Map((await service.call('clientList', {})).records.map((it) => [it.ClientNumber, it]));
  const people: Record<string, unknown[]> = {
    'R-1': ['Anna van der  Merwe', 'Anna van der', 'Merwe', '27'],
    'R-3': ['J Smith', 'J', 'Smith', ''],
  };
  const instalments = (await service.call('instalmentList', {})).records;
  const [StartDate, EndDate] = ['2026-04-25', '2026-07-25'];
  const expected = instalments
    .filter((it) => it.InstalmentStatus === 'SCHEDULED')
    .filter((it) => String(it.InstalmentActionDate) >= StartDate)
    .filter((it) => String(it.InstalmentActionDate) < addDays(EndDate, 1))
    .toSorted(ascending('InstalmentActionDate', 'ContractSequence', 'InstalmentSequence'))
    .map((it) => {
      const [, Name, Surname, DialCode] = people[String(it.ClientNumber)] ?? [];
      const owner = clients.get(it.ClientNumber);
      return {
        UserId: sandboxProgram.clientId,
        ContractNumber: it.ContractNumber,
        ContractSequence: it.ContractSequence,
        Name,
        Surname,
        BeneficiaryNumber: 1001,
        BeneficiaryName: 'Kruger & Sons',
        ProductDescription: 'EFT',
        InstalmentSequence: it.InstalmentSequence,
        InstalmentActionDate: it.InstalmentActionDate,
        InstalmentAmount: it.InstalmentAmount,
        InstalmentStatus: 'SCHEDULED',
        Currency: 'ZAR',
        FrequencyCode: mandates.find((one) => one.ContractSequence === it.ContractSequence)?.FrequencyCode ?? 'MNTH',
        Mobile: owner?.CellphoneNumber ?? '',
        DialCode,
        Email: owner?.EMail ?? '',
      };
    });
  assert.equal(expected[0]?.InstalmentActionDate?.slice(0, 10), StartDate, 'the start day has one');
  assert.equal(expected.at(-1)?.InstalmentActionDate?.slice(0, 10), EndDate, 'and so has the end');
  assert.deepEqual(await report('futureTransactionReport', { StartDate, EndDate }), expected);
});

test('futureTransactionReport: a single name is a surname, and only a prefix names the country', async () => {
  const options = { merchant: '1003' };
  const cases: [number: string, name: string, cellphone: string | null, told: string[]][] = [
    ['N-1', 'Ntombi', '27825550101', ['', 'Ntombi', '27']],
    ['N-2', 'A B', '+27825550101', ['A', 'B', '27']],
    ['N-3', 'A B', '0027825550101', ['A', 'B', '27']],
    ['N-4', 'A B', '+44207946000', ['A', 'B', '']],
    ['N-5', 'Ntombi', null, ['', 'Ntombi', '']],
  ];
  for (const [number, ClientName, CellphoneNumber] of cases) {
    await capture('clientCreate', { ...client(number), ClientName, CellphoneNumber }, options);
    await capture('mandateCreate', { ...mandate(clock.today(), number, 'A'), NumberOfInstalments: 1 }, options);
  }
  const records = await report('futureTransactionReport', whole('futureTransactionReport'), options);
  assert.deepEqual(
    records.map((it) => [it.Name, it.Surname, it.DialCode]),
    cases.map(([, , , expected]) => expected),
  );
});

test('omniContractChangeReport: contracts changed within the days, in their current state', async () => {
  const between = (StartDate: string, EndDate: string) => report('omniContractChangeReport', { StartDate, EndDate });
  const sequencesOf = async (from: string, to: string) => (await between(from, to)).map((it) => it.ContractSequence);
  const { fixed, usage, plain } = sequences;
  assert.deepEqual(await sequencesOf('2026-03-10', '2026-03-10'), [fixed, usage]);
  assert.deepEqual(await sequencesOf('2026-03-11', '2026-03-11'), [plain]);
  assert.deepEqual(await sequencesOf('2026-03-12', '2026-03-12'), [fixed], 'an instalment of it, at the last minute');
  assert.deepEqual(await sequencesOf('2026-03-13', '2026-03-13'), [usage], 'in the first minute');
  assert.deepEqual(await sequencesOf('2026-03-14', '2026-03-20'), [fixed]);

  const all = await between('2026-03-10', '2026-03-14');
  const instalments = (await service.call('instalmentList', {})).records;
  assert.deepEqual(
    all.map((it) => it.ContractInstalments),
    [fixed, usage, plain].map((sequence) =>
      instalments
        .filter((it) => it.ContractSequence === sequence)
        .map((it) => ({
          InstalmentSequence: it.InstalmentSequence,
          InstalmentActionDate: it.InstalmentActionDate,
          InstalmentAmount: it.InstalmentAmount,
          InstalmentStatus: it.InstalmentStatus,
        })),
    ),
  );
  const facts = all.map((it) => ({ ...it, ContractInstalments: undefined }));
  const none = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`UserDefinedField${n}`, null]));
  assert.deepEqual(facts[0], {
    UserId: sandboxProgram.clientId,
    ContractSequence: fixed,
    ContractNumber: 'A',
    InstalmentStartDate: '2026-04-01',
    NumberOfInstalments: 12,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentAmount: 1234.56,
    InstalmentMinimumAmount: 0,
    InstalmentMaximumAmount: 1800,
    InactiveDate: '',
    ResultCode: '00',
    ...none,
    ContractInstalments: undefined,
  });
  assert.deepEqual(
    facts.map((it) => [it.InactiveDate, it.ResultCode, it.InstalmentMaximumAmount, it.InstalmentAmount]),
    [
      ['', '00', 1800, 1234.56],
      ['2026-03-13 00:00', 'MD17', 0, 1234.56],
      ['', '00', 0, 0.1],
    ],
  );
  const [pending] = await report('omniContractChangeReport', whole('omniContractChangeReport'), {
    product: 'DEBICHECK',
  });
  assert.equal(pending?.ResultCode, '', 'its payer has not answered');
});

test('omniInstalmentChangeReport: instalments created or changed within the days, and who changed them last', async () => {
  const between = (StartDate: string, EndDate: string) => report('omniInstalmentChangeReport', { StartDate, EndDate });
  const named = async (from: string, to: string) =>
    (await between(from, to)).map((it) => [it.InstalmentReferenceNumber, it.LastUpdateDate, it.InstalmentStatus]);
  const { fixed, usage, plain } = sequences;
  const [edited, ended] = ['2026-03-12 23:59', '2026-03-13 00:00'];
  assert.deepEqual(await named('2026-03-12', '2026-03-12'), [[`${fixed}/2`, edited, 'SCHEDULED']]);
  assert.deepEqual(await named('2026-03-13', '2026-03-13'), [
    [`${usage}/1`, ended, 'CANCELLED'],
    [`${usage}/2`, ended, 'CANCELLED'],
  ]);
  assert.deepEqual(
    await named('2026-03-11', '2026-03-11'),
    [1, 2, 3].map((n) => [`${plain}/${n}`, '2026-03-11 08:00', 'SCHEDULED']),
  );
  assert.equal((await named('2026-03-10', '2026-03-13')).length, 12 + 2 + 3, 'each once');
  assert.deepEqual(await named('2026-03-14', '2026-03-20'), []);

  await insert(
    '1001',
    `insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
        contract_sequence, instalment_sequence, change_type, field_changed, old_value, new_value)
      select '1001', 'EFT', 'instalment', at, by, 'R-1', 'A', $1, 2, 'STATE', 'InstalmentStatus[2]', before, after
      from (values
        (timestamp '2026-03-30 17:30', 'clearing', 'SUBMITTED', 'UNPAID'),
        ('2026-03-29 17:30', 'written down later', 'SCHEDULED', 'SUBMITTED')
      ) event (at, by, before, after)`,
    [fixed],
  );
  await insert(
    '1001',
    `update instalment set instalment_result = '02', instalment_status = 'UNPAID', last_update_date = '2026-03-30 17:30'
      where merchant = '1001' and contract_sequence = $1 and instalment_sequence = 2`,
    [fixed],
  );
  const [failed, ...more] = await between('2026-03-30', '2026-03-30');
  assert.deepEqual(more, []);
  assert.deepEqual(failed, {
    UserId: 'clearing',
    ContractNumber: 'A',
    ContractSequence: fixed,
    InstalmentActionDate: '2026-05-25 00:00',
    TrackingCode: '14',
    InstalmentAmount: 1000.01,
    InstalmentReferenceNumber: `${fixed}/2`,
    InstalmentSequence: 2,
    InstalmentStatus: 'UNPAID',
    InstalmentResult: '02',
    LastUpdateDate: '2026-03-30 17:30',
  });
});

test('any text is returned unchanged', async () => {
  const texts = [awkward, 'two\nlines\tand \\N', '\\', '"', '\u0001\u0002,', ',\r', '', '👩‍👩‍👧 ’ ✓', '\u2028'];
  await insert(
    '1004',
    `insert into change (merchant, product, subject, change_date, changed_by, client_number, change_type, field_changed,
        old_value, new_value)
      select '1004', 'EFT', 'mandate', '2026-03-01', 'staff', 'T', 'EDIT', 'TrackingCode', text, null
      from unnest($1::text[]) text`,
    [texts],
  );
  const records = await report('mandateChangeReport', whole('mandateChangeReport'), { merchant: '1004' });
  assert.deepEqual(
    records.map((it) => [it.OldValue, it.NewValue]),
    texts.map((text) => [text, '']),
  );
});

const many = 50_000;

/** Thousands of transactions, three a minute, stored out of order; the amount identifies each. */
async function fillLarge(): Promise<void> {
  const options = { merchant: '1005' };
  await capture('clientCreate', client('L'), options);
  const sequence = await capture('mandateCreate', mandate(clock.today(), 'L', 'A'), options);
  await insert(
    '1005',
    `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
        instalment_sequence, amount, status)
      select '1005', 'EFT', timestamp '2026-01-01' + n * 7919 % $2 / 3 * interval '1 minute', 'L', 'A', $1, 1, n, 'PAID'
      from generate_series(1, $2::int) n`,
    [sequence, many],
  );
}

test('a large report is complete and in order', async () => {
  await fillLarge();
  const expected = Array.from({ length: many }, (_, index) => index + 1)
    .toSorted((a, b) => Math.floor(((a * 7919) % many) / 3) - Math.floor(((b * 7919) % many) / 3) || a - b)
    .map((n) => n / 100);
  const records = await report(
    'transactionReport',
    { StartDate: '2026-01-01 00:00', EndDate: '2026-12-31 23:59' },
    { merchant: '1005' },
  );
  assert.deepEqual(
    records.map((it) => it.Amount),
    expected,
  );
});

/** Starts to read a report and stops. */
async function begin(name: Report, query: object, merchant: string): Promise<IncomingMessage> {
  const { url, init } = requestOf(reports[name], service.origin, merchant, 'EFT', query);
  const headers = { ...init.headers, authorization: `Bearer ${await service.token(merchant)}` };
  return new Promise((resolve, reject) =>
    request(url, { headers }, (answer) => answer.once('readable', () => resolve(answer)))
      .once('error', reject)
      .end(),
  );
}

test('a caller who leaves in the middle frees the connection', async () => {
  // 100 MB: more than all buffers on the path hold.
  await insert(
    '1006',
    `insert into change (merchant, product, subject, change_date, changed_by, client_number, change_type, field_changed,
        old_value)
      select '1006', 'EFT', 'mandate', '2026-03-01', 'staff', 'L', 'EDIT', 'TrackingCode', repeat('x', 10000)
      from generate_series(1, 10000)`,
  );
  const copies = async () => {
    const { rows } = await service.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and query ilike 'copy %'`,
    );
    return rows[0]?.n ?? 0;
  };
  // More often than there are connections for reports.
  for (let round = 0; round < 6; round++) {
    const answer = await begin('mandateChangeReport', whole('mandateChangeReport'), '1006');
    assert.equal(answer.statusCode, 200);
    await until(async () => (await copies()) === 1);
    answer.once('error', () => undefined);
    answer.destroy();
    await until(async () => (await copies()) === 0);
  }
  assert.equal((await report('mandateChangeReport', whole('mandateChangeReport'))).length > 0, true);
});
