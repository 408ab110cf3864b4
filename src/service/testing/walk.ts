import assert from 'node:assert/strict';
import { operations, type OperationName, type Output } from '../../contract/operations.ts';
import { addDays } from '../../rules/calendar.ts';
import { inTransaction } from '../database/transaction.ts';
import { shown, stored } from '../database/rows.ts';
import { client, nextMonth } from './samples.ts';
import { saysAll, survives, type Walker } from './walker.ts';

type Item = Record<string, unknown>;
type Step = (walk: Walker) => Promise<void>;

const isIdentification = (fieldName: string) =>
  ['ClientNumber', 'ContractNumber', 'ContractSequence'].includes(fieldName);

/** The fields of an edit without those that only say of what. */
const edited = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([fieldName]) => !isIdentification(fieldName)));

/** Asserts that a change report tells of each field's way from old to new. */
function isTold(changes: readonly Item[], before: Item, after: Item, suffix = ''): void {
  for (const [fieldName, value] of Object.entries(edited(after))) {
    const change = changes.findLast((it) => it['FieldChanged'] === fieldName + suffix);
    assert.ok(change, `the report does not tell of ${fieldName}`);
    assert.deepEqual(
      [change['ChangeType'], change['OldValue'], change['NewValue']],
      [
        'EDIT',
        shown(fieldName, stored(fieldName, before[fieldName])) ?? '',
        shown(fieldName, stored(fieldName, value)) ?? '',
      ],
      fieldName,
    );
  }
}

const clients: Step = async (walk) => {
  const item = client('W-1');
  saysAll('clientCreate', item);
  await walk.done('clientCreate', item);
  survives('clientList', item, await walk.one('clientList', { ClientNumber: 'W-1' }));
  await walk.isStored('client', { client_number: 'W-1' }, item);

  const edit = {
    ClientNumber: 'W-1',
    ClientName: 'Zoë “Ünï” O’Näme 漢字',
    IDType: 'PP',
    IDNumber: 'A0000001',
    CellphoneNumber: '+27825550102',
    EMail: 'zoe@example.org',
    BankCode: 8,
    BranchCode: 198765,
    AccountType: 2,
    AccountNumber: Number.MAX_SAFE_INTEGER,
    AccountHolderName: 'Z O’Näme',
  };
  saysAll('clientEdit', edit);
  await walk.done('clientEdit', edit);
  survives('clientList', edit, await walk.one('clientList', { ClientNumber: 'W-1' }));
  await walk.isStored('client', { client_number: 'W-1' }, edit);
  assert.equal((await walk.call('clientList', {})).records.length, 1);
  await walk.done('clientCreate', client('W-1'), { product: 'DEBICHECK' });
};

const mandateItem = (today: string, ContractNumber: string) => ({
  ClientNumber: 'W-1',
  ContractNumber,
  MandateType: 'FIXED',
  TransactionType: 'TT1',
  MandateActionDate: `${addDays(today, 1)} 08:00`,
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  DebitSequenceType: 'RCUR',
  AdjustmentCategory: 'A',
  AdjustmentAmount: 10.5,
  TrackingYN: 'Y',
  TrackingCode: '14',
  FirstCollectionDate: `${addDays(today, 2)} 10:00`,
  FirstCollectionAmount: 99.99,
  InstalmentStartDate: `${nextMonth(today)} 00:00`,
  InstalmentAmount: 1234.56,
  MaximumAmount: 1800,
  NumberOfInstalments: 12,
  RMS: 'N',
});

/** Every field another than `mandateItem` has it. */
const mandateEdited = (today: string) => ({
  MandateType: 'USAGE',
  TransactionType: 'TT3',
  MandateActionDate: `${addDays(today, 3)} 09:30`,
  FrequencyCode: 'QURT',
  CollectionDay: 28,
  DebitSequenceType: 'OOFF',
  AdjustmentCategory: 'B',
  AdjustmentAmount: null,
  AdjustmentRate: 7.25,
  TrackingYN: 'N',
  TrackingCode: '12',
  FirstCollectionDate: `${addDays(today, 4)} 11:15`,
  FirstCollectionAmount: 88.88,
  InstalmentStartDate: `${nextMonth(nextMonth(today))} 06:45`,
  InstalmentAmount: 1500.01,
  MaximumAmount: 2000.29,
  NumberOfInstalments: 10,
  RMS: 'Y',
});

const mandates: Step = async (walk) => {
  const item = mandateItem(walk.today, 'M-1');
  const { AdjustmentAmount: _, ...rest } = item;
  const byRate = { ...rest, ContractNumber: 'M-2', AdjustmentRate: 5.5 };
  saysAll('mandateCreate', item, byRate);
  const made = await walk.done('mandateCreate', [item, byRate]);
  const ContractSequence = made.ContractSequence ?? 0;
  const named = { ClientNumber: 'W-1', ContractNumber: 'M-1' };
  survives('mandateList', item, await walk.one('mandateList', { ContractSequence }));
  assert.deepEqual(
    await walk.one('mandateList', { ...named, MandateStatusCode: 'ACTIVE' }),
    await walk.one('mandateList', { ContractSequence }),
  );
  await walk.isStored('contract', { contract_number: 'M-1' }, item);
  await walk.isStored('contract', { contract_number: 'M-2' }, byRate);

  const edit = { ...named, ContractSequence, ...mandateEdited(walk.today) };
  saysAll('mandateEdit', edit);
  await walk.done('mandateEdit', edit);
  survives('mandateList', edit, await walk.one('mandateList', { ContractSequence }));
  await walk.isStored('contract', { contract_number: 'M-1' }, edit);
  const told = await walk.call('mandateChangeReport', { ...walk.range, ContractSequence });
  isTold(told.records, item, edit);

  const end = { ...named, ContractSequence, CancelReason: 'MD17', CancelDate: `${walk.today} 12:34` };
  saysAll('mandateCancel', end);
  assert.deepEqual(await walk.done('mandateCancel', end), { ...named, ContractSequence });
  assert.equal((await walk.one('mandateList', { ContractSequence })).MandateStatusCode, 'CANCELLED');
  await walk.isStored('contract', { contract_number: 'M-1' }, end);
  const ended = await walk.call('mandateChangeReport', { ...walk.range, ...named, MandateType: 'USAGE' });
  assert.deepEqual(
    ended.records.filter((it) => it.ChangeType === 'CANCEL').map((it) => [it.FieldChanged, it.NewValue]),
    [
      ['MandateStatusCode', 'CANCELLED'],
      ['CancelReason', 'MD17'],
      ['CancelDate', end.CancelDate],
    ],
  );
};

const contracts: Step = async (walk) => {
  const item = {
    ClientNumber: 'W-1',
    ContractNumber: 'C-1',
    FrequencyCode: 'WEEK',
    CollectionDay: 5,
    TrackingCode: '01',
    FirstCollectionDate: `${addDays(walk.today, 2)} 10:00`,
    FirstCollectionAmount: 0.29,
    InstalmentStartDate: `${nextMonth(walk.today)} 07:15`,
    InstalmentAmount: 10.01,
    NumberOfInstalments: 3,
    CTCPercentage: 12.5,
  };
  saysAll('contractCreate', item);
  const { ContractSequence = 0 } = await walk.done('contractCreate', item);
  assert.ok(ContractSequence);
  const named = { ClientNumber: 'W-1', ContractNumber: 'C-1' };
  survives('contractList', item, await walk.one('contractList', { ContractSequence }));
  assert.deepEqual(await walk.one('contractList', named), await walk.one('contractList', { ContractSequence }));
  await walk.isStored('contract', { contract_number: 'C-1' }, item);

  const edit = {
    ...named,
    ContractSequence,
    FrequencyCode: 'FRTN',
    CollectionDay: 11,
    TrackingCode: '02',
    FirstCollectionDate: `${addDays(walk.today, 3)} 11:30`,
    FirstCollectionAmount: 1.1,
    InstalmentStartDate: `${nextMonth(walk.today)} 08:30`,
    InstalmentAmount: 20.2,
    NumberOfInstalments: 4,
    CTCPercentage: 0.0125,
  };
  saysAll('contractEdit', edit);
  await walk.done('contractEdit', edit);
  survives('contractList', edit, await walk.one('contractList', { ContractSequence }));
  await walk.isStored('contract', { contract_number: 'C-1' }, edit);
  isTold((await walk.call('contractChangeReport', { ...walk.range, ContractSequence })).records, item, edit);

  const end = { ...named, ContractSequence, CancelReason: 'MCES', CancelDate: `${addDays(walk.today, 1)} 00:00` };
  saysAll('contractCancel', end);
  assert.deepEqual(await walk.done('contractCancel', end), { ...named, ContractSequence });
  await walk.isStored('contract', { contract_number: 'C-1' }, { ...end, MandateStatusCode: 'CANCELLED' });
  const ended = await walk.call('contractChangeReport', { ...walk.range, ...named });
  const cancelled = ended.records.find((it) => it.ChangeType === 'CANCEL' && it.FieldChanged === 'MandateStatusCode');
  assert.equal(cancelled?.NewValue, 'CANCELLED');
};

/** A contract to hang instalments on. */
async function openContract(walk: Walker, ContractNumber: string): Promise<number> {
  const made = await walk.done('contractCreate', {
    ClientNumber: 'W-1',
    ContractNumber,
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(walk.today)} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  return made.ContractSequence ?? 0;
}

const instalments: Step = async (walk) => {
  const ContractSequence = await openContract(walk, 'I-1');
  const named = { ClientNumber: 'W-1', ContractNumber: 'I-1', ContractSequence };
  const item = {
    ...named,
    InstalmentActionDate: `${addDays(walk.today, 5)} 09:15`,
    TrackingCode: '03',
    InstalmentAmount: 55.55,
    DebitSequenceType: 'OOFF',
    CTCAmount: 1.25,
  };
  saysAll('instalmentCreate', item);
  const { InstalmentSequence = 0 } = await walk.done('instalmentCreate', item);
  assert.equal(InstalmentSequence, 3);
  const one = { ContractSequence, InstalmentSequence: InstalmentSequence ?? 0 };
  const came = await walk.one('instalmentList', { ...named, ...one });
  survives('instalmentList', { ...item, InstalmentStatus: 'SCHEDULED' }, came);
  const where = { contract_sequence: ContractSequence, instalment_sequence: InstalmentSequence };
  await walk.isStored('instalment', where, { ...edited(item), ...one });

  const edit = {
    ...named,
    ...one,
    InstalmentActionDate: `${addDays(walk.today, 6)} 10:45`,
    TrackingCode: '04',
    InstalmentAmount: 66.66,
    DebitSequenceType: 'RCUR',
  };
  saysAll('instalmentEdit', edit);
  await walk.done('instalmentEdit', edit);
  survives('instalmentList', edit, await walk.one('instalmentList', one));
  await walk.isStored('instalment', where, { ...edited(edit), ...one });
  const told = await walk.call('contractChangeReport', { ...walk.range, ContractSequence });
  const { InstalmentSequence: _, ...terms } = edit;
  isTold(told.records, item, terms, `[${InstalmentSequence}]`);

  saysAll('instalmentCancel', { ...named, ...one });
  assert.deepEqual(await walk.done('instalmentCancel', { ...named, ...one }), { ...named, ...one });
  assert.equal((await walk.one('instalmentList', one)).InstalmentStatus, 'CANCELLED');
  const ended = await walk.call('contractChangeReport', { ...walk.range, ...named });
  assert.deepEqual(
    ended.records.filter((it) => it.ChangeType === 'CANCEL').map((it) => [it.FieldChanged, it.OldValue, it.NewValue]),
    [[`InstalmentStatus[${InstalmentSequence}]`, 'SCHEDULED', 'CANCELLED']],
  );
};

const omni: Step = async (walk) => {
  const ContractSequence = await openContract(walk, 'O-1');
  const days = { StartDate: addDays(walk.today, -1), EndDate: addDays(walk.today, 90) };
  const item = { ContractSequence, CollectionDate: addDays(walk.today, 5), InstalmentAmount: 77.77 };
  saysAll('omniInstalmentCreate', item);
  const made = await walk.done('omniInstalmentCreate', item);
  const one = { ContractSequence, InstalmentSequence: made.InstalmentSequence ?? 0 };
  assert.deepEqual(made, one);
  survives('omniInstalmentList', { ...item, Status: 'SCHEDULED' }, await walk.one('omniInstalmentList', one));
  const where = { contract_sequence: ContractSequence, instalment_sequence: one.InstalmentSequence };
  await walk.isStored('instalment', where, {
    InstalmentActionDate: `${item.CollectionDate} 00:00`,
    InstalmentAmount: item.InstalmentAmount,
  });
  const future = await walk.call('futureTransactionReport', days);
  const due = future.records.filter((it) => it.ContractSequence === ContractSequence);
  assert.equal(due.length, 3);
  listsAll('futureTransactionReport', due);

  const edit = { ...one, CollectionDate: addDays(walk.today, 6), InstalmentAmount: 88.88 };
  saysAll('omniInstalmentEdit', edit);
  assert.deepEqual(await walk.done('omniInstalmentEdit', edit), one);
  survives('omniInstalmentList', edit, await walk.one('omniInstalmentList', { ...one, Status: 'SCHEDULED' }));

  saysAll('omniInstalmentCancel', one);
  assert.deepEqual(await walk.done('omniInstalmentCancel', one), one);
  const rest = await walk.call('omniInstalmentCancel', { ContractSequence });
  assert.deepEqual(rest.successful, [
    { ContractSequence, InstalmentSequence: 1 },
    { ContractSequence, InstalmentSequence: 2 },
  ]);
  const ended = await walk.call('omniInstalmentList', { ContractSequence, Status: 'CANCELLED' });
  assert.equal(ended.records.length, 3);

  const changed = (await walk.call('omniInstalmentChangeReport', days)).records;
  const mine = changed.filter((it) => it.ContractSequence === ContractSequence);
  listsAll('omniInstalmentChangeReport', mine);
  const last = mine.find((it) => it.InstalmentSequence === one.InstalmentSequence);
  assert.deepEqual(
    [last?.InstalmentActionDate, last?.InstalmentAmount, last?.InstalmentStatus, last?.ContractNumber],
    [`${edit.CollectionDate} 00:00`, edit.InstalmentAmount, 'CANCELLED', 'O-1'],
  );
  const contractsChanged = (await walk.call('omniContractChangeReport', days)).records;
  listsAll('omniContractChangeReport', contractsChanged);
  const contract = contractsChanged.find((it) => it.ContractSequence === ContractSequence);
  assert.equal(contract?.ContractInstalments?.length, 3);
};

/** Asserts that every record has every listed field. */
function listsAll(name: OperationName, records: readonly object[]): void {
  assert.ok(records.length > 0, name);
  const words = Object.keys(operations[name].output.shape);
  for (const record of records) assert.deepEqual(Object.keys(record).toSorted(), words.toSorted(), name);
}

const payouts: Step = async (walk) => {
  const [code] = (await walk.call('payoutCancelLookup', {})).records;
  const item = {
    ClientNumber: 'W-1',
    ContractNumber: 'P-1',
    PaymentAmount: 250.25,
    NumberOfPayments: 3,
    PaymentStartDate: `${nextMonth(walk.today)} 07:30`,
    FrequencyCode: 'MNTH',
    PaymentIndicator: 'NORMAL',
  };
  saysAll('payoutContractCreate', item);
  const made = await walk.done('payoutContractCreate', item);
  const ContractSequence = made.ContractSequence ?? 0;
  assert.deepEqual(
    made.SuccessPayments?.map((it) => [it.PaymentSequence, it.PaymentDate, it.PaymentAmount]),
    [0, 1, 2].map((n) => [n + 1, `${later(nextMonth(walk.today), n)} 07:30`, 250.25]),
  );
  assert.deepEqual(made.FailedPayments, []);
  const named = { ClientNumber: 'W-1', ContractNumber: 'P-1', ContractSequence };
  const came = await walk.one('payoutContractList', { ContractSequence });
  survives('payoutContractList', { ...item, ContractSequence }, came);
  assert.equal(came.ContractPayments?.length, 3);
  await walk.isStored('payout_contract', { contract_number: 'P-1' }, item);

  await payments(walk, named);

  const end = { ...named, CancelCode: code?.CancelCode ?? '', CancelDate: `${walk.today} 00:00` };
  saysAll('payoutContractCancel', end);
  assert.deepEqual(await walk.done('payoutContractCancel', end), named);
  await walk.isStored('payout_contract', { contract_number: 'P-1' }, { ...end, PayoutStatusCode: 'CANCELLED' });
  const left = await walk.one('payoutContractList', named);
  assert.deepEqual(new Set(left.ContractPayments?.map((it) => it.PaymentStatus)), new Set(['CANCELLED']));
  const ended = await walk.call('payoutPaymentChangeReport', { ...walk.range, ...named });
  assert.equal(ended.records.filter((it) => it.ChangeType === 'CANCEL').length, 4);
};

const later = (firstOfMonth: string, months: number): string =>
  Array.from({ length: months }).reduce<string>((date) => nextMonth(date), firstOfMonth);

async function payments(
  walk: Walker,
  named: { ClientNumber: string; ContractNumber: string; ContractSequence: number },
) {
  const item = {
    ...named,
    PaymentDate: `${addDays(walk.today, 5)} 10:10`,
    PaymentAmount: 12.34,
    PaymentIndicator: 'URGENT',
  };
  saysAll('payoutPaymentCreate', item);
  const made = await walk.done('payoutPaymentCreate', item);
  const one = { ...named, PaymentSequence: made.PaymentSequence ?? 0 };
  assert.equal(one.PaymentSequence, 4);
  survives('payoutPaymentList', { ...item, PaymentStatus: 'SCHEDULED' }, await walk.one('payoutPaymentList', one));
  const where = { contract_sequence: named.ContractSequence, payment_sequence: one.PaymentSequence };
  await walk.isStored('payment', where, edited(item));

  const edit = {
    ...one,
    PaymentDate: `${addDays(walk.today, 6)} 11:11`,
    PaymentAmount: 43.21,
    PaymentIndicator: 'LATE',
  };
  saysAll('payoutPaymentEdit', edit);
  await walk.done('payoutPaymentEdit', edit);
  survives('payoutPaymentList', edit, await walk.one('payoutPaymentList', one));
  await walk.isStored('payment', where, edited(edit));
  const told = (await walk.call('payoutPaymentChangeReport', { ...walk.range, ...one })).records;
  listsAll('payoutPaymentChangeReport', told);
  for (const it of told) assert.equal(it.PaymentSequence, one.PaymentSequence);
  const { PaymentSequence: _, ...terms } = edit;
  isTold(told, item, terms);
}

const initiates: Step = async (walk) => {
  const there = { product: 'DEBICHECK' };
  const item = { ...mandateItem(walk.today, 'D-1'), TransactionType: 'TT2' };
  const { ContractSequence = 0 } = await walk.done('mandateCreate', item, there);
  const named = { ClientNumber: 'W-1', ContractNumber: 'D-1', ContractSequence: ContractSequence ?? 0 };
  const pending = await walk.one('mandateList', { ...named, MandateStatusCode: 'PENDING' }, there);
  survives('mandateList', item, pending);

  const edit = { ...named, ...mandateEdited(walk.today) };
  saysAll('mandateInitiateEdit', edit);
  await walk.done('mandateInitiateEdit', edit, there);
  survives('mandateList', edit, await walk.one('mandateList', named, there));
  await walk.isStored('contract', { contract_number: 'D-1' }, { ...edit, MandateStatusCode: 'PENDING' });

  const end = { ...named, CancelReason: 'MICN', CancelDate: `${walk.today} 00:00` };
  saysAll('mandateInitiateCancel', end);
  assert.deepEqual(await walk.done('mandateInitiateCancel', end, there), named);
  assert.equal((await walk.one('mandateList', named, there)).MandateStatusCode, 'CANCELLED');
  const told = (await walk.call('mandateChangeReport', { ...walk.range, ...named }, there)).records;
  listsAll('mandateChangeReport', told);
  isTold(
    told.filter((it) => it.ChangeType === 'EDIT'),
    item,
    edit,
  );
  assert.equal(told.filter((it) => it.ChangeType === 'CANCEL').length, 3);
};

/** What clearing does to an instalment, as far as the transactions report reads it. */
const collect = (walk: Walker, contract: number) =>
  inTransaction(walk.service.database.pool, { merchant: '1001' }, async (connection) => {
    await connection.query(
      `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
          instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
        select '1001', product, $2, client_number, contract_number, contract_sequence, 1, mandate_type, 'RCUR',
          tracking_code, transaction_type, instalment_amount, 'PAID'
        from contract where contract_sequence = $1`,
      [contract, `${walk.today} 12:00`],
    );
  });

const transactions: Step = async (walk) => {
  const [mandate] = (await walk.call('mandateList', { ClientNumber: 'W-1', ContractNumber: 'M-1' })).records;
  const ContractSequence = mandate?.ContractSequence ?? 0;
  await collect(walk, ContractSequence);
  const query = {
    ...walk.range,
    Product: 'EFT',
    ClientNumber: 'W-1',
    ContractNumber: 'M-1',
    ContractSequence,
    MandateType: 'USAGE',
    TrackingCode: '12',
    DebitSequenceType: 'RCUR',
  };
  saysAll('transactionReport', query);
  const { records } = await walk.call('transactionReport', query);
  listsAll('transactionReport', records);
  const { StartDate: _from, EndDate: _to, Product: _, ...rest } = query;
  assert.deepEqual(records, [
    { ...rest, TransactionDate: `${walk.today} 12:00`, TransactionType: 'TT3', Amount: 1500.01, Status: 'PAID' },
  ]);
  for (const fieldName of Object.keys(rest)) {
    const other = { ...query, [fieldName]: fieldName === 'ContractSequence' ? 1 : 'NONE' };
    assert.deepEqual((await walk.call('transactionReport', other)).records, [], fieldName);
  }
  assert.deepEqual((await walk.call('transactionReport', { ...query, Product: 'DEBICHECK' })).records, []);
};

const lookups: Step = async (walk) => {
  for (const product of ['EFT', 'DEBICHECK']) {
    const frequency = await walk.call('frequencyLookup', {}, { product });
    assert.ok(frequency.records.every((it) => (it.CollectionDays?.length ?? 0) > 0));
    const banks = await walk.call('bankLookup', {}, { product });
    assert.deepEqual(
      banks.records.flatMap((it) => it.Products ?? []).map((it) => it.Product),
      [product],
    );
    for (const alias of [false, true]) {
      const reasons = await walk.call('mandateReasonLookup', {}, { product, alias });
      assert.equal(reasons.records[0]?.MandateProduct, product);
      const codes = await walk.call('payoutCancelLookup', {}, { product, alias });
      listsAll('payoutCancelLookup', codes.records);
    }
  }
};

/** A stored row of the organisation `demo`, by its columns. */
const ofDemo = async (walk: Walker, text: string): Promise<Item> => {
  const rows = await inTransaction(walk.service.database.pool, { organisation: 'demo' }, async (connection) => {
    const found = await connection.query<Item>(text);
    return found.rows;
  });
  assert.ok(rows[0], text);
  return rows[0];
};

const cases: Step = async (walk) => {
  const {
    organisation: _organisation,
    merchant: _merchant,
    case_number,
    external_ref,
    ...row
  } = await ofDemo(
    walk,
    `select * from case_record where jsonb_array_length(attachment) > 0 and external_ref is not null limit 1`,
  );
  const query = { case_number: String(case_number), external_ref: String(external_ref) };
  saysAll('caseView', query);
  for (const by of [query, { case_number: query.case_number }, { external_ref: query.external_ref }])
    for (const alias of [false, true]) {
      const { body } = await walk.call('caseView', by, { alias });
      assert.deepEqual(body, { ...row, case_id: case_number, external_ref });
      listsAll('caseView', [body]);
    }
};

const messages: Step = async (walk) => {
  const message = {
    from: '27105550100',
    to: '27825550101',
    messageId: 'walk-1',
    content: {
      templateName: 'statement',
      templateData: {
        body: { placeholders: ['Thandi “T” Mokoena', 'R 1 234,56'] },
        header: { type: 'DOCUMENT', mediaUrl: 'https://example.com/statement.pdf', filename: 'statement.pdf' },
      },
      language: 'en',
    },
    callbackData: 'a word of the sender',
    notifyUrl: 'https://example.com/reports',
    urlOptions: {
      shortenUrl: true,
      trackClicks: false,
      trackingUrl: 'https://example.com/clicks',
      removeProtocol: true,
      customDomain: 'example.com',
    },
  };
  const { body } = await walk.call('templateSend', { messages: [message, { ...message, from: '27000000000' }] });
  const { messages: sent, bulkId } = body as unknown as Output<'templateSend'>;
  assert.equal(bulkId, null);
  assert.deepEqual(
    sent.map((it) => [it.to, it.messageCount, it.messageId, it.status.groupId]),
    [
      ['27825550101', 1, 'walk-1', 1],
      ['27825550101', 1, 'walk-1', 5],
    ],
  );
  const row = await ofDemo(walk, `select * from message where message_id = 'walk-1'`);
  assert.deepEqual(
    [row['sender'], row['recipient'], row['content'], row['url_options'], row['callback_data']],
    [message.from, message.to, message.content, message.urlOptions, message.callbackData],
  );
  assert.equal(row['notify_url'], message.notifyUrl);
};

/** The whole interface, resource by resource; later steps use what earlier ones made. */
export const steps: Record<string, Step> = {
  clients,
  mandates,
  contracts,
  instalments,
  omni,
  payouts,
  initiates,
  transactions,
  lookups,
  cases,
  messages,
};
