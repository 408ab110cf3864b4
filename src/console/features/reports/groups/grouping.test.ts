import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { reportOf } from '#console/domain/collections/report-list.ts';
import { setUpKit } from '#console/domain/set-up-kit.ts';
import {
  centsIn,
  groupChoices,
  groupingText,
  hasRate,
  linesOf,
  rateOf,
  readGrouping,
  treeOf,
  viewOfGroup,
} from './grouping.ts';

const transactions = reportOf('transactions');
let choices: ReturnType<typeof groupChoices> = [];
before(() => {
  setUpKit();
  choices = groupChoices(transactions);
});
const grouping = (text: string) => readGrouping(text, choices);

test('sub-totals are the sums of what is inside them, and each line is followed by its own', () => {
  const key = fc.constantFrom('a', 'b', 'c', null);
  const group = fc
    .tuple(key, key, fc.integer({ min: 1, max: 9 }), fc.integer({ min: -500, max: 500 }))
    .map(([one, other, count, cents]) => ({
      keys: [one, other],
      count,
      sums: [
        { keys: ['PAID', null], count: 1, cents },
        { keys: ['UNPAID', null], count: 1, cents: 2 * cents },
      ],
    }));
  const by = grouping('Status,ClientNumber');
  fc.assert(
    fc.property(fc.uniqueArray(group, { selector: ({ keys }) => JSON.stringify(keys) }), (groups) => {
      const root = treeOf(groups);
      const lines = linesOf(root, by, null, (_, it) => it ?? '');
      for (const kind of ['in paid', 'in unpaid']) {
        const sum = (level: number) =>
          lines.filter(({ keys }) => keys.length === level).reduce((all, node) => all + (centsIn(node, kind) ?? 0), 0);
        const whole = centsIn(root, kind) ?? 0;
        assert.deepEqual([sum(1), sum(2)], [whole, whole]);
      }
      let around: unknown;
      for (const { keys } of lines) {
        if (keys.length === 1) [around] = keys;
        else assert.equal(keys[0], around);
      }
    }),
  );
});

test('a group without whole cents leaves no sum to those around it', () => {
  const root = treeOf([
    { keys: ['a'], count: 1, sums: [{ keys: ['PAID'], count: 1, cents: null }] },
    { keys: ['b'], count: 2, sums: [{ keys: ['PAID'], count: 2, cents: 300 }] },
  ]);
  const cents = [root, ...root.inside].map((it) => centsIn(it, 'in paid'));
  assert.deepEqual([root.count, cents], [3, [null, null, 300]]);
});

test('the address names columns, days or months of times, and no more than three', () => {
  const text = 'TransactionDate.month,Nothing,Status,Status,ClientNumber,Amount';
  const by = grouping(text);
  assert.deepEqual(
    by.map((it) => it.key),
    ['TransactionDate.month', 'Status', 'ClientNumber'],
  );
  assert.equal(groupingText(by), 'transaction date (month), status and client');
  // Changed values may be account numbers.
  const changes = groupChoices(reportOf('contract-changes'));
  assert.ok(!changes.some((it) => it.fieldName === 'NewValue'));
});

test('a group leads to its rows by conditions on its columns; other conditions stay', () => {
  const view = { search: 'x', filters: [{ fieldName: 'Amount', kind: 'number', least: 1 } as const], sort: null };
  const by = grouping('TransactionDate.month,InstalmentResult,ContractSequence');
  assert.deepEqual(viewOfGroup(view, by, ['2026-02', null, '100001'], transactions.columns)?.filters, [
    { fieldName: 'Amount', kind: 'number', least: 1 },
    { fieldName: 'TransactionDate', kind: 'date', from: '2026-02-01', to: '2026-02-28' },
    { fieldName: 'InstalmentResult', kind: 'oneOf', values: [null] },
    { fieldName: 'ContractSequence', kind: 'oneOf', values: ['100001'] },
  ]);
  assert.equal(viewOfGroup(view, by, [null], transactions.columns), undefined);
});

test('the share of paid debits counts those with an outcome, and needs both outcomes in view', () => {
  const of = (statuses: [status: string, count: number][]) =>
    treeOf(
      statuses.map(([status, count]) => ({
        keys: ['staff'],
        count,
        sums: [{ keys: [status, null], count, cents: count }],
      })),
    );
  const both = of([
    ['PAID', 7],
    ['UNPAID', 2],
  ]);
  assert.deepEqual([rateOf(both), hasRate(both)], [78, true]);
  const unpaid = of([['UNPAID', 2]]);
  assert.deepEqual([rateOf(unpaid), hasRate(unpaid)], [0, false]);
  assert.equal(rateOf({ money: [] }), undefined);
  const sorted = linesOf(
    treeOf(
      [
        ['one', 'UNPAID'],
        ['two', 'PAID'],
      ].map(([who = '', status = '']) => ({
        keys: [who],
        count: 1,
        sums: [{ keys: [status, null], count: 1, cents: 1 }],
      })),
    ),
    grouping('UserId'),
    { fieldName: 'rate', isDescending: true },
    (_, it) => it ?? '',
  );
  assert.deepEqual(
    sorted.map(({ keys }) => keys[0]),
    ['two', 'one'],
  );
});
