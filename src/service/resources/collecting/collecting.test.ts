import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ApprovalList, ApprovalRecord } from '#contract/approvals.ts';
import type { CollectingBudgetList } from '#contract/collecting-budgets.ts';
import type { CollectingLimits } from '#contract/settings-records.ts';
import { addDays, addMonths } from '#rules/calendar.ts';
import { inTransaction } from '#service/database/transaction.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { startTestGateway, type TestGateway } from '#service/testing/gateway.ts';
import { client, nextMonth } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';

/** Limits on collecting again at every way by which a debit is added, of our own records and in front of a provider. */

interface Side {
  name: string;
  front: TestService;
  /** Where the records are. */
  book: TestService;
  settings: ReturnType<typeof settingsOf>;
  tokens: Record<'administrator' | 'clerk' | 'manager' | 'both', string>;
}

let own: TestService;
let gateway: TestGateway;
let sides: Side[];

async function sideOf(name: string, front: TestService, book: TestService): Promise<Side> {
  await asMaintenance(front.database.pool, (query) =>
    query(`insert into merchant (merchant, name) values ('1001', 'Karoo Solar') on conflict do nothing`),
  );
  const settings = settingsOf(front);
  const tokens = {
    administrator: await settings.signIn('ann', 'administrator:*'),
    clerk: await settings.signIn('clara', 'clerk:1001'),
    manager: await settings.signIn('max', 'manager:1001'),
    both: await settings.signIn('bo', 'manager:1001', 'clerk:1001'),
  };
  return { name, front, book, settings, tokens };
}

before(async () => {
  [own, gateway] = await Promise.all([testService(), startTestGateway()]);
  sides = [await sideOf('own', own, own), await sideOf('gateway', gateway.front, gateway.bank)];
  // A provider has no limits of ours.
  await setRule(gateway.bank, { Attempts: null, StopReasons: false });
  await settingsOf(gateway.front).call(sides[1]?.tokens.administrator ?? '', 'connectionTest', {
    path: { number: '1001' },
  });
});
after(() => Promise.all([own?.close(), gateway?.close()]));

const usual: CollectingLimits = { Attempts: 2, PayerMonth: null, Largest: null, Month: null, StopReasons: true };

/** As an administrator's call stores it. */
const setRule = ({ database }: TestService, change: Partial<CollectingLimits>) => {
  const { Attempts, PayerMonth, Largest, Month, StopReasons } = { ...usual, ...change };
  const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100));
  return asMaintenance(database.pool, async (query) => {
    await query(`delete from collecting_rule where merchant = '1001'`);
    await query(`insert into collecting_rule values ('1001', $1, $2, $3, $4, $5)`, [
      Attempts,
      PayerMonth,
      cents(Largest),
      cents(Month),
      StopReasons,
    ]);
  });
};

let next = 0;

/** A contract of a new client; the first of its debits came back. */
async function missed({ book }: Side, reason = '02', ClientNumber = `L-${++next}`) {
  const ContractNumber = `K-${++next}`;
  await book.call('clientCreate', client(ClientNumber));
  const { successful } = await book.call('contractCreate', {
    ClientNumber,
    ContractNumber,
    FrequencyCode: 'MNTH',
    CollectionDay: 25,
    InstalmentStartDate: `${nextMonth(book.clock.today())} 08:00`,
    InstalmentAmount: 500,
    NumberOfInstalments: 4,
  });
  const ContractSequence = successful[0]?.ContractSequence ?? assert.fail('no contract');
  await comesBack(book, ContractSequence, 1, reason, addDays(book.clock.today(), -3));
  return { ClientNumber, ContractNumber, ContractSequence };
}

const comesBack = (book: TestService, contract: number, sequence: number, reason: string, day: string) =>
  inTransaction(book.database.pool, { merchant: '1001' }, (db) =>
    db.query(
      `update instalment set instalment_status = 'UNPAID', instalment_result = $3, instalment_action_date = $4
        where merchant = '1001' and contract_sequence = $1 and instalment_sequence = $2`,
      [contract, sequence, reason, day],
    ),
  );

const inDays = ({ book }: Side, days: number) => `${addDays(book.clock.today(), days)} 08:00`;
type Contract = Awaited<ReturnType<typeof missed>>;
const again = (side: Side, { ContractSequence }: Partial<Contract>, days = 3, InstalmentAmount = 500) => ({
  ContractSequence,
  InstalmentActionDate: inDays(side, days),
  InstalmentAmount,
});

/** Of each item: stored, or its code and field. */
async function outcomes(
  call: Promise<{ successful: unknown[]; failed: { Errors?: { Code: string; Field?: string }[] }[] }>,
) {
  const { successful, failed } = await call;
  return [
    ...successful.map(() => 'stored'),
    ...failed.map(({ Errors }) => [Errors?.[0]?.Code, Errors?.[0]?.Field].filter(Boolean).join(' ')),
  ];
}

type Add = (side: Side, contract: Contract, amount: number) => Promise<string[]>;
/** Every way by which a debit is added or raised. */
const doors: Record<string, Add> = {
  'contract page': (side, contract, amount) =>
    outcomes(side.front.call('instalmentCreate', again(side, contract, 3, amount), { token: side.tokens.clerk })),
  'by its numbers': (side, { ClientNumber, ContractNumber }, amount) =>
    outcomes(
      side.front.call(
        'instalmentCreate',
        { ...again(side, {}, 3, amount), ClientNumber, ContractNumber },
        { token: side.tokens.clerk },
      ),
    ),
  'a program': (side, contract, amount) =>
    outcomes(side.front.call('instalmentCreate', again(side, contract, 3, amount))),
  'an import': (side, contract, amount) =>
    outcomes(
      side.front.call('instalmentCreate', again(side, contract, 3, amount), {
        token: side.tokens.clerk,
        headers: { 'import-id': randomUUID(), 'import-rows': '2/1', 'import-file': 'again.csv' },
      }),
    ),
  'by collection date': (side, { ContractSequence }, amount) =>
    outcomes(
      side.front.call('omniInstalmentCreate', {
        ContractSequence,
        CollectionDate: addDays(side.book.clock.today(), 3),
        InstalmentAmount: amount,
      }),
    ),
  'a list': async (side, contract, amount) => {
    const other = await missed(side);
    const [first, ...rest] = await outcomes(
      side.front.call('instalmentCreate', [again(side, other, 3, 1), again(side, contract, 3, amount)], {
        token: side.tokens.clerk,
      }),
    );
    assert.equal(first, 'stored', 'its neighbour goes on');
    return rest;
  },
};

const dateField = (door: string) => (door === 'by collection date' ? 'CollectionDate' : 'InstalmentActionDate');

/** Each limit: the rule, what comes first, the amount, and what is answered; then what is stored with one more allowed. */
const limits = {
  ATTEMPTS_USED: {
    rule: { Attempts: 1 },
    raised: { Attempts: 2 },
    prepare: (side: Side, contract: Contract) => side.front.call('instalmentCreate', again(side, contract)),
    field: () => 'ContractSequence',
  },
  PAYER_MONTH_LIMIT: {
    // The missed one, and one more.
    rule: { PayerMonth: 2 },
    raised: { PayerMonth: 3 },
    prepare: (side: Side, contract: Contract) => side.front.call('instalmentCreate', again(side, contract, 3, 1)),
    field: dateField,
  },
  ITEM_LIMIT: {
    rule: { Largest: 499.99 },
    raised: { Largest: 500 },
    prepare: async () => undefined,
    field: () => 'InstalmentAmount',
  },
} as const;

for (const [code, { rule, raised, prepare, field }] of Object.entries(limits))
  test(`${code} is answered at every way by which a debit is added, and a rule that is raised holds for what comes after`, async () => {
    for (const side of sides)
      for (const [door, add] of Object.entries(doors)) {
        await setRule(side.front, { Attempts: null });
        const contract = await missed(side);
        await prepare(side, contract);
        await setRule(side.front, rule);
        assert.deepEqual(await add(side, contract, 500), [`${code} ${field(door)}`], `${side.name}: ${door}`);
        await setRule(side.front, raised);
        assert.deepEqual(await add(side, contract, 500), ['stored'], `${side.name}: ${door}`);
      }
  });

test('all that is added for a month counts, whosever it is and whatever adds it', async () => {
  for (const side of sides) {
    await setRule(side.front, { Attempts: null });
    const [one, other] = [await missed(side), await missed(side)];
    // A month that no other test adds anything for.
    const days = 200 + 40 * sides.indexOf(side);
    const add = (contract: Contract, amount: number, token?: string) =>
      outcomes(side.front.call('instalmentCreate', again(side, contract, days, amount), { token }));
    await setRule(side.front, { Attempts: null, Month: 1000 });
    assert.deepEqual(await add(one, 600), ['stored']);
    assert.deepEqual(await add(other, 400.01, side.tokens.clerk), ['MONTH_LIMIT InstalmentAmount']);
    assert.deepEqual(await add(other, 400, side.tokens.clerk), ['stored']);
    // Of one call, the first that fits.
    await setRule(side.front, { Attempts: null, Month: 1100 });
    const together = [60, 60, 40].map((amount) => again(side, one, days, amount));
    assert.deepEqual(await outcomes(side.front.call('instalmentCreate', together)), [
      'stored',
      'stored',
      'MONTH_LIMIT InstalmentAmount',
    ]);
  }
});

test('what is cancelled, paid or of the schedule uses no attempt; another missed debit brings its own', async () => {
  for (const side of sides) {
    await setRule(side.front, usual);
    const contract = await missed(side);
    const { ContractSequence } = contract;
    const added = async (days: number) => {
      const { successful } = await side.front.call('instalmentCreate', again(side, contract, days));
      return successful[0]?.InstalmentSequence ?? assert.fail('it is refused');
    };
    const budget = async () => {
      const [found] = (await budgets(side, [contract])).Budgets;
      return [found?.Missed, found?.Used, found?.Left];
    };
    assert.deepEqual(await budget(), [1, 0, 2], side.name);
    const first = await added(3);
    await added(4);
    assert.deepEqual(await budget(), [1, 2, 0]);
    await side.front.call('instalmentCancel', { ContractSequence, InstalmentSequence: first });
    assert.deepEqual(await budget(), [1, 1, 1]);
    const third = await added(5);
    assert.deepEqual(await outcomes(side.front.call('instalmentCreate', again(side, contract, 6))), [
      'ATTEMPTS_USED ContractSequence',
    ]);
    // It fails, too: an attempt is no missed debit.
    await comesBack(side.book, ContractSequence, third, '02', side.book.clock.today());
    assert.deepEqual(await budget(), [1, 2, 0]);
    // The next one of the schedule is missed as well.
    await comesBack(side.book, ContractSequence, 2, '02', side.book.clock.today());
    assert.deepEqual(await budget(), [2, 2, 2]);
  }
});

async function budgets({ front, tokens }: Side, contracts: Partial<Contract>[]): Promise<CollectingBudgetList> {
  const answer = await fetch(`${front.origin}/collecting-budgets/1001/EFT`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.clerk}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Contracts: contracts }),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as CollectingBudgetList;
}

test('the budget of contracts is read in the order of the question, also by their numbers', async () => {
  for (const side of sides) {
    await setRule(side.front, { Attempts: 3 });
    const [one, stopped] = [await missed(side), await missed(side, '34')];
    const { ClientNumber, ContractNumber } = stopped;
    const { Limits, Budgets } = await budgets(side, [
      { ClientNumber, ContractNumber },
      { ContractSequence: one.ContractSequence },
    ]);
    assert.deepEqual(Limits, { ...usual, Attempts: 3 });
    assert.deepEqual(
      Budgets.map((it) => [it?.Left, it?.Stop?.Reason]),
      [
        [3, '34'],
        [3, undefined],
      ],
    );
  }
});

test('of two who add at once, one takes the last attempt', async () => {
  for (const side of sides) {
    await setRule(side.front, { Attempts: 1 });
    for (let round = 0; round < 3; round++) {
      const contract = await missed(side);
      const both = await Promise.all(
        [3, 4, 5].map((days) => outcomes(side.front.call('instalmentCreate', again(side, contract, days)))),
      );
      const all = both.flat();
      assert.equal(all.filter((it) => it === 'stored').length, 1, all.join());
      assert.ok(
        all.every((it) => ['stored', 'ATTEMPTS_USED ContractSequence', 'UNSETTLED'].includes(it)),
        all.join(),
      );
    }
    // And of a client's month, by two contracts.
    await setRule(side.front, { Attempts: null, PayerMonth: 1 });
    const one = await missed(side);
    const other = await missed(side, '02', one.ClientNumber);
    const months = await Promise.all(
      [one, other].map((contract) => outcomes(side.front.call('instalmentCreate', again(side, contract, 400)))),
    );
    assert.deepEqual(months.flat().toSorted(), ['PAYER_MONTH_LIMIT InstalmentActionDate', 'stored']);
  }
});

test('a dry run answers the same, and uses nothing', async () => {
  for (const side of sides) {
    await setRule(side.front, { Attempts: 1 });
    const contract = await missed(side);
    const dry = () => outcomes(side.front.call('instalmentCreate', again(side, contract), { isDryRun: true }));
    assert.deepEqual([await dry(), await dry()], [['stored'], ['stored']], side.name);
    await side.front.call('instalmentCreate', again(side, contract));
    assert.deepEqual(await dry(), ['ATTEMPTS_USED ContractSequence']);
    assert.deepEqual(
      await outcomes(side.front.call('instalmentCreate', again(side, await missed(side, '34')), { isDryRun: true })),
      ['AWAITING_RELEASE'],
    );
    const waiting = await waitingOf(side);
    assert.deepEqual(waiting, []);
  }
});

test('a debit that is raised or moved to an earlier day passes the same limits; one that is lowered or moved on does not', async () => {
  for (const side of sides) {
    await setRule(side.front, { Attempts: 1, Largest: 600 });
    const contract = await missed(side);
    const { ContractSequence } = contract;
    const edit = (InstalmentSequence: number, change: object) =>
      outcomes(side.front.call('instalmentEdit', { ContractSequence, InstalmentSequence, ...change }));
    assert.deepEqual(await edit(2, { InstalmentAmount: 600.01 }), ['ITEM_LIMIT InstalmentAmount'], side.name);
    assert.deepEqual(await edit(2, { InstalmentAmount: 550 }), ['stored']);
    const { successful } = await side.front.call('instalmentCreate', again(side, contract, 3));
    const attempt = successful[0]?.InstalmentSequence ?? assert.fail();
    assert.deepEqual(await edit(2, { InstalmentAmount: 560 }), ['ATTEMPTS_USED ContractSequence']);
    assert.deepEqual(await edit(3, { InstalmentActionDate: inDays(side, 2) }), ['ATTEMPTS_USED ContractSequence']);
    assert.deepEqual(await edit(2, { InstalmentAmount: 400 }), ['stored']);
    // An attempt is used already.
    assert.deepEqual(await edit(attempt, { InstalmentActionDate: inDays(side, 2) }), ['stored']);
    await setRule(side.front, { Attempts: 1, PayerMonth: 2 });
    assert.deepEqual(await edit(4, { InstalmentActionDate: `${addMonths(side.book.clock.today(), 30)} 08:00` }), [
      'stored',
    ]);
  }
});

async function approvals<T>({ front, tokens }: Side, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${front.origin}/approvals/1001${path}`, {
    headers: { authorization: `Bearer ${tokens.manager}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}

const waitingOf = async (side: Side) =>
  (await approvals<ApprovalList>(side, '')).Approvals.filter(({ Kind }) => Kind === 'COLLECT_AGAIN');

async function release(side: Side): Promise<ApprovalRecord> {
  const [first] = await waitingOf(side);
  const record = await approvals<ApprovalRecord>(side, `/${first?.ApprovalSequence}`);
  const done = await approvals<ApprovalRecord & { Errors?: object }>(side, `/${record.ApprovalSequence}`, {
    Action: 'release',
    Digest: record.Digest,
  });
  assert.equal(done.Errors, undefined, JSON.stringify(done.Errors));
  return record;
}

test('where a debit came back with a reason to stop, another one waits for a second person, once, and is added by the release', async () => {
  for (const side of sides) {
    await setRule(side.front, usual);
    const contract = await missed(side, '34');
    const other = await missed(side);
    const clerk = { token: side.tokens.clerk };
    const items = [again(side, contract), again(side, other)];
    assert.deepEqual((await outcomes(side.front.call('instalmentCreate', items, clerk))).toSorted(), [
      'AWAITING_RELEASE',
      'stored',
    ]);
    assert.deepEqual(await outcomes(side.front.call('instalmentCreate', again(side, contract), clerk)), [
      'AWAITING_RELEASE',
    ]);
    const waiting = await waitingOf(side);
    assert.deepEqual(
      waiting.map((it) => [it.ClientNumber, it.ContractNumber, it.Count, it.Sum, it.FirstDate]),
      [[contract.ClientNumber, contract.ContractNumber, 1, 500, inDays(side, 3)]],
      side.name,
    );
    const before = await listed(side, contract);
    const record = await release(side);
    assert.equal(record.Change?.Returned?.InstalmentResult, '34');
    assert.deepEqual(
      record.Change?.Instalments.map((it) => it.InstalmentAmount),
      [500],
    );
    await until(async () => (await listed(side, contract)) === before + 1);
    assert.deepEqual(await waitingOf(side), []);
    // It is an attempt as every other.
    await until(async () => (await budgets(side, [contract])).Budgets[0]?.Used === 1);
    // Nor may a debit of the schedule be raised.
    assert.deepEqual(
      await outcomes(
        side.front.call('instalmentEdit', {
          ContractSequence: contract.ContractSequence,
          InstalmentSequence: 2,
          InstalmentAmount: 900,
        }),
      ),
      ['STOP_REASON ContractSequence'],
    );
  }
});

const listed = async ({ book }: Side, { ContractSequence }: Contract) =>
  (await book.call('instalmentList', { ContractSequence })).records.length;

test('without another person who may release, a reason to stop is refused with a sentence that says so; without the rule it is not asked', async () => {
  for (const side of sides) {
    await setRule(side.front, usual);
    const contract = await missed(side, '18');
    // The only person who may release adds it.
    const token = side.tokens.both;
    await withoutOthers(side, async () => {
      const { failed } = await side.front.call('instalmentCreate', again(side, contract), { token });
      assert.equal(failed[0]?.Errors?.[0]?.Code, 'STOP_REASON', side.name);
      assert.match(
        failed[0]?.Errors?.[0]?.Message ?? '',
        /needs a second person who may release, and this merchant has nobody else/,
      );
    });
    await setRule(side.front, { StopReasons: false });
    assert.deepEqual(await outcomes(side.front.call('instalmentCreate', again(side, contract), { token })), ['stored']);
  }
});

/** While all others who may release can't sign in. */
async function withoutOthers({ front }: Side, work: () => Promise<void>): Promise<void> {
  const { schema } = front.database;
  const { rows } = await schema.query<{ username: string }>(
    `update sign_in.person set disabled = true where username <> 'bo' and not disabled returning username`,
  );
  try {
    await work();
  } finally {
    await schema.query('update sign_in.person set disabled = false where username = any($1)', [
      rows.map(({ username }) => username),
    ]);
  }
}

test('what the provider does not show is refused as not judged, and nothing is sent', async () => {
  const side = sides[1] ?? assert.fail();
  await setRule(side.front, usual);
  const contract = await missed(side);
  const before = await listed(side, contract);
  gateway.wire.failRead('503', 'instalments');
  assert.deepEqual(await outcomes(side.front.call('instalmentCreate', again(side, contract))), ['NOT_JUDGED']);
  assert.equal(await listed(side, contract), before);
});

test('an administrator changes the limits; the audit has each change, and others may not', async () => {
  for (const { settings, front } of sides) {
    const tokens = {
      administrator: await settings.signIn('anton', 'administrator:*'),
      clerk: await settings.signIn('cleo', 'clerk:1001'),
    };
    const path = { number: '1001' };
    const body: CollectingLimits = { Attempts: 3, PayerMonth: 4, Largest: 5000.5, Month: null, StopReasons: true };
    await setRule(front, usual);
    assert.equal((await settings.call(tokens.clerk, 'collectingLimitsSave', { path, body })).status, 401);
    assert.deepEqual((await settings.call(tokens.administrator, 'collectingLimitsSave', { path, body })).answer, {
      Limits: body,
    });
    assert.deepEqual((await settings.call(tokens.administrator, 'collectingLimitsView', { path })).answer.Limits, body);
    for (const wrong of [{ Attempts: 0 }, { Attempts: 1.5 }, { Largest: -1 }, { Largest: 0.001 }])
      assert.equal(
        (await settings.call(tokens.administrator, 'collectingLimitsSave', { path, body: { ...body, ...wrong } }))
          .status,
        400,
      );
    const { rows } = await front.database.pool.query<{ entry: string }>(
      `select entry::text from audit_entry where entry::text like '%merchant.collecting%' order by sequence desc limit 1`,
    );
    assert.match(rows[0]?.entry ?? '', /"field":"Attempts"|"Field":"Attempts"/);
  }
});
