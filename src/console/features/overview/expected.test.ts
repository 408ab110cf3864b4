import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expectedOf, trialsOf, type PastSum } from './expected.ts';

const today = '2026-11-24';
const past = (client: string, paid: number, unpaid: number, month = '2026-10'): PastSum[] => [
  { client, month, isPaid: true, count: paid, cents: 100 * paid },
  { client, month, isPaid: false, count: unpaid, cents: 100 * unpaid },
];
const due = (client: string, cents: number) => ({ client, count: 1, cents });

test('each client has its own rate; a client with little history has the merchant’s, and its part is named', () => {
  const history = [...past('good', 10, 0), ...past('half', 5, 5), ...past('few', 0, 2)];
  assert.deepEqual(expectedOf([due('good', 1000), due('half', 1001)], history, today), {
    due: 2001,
    expected: 1501,
    byMerchantRate: 0,
  });
  for (const client of ['few', 'new'])
    assert.deepEqual(expectedOf([due(client, 2200)], history, today), {
      due: 2200,
      expected: 1500,
      byMerchantRate: 2200,
    });
});

test('too little history claims nothing, and neither this month nor one long past is history', () => {
  assert.equal(expectedOf([due('a', 100)], past('a', 10, 9), today), undefined);
  assert.equal(expectedOf([due('a', 100)], past('a', 50, 9, '2026-11'), today), undefined);
  assert.equal(expectedOf([due('a', 100)], past('a', 50, 9, '2026-04'), today), undefined);
  assert.deepEqual(trialsOf(past('a', 50, 9), today), []);
});

test('a month is tried with what was known before it', () => {
  const history = [...past('a', 20, 20, '2026-09'), ...past('a', 3, 1)];
  assert.deepEqual(trialsOf(history, today), [
    { month: '2026-10-01', due: 400, expected: 200, byMerchantRate: 0, came: 300 },
  ]);
});

const client = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const anyDue = fc.record({ client, count: fc.integer({ min: 1, max: 9 }), cents: fc.nat(10 ** 11) });
const anyPast = fc.record({
  client,
  month: fc.constantFrom('2026-04', '2026-06', '2026-08', '2026-10', '2026-11'),
  isPaid: fc.boolean(),
  count: fc.integer({ min: 1, max: 40 }),
  cents: fc.nat(10 ** 11),
});

test('what is expected is whole cents from 0 to what is due, and adds up client by client', () => {
  fc.assert(
    fc.property(fc.array(anyDue), fc.array(anyPast), (debits, history) => {
      const whole = expectedOf(debits, history, today);
      if (!whole) return;
      assert.ok(Number.isSafeInteger(whole.expected) && whole.expected >= 0 && whole.expected <= whole.due);
      const parts = [...new Set(debits.map((it) => it.client))].map((name) =>
        expectedOf(
          debits.filter((it) => it.client === name),
          history,
          today,
        ),
      );
      for (const figure of ['due', 'expected', 'byMerchantRate'] as const)
        assert.equal(
          parts.reduce((sum, it) => sum + (it?.[figure] ?? 0), 0),
          whole[figure],
        );
      for (const trial of trialsOf(history, today)) {
        assert.ok(trial.expected >= 0 && trial.expected <= trial.due);
        assert.ok(trial.came <= trial.due);
      }
    }),
  );
});
