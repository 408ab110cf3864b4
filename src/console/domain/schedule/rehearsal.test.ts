import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, addMonths, dateOf } from '#rules/calendar.ts';
import { needsAttention, rehearse, type RehearsedMove, type ContractSeries } from './rehearsal.ts';

const due = (date: string, cents = 10_000) => ({ date: `${date} 08:00`, cents });
const moved = (from: string, to: string): RehearsedMove => ({ before: due(from), after: due(to) });
const stays = (date: string): RehearsedMove => moved(date, date);
const one = (moves: RehearsedMove[], more: Partial<ContractSeries> = {}) => {
  const { contracts, cash } = rehearse([{ contract: '7', moves, ...more }]);
  return { it: contracts[0], cash };
};
const days = (list: { from: string; to: string }[] = []) => list.map(({ from, to }) => `${from} ${to}`);
const december = '2026-12-01 2026-12-31';
const january = '2027-01-01 2027-01-31';

test('a debit that moves into the next month skips one month and doubles the other', () => {
  const { it, cash } = one([moved('2026-12-31', '2027-01-02'), stays('2027-01-31'), stays('2027-02-28')]);
  assert.deepEqual(days(it?.skipped), [december]);
  assert.deepEqual(days(it?.doubled), [january]);
  assert.deepEqual(
    it?.before.map((each) => dateOf(each.date)),
    ['2026-12-31', '2027-01-31', '2027-02-28'],
  );
  assert.deepEqual(
    it?.after.map((each) => dateOf(each.date)),
    ['2027-01-02', '2027-01-31', '2027-02-28'],
  );
  assert.deepEqual(cash, [
    { month: '2026-12', before: 10_000, after: 0 },
    { month: '2027-01', before: 10_000, after: 20_000 },
    { month: '2027-02', before: 10_000, after: 10_000 },
  ]);
});

test('what was collected already counts for its month, but is no money to come', () => {
  const { it, cash } = one([moved('2026-12-05', '2026-11-28')], { gone: ['2026-11-05 08:00'] });
  assert.deepEqual(it?.doubled, [{ from: '2026-11-01', to: '2026-11-30', count: 2 }]);
  assert.deepEqual(days(it?.skipped), [december]);
  assert.deepEqual(cash[0], { month: '2026-11', before: 0, after: 10_000 });
});

test('weekly and fortnightly debits are compared by their weeks, quarterly ones by the quarter around their day', () => {
  const weekly = ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'];
  assert.deepEqual(days(one(weekly.map((day) => moved(day, addDays(day, 2)))).it?.doubled), []);
  const twice = one([moved('2026-11-30', '2026-12-08'), ...weekly.slice(1).map(stays)]).it;
  assert.deepEqual(days(twice?.skipped), ['2026-11-30 2026-12-06']);
  assert.deepEqual(days(twice?.doubled), ['2026-12-07 2026-12-13']);
  const fortnightly = ['2026-12-04', '2026-12-18', '2027-01-01', '2027-01-15'];
  assert.equal(needsAttention(one(fortnightly.map((day) => moved(day, addDays(day, 5)))).it!), false);
  const periods = [{ months: 3 }, { months: 3 }] as const;
  const quarterly = ['2026-12-31', '2027-03-31', '2027-06-30'];
  assert.equal(
    needsAttention(
      one(
        quarterly.map((day) => moved(day, addDays(day, 1))),
        { periods },
      ).it!,
    ),
    false,
  );
  const near = one([stays('2026-12-31'), moved('2027-03-31', '2027-01-10'), stays('2027-06-30')], { periods }).it;
  assert.deepEqual(days(near?.doubled), ['2026-11-01 2027-01-31']);
  assert.deepEqual(days(near?.skipped), ['2027-02-01 2027-04-30']);
});

test('an edit from months to weeks is not twice in a month, but twice in a week is', () => {
  const periods = [{ months: 1 }, { weeks: 1 }] as const;
  const more = ['2026-12-07', '2026-12-14', '2026-12-21'].map((day): RehearsedMove => ({ after: due(day) }));
  assert.equal(needsAttention(one([stays('2026-12-01'), ...more], { periods }).it!), false);
  assert.equal(one([stays('2026-12-08'), ...more], { periods }).it?.doubled.length, 1);
});

test('a cancelled month is not skipped', () => {
  const { it } = one([stays('2026-12-01'), { before: due('2027-01-01') }]);
  assert.deepEqual([it?.skipped, it?.dropped], [[], 1]);
});

test('amounts above the maximum are those that change, or all where the maximum does', () => {
  const raised = { before: due('2026-12-01', 10_000), after: due('2026-12-01', 25_000) };
  const above = { before: due('2027-01-01', 30_000), after: due('2027-01-01', 30_000) };
  assert.deepEqual(one([raised, above], { caps: [20_000, 20_000] }).it?.above, [raised.after]);
  assert.deepEqual(one([above], { caps: [undefined, 20_000] }).it?.above, [above.after]);
  assert.deepEqual(rehearse([{ contract: '7', moves: [above], caps: [20_000, 20_000] }]).contracts, []);
});

test('contracts that need attention come first, and an unreadable amount makes no sum', () => {
  const fine: ContractSeries = { contract: 'fine', moves: [moved('2026-12-01', '2026-12-03')] };
  const skips: ContractSeries = { contract: 'skips', moves: [moved('2026-12-01', '2027-01-03')] };
  const odd: ContractSeries = {
    contract: 'odd',
    moves: [{ before: { date: '2026-12-01', cents: null }, after: { date: '2026-12-02', cents: null } }],
  };
  const { contracts, cash } = rehearse([fine, skips, odd]);
  assert.deepEqual(
    contracts.map((it) => it.contract),
    ['skips', 'fine', 'odd'],
  );
  assert.deepEqual(cash[0], { month: '2026-12', before: null, after: null });
});

const aDay = fc.integer({ min: 0, max: 900 }).map((by) => addDays('2026-01-01', by));
const aDue = fc.record({ date: aDay, cents: fc.integer({ min: 1, max: 1_000_000 }) });
const aMove = fc.record({ before: aDue, after: aDue });
const monthly = [{ months: 1 }, { months: 1 }] as const;

test('cash by month adds up to all debits of the contracts that change, before and after', () => {
  fc.assert(
    fc.property(fc.array(fc.array(aMove, { minLength: 1, maxLength: 8 }), { maxLength: 5 }), (lists) => {
      const { contracts, cash } = rehearse(lists.map((moves, at) => ({ contract: String(at), moves })));
      const moves = contracts.flatMap((it) => lists[Number(it.contract)] ?? []);
      for (const side of ['before', 'after'] as const)
        assert.equal(
          cash.reduce((sum, it) => sum + (it[side] ?? Number.NaN), 0),
          moves.reduce((sum, it) => sum + it[side].cents, 0),
        );
    }),
  );
});

test('a change of nothing gives nothing', () => {
  fc.assert(
    fc.property(fc.array(aDue), fc.array(aDay), fc.integer({ min: 1, max: 1_000_000 }), (list, gone, cap) => {
      const moves = list.map((it) => ({ before: it, after: it }));
      assert.deepEqual(rehearse([{ contract: '1', moves, gone, caps: [cap, cap] }]), { contracts: [], cash: [] });
    }),
  );
});

test('moves within their months never skip or double one', () => {
  const within = fc.tuple(aDay, fc.integer({ min: 0, max: 27 })).map(([day, by]): RehearsedMove => {
    const to = addDays(`${day.slice(0, 7)}-01`, by);
    return moved(day, to);
  });
  fc.assert(
    fc.property(fc.array(within), fc.array(aDay), (moves, gone) => {
      const { it } = one(moves, { gone, periods: monthly });
      assert.deepEqual([it?.skipped ?? [], it?.doubled ?? []], [[], []]);
    }),
  );
});

test('what one of two contracts does is not said of the other', () => {
  fc.assert(
    fc.property(fc.array(aMove, { minLength: 1 }), fc.array(aMove, { minLength: 1 }), (some, others) => {
      const list = [some, others].map((moves, at) => ({ contract: String(at), moves }));
      const alone = list.flatMap((it) => rehearse([it]).contracts);
      const together = rehearse(list).contracts;
      assert.deepEqual(
        together.toSorted((a, b) => a.contract.localeCompare(b.contract)),
        alone,
      );
    }),
  );
});

test('a whole series that moves by a month skips its first month and doubles none', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 1, max: 24 }), (day, count) => {
      const first = `${day.slice(0, 7)}-10`;
      const moves = Array.from({ length: count }, (_, at) => moved(addMonths(first, at), addMonths(first, at + 1)));
      const { it } = one(moves, { periods: monthly });
      assert.deepEqual([it?.skipped.map((each) => each.from), it?.doubled], [[`${day.slice(0, 7)}-01`], []]);
    }),
  );
});
