import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RowGroup } from '#report-engine/protocol.ts';
import { comparedRecords } from './differences.ts';

const anyGroups = fc
  .uniqueArray(fc.tuple(fc.constantFrom('PAID', 'UNPAID', null), fc.nat(100), fc.nat(10_000)), {
    selector: ([key]) => key,
  })
  .map((all) =>
    all.map(([key, count, cents]): RowGroup => ({ keys: [key], count, sums: [{ keys: [key], count, cents }] })),
  );

test('what is compared adds up to what there is, on both sides', () => {
  fc.assert(
    fc.property(anyGroups, anyGroups, (now, before) => {
      const { lines, total } = comparedRecords(now, before);
      const sum = (values: (number | undefined)[]) => values.reduce<number>((all, it) => all + (it ?? 0), 0);
      assert.equal(sum(lines.map((it) => it.count.now)), sum(now.map((it) => it.count)));
      assert.equal(sum(lines.map((it) => it.count.before)), sum(before.map((it) => it.count)));
      for (const { kind, cents } of total.money) {
        const its = lines.flatMap((line) => line.money.filter((it) => it.kind === kind));
        assert.deepEqual(
          [sum(its.map((it) => it.cents?.now)), sum(its.map((it) => it.cents?.before))],
          [cents?.now, cents?.before],
        );
      }
      assert.equal(new Set(lines.map((it) => it.key)).size, lines.length);
    }),
  );
});

test('what one range alone has counts nothing in the other; without a sum there is no difference of sums', () => {
  const { lines, total } = comparedRecords(
    [{ keys: ['PAID'], count: 2, sums: [{ keys: ['PAID'], count: 2, cents: 500 }] }],
    [{ keys: ['UNPAID'], count: 1, sums: [{ keys: ['UNPAID'], count: 1, cents: null }] }],
  );
  const paid = { kind: 'in paid', label: 'Collected', count: { now: 2, before: 0 }, cents: { now: 500, before: 0 } };
  const unpaid = { kind: 'in unpaid', label: 'Unpaid', count: { now: 0, before: 1 } };
  assert.deepEqual(lines, [
    { key: 'PAID', count: { now: 2, before: 0 }, money: [paid] },
    { key: 'UNPAID', count: { now: 0, before: 1 }, money: [unpaid] },
  ]);
  assert.deepEqual(total, { key: null, count: { now: 2, before: 1 }, money: [paid, unpaid] });
});
