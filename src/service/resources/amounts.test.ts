import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { fieldOf, type FieldName } from '#contract/fields.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, type Input, type OperationName } from '#contract/operations.ts';
import { columnOf } from '#service/database/rows.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';

/*
 * Numbers of every form, sent into every amount field: each is refused by itself with the name of the field, or stored as
 * exactly the cents that are answered, and never affects its neighbours.
 */
let service: TestService;
let start: string;
before(async () => {
  service = await testService();
  start = `${nextMonth(service.clock.today())} 00:00`;
  for (const product of ['EFT', 'DEBICHECK']) await service.call('clientCreate', client('A-1'), { product });
});
after(() => service.close());

/** A number as a caller might send it, and its cents; null if it is not a valid amount. */
interface Sent {
  number: number;
  cents?: number | null;
}

const whole = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 999_999_999_998 }));
const anyNumber: fc.Arbitrary<Sent> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({ number })),
  fc.double({ noNaN: true, min: 0, max: 1e6 }).map((number) => ({ number })),
  whole.map((cents) => ({ number: cents / 100, cents })),
  fc.tuple(whole, fc.constantFrom(-2, -1, 1, 2)).map(([cents, noise]) => ({
    number: (cents / 100) * (1 + noise * 2 ** -53),
    cents,
  })),
  fc.tuple(fc.integer({ min: 10_000_000, max: 999_999_999_998 }), fc.integer({ min: 1, max: 9 })).map(
    // Above 100,000 with a third decimal.
    ([cents, third]) => ({ number: cents / 100 + third / 1000, cents: null }),
  ),
);
const known: Sent[] = [
  { number: 149.70000000000002, cents: 14_970 },
  { number: 10.1, cents: 1010 },
  { number: 1.1 + 2.2, cents: 330 },
  { number: 100_000.001, cents: null },
  ...[1e-7, 5e-324, 1e21, 1e300, 2 ** 53 + 2, -5, -0.001].map((number) => ({ number, cents: null })),
];
function numbersFor(of: string, count: number): Sent[] {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`${of}: seed ${seed}`);
  return [...known, ...fc.sample(anyNumber, { numRuns: count - known.length, seed })];
}

let created = 0;
const numbered = () => ({ ClientNumber: 'A-1', ContractNumber: `A-${(created += 1)}` });
const contract = () => ({
  ...numbered(),
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: start,
  InstalmentAmount: 0.01,
  NumberOfInstalments: 1,
});
const payout = () => ({ ...numbered(), PaymentAmount: 0.01, PaymentStartDate: start, NumberOfPayments: 1 });

/** The records that the items edit or extend: one of each for every number, so that no two items share one. */
const targets = {
  contract: { operation: 'contractCreate', product: 'EFT', item: contract },
  mandate: { operation: 'mandateCreate', product: 'EFT', item: () => ({ ...contract(), MaximumAmount: 50 }) },
  pending: {
    operation: 'mandateCreate',
    product: 'DEBICHECK',
    item: () => ({ ...contract(), MaximumAmount: 50, TransactionType: 'TT2' }),
  },
  payout: { operation: 'payoutContractCreate', product: 'EFT', item: payout },
} as const;

type Item = (number: number) => Record<string, unknown>;
interface Write {
  operation: OperationName;
  fieldName: FieldName;
  table: 'contract' | 'instalment' | 'payout_contract' | 'payment';
  on?: keyof typeof targets;
  item: Item;
}
const first = (number: number) => ({ FirstCollectionDate: start, FirstCollectionAmount: number });
const write = (
  operation: OperationName,
  fieldName: FieldName,
  table: Write['table'],
  on: Write['on'] | undefined,
  item: Item = (number) => ({ [fieldName]: number }),
): Write => ({ operation, fieldName, table, on, item });

const writes: Write[] = [
  ...(['mandateCreate', 'contractCreate'] as const).flatMap((it) => [
    write(it, 'InstalmentAmount', 'contract', undefined, (number) => ({ ...contract(), InstalmentAmount: number })),
    write(it, 'FirstCollectionAmount', 'contract', undefined, (number) => ({ ...contract(), ...first(number) })),
  ]),
  write('mandateCreate', 'MaximumAmount', 'contract', undefined, (number) => ({
    ...contract(),
    MaximumAmount: number,
  })),
  ...(
    [
      ['mandateEdit', 'mandate'],
      ['mandateInitiateEdit', 'pending'],
      ['contractEdit', 'contract'],
    ] as const
  ).flatMap(([it, on]) => [
    // The same edit removes the maximum, so that any amount is allowed.
    write(it, 'InstalmentAmount', 'contract', on, (number) => ({
      InstalmentAmount: number,
      ...(on === 'contract' ? {} : { MaximumAmount: null }),
    })),
    write(it, 'FirstCollectionAmount', 'contract', on, first),
  ]),
  write('mandateEdit', 'MaximumAmount', 'contract', 'mandate'),
  write('mandateInitiateEdit', 'MaximumAmount', 'contract', 'pending'),
  write('instalmentCreate', 'InstalmentAmount', 'instalment', 'contract', (number) => ({
    InstalmentActionDate: start,
    InstalmentAmount: number,
  })),
  write('instalmentCreate', 'CTCAmount', 'instalment', 'contract', (number) => ({
    InstalmentActionDate: start,
    InstalmentAmount: 1,
    CTCAmount: number,
  })),
  write('instalmentEdit', 'InstalmentAmount', 'instalment', 'contract', (number) => ({
    InstalmentSequence: 1,
    InstalmentAmount: number,
  })),
  write('omniInstalmentCreate', 'InstalmentAmount', 'instalment', 'contract', (number) => ({
    CollectionDate: start.slice(0, 10),
    InstalmentAmount: number,
  })),
  write('omniInstalmentEdit', 'InstalmentAmount', 'instalment', 'contract', (number) => ({
    InstalmentSequence: 1,
    InstalmentAmount: number,
  })),
  write('payoutContractCreate', 'PaymentAmount', 'payout_contract', undefined, (number) => ({
    ...payout(),
    PaymentAmount: number,
  })),
  write('payoutPaymentCreate', 'PaymentAmount', 'payment', 'payout', (number) => ({
    PaymentDate: start,
    PaymentAmount: number,
  })),
  write('payoutPaymentEdit', 'PaymentAmount', 'payment', 'payout', (number) => ({
    PaymentSequence: 1,
    PaymentAmount: number,
  })),
];

test('every amount field is tested', () => {
  const all = Object.values<Operation>(operations).flatMap((it) =>
    Object.keys(it.request ? it.input.shape : {})
      // An adjustment may be negative; its own test follows.
      .filter((fieldName) => fieldOf(fieldName)?.input === 'amount' && fieldName !== 'AdjustmentAmount')
      .map((fieldName) => `${it.name}.${fieldName}`),
  );
  assert.deepEqual(writes.map((it) => `${it.operation}.${it.fieldName}`).toSorted(), all.toSorted());
});

/**
 * The amount in the table, because the API does not return every field: the record's own, or that of its contract's latest
 * record.
 */
async function stored({ table, fieldName }: Write, sequences: number[]): Promise<Map<number, number | null>> {
  const own = {
    contract: '',
    payout_contract: '',
    instalment: ', instalment_sequence desc',
    payment: ', payment_sequence desc',
  };
  const connection = await service.database.pool.connect();
  try {
    await connection.query(`select set_config('app.merchant', '1001', false)`);
    const { rows } = await connection.query<{ at: number; value: number | null }>(
      `select distinct on (contract_sequence) contract_sequence as at, ${columnOf(fieldName)} as value from ${table}
        where contract_sequence = any($1) order by contract_sequence${own[table]}`,
      [sequences],
    );
    return new Map(rows.map((it) => [it.at, it.value]));
  } finally {
    connection.release(true);
  }
}

const sequencesOf = (answered: unknown[]) =>
  answered.map((it) => (it as { ContractSequence: number }).ContractSequence);

async function createTargets(on: keyof typeof targets, count: number): Promise<number[]> {
  const { operation, product, item } = targets[on];
  const items = Array.from({ length: count }, () => item()) as Input<typeof operation>[];
  const answer = await service.call(operation, items, { product });
  assert.equal(answer.successful.length, count, answer.text.slice(0, 300));
  return sequencesOf(answer.successful);
}

for (const it of writes)
  test(`${it.operation}: a batch with any ${it.fieldName} stores its valid items and names the problem of the others`, async () => {
    const numbers = numbersFor(`${it.operation}.${it.fieldName}`, 60);
    const product = it.on ? targets[it.on].product : 'EFT';
    const ground = it.on && (await createTargets(it.on, numbers.length));
    const before = ground && (await stored(it, ground));
    const items = numbers.map(({ number }, index) => ({
      ...it.item(number),
      ...(ground ? { ContractSequence: ground[index] } : {}),
    }));
    const answer = await service.call(it.operation, items as never, { product });
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    assert.equal(answer.successful.length + answer.failed.length, numbers.length);

    const refused = new Set(answer.failed.map((failed) => failed[it.fieldName]));
    const stands = sequencesOf(answer.successful);
    const now = await stored(it, ground ?? stands);
    let next = 0;
    for (const [index, { number, cents }] of numbers.entries()) {
      if (refused.has(number)) {
        assert.ok(typeof cents !== 'number', `${number} was refused`);
        if (ground)
          assert.equal(now.get(ground[index] ?? 0), before?.get(ground[index] ?? 0), `${number} changed something`);
        continue;
      }
      assert.notEqual(cents, null, `${number} was taken`);
      const is = now.get(stands[next++] ?? 0);
      // JSON knows no -0.
      assert.equal(is, cents ?? (Math.round(number * 100) || 0), `${number} was stored as ${is}`);
    }
    for (const failed of answer.failed) {
      assert.equal(failed.Errors[0]?.Field, it.fieldName);
      assert.match(
        failed.Errors[0]?.Message ?? '',
        new RegExp(`^${it.fieldName} (is less than|is more than|has more than two)`),
      );
    }
    for (const row of answer.successful as Record<string, unknown>[])
      if (it.fieldName in row) assert.equal(row[it.fieldName], Number(now.get(Number(row['ContractSequence']))) / 100);
  });

test('of ten thousand numbers each is refused, or answered and retrieved as the same cents', async (t) => {
  const [sequence = 0] = await createTargets('contract', 1);
  const numbers = numbersFor('instalmentCreate', 10_000);
  t.diagnostic(`${numbers.length} inputs tried`);
  const answered: number[] = [];
  for (let from = 0; from < numbers.length; from += 1000) {
    const items = numbers.slice(from, from + 1000).map(({ number }) => ({
      ContractSequence: sequence,
      InstalmentActionDate: start,
      InstalmentAmount: number,
    }));
    const answer = await service.call('instalmentCreate', items);
    assert.equal(answer.status, 200);
    assert.equal(answer.successful.length + answer.failed.length, items.length);
    assert.ok(answer.failed.every((it) => it.Errors[0]?.Field === 'InstalmentAmount' && it.Errors[0].Message));
    answered.push(...answer.successful.map((it) => it.InstalmentAmount ?? NaN));
  }
  const { records } = await service.call('instalmentList', { ContractSequence: sequence });
  assert.deepEqual(
    records.slice(1).map((it) => it.InstalmentAmount),
    answered,
  );
  assert.ok(answered.every((it) => Number(it.toFixed(2)) === it));
  assert.ok(answered.length >= numbers.filter((it) => typeof it.cents === 'number').length);
});

test('a maximum with floating-point noise is enforced to the cent', async () => {
  const [sequence = 0] = await createTargets('mandate', 1);
  await service.call('mandateEdit', { ContractSequence: sequence, MaximumAmount: 149.70000000000002 });
  const above = await service.call('instalmentCreate', {
    ContractSequence: sequence,
    InstalmentActionDate: start,
    InstalmentAmount: 149.71,
  });
  assert.equal(above.failed[0]?.Errors[0]?.Code, 'ABOVE_MAXIMUM');
});

test('an adjustment and a rate are stored as answered, or refused', async () => {
  const numbers = numbersFor('adjustments', 100).flatMap(({ number }) => [number, -number]);
  const items = numbers.flatMap((number) => [
    { ...mandate(service.clock.today(), 'A-1', `A-${(created += 1)}`), AdjustmentAmount: number },
    { ...mandate(service.clock.today(), 'A-1', `A-${(created += 1)}`), AdjustmentRate: number },
  ]);
  const answer = await service.call('mandateCreate', items);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(answer.successful.length + answer.failed.length, items.length);
  const percentages = numbersFor('CTCPercentage', 100).map(({ number }) => ({ ...contract(), CTCPercentage: number }));
  const contracts = await service.call('contractCreate', percentages);
  assert.equal(contracts.status, 200);
  for (const it of contracts.successful) {
    const { records } = await service.call('contractList', { ContractSequence: Number(it.ContractSequence) });
    assert.equal(records[0]?.CTCPercentage, it.CTCPercentage);
  }
});
