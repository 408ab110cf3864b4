import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays, dateOf, type DateTimeText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { horizonLength } from '#rules/schedule.ts';
import type { Clock } from '#service/base/clock.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase } from '#service/database/open.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { runJobs } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { migrations } from '#service/migrations/all.ts';
import { seedSandbox } from '#service/seed/seed.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { testDatabase } from '#service/testing/database.ts';
import { client, mandate } from '#service/testing/samples.ts';
import { simulatedBank, type Bank } from './bank.ts';
import { clearMerchant, clearingJobs } from './clearing.ts';

/** A wall clock that is set by hand. */
function settableClock(at: DateTimeText): Clock & { at: DateTimeText } {
  const clock = {
    at,
    now: (daysAhead = 0) => addDays(dateOf(clock.at), daysAhead) + clock.at.slice(10),
    today: (daysAhead = 0) => dateOf(clock.now(daysAhead)),
  };
  return clock;
}

const today = '2026-03-10';
const always = 620_0000_1111;
const never = 620_0000_0000;
const declines = 620_0000_2222;
const disputes = 620_0000_3333;

describe('through the interface', () => {
  let service: TestService;
  const clock = settableClock(`${today} 09:00`);
  before(async () => void (service = await testService({ clock })));
  after(() => service.close());

  /** Sets the clock and runs clearing. */
  async function at(time: DateTimeText, merchant = '1001'): Promise<void> {
    clock.at = time;
    await clearMerchant(service.database.pool, clock, merchant, service);
  }

  async function capture(number: string, account: number, more: object = {}, product = 'EFT') {
    clock.at = `${today} 09:00`;
    await service.call('clientCreate', { ...client(number), AccountNumber: account }, { product });
    const item = {
      ...mandate(today, number, 'A'),
      InstalmentStartDate: `${addDays(today, 2)} 00:00`,
      CollectionDay: 12,
      NumberOfInstalments: 2,
      ...more,
    };
    const created = await service.call('mandateCreate', item, { product });
    const sequence = created.successful[0]?.ContractSequence;
    assert.ok(sequence, created.text);
    return sequence;
  }

  const statuses = async (ContractSequence: number, product = 'EFT') =>
    (await service.call('instalmentList', { ContractSequence }, { product })).records.map((it) => it.InstalmentStatus);

  const statusOf = async (ContractSequence: number, product = 'EFT') =>
    (await service.call('mandateList', { ContractSequence }, { product })).records[0]?.MandateStatusCode;

  const all = { StartDate: '2026-01-01 00:00', EndDate: '2028-01-01 00:00' };
  const transactions = async (ContractSequence: number) =>
    (await service.call('transactionReport', { ...all, ContractSequence })).records;

  const stateChanges = async (ContractSequence: number, product = 'EFT') =>
    (await service.call('contractChangeReport', { ...all, ContractSequence }, { product })).records
      .filter((it) => it.ChangeType === 'STATE')
      .map((it) => [it.ChangeDate, it.FieldChanged, it.OldValue, it.NewValue]);

  test('a bank that cannot tell the answers to mandates does not stop the debits that are due', async () => {
    const due = await capture('E-1', always);
    const awaiting = await capture('E-2', always, { TransactionType: 'TT2' }, 'DEBICHECK');
    const bank: Bank = { ...service.bank, answers: () => Promise.reject(new Error('No answers today')) };
    clock.at = '2026-03-13 20:00';
    await assert.rejects(clearMerchant(service.database.pool, clock, '1001', { bank }), {
      message: 'No answers today',
    });
    assert.deepEqual(await statuses(due), ['PAID', 'SCHEDULED']);
    assert.equal(await statusOf(awaiting, 'DEBICHECK'), 'PENDING');
    await at('2026-03-13 20:00');
    assert.notEqual(await statusOf(awaiting, 'DEBICHECK'), 'PENDING');
  });

  test('a client who always pays: submitted after hours, paid that evening, completed with the last', async () => {
    const contract = await capture('C-1', always);
    await at('2026-03-12 17:29');
    assert.deepEqual(await statuses(contract), ['SCHEDULED', 'SCHEDULED']);
    await at('2026-03-12 17:30');
    assert.deepEqual(await statuses(contract), ['SUBMITTED', 'SCHEDULED']);
    await at('2026-03-17 00:00');
    assert.deepEqual(await statuses(contract), ['PAID', 'SCHEDULED']);
    const [it, ...others] = await transactions(contract);
    assert.equal(others.length, 0);
    assert.ok(
      it?.TransactionDate && it.TransactionDate > '2026-03-12 18:29' && it.TransactionDate < '2026-03-13 00:00',
    );
    assert.deepEqual(
      [it.Amount, it.Status, it.ClientNumber, it.ContractNumber, it.MandateType, it.DebitSequenceType],
      [1234.56, 'PAID', 'C-1', 'A', 'FIXED', 'FRST'],
    );
    assert.deepEqual(await stateChanges(contract), [
      ['2026-03-12 17:30', 'InstalmentStatus[1]', 'SCHEDULED', 'SUBMITTED'],
      [it.TransactionDate, 'InstalmentStatus[1]', 'SUBMITTED', 'PAID'],
    ]);
    assert.equal(await statusOf(contract), 'ACTIVE');
    await at('2026-04-20 12:00');
    assert.deepEqual(await statuses(contract), ['PAID', 'PAID']);
    assert.equal(await statusOf(contract), 'COMPLETED');
    const changes = await service.call('mandateChangeReport', { ...all, ContractSequence: contract });
    const last = (await transactions(contract)).at(-1)?.TransactionDate;
    assert.deepEqual(
      changes.records.slice(-1).map((row) => [row.ChangeDate, row.ChangeType, row.OldValue, row.NewValue]),
      [[last, 'STATE', 'ACTIVE', 'COMPLETED']],
    );
  });

  test('a client who never pays: unpaid with a reason, tracked for as many days as the code says', async () => {
    const untracked = await capture('C-2', never, { TrackingYN: 'N' });
    await at('2026-03-17 00:00');
    assert.deepEqual(await statuses(untracked), ['UNPAID', 'SCHEDULED']);
    assert.deepEqual(
      (await transactions(untracked)).map((it) => [it.Status, it.Amount]),
      [['UNPAID', 1234.56]],
    );

    const tracked = await capture('C-3', never, { TrackingYN: 'Y', TrackingCode: '03' }, 'DEBICHECK');
    await at('2026-03-12 00:29');
    assert.deepEqual(await statuses(tracked, 'DEBICHECK'), ['SCHEDULED', 'SCHEDULED']);
    await at('2026-03-12 00:30');
    assert.deepEqual(await statuses(tracked, 'DEBICHECK'), ['SUBMITTED', 'SCHEDULED']);
    await at('2026-03-12 12:00');
    assert.deepEqual(await statuses(tracked, 'DEBICHECK'), ['TRACKING', 'SCHEDULED']);
    assert.equal((await transactions(tracked)).length, 0, 'what is tracked is not over');
    await at('2026-03-17 01:59');
    assert.deepEqual(await statuses(tracked, 'DEBICHECK'), ['TRACKING', 'SCHEDULED']);
    await at('2026-03-17 06:00');
    assert.deepEqual(await statuses(tracked, 'DEBICHECK'), ['UNPAID', 'SCHEDULED']);
    const [it] = await transactions(tracked);
    assert.deepEqual([it?.Status, it?.TransactionDate?.slice(0, 10), it?.TrackingCode], ['UNPAID', '2026-03-17', '03']);
    const { records } = await service.call(
      'omniInstalmentChangeReport',
      { StartDate: '2026-03-17', EndDate: '2026-03-17' },
      { product: 'DEBICHECK' },
    );
    assert.deepEqual(
      records
        .filter((row) => row.ContractSequence === tracked)
        .map((row) => [row.InstalmentResult, row.LastUpdateDate, row.UserId]),
      [['02', it?.TransactionDate, 'clearing']],
    );
  });

  test('a payout that is held goes out in the minute in which its hold ends', async () => {
    clock.at = `${today} 09:00`;
    await service.call('clientCreate', client('H-1'));
    const item = { ClientNumber: 'H-1', ContractNumber: 'P', PaymentAmount: 10, NumberOfPayments: 1 };
    const created = await service.call('payoutContractCreate', { ...item, PaymentStartDate: '2026-03-11 00:00' });
    const sequence = created.successful[0]?.ContractSequence;
    const status = async () =>
      (await service.call('payoutPaymentList', { ContractSequence: sequence })).records[0]?.PaymentStatus;
    await inTransaction(service.database.pool, { merchant: '1001' }, (connection) =>
      connection.query(`update payment set held_until = '2026-03-11 14:00' where contract_sequence = $1`, [sequence]),
    );
    await at('2026-03-11 13:59');
    assert.equal(await status(), 'SCHEDULED');
    await at('2026-03-11 14:00');
    assert.notEqual(await status(), 'SCHEDULED');
  });

  test('a payer who disputes: an EFT debit is paid, and returned on a banking day some days later', async () => {
    const contract = await capture('C-33', disputes, { TrackingYN: 'N', NumberOfInstalments: 1 });
    // The outcome takes up to four days, a return three at least.
    for (let day = 0; (await statuses(contract))[0] !== 'PAID'; day++) {
      assert.ok(day < 6);
      await at(`${addDays('2026-03-12', day)} 23:59`);
    }
    assert.equal(await statusOf(contract), 'COMPLETED');
    const [paid, ...none] = await transactions(contract);
    assert.deepEqual([paid?.Status, none], ['PAID', []]);
    const [returned] = await read<{ at: DateTimeText }>(
      service.database,
      'select return_date as at from instalment where merchant = $1 and contract_sequence = $2',
      '1001',
      contract,
    );
    await at(returned?.at ?? '');
    assert.deepEqual(await statuses(contract), ['UNPAID']);
    const [first, late, ...others] = await transactions(contract);
    assert.deepEqual([first, others], [paid, []]);
    assert.deepEqual([late?.TransactionType, late?.Status, late?.Amount], ['RETURN', 'UNPAID', 1234.56]);
    const on = late?.TransactionDate?.slice(0, 10) ?? '';
    assert.ok(on >= addDays(paid?.TransactionDate?.slice(0, 10) ?? '', 3), on);
    assert.ok(!holidayName(on) && new Date(on).getUTCDay() !== 0, on);
    const { records } = await service.call('instalmentList', { ContractSequence: contract });
    assert.deepEqual([records[0]?.InstalmentResult, await statusOf(contract)], ['30', 'COMPLETED']);
    assert.deepEqual((await stateChanges(contract)).at(-1), [
      late?.TransactionDate,
      'InstalmentStatus[1]',
      'PAID',
      'UNPAID',
    ]);

    const early = await capture('C-34', disputes, { NumberOfInstalments: 1 }, 'DEBICHECK');
    await at('2026-05-01 00:00');
    assert.deepEqual(await statuses(early, 'DEBICHECK'), ['PAID'], 'DebiCheck debits are not disputed');
  });

  test('the bank is asked when it can answer: not before its next event, each minute while that is unknown, and after a change', async () => {
    const contract = await capture('C-35', never, { TrackingYN: 'Y', TrackingCode: '03', NumberOfInstalments: 1 });
    const asked: string[] = [];
    let isSilent = false;
    const bank: Bank = {
      ...service.bank,
      debits(orders) {
        asked.push(...orders.flatMap((it) => (it.contract === contract ? [it.status] : [])));
        return isSilent ? Promise.resolve(orders.map(() => undefined)) : service.bank.debits(orders);
      },
    };
    /** The statuses with which the bank is asked about the debit. */
    const askedAt = async (time: DateTimeText) => {
      clock.at = time;
      asked.length = 0;
      await clearMerchant(service.database.pool, clock, '1001', { bank });
      return [...asked];
    };
    const nextEvent = async () => {
      const [row] = await read<{ at: DateTimeText }>(
        service.database,
        'select next_look as at from instalment where merchant = $1 and contract_sequence = $2',
        '1001',
        contract,
      );
      return row?.at ?? '';
    };
    const minuteBefore = (time: DateTimeText) => {
      const minutes = Number(time.slice(11, 13)) * 60 + Number(time.slice(14)) - 1;
      const two = (value: number) => String(value).padStart(2, '0');
      return `${time.slice(0, 10)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    };
    assert.deepEqual(await askedAt('2026-03-12 00:00'), ['SCHEDULED']);
    assert.deepEqual(await askedAt('2026-03-12 17:29'), []);
    assert.deepEqual(await askedAt('2026-03-12 17:30'), ['SCHEDULED', 'SUBMITTED']);
    const outcome = await nextEvent();
    assert.deepEqual(await askedAt(minuteBefore(outcome)), []);
    isSilent = true;
    assert.deepEqual(await askedAt(outcome), ['SUBMITTED']);
    assert.deepEqual(await askedAt(outcome), ['SUBMITTED']);
    isSilent = false;
    assert.deepEqual(await askedAt(outcome), ['SUBMITTED', 'TRACKING']);
    assert.deepEqual(await statuses(contract), ['TRACKING']);

    assert.deepEqual(await askedAt(outcome), []);
    await service.call('clientEdit', { ClientNumber: 'C-35', CellphoneNumber: '0825550199' });
    assert.deepEqual(await askedAt(outcome), []);
    await service.call('clientEdit', { ClientNumber: 'C-35', AccountNumber: never + 10_000 });
    assert.deepEqual(await askedAt(outcome), ['TRACKING']);
    const edited = await service.call('mandateEdit', { ContractSequence: contract, TrackingCode: '01' });
    assert.equal(edited.failed.length, 0, edited.text);
    assert.deepEqual(await askedAt(outcome), ['TRACKING']);
    const last = await nextEvent();
    assert.deepEqual(await askedAt(minuteBefore(last)), []);
    assert.equal(await statusOf(contract), 'ACTIVE');
    assert.deepEqual(await askedAt(last), ['TRACKING']);
    assert.deepEqual(await statuses(contract), ['UNPAID']);
    assert.equal(await statusOf(contract), 'COMPLETED', 'in the minute of its last outcome');
  });

  test('contracts and mandates without TrackingYN are tracked as their code says, a mandate with N is not', async () => {
    const mandateOf = async (number: string, TrackingYN: string | null) =>
      capture(number, never, { TrackingYN, TrackingCode: '03' });
    const [unsaid, no] = [await mandateOf('C-31', null), await mandateOf('C-32', 'N')];
    const created = await service.call('contractCreate', {
      ClientNumber: 'C-31',
      ContractNumber: 'PLAIN',
      FrequencyCode: 'MNTH',
      CollectionDay: 12,
      InstalmentStartDate: `${addDays(today, 2)} 00:00`,
      InstalmentAmount: 99.5,
      NumberOfInstalments: 1,
      TrackingCode: '03',
    });
    const plain = created.successful[0]?.ContractSequence ?? 0;
    await at('2026-03-17 00:00');
    assert.deepEqual((await statuses(plain))[0], 'TRACKING');
    assert.deepEqual((await statuses(unsaid))[0], 'TRACKING');
    assert.deepEqual((await statuses(no))[0], 'UNPAID');
    await at('2026-03-25 00:00');
    assert.deepEqual((await statuses(plain))[0], 'UNPAID');
  });

  test('a mandate awaiting approval collects nothing; once approved, everything due goes out at once', async () => {
    const contract = await capture(
      'C-4',
      always,
      { TransactionType: 'TT2', InstalmentStartDate: `${today} 00:00`, CollectionDay: 10 },
      'DEBICHECK',
    );
    assert.equal(await statusOf(contract, 'DEBICHECK'), 'PENDING');
    await at('2026-03-11 04:59');
    assert.equal(await statusOf(contract, 'DEBICHECK'), 'PENDING');
    assert.deepEqual(await statuses(contract, 'DEBICHECK'), ['SCHEDULED', 'SCHEDULED']);
    await at('2026-03-11 06:00');
    assert.equal(await statusOf(contract, 'DEBICHECK'), 'ACTIVE');
    assert.deepEqual(await statuses(contract, 'DEBICHECK'), ['SUBMITTED', 'SCHEDULED']);
    const changes = await service.call(
      'mandateChangeReport',
      { ...all, ContractSequence: contract },
      {
        product: 'DEBICHECK',
      },
    );
    const accepted = changes.records.at(-1);
    assert.deepEqual([accepted?.ChangeType, accepted?.OldValue, accepted?.NewValue], ['STATE', 'PENDING', 'ACTIVE']);
    assert.ok(accepted?.ChangeDate && accepted.ChangeDate >= '2026-03-11 05:00');
    assert.equal((await stateChanges(contract, 'DEBICHECK'))[0]?.[0], accepted.ChangeDate);
  });

  test('a mandate that its payer declines is cancelled with all its instalments', async () => {
    const contract = await capture('C-5', declines, { TransactionType: 'TT2' }, 'DEBICHECK');
    await at('2026-03-20 12:00');
    assert.equal(await statusOf(contract, 'DEBICHECK'), 'CANCELLED');
    assert.deepEqual(await statuses(contract, 'DEBICHECK'), ['CANCELLED', 'CANCELLED']);
    const changes = await service.call(
      'mandateChangeReport',
      { ...all, ContractSequence: contract },
      {
        product: 'DEBICHECK',
      },
    );
    const answered = changes.records.at(-1)?.ChangeDate;
    assert.equal(answered?.slice(0, 10), '2026-03-11');
    assert.deepEqual(
      changes.records.slice(-3).map((it) => [it.ChangeDate, it.FieldChanged, it.OldValue, it.NewValue]),
      [
        [answered, 'MandateStatusCode', 'PENDING', 'CANCELLED'],
        [answered, 'CancelReason', '', 'MICN'],
        [answered, 'CancelDate', '', answered],
      ],
    );
    assert.deepEqual(await stateChanges(contract, 'DEBICHECK'), [
      [answered, 'InstalmentStatus[1]', 'SCHEDULED', 'CANCELLED'],
      [answered, 'InstalmentStatus[2]', 'SCHEDULED', 'CANCELLED'],
    ]);
  });

  test('cancelled instalments never go out, moved ones go out on their new day', async () => {
    const contract = await capture('C-6', always, { NumberOfInstalments: 3 });
    await service.call('instalmentCancel', { ContractSequence: contract, InstalmentSequence: 1 });
    await service.call('instalmentEdit', {
      ContractSequence: contract,
      InstalmentSequence: 2,
      InstalmentActionDate: '2026-03-20 00:00',
      InstalmentAmount: 99.99,
    });
    await at('2026-03-20 17:29');
    assert.deepEqual(await statuses(contract), ['CANCELLED', 'SCHEDULED', 'SCHEDULED']);
    await at('2026-04-11 17:30');
    assert.deepEqual(await statuses(contract), ['CANCELLED', 'PAID', 'SCHEDULED']);
    assert.deepEqual(
      (await transactions(contract)).map((it) => [it.Amount, it.DebitSequenceType]),
      [[99.99, 'FRST']],
    );
    const late = await service.call('instalmentCancel', { ContractSequence: contract, InstalmentSequence: 2 });
    assert.equal(late.failed[0]?.Errors[0]?.Code, 'NOT_SCHEDULED');
  });

  test('an instalment added after the submission time of its day goes out when it is added', async () => {
    const contract = await capture('C-7', always);
    clock.at = '2026-03-10 20:15';
    await service.call('instalmentCreate', {
      ContractSequence: contract,
      InstalmentActionDate: '2026-03-10 00:00',
      InstalmentAmount: 5,
    });
    await at('2026-03-11 12:00');
    assert.equal((await stateChanges(contract))[0]?.[0], '2026-03-10 20:15');
  });

  test('what is due on a Sunday or public holiday goes out on the next banking day and keeps its date', async () => {
    // 21 March 2026 is Human Rights Day, a Saturday, and 22 March a Sunday.
    const days = { InstalmentStartDate: '2026-03-21 00:00', CollectionDay: 21, TrackingYN: 'N' };
    const [eft, early] = [await capture('S-1', always, days), await capture('S-2', always, days, 'DEBICHECK')];
    const payout = await service.call('payoutContractCreate', {
      ClientNumber: 'S-1',
      ContractNumber: 'S',
      PaymentAmount: 10,
      NumberOfPayments: 1,
      PaymentStartDate: '2026-03-22 00:00',
    });
    assert.equal(payout.successful.length, 1, payout.text);
    const outcomes = async () =>
      (await service.call('transactionReport', { StartDate: '2026-03-20 00:00', EndDate: '2026-03-31 00:00' })).records
        .filter((it) => it.ContractNumber === 'S' || [eft, early].includes(it.ContractSequence ?? 0))
        .map((it) => it.TransactionDate?.slice(0, 10));
    for (const time of ['2026-03-21 23:59', '2026-03-22 23:59', '2026-03-23 00:29']) {
      await at(time);
      assert.deepEqual(await statuses(eft), ['SCHEDULED', 'SCHEDULED'], time);
      assert.deepEqual(await statuses(early, 'DEBICHECK'), ['SCHEDULED', 'SCHEDULED'], time);
      assert.deepEqual(await outcomes(), [], time);
    }
    await at('2026-03-23 17:29');
    assert.deepEqual(await statuses(eft), ['SCHEDULED', 'SCHEDULED']);
    assert.deepEqual(await statuses(early, 'DEBICHECK'), ['PAID', 'SCHEDULED']);
    await at('2026-03-28 12:00');
    assert.equal((await stateChanges(eft))[0]?.[0], '2026-03-23 17:30');
    assert.equal((await stateChanges(early, 'DEBICHECK'))[0]?.[0], '2026-03-23 00:30');
    const done = await outcomes();
    assert.equal(done.length, 3);
    assert.ok(
      done.every((day) => day && day >= '2026-03-23'),
      done.join(),
    );
    const { records } = await service.call('instalmentList', { ContractSequence: eft });
    assert.equal(records[0]?.InstalmentActionDate, '2026-03-21 00:00');
  });

  test('an open-ended mandate always has its next twelve instalments', async () => {
    const contract = await capture('C-8', always, { NumberOfInstalments: null });
    for (const time of ['2026-03-12 23:59', '2026-03-13 00:00', '2026-09-01 00:00', '2029-03-13 12:00']) {
      await at(time);
      const records = (await service.call('instalmentList', { ContractSequence: contract })).records;
      const ahead = records.filter((it) => String(it.InstalmentActionDate) >= dateOf(time));
      assert.equal(ahead.length, horizonLength, time);
      assert.equal(new Set(records.map((it) => it.InstalmentActionDate)).size, records.length);
      assert.deepEqual(
        records.map((it) => it.InstalmentSequence),
        records.map((_, index) => index + 1),
      );
      assert.deepEqual(new Set(records.slice(1).map((it) => it.DebitSequenceType)), new Set(['RCUR']));
      assert.ok(records.every((it) => it.TrackingCode === '14' && it.InstalmentActionDate?.slice(8, 10) === '12'));
    }
    assert.equal(await statusOf(contract), 'ACTIVE');
    const changes = await service.call('contractChangeReport', { ...all, ContractSequence: contract });
    const [first] = changes.records.filter((it) => it.FieldChanged === 'InstalmentActionDate[13]');
    assert.deepEqual(
      [first?.ChangeType, first?.ChangeDate, first?.NewValue],
      ['CREATE', '2026-03-13 00:00', '2027-03-12 00:00'],
    );
    clock.at = `${today} 09:00`;
  });

  test('a series made open-ended continues from there, with its new terms', async () => {
    const contract = await capture('C-10', always, { NumberOfInstalments: 3 });
    await at('2026-04-20 10:00');
    const edited = await service.call('mandateEdit', {
      ContractSequence: contract,
      NumberOfInstalments: null,
      InstalmentAmount: 1500,
    });
    assert.equal(edited.successful.length, 1, edited.text);
    await at('2026-08-01 00:00');
    const records = (await service.call('instalmentList', { ContractSequence: contract })).records;
    assert.deepEqual(
      records.map((it) => [it.InstalmentActionDate?.slice(0, 7), it.InstalmentAmount]),
      Array.from({ length: 17 }, (_, n) => [
        `${2026 + Math.floor((n + 2) / 12)}-${String(((n + 2) % 12) + 1).padStart(2, '0')}`,
        n < 2 ? 1234.56 : 1500,
      ]),
    );
    const changes = await service.call('contractChangeReport', { ...all, ContractSequence: contract });
    const creations = changes.records.filter((it) => it.ChangeType === 'CREATE' && it.FieldChanged?.startsWith('Inst'));
    assert.deepEqual(
      creations.map((it) => it.ChangeDate),
      [...Array<string>(11).fill('2026-04-20 10:00'), '2026-05-13 00:00', '2026-06-13 00:00', '2026-07-13 00:00'],
    );
    clock.at = `${today} 09:00`;
  });

  test('what is moved or cancelled completes a contract on the new last day, and a series is filled up at once', async () => {
    const three = { NumberOfInstalments: 3 };
    const cancelled = await capture('N-1', always, three);
    const moved = await capture('N-2', always, three);
    const series = await capture('N-3', always, { NumberOfInstalments: null });
    const cancel = async (ContractSequence: number, InstalmentSequence: number) => {
      const answer = await service.call('instalmentCancel', { ContractSequence, InstalmentSequence });
      assert.equal(answer.successful.length, 1, answer.text);
    };
    const move = async (ContractSequence: number, InstalmentSequence: number) => {
      const InstalmentActionDate = '2026-03-16 00:00';
      const edit = { ContractSequence, InstalmentSequence, InstalmentActionDate };
      const answer = await service.call('instalmentEdit', edit);
      assert.equal(answer.successful.length, 1, answer.text);
    };
    // Clearing has looked at each of them, and need not look again before their last days.
    await at('2026-03-13 20:00');
    clock.at = '2026-03-14 09:00';
    await cancel(cancelled, 3);
    await cancel(cancelled, 2);
    await cancel(moved, 3);
    await move(moved, 2);
    await move(series, 9);
    await at('2026-03-14 10:00');
    assert.deepEqual([await statusOf(cancelled), await statusOf(moved)], ['COMPLETED', 'ACTIVE']);
    await at('2026-03-17 20:00');
    assert.equal(await statusOf(moved), 'COMPLETED');
    const { records } = await service.call('instalmentList', { ContractSequence: series });
    assert.equal(records.filter((it) => String(it.InstalmentActionDate) >= '2026-03-17').length, horizonLength);
    clock.at = `${today} 09:00`;
  });

  test('payouts go out in the morning, are paid or returned, and complete with the last', async () => {
    clock.at = `${today} 09:00`;
    const payouts = [always, never].map(async (account, index) => {
      const number = `P-${index}`;
      await service.call('clientCreate', { ...client(number), AccountNumber: account });
      const created = await service.call('payoutContractCreate', {
        ClientNumber: number,
        ContractNumber: 'P',
        PaymentAmount: 50.25,
        NumberOfPayments: 2,
        PaymentStartDate: '2026-03-11 00:00',
        FrequencyCode: 'WEEK',
      });
      assert.ok(created.successful[0]?.ContractSequence, created.text);
      return created.successful[0].ContractSequence;
    });
    const [good = 0, bad = 0] = await Promise.all(payouts);
    const payments = async (ContractSequence: number) =>
      (await service.call('payoutPaymentList', { ContractSequence })).records.map((it) => [
        it.PaymentStatus,
        it.ResponseCode ?? null,
      ]);
    await at('2026-03-11 07:59');
    assert.deepEqual((await payments(good))[0], ['SCHEDULED', null]);
    await at('2026-03-11 08:00');
    assert.deepEqual((await payments(good))[0], ['SUBMITTED', null]);
    await at('2026-03-11 12:00');
    assert.deepEqual(await payments(good), [
      ['PAID', '00'],
      ['SCHEDULED', null],
    ]);
    assert.deepEqual((await payments(bad))[0], ['UNPAID', '12']);
    await at('2026-03-18 12:00');
    assert.deepEqual(
      (await transactions(good)).map((it) => [it.TransactionType, it.Status, it.Amount, it.ClientNumber]),
      [
        ['PAYOUT', 'PAID', 50.25, 'P-0'],
        ['PAYOUT', 'PAID', 50.25, 'P-0'],
      ],
    );
    const changes = await service.call('payoutPaymentChangeReport', {
      ...all,
      ContractSequence: good,
      PaymentSequence: 2,
    });
    assert.deepEqual(
      changes.records.slice(-2).map((it) => [it.FieldChanged, it.OldValue, it.NewValue]),
      [
        ['PaymentStatus', 'SCHEDULED', 'SUBMITTED'],
        ['PaymentStatus', 'SUBMITTED', 'PAID'],
      ],
    );
    const over = await service.call('payoutContractCancel', {
      ContractSequence: good,
      CancelCode: 'X',
      CancelDate: '2026-03-20 00:00',
    });
    assert.equal(over.failed[0]?.Errors[0]?.Code, 'NOT_OPEN', 'it is completed');
  });

  test('a move by years processes each debit and payout once, though one contract has hundreds', async () => {
    const merchant = '1002';
    clock.at = `${today} 09:00`;
    await service.call('clientCreate', { ...client('C-YEARS'), AccountNumber: always }, { merchant });
    const numbers = { ClientNumber: 'C-YEARS', ContractNumber: 'A' };
    const count = 550;
    const terms = { FrequencyCode: 'WEEK', CollectionDay: 3, NumberOfInstalments: count };
    const debits = await service.call('mandateCreate', { ...mandate(today, 'C-YEARS', 'A'), ...terms }, { merchant });
    assert.equal(debits.successful.length, 1, debits.text);
    const payouts = await service.call(
      'payoutContractCreate',
      {
        ...numbers,
        FrequencyCode: 'WEEK',
        PaymentAmount: 10,
        PaymentStartDate: `${addDays(today, 2)} 00:00`,
        NumberOfPayments: count,
      },
      { merchant },
    );
    assert.equal(payouts.successful.length, 1, payouts.text);
    await at('2037-06-01 09:00', merchant);
    const range = { StartDate: '2026-01-01 00:00', EndDate: '2038-01-01 00:00', ...numbers };
    const { records } = await service.call('transactionReport', range, { merchant });
    const payoutCount = records.filter((it) => it.TransactionType === 'PAYOUT').length;
    assert.deepEqual([records.length, payoutCount], [2 * count, count]);
    const changes = await service.call('contractChangeReport', range, { merchant });
    const states = changes.records.filter((it) => it.ChangeType === 'STATE' && it.FieldChanged?.includes('['));
    assert.equal(new Set(states.map((it) => `${it.FieldChanged} ${it.NewValue}`)).size, 2 * count);
    assert.equal(states.length, 2 * count);
  });

  test('simultaneous cancels and edits never break the order of statuses', async () => {
    clock.at = `${today} 09:00`;
    const { pool } = service.database;
    const contracts = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        capture(`R-${n}`, always, { NumberOfInstalments: 4, FrequencyCode: 'WEEK', CollectionDay: 5 }),
      ),
    );
    // Calls that began the day before and still run when clearing reaches the next evening: both change the same instalments.
    const evening = settableClock('');
    for (let day = 0; day < 16; day++) {
      clock.at = `${addDays('2026-03-12', day)} 23:59`;
      evening.at = `${addDays('2026-03-13', day)} 18:00`;
      const InstalmentSequence = 1 + Math.floor(day / 7);
      const InstalmentActionDate = `${addDays('2026-03-13', day)} 00:00`;
      const racing = contracts.map((ContractSequence, n) =>
        n % 3 === 0
          ? service.call('instalmentCancel', { ContractSequence, InstalmentSequence })
          : n % 3 === 1
            ? service.call('instalmentEdit', { ContractSequence, InstalmentSequence, InstalmentActionDate })
            : service.call('instalmentEdit', { ContractSequence, InstalmentSequence, InstalmentAmount: 1 + day }),
      );
      await Promise.all([
        ...racing,
        clearMerchant(pool, evening, '1001', service),
        clearMerchant(pool, evening, '1001', service),
      ]);
    }
    await at('2026-06-01 12:00');
    await assertInvariants(service.database, '1001');
  });

  test('the job processes every merchant', async () => {
    const contract = await capture('C-9', always);
    await asMaintenance(service.database.pool, (query) =>
      query(`insert into merchant values ('1000', 'Nobody'), ('1001', 'Somebody') on conflict do nothing`),
    );
    clock.at = '2026-03-12 17:30';
    const jobs = runJobs(service.database.pool, clearingJobs(clock), { pollMilliseconds: 0 });
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(await statuses(contract), ['SUBMITTED', 'SCHEDULED']);
  });
});

interface Opened {
  pool: TestService['database']['pool'];
  close(): Promise<void>;
}

async function seeded(): Promise<Opened> {
  const { databaseUrl, close } = await testDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: '' });
  await migrate(database, migrations);
  await seedSandbox(database, today);
  return {
    pool: database.pool,
    async close() {
      await database.close();
      await close();
    },
  };
}

const read = <Row>({ pool }: { pool: Opened['pool'] }, text: string, ...values: unknown[]) =>
  asMaintenance(pool, (query) => query<Row>(text, values));

/** The invariants of a merchant's records and change log. */
async function assertInvariants(database: { pool: Opened['pool'] }, merchant: string): Promise<void> {
  const [wrong] = await read<object>(
    database,
    `with step as (
        select *, lag(new_value) over same as was, lag(change_date) over same as before,
          row_number() over (partition by contract_sequence, subject, field_changed
            order by change_sequence desc) as back
        from change
        where merchant = $1 and (field_changed like 'InstalmentStatus[%' or field_changed = 'MandateStatusCode')
        window same as (partition by contract_sequence, subject, field_changed order by change_sequence)
      ), allowed (old, new) as (values
        ('SCHEDULED', 'SUBMITTED'), ('SCHEDULED', 'CANCELLED'), ('SUBMITTED', 'TRACKING'), ('SUBMITTED', 'PAID'),
        ('SUBMITTED', 'UNPAID'), ('TRACKING', 'PAID'), ('TRACKING', 'UNPAID'), ('PAID', 'UNPAID'))
      select
        (select count(*) from step where was is not null and (was <> old_value or before > change_date)) as breaks,
        (select count(*) from step where subject = 'instalment'
          and not exists (select from allowed where old = old_value and new = new_value)) as forbidden,
        (select count(*) from instalment i left join step on step.contract_sequence = i.contract_sequence
            and field_changed = 'InstalmentStatus[' || i.instalment_sequence || ']' and back = 1
          where i.merchant = $1 and coalesce(new_value, 'SCHEDULED') <> instalment_status) as untold,
        (select count(*) from (
            select contract_sequence, instalment_sequence from transaction
            where merchant = $1 and instalment_sequence is not null
            group by 1, 2, transaction_type = 'RETURN' having count(*) > 1
          ) twice) as twice,
        (select count(*) from instalment i full join
            (select distinct on (contract_sequence, instalment_sequence) * from transaction
              where merchant = $1 and instalment_sequence is not null
              order by contract_sequence, instalment_sequence, transaction_sequence desc) t
            using (merchant, contract_sequence, instalment_sequence)
          where merchant = $1 and (t.status is null and instalment_status in ('PAID', 'UNPAID')
            or t.status is not null and (t.status <> instalment_status or t.amount <> instalment_amount))) as "not collected as told"`,
    merchant,
  );
  assert.deepEqual(wrong, { breaks: 0, forbidden: 0, untold: 0, twice: 0, 'not collected as told': 0 });
}

describe('a year of the sample data', () => {
  let database: Opened;
  const clock = settableClock(`${today} 12:00`);
  before(async () => void (database = await seeded()));
  after(() => database.close());

  test('a merchant with much to collect does not keep the next one waiting', async () => {
    clock.at = '2026-06-10 12:00';
    const asked: string[] = [];
    const bank: Bank = {
      ...simulatedBank,
      debits(orders) {
        const [order] = orders;
        if (order && order.account.merchant !== asked.at(-1)) asked.push(order.account.merchant);
        return simulatedBank.debits(orders);
      },
    };
    const jobs = runJobs(database.pool, clearingJobs(clock, bank, 0), { pollMilliseconds: 0 });
    await jobs.drain();
    await jobs.stop();
    // The first merchant in order has pages before its debits: while others wait, each page is a turn.
    assert.equal(asked.indexOf('1002'), 0, asked.join());
    assert.ok(asked.includes('1001'), asked.join());
  });

  test('two simultaneous runs collect each instalment once', async () => {
    clock.at = '2027-03-10 12:00';
    const holidays = Array.from({ length: 800 }, (_, n) => addDays(today, n - 400)).filter(holidayName);
    for (const merchant of ['1002', '1003', '1004']) {
      const due = await read<{ due: number }>(
        database,
        `select count(*) as due from instalment
          where merchant = $1 and instalment_status = 'SCHEDULED' and instalment_action_date < '2027-03-10'`,
        merchant,
      );
      assert.ok(Number(due[0]?.due) > 50);
      await Promise.all([clearMerchant(database.pool, clock, merchant), clearMerchant(database.pool, clock, merchant)]);
      await assertInvariants(database, merchant);
      const [left] = await read<object>(
        database,
        `select
            (select count(*) from instalment i join contract using (merchant, contract_sequence)
              where merchant = $1 and instalment_status = 'SCHEDULED' and mandate_status_code <> 'PENDING'
                and instalment_action_date < '2027-03-10') as scheduled,
            (select count(*) from instalment where merchant = $1 and instalment_status in ('SUBMITTED', 'TRACKING')
              and instalment_action_date < date '2027-03-10' - 15) as "on their way",
            (select count(*) from transaction where merchant = $1 and transaction_date > $2::timestamp) as "too early",
            (select count(*) from transaction where merchant = $1 and (extract(isodow from transaction_date) = 7
              or transaction_date::date = any($3::date[]))) as "while banks are closed",
            (select count(*) from change where merchant = $1 and change_date > $2::timestamp) as "told too early",
            (select count(*) from contract where merchant = $1 and mandate_status_code = 'PENDING') as pending,
            (select count(*) from contract c where merchant = $1 and mandate_status_code = 'ACTIVE'
              and number_of_instalments is null and ${horizonLength} <> (
                select count(*) from instalment i where i.merchant = $1 and i.contract_sequence = c.contract_sequence
                  and planned_sequence is not null and instalment_action_date >= '2027-03-10')) as "not twelve ahead",
            (select count(*) from contract c where merchant = $1 and mandate_status_code = 'ACTIVE'
              and number_of_instalments is not null and not exists (
                select from instalment i where i.merchant = $1 and i.contract_sequence = c.contract_sequence
                  and instalment_status in ('SCHEDULED', 'SUBMITTED', 'TRACKING'))) as "not completed"`,
        merchant,
        clock.at,
        holidays,
      );
      assert.deepEqual(left, {
        scheduled: 0,
        'on their way': 0,
        'too early': 0,
        'while banks are closed': 0,
        'told too early': 0,
        pending: 0,
        'not twelve ahead': 0,
        'not completed': 0,
      });
      const [sums] = await read<Record<'instalments' | 'transactions' | 'payments' | 'payouts' | 'paid', number>>(
        database,
        `select
            (select sum(instalment_amount)::bigint from instalment
              where merchant = $1 and instalment_status in ('PAID', 'UNPAID')) as instalments,
            (select sum(amount)::bigint from transaction
              where merchant = $1 and instalment_sequence is not null) as transactions,
            (select coalesce(sum(payment_amount), 0)::bigint from payment
              where merchant = $1 and payment_status in ('PAID', 'UNPAID')) as payments,
            (select coalesce(sum(amount), 0)::bigint from transaction
              where merchant = $1 and payment_sequence is not null) as payouts,
            (select count(*) filter (where status = 'PAID') * 100 / count(*) from transaction
              where merchant = $1 and transaction_date > '2026-03-11') as paid`,
        merchant,
      );
      assert.equal(sums?.transactions, sums?.instalments);
      assert.equal(sums?.payouts, sums?.payments);
      assert.ok(sums && sums.paid > 60 && sums.paid < 98, `${sums?.paid} % paid`);
    }
  });
});

test('forty days at once give the same as forty single days, however often clearing runs', async () => {
  const merchant = '1002';
  const end = addDays(today, 40);
  const columns: [table: string, columns: string][] = [
    // Which day clearing looks at next depends on when it last did.
    ['contract', `to_jsonb(contract) - 'next_look' as terms`],
    ['instalment', '*'],
    [
      'transaction',
      `transaction_date, contract_sequence, instalment_sequence, mandate_type, debit_sequence_type, tracking_code,
        transaction_type, amount, status`,
    ],
    [
      'change',
      `subject, change_date, changed_by, client_number, contract_sequence, instalment_sequence, mandate_type,
        change_type, field_changed, old_value,
        -- each database has its own key for the fingerprints of accounts
        regexp_replace(new_value, ' \\([0-9a-f]{6}\\)$', '') as new_value`,
    ],
  ];
  const outcome = async (times: DateTimeText[]) => {
    const database = await seeded();
    try {
      const clock = settableClock('');
      for (const time of [...times, `${end} 12:00`]) {
        clock.at = time;
        await clearMerchant(database.pool, clock, merchant);
      }
      const found: Record<string, unknown[]> = {};
      for (const [table, words] of columns) {
        const rows = await read<{ row: string }>(
          database,
          `select row_to_json(it)::text as row from (select ${words} from ${table} where merchant = $1) it order by 1`,
          merchant,
        );
        found[table] = rows.map(({ row }) => row);
      }
      return found;
    } finally {
      await database.close();
    }
  };
  const hours = ['00:00', '08:00', '17:30', '23:59'];
  const often = Array.from({ length: 40 }, (_, n) => hours.map((hour) => `${addDays(today, n)} ${hour}`)).flat();
  const atOnce = await outcome([]);
  const since = atOnce['transaction']?.filter((it) => String(it) > `{"transaction_date":"${today}T23`) ?? [];
  assert.ok(since.length > 20, String(since.length));
  assert.deepEqual(await outcome(often), atOnce);
});
