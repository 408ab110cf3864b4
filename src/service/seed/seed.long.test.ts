import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operations } from '#contract/operations.ts';
import { reports } from '#contract/reports.ts';
import { addDays, isDate } from '#rules/calendar.ts';
import { clearingDay } from '#rules/holidays.ts';
import { schedule } from '#rules/schedule.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { fieldNamesOf, selecting, selectingStored } from '#service/database/rows.ts';
import { migrations } from '#service/migrations/all.ts';
import { isCancelReason } from '#service/resources/lookups.ts';
import { contractFields, type StoredContract } from '#service/resources/terms/identify.ts';
import { testService } from '#service/testing/app.ts';
import { unreadable } from '#service/testing/contract-coverage/document.ts';
import { testDatabase } from '#service/testing/database.ts';
import { sandboxMerchants } from './merchants.ts';
import { seedBanks } from './people.ts';
import { seedSandbox } from './seed.ts';

/** Any row; each assertion shows its query. */
type Row = Record<string, string & number>;

/** As `count` processes have it open. */
async function emptyDatabases(count: number): Promise<[Database, ...Database[]]> {
  const { databaseUrl, close } = await testDatabase();
  const open = () => openDatabase({ databaseUrl, dataDirectory: '' });
  const [first, ...others] = [await open(), ...(await Promise.all(Array.from({ length: count - 1 }, open)))] as const;
  await migrate(first, migrations);
  const closed = async () => {
    await Promise.all([first, ...others].map((it) => it.close()));
    await close();
  };
  return [{ ...first, close: closed }, ...others];
}

const emptyDatabase = async (): Promise<Database> => (await emptyDatabases(1))[0];

/** Reads as a merchant: the policies apply to the tables' owner, too. */
async function read<R = Row>(database: Database, merchant: string, text: string): Promise<R[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`select set_config('app.merchant', $1, false)`, [merchant]);
    return (await client.query(text.replaceAll('$merchant', `'${merchant}'`))).rows as R[];
  } finally {
    client.release();
  }
}

const tables = ['merchant', 'client', 'contract', 'instalment', 'transaction', 'change'];

async function checksums(database: Database): Promise<string[]> {
  const sums: string[] = [];
  for (const table of tables)
    for (const { number } of [sandboxMerchants[0]!, sandboxMerchants[7]!]) {
      const [row] = await read(
        database,
        number,
        // Each database has its own key for account marks.
        `select md5(string_agg(row, ',' order by row)) as sum from
          (select regexp_replace(it::text, '(…\\d{4}) \\([0-9a-f]{6}\\)', '\\1', 'g') as row
            from ${table} it where merchant = $merchant) _`,
      );
      sums.push(String(row?.['sum']));
    }
  return sums;
}

const count = async (database: Database, merchant: string, table: string, where = 'true') =>
  (
    await read<{ n: number }>(
      database,
      merchant,
      `select count(*) as n from ${table} where merchant = $merchant and ${where}`,
    )
  )[0]!.n;

const between = (value: number, least: number, most: number, what: string) =>
  assert.ok(value >= least && value <= most, `${what}: ${value} is not from ${least} to ${most}`);

test('two simultaneous starts seed once; the same day gives the same data', async (t) => {
  const [[one, sameOne], other] = await Promise.all([emptyDatabases(2), emptyDatabase()]);
  try {
    const began = performance.now();
    const first = await Promise.all([one, sameOne ?? one].map((it) => seedSandbox(it, '2026-11-21')));
    t.diagnostic(`seeded in ${Math.round(performance.now() - began)} ms`);
    assert.deepEqual(first.toSorted(), [false, true]);
    const sums = await checksums(one);
    assert.equal(await seedSandbox(one, '2026-12-25'), false);
    assert.deepEqual(await checksums(one), sums);
    await seedSandbox(other, '2026-11-21');
    assert.deepEqual(await checksums(other), sums);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test('a start waits for another that seeds, however long a call may take', async () => {
  const database = await emptyDatabase();
  database.pool.on('acquire', (client) => void client.query('set statement_timeout to 100'));
  const first = await database.streams.connect();
  try {
    await first.query('begin');
    await first.query(`select pg_advisory_xact_lock(hashtextextended('collections sandbox', 0))`);
    const start = seedSandbox(database, '2026-11-21');
    start.catch(() => undefined);
    const waits = async () =>
      (
        await first.query(`select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted`)
      ).rowCount === 1;
    while (!(await waits())) await Promise.race([start, first.query('select pg_sleep(0.02)')]);
    await first.query('select pg_sleep(0.2)');
    await first.query('commit');
    assert.equal(await start, true);
  } finally {
    first.release();
    await database.close();
  }
});

test('a failed seed leaves nothing, and the next one works', async () => {
  const database = await emptyDatabase();
  try {
    await assert.rejects(seedSandbox(database, 'no day'), /invalid input syntax for type date/);
    assert.equal(await count(database, '1001', 'merchant'), 0);
    assert.equal(await seedSandbox(database, '2027-03-31'), true);
  } finally {
    await database.close();
  }
});

// An ordinary Saturday, and the leap day, so that months of every length are before and after.
for (const today of ['2026-11-21', '2028-02-29'])
  describe(`the sandbox of ${today}`, () => {
    let database: Database;
    before(async () => {
      database = await emptyDatabase();
      await seedSandbox(database, today);
    });
    after(() => database.close());

    test('has the documented size', async () => {
      between(await count(database, '1001', 'client'), 1900, 2100, 'clients');
      between(await count(database, '1001', 'contract'), 2500, 2500, 'contracts');
      between(await count(database, '1001', 'contract', 'is_mandate'), 2000, 2400, 'mandates');
      between(await count(database, '1001', 'instalment'), 27_000, 33_000, 'instalments');
      const over = `instalment_action_date < '${today}' and instalment_status <> 'CANCELLED'`;
      const paid = await count(database, '1001', 'instalment', `${over} and instalment_status = 'PAID'`);
      between(paid / (await count(database, '1001', 'instalment', over)), 0.83, 0.89, 'share that was paid');
      for (const status of ['PENDING', 'ACTIVE', 'CANCELLED', 'COMPLETED'])
        assert.ok(await count(database, '1001', 'contract', `mandate_status_code = '${status}'`), status);
      for (const status of ['SCHEDULED', 'SUBMITTED', 'TRACKING', 'PAID', 'UNPAID', 'CANCELLED'])
        assert.ok(await count(database, '1001', 'instalment', `instalment_status = '${status}'`), status);
      for (const { number } of sandboxMerchants.slice(1, -1)) {
        assert.equal(await count(database, number, 'client'), 20);
        assert.equal(await count(database, number, 'contract'), 25);
        assert.equal(await count(database, number, 'contract', "product = 'DEBICHECK'"), 12);
        between(await count(database, number, 'instalment'), 150, 600, 'instalments of a small merchant');
      }
      assert.equal(await count(database, '1016', 'merchant'), 1);
      for (const table of tables.slice(1)) assert.equal(await count(database, '1016', table), 0);
    });

    test('has clients and mandates that staff could have created', async () => {
      const { clientCreate, mandateCreate, contractCreate } = operations;
      const clients = await read(
        database,
        '1001',
        `select ${selecting(fieldNamesOf(clientCreate.input))} from client where merchant = $merchant`,
      );
      const known = new Set(seedBanks.map((it) => it.join()));
      for (const it of clients) {
        clientCreate.input.parse(it);
        assert.ok(known.has(`${it['BankCode']},${it['BranchCode']}`));
        assert.match(String(it['AccountNumber']), /^\d{9,11}$/);
        if (it['IDType'] === 'ID') assert.ok(isIdNumber(String(it['IDNumber'])), 'an ID number does not add up');
      }
      for (const { input, words, where } of [
        { input: mandateCreate.input, words: fieldNamesOf(mandateCreate.input), where: 'is_mandate' },
        { input: contractCreate.input, words: fieldNamesOf(contractCreate.input), where: 'not is_mandate' },
      ]) {
        const items = await read(
          database,
          '1001',
          `select ${selecting(words)}, product from contract where merchant = $merchant and ${where}`,
        );
        for (const { product, ...it } of items) {
          input.parse(it);
          if (String(product) === 'DEBICHECK')
            assert.ok(
              it['MaximumAmount']! >= it['InstalmentAmount']! && it['MaximumAmount']! <= it['InstalmentAmount']! * 1.5,
            );
        }
      }
      const reasons = await read(
        database,
        '1001',
        'select distinct cancel_reason as it from contract where cancel_date is not null',
      );
      for (const { it } of reasons) assert.ok(isCancelReason(String(it)));
    });

    test('has the instalments that the rules generate', async () => {
      const contracts = await read<StoredContract>(
        database,
        '1001',
        `select ${selectingStored(contractFields)} from contract where merchant = $merchant`,
      );
      const instalments = await read<Instalment>(
        database,
        '1001',
        `select i.contract_sequence as contract, planned_sequence as planned, i.instalment_sequence as sequence,
              coalesce(moved.old_value, to_char(instalment_action_date, 'YYYY-MM-DD HH24:MI')) as date,
              case when raise.change_date > instalment_action_date and debit_sequence_type is distinct from 'RPRE'
                then (raise.new_value::numeric - raise.old_value::numeric) * 100 else 0 end::int as since,
              instalment_amount as cents, debit_sequence_type as type
            from instalment i
            left join change moved on moved.merchant = i.merchant and moved.contract_sequence = i.contract_sequence
              and moved.change_type = 'EDIT'
              and moved.field_changed = 'InstalmentActionDate[' || i.instalment_sequence || ']'
            left join change raise on raise.merchant = i.merchant and raise.contract_sequence = i.contract_sequence
              and raise.change_type = 'EDIT' and raise.field_changed = 'InstalmentAmount'
            where i.merchant = $merchant order by i.instalment_sequence`,
      );
      const stored = new Map<number, Instalment[]>();
      for (const it of instalments) stored.set(it.contract, [...(stored.get(it.contract) ?? []), it]);
      for (const it of contracts) {
        const theirs = stored.get(it.ContractSequence) ?? [];
        const planned = theirs.filter((each) => each.planned !== null);
        const first = it.FirstCollectionDate ? 1 : 0;
        const expected = schedule(
          {
            ...it,
            InstalmentCents: it.InstalmentAmount,
            FirstCollectionCents: it.FirstCollectionAmount,
            AdjustmentCents: it.AdjustmentAmount,
            MaximumCents: it.MaximumAmount,
          },
          planned.length - first,
        );
        assert.deepEqual(
          planned.map((each) => [
            each.planned,
            each.sequence,
            each.date,
            each.planned === 1 && first ? each.cents : each.cents + each.since,
            each.type,
          ]),
          expected.map((each) => [
            each.InstalmentSequence,
            each.InstalmentSequence,
            each.InstalmentActionDate,
            each.InstalmentCents,
            each.DebitSequenceType,
          ]),
          `contract ${it.ContractNumber}`,
        );
        if (it.NumberOfInstalments === null && it.MandateStatusCode === 'ACTIVE')
          assert.equal(planned.filter((each) => each.date >= today).length, 12);
      }
    });

    test('has one transaction for each outcome, of the same amount, and none in the future', async () => {
      const days = Array.from({ length: 500 }, (_, ago) => addDays(today, 20 - ago));
      /** SQL for the banking day on which a due time is submitted. */
      const takenOn = (at: string) =>
        `coalesce((array[${days.map((it) => `'${clearingDay(it)}'`).join()}]::date[])[date '${days[0]}' - ${at}::date + 1], ${at}::date)`;
      for (const { number } of sandboxMerchants) {
        const [it] = await read(
          database,
          number,
          `with due as (
            select contract_sequence, instalment_sequence as sequence, instalment_status as status,
              instalment_amount as amount, instalment_action_date as at, false as is_payout
            from instalment where merchant = $merchant
            union all
            select contract_sequence, payment_sequence, payment_status, payment_amount, payment_date, true
            from payment where merchant = $merchant
          ), first as (
            select t.*, late.status as returned from transaction t
              left join transaction late on late.merchant = t.merchant and late.transaction_type = 'RETURN'
                and late.contract_sequence = t.contract_sequence and late.instalment_sequence = t.instalment_sequence
                and late.status = 'UNPAID' and late.amount = t.amount and t.status = 'PAID'
                and late.transaction_date between t.transaction_date + interval '3 days' and '${today}'
            where t.merchant = $merchant and t.transaction_type is distinct from 'RETURN'
          ) select
            (select count(*) from due where status in ('PAID', 'UNPAID')) as cleared,
            (select coalesce(sum(amount), 0) from due where status = 'PAID') as paid,
            (select count(*) from first) as transactions,
            (select coalesce(sum(amount), 0) from first where coalesce(returned, status) = 'PAID') as amount,
            (select count(*) from first where returned is not null) as late,
            (select count(*) from first t
              join due on due.contract_sequence = t.contract_sequence and is_payout = (payment_sequence is not null)
                and due.sequence = coalesce(instalment_sequence, payment_sequence)
              where coalesce(returned, t.status) = due.status and t.amount = due.amount
                and transaction_date::date = ${takenOn('at')} and transaction_date < '${today}') as agree`,
        );
        assert.equal(it!['transactions'], it!['cleared']);
        assert.equal(it!['agree'], it!['cleared']);
        assert.equal(it!['amount'], it!['paid']);
        assert.equal(it!['late'], await count(database, number, 'transaction', "transaction_type = 'RETURN'"));
        if (number === '1001') between(it!['late']!, 30, 100, 'debits returned after payment');
      }
      for (const where of [
        `instalment_status in ('SUBMITTED', 'TRACKING', 'PAID', 'UNPAID') and ${takenOn('instalment_action_date')} >= '${today}'`,
        `instalment_status = 'SCHEDULED' and ${takenOn('instalment_action_date')} < '${today}'`,
        `instalment_status in ('SUBMITTED', 'TRACKING') and ${takenOn('instalment_action_date')} < date '${today}' - 4`,
      ])
        assert.equal(await count(database, '1001', 'instalment', where), 0, where);
      assert.equal(
        await count(
          database,
          '1001',
          'payment',
          `payment_status = 'SCHEDULED' and ${takenOn('payment_date')} < '${today}'`,
        ),
        0,
      );
      assert.ok((await count(database, '1001', 'payment', `payment_status = 'SCHEDULED'`)) > 100);
    });

    test('changes nothing before its creation, and nothing after today', async () => {
      for (const { number } of sandboxMerchants) {
        const [wrong] = await read(
          database,
          number,
          `with made as (
            select subject, product, client_number, contract_sequence, payment_sequence, min(change_date) as at from change
            where merchant = $merchant and change_type = 'CREATE' and subject <> 'instalment'
            group by 1, 2, 3, 4, 5
          ) select
            (select count(*) from instalment where merchant = $merchant
              and (last_update_date < created_date or last_update_date >= '${today}')) as updated,
            (select count(*) from instalment i join change using (merchant, contract_sequence, instalment_sequence)
              where merchant = $merchant and change_date < created_date) as instalments,
            (select count(*) from instalment i where merchant = $merchant and last_update_date is distinct from coalesce(
              (select max(change_date) from change where change.merchant = i.merchant
                and change.contract_sequence = i.contract_sequence
                and change.instalment_sequence = i.instalment_sequence), created_date)) as unlogged,
            (select count(*) from instalment i join made using (contract_sequence)
              where merchant = $merchant and made.subject = 'contract' and created_date < made.at) as contracts,
            (select count(*) from transaction t join instalment using (merchant, contract_sequence, instalment_sequence)
              where merchant = $merchant and transaction_date < created_date) as transactions,
            (select count(*) from transaction t join made using (contract_sequence, payment_sequence)
              where merchant = $merchant and transaction_date < made.at) as payouts,
            (select count(*) from change it join made on made.client_number = it.client_number
                and made.product = it.product and (made.subject = 'client'
                  or made.contract_sequence = it.contract_sequence
                    and (made.payment_sequence is null or made.payment_sequence = it.payment_sequence))
              where it.merchant = $merchant and it.subject not in ('payout', 'payment') and it.change_date < made.at) as log,
            (select count(*) from change it join made on made.contract_sequence = it.contract_sequence
                and (made.payment_sequence is null or made.payment_sequence = it.payment_sequence)
              where it.merchant = $merchant and it.subject in ('payout', 'payment') and it.change_date < made.at) as paid,
            (select count(*) from change where merchant = $merchant and change_date >= '${today}') as ahead,
            (select count(*) from contract join made using (contract_sequence)
              where merchant = $merchant and made.subject = 'contract'
                and least(cancel_date, mandate_action_date) < made.at) as ended`,
        );
        for (const [what, found] of Object.entries(wrong ?? {})) assert.equal(found, 0, `${number}: ${what}`);
      }
    });

    test('has a change log that ends with the current records', async () => {
      for (const { number } of sandboxMerchants.slice(0, 4)) {
        const [wrong] = await read(
          database,
          number,
          `with last as (
            select distinct on (subject, contract_sequence, field_changed) *
            from change where merchant = $merchant
            order by subject, contract_sequence, field_changed, change_sequence desc
          ) select
            (select count(*) from instalment i left join last l on l.contract_sequence = i.contract_sequence
                and field_changed = 'InstalmentStatus[' || i.instalment_sequence || ']'
              where i.merchant = $merchant and coalesce(new_value, 'SCHEDULED') <> instalment_status) as instalments,
            (select count(*) from contract c left join last l on l.contract_sequence = c.contract_sequence
                and field_changed = case when is_mandate then 'MandateStatusCode' else 'Status' end
                and subject = case when is_mandate then 'mandate' else 'contract' end
              where c.merchant = $merchant and new_value is distinct from mandate_status_code) as contracts,
            (select count(*) from instalment i join last l on l.contract_sequence = i.contract_sequence
                and field_changed = 'InstalmentAmount[' || i.instalment_sequence || ']'
              where i.merchant = $merchant
                and new_value <> (instalment_amount / 100.0)::numeric(14, 2)::text) as amounts,
            (select count(*) from client c left join change l on l.merchant = c.merchant and subject = 'client'
                and l.product = c.product and l.client_number = c.client_number
              where c.merchant = $merchant and new_value is distinct from c.client_number) as clients,
            (select count(*) from (
                select *, lag(new_value) over same as was, lag(change_date) over same as before from change
                where merchant = $merchant
                window same as (partition by subject, product, client_number, contract_sequence, payment_sequence, field_changed
                  order by change_sequence)
              ) step where was is not null and (was <> old_value or before >= change_date)) as breaks,
            (select count(*) from change made join change it using (merchant, contract_sequence)
              where merchant = $merchant and made.subject = 'contract' and made.change_type = 'CREATE'
                and (it.change_date < made.change_date or it.change_date >= '${today}')) as early`,
        );
        assert.deepEqual(wrong, { instalments: 0, contracts: 0, amounts: 0, clients: 0, breaks: 0, early: 0 });
      }
    });
  });

test('a client with the types of the interface can read the whole year', async () => {
  const service = await testService({ isAlone: true });
  try {
    const today = service.clock.today();
    await seedSandbox(service.database, today, service.numbers);
    const readable = async (name: ReadName, input: object, product: string) => {
      const answer = await service.call(name, input as never, { product });
      assert.equal(answer.status, 200, answer.text.slice(0, 500));
      assert.ok(answer.records.length > 0, name);
      assert.deepEqual(unreadable(name, answer.body).slice(0, 5), [], name);
      return answer.records as { ContractSequence?: number }[];
    };
    const days = { StartDate: addDays(today, -400), EndDate: addDays(today, 400) };
    const minutes = { StartDate: `${days.StartDate} 00:00`, EndDate: `${days.EndDate} 23:59` };
    for (const product of ['EFT', 'DEBICHECK']) {
      const mandates = await readable('mandateList', {}, product);
      await readable('contractList', { ContractSequence: mandates[0]?.ContractSequence }, product);
      for (const name of ['clientList', 'instalmentList', 'omniInstalmentList'] as const)
        await readable(name, {}, product);
      for (const name of Object.keys(reports) as (keyof typeof reports)[])
        await readable(name, reports[name].version === '1.0.2' ? days : minutes, product);
    }
    const payments = await readable('payoutPaymentList', {}, 'EFT');
    await readable('payoutContractList', { ContractSequence: payments[0]?.ContractSequence }, 'EFT');
  } finally {
    await service.close();
  }
});

type ReadName = Parameters<typeof unreadable>[0];

test('the service serves it', async () => {
  const service = await testService({ isAlone: true });
  try {
    await seedSandbox(service.database, service.clock.today(), service.numbers);
    const lookup = await service.call('bankLookup', {});
    const listed = lookup.records[0]?.Products?.[0]?.Banks?.flatMap((bank) =>
      (bank.Branches ?? []).map((branch) => [bank.BankCode, branch.BranchCode].join()),
    );
    assert.deepEqual(new Set(seedBanks.map((it) => it.join())), new Set(listed));
    const [mandate] = (await service.call('mandateList', { MandateStatusCode: 'ACTIVE' })).records;
    assert.ok(mandate?.ContractSequence);
    const { ClientNumber, ContractNumber } = mandate;
    const found = await service.call('instalmentList', { ClientNumber, ContractNumber });
    assert.ok(found.records.length >= 6);
    assert.deepEqual((await service.call('mandateList', {}, { merchant: '1016' })).records, []);
    const made = await service.call('contractCreate', {
      ClientNumber: String(ClientNumber),
      ContractNumber: 'AFTER',
      FrequencyCode: 'MNTH',
      CollectionDay: 1,
      InstalmentStartDate: '2090-01-01 00:00',
      InstalmentAmount: 100,
    });
    assert.ok(Number(made.successful[0]?.ContractSequence) > Number(mandate.ContractSequence));
  } finally {
    await service.close();
  }
});

interface Instalment {
  contract: number;
  planned: number | null;
  sequence: number;
  date: string;
  /** Cents that a later edit added to the contract's amount after this one was submitted. */
  since: number;
  cents: number;
  type: string;
}

/** Thirteen digits that begin with a date of birth and pass Luhn's check. */
function isIdNumber(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const born = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)];
  const century = Number(born[0]) >= 55 ? '19' : '20';
  const sum = [...text].toReversed().reduce((total, digit, place) => {
    const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return isDate(`${century}${born.join('-')}`) && sum % 10 === 0;
}
