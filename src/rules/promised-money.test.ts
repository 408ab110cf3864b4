import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dateOf } from './calendar.ts';
import { promiseOutcomes, type MoneyIn, type PromisedMoney } from './promised-money.ts';

const made: PromisedMoney = { id: 'p', contract: '7', at: '2026-11-20 10:05', day: '2026-11-27', cents: 64_050 };
const paid = (more: Partial<MoneyIn> = {}): MoneyIn => ({
  contract: '7',
  at: '2026-11-25 08:00',
  cents: 64_050,
  ...more,
});
const outcome = (money: MoneyIn[], today: string, promise = made) => promiseOutcomes([promise], money, today).get('p');

test('a promise is kept as soon as all of it came, waits until its day has passed, and is then kept in part or broken', () => {
  const [onDay, after] = ['2026-11-27', '2026-11-28'];
  assert.deepEqual(outcome([paid()], '2026-11-25'), { state: 'kept', cents: 64_050 });
  assert.deepEqual(outcome([], onDay), { state: 'waiting', cents: 0 });
  assert.deepEqual(outcome([paid({ cents: 50_000 })], onDay), { state: 'waiting', cents: 50_000 });
  assert.deepEqual(outcome([paid({ cents: 50_000 })], after), { state: 'partly', cents: 50_000 });
  assert.deepEqual(outcome([paid({ cents: 50_000 }), paid({ cents: 14_050 })], after), {
    state: 'kept',
    cents: 64_050,
  });
  assert.deepEqual(outcome([], after), { state: 'broken', cents: 0 });
});

test('only money of its contract counts that came after it was made and until its day', () => {
  const late = '2026-12-10';
  for (const [money, state] of [
    [paid({ at: '2026-11-20 10:05' }), 'kept'],
    [paid({ at: '2026-11-20 10:04' }), 'broken'],
    // Of a bank line the day alone is known.
    [paid({ at: '2026-11-20' }), 'kept'],
    [paid({ at: '2026-11-19' }), 'broken'],
    [paid({ at: '2026-11-27 23:59' }), 'kept'],
    [paid({ at: '2026-11-28 00:00' }), 'broken'],
    [paid({ contract: '8' }), 'broken'],
    [paid({ contract: null }), 'broken'],
    [paid({ cents: -64_050 }), 'broken'],
  ] as const)
    assert.equal(outcome([money], late)?.state, state, JSON.stringify(money));
  assert.equal(outcome([paid({ contract: null })], late, { ...made, contract: null })?.state, 'kept');
});

test('money counts once: for the promise that ends first', () => {
  const next = { ...made, id: 'q', day: '2026-11-30' };
  const found = promiseOutcomes([next, made], [paid({ cents: 70_000 })], '2026-12-10');
  assert.deepEqual(
    [found.get('p'), found.get('q')],
    [
      { state: 'kept', cents: 64_050 },
      { state: 'partly', cents: 5_950 },
    ],
  );
});

const day = fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-11-20', days));
const minute = day.chain((it) => fc.constantFrom('00:00', '10:05', '23:59').map((time) => `${it} ${time}`));
const contract = fc.constantFrom('7', '8', null);
const cents = fc.integer({ min: 1, max: 300 });
const promises = fc
  .array(fc.record({ contract, at: minute, days: fc.integer({ min: 0, max: 6 }), cents }), { maxLength: 6 })
  .map((list) =>
    list.map(({ days, ...it }, index): PromisedMoney => ({
      ...it,
      id: String(index),
      day: addDays(dateOf(it.at), days),
    })),
  );
const moneys = fc.array(fc.record({ contract, at: fc.oneof(minute, day), cents }), { maxLength: 12 });

test('no money counts twice, none beyond what was promised, and the state is that of the sum and the day', () => {
  fc.assert(
    fc.property(promises, moneys, day, (list, money, today) => {
      const found = promiseOutcomes(list, money, today);
      assert.equal(found.size, list.length);
      const taken = [...found.values()].reduce((sum, it) => sum + it.cents, 0);
      assert.ok(taken <= money.reduce((sum, it) => sum + it.cents, 0));
      for (const it of list) {
        const { state, cents: came } = found.get(it.id) ?? { state: '', cents: -1 };
        assert.ok(came >= 0 && came <= it.cents);
        assert.equal(state === 'kept', came === it.cents);
        if (state === 'waiting') assert.ok(today <= it.day);
        if (state === 'broken' || state === 'partly') assert.ok(today > it.day && came > 0 === (state === 'partly'));
      }
    }),
  );
});

test('with more money no promise fares worse, money outside of every promise changes nothing, and neither does the order', () => {
  fc.assert(
    fc.property(promises, moneys, moneys, day, (list, money, more, today) => {
      const found = promiseOutcomes(list, money, today);
      const richer = promiseOutcomes(list, [...more, ...money], today);
      for (const [id, it] of found) assert.ok((richer.get(id)?.cents ?? -1) >= it.cents);
      const outside: MoneyIn = { contract: '7', at: '2027-03-01 08:00', cents: 999 };
      const reordered = promiseOutcomes(list.toReversed(), [outside, ...money], today);
      assert.deepEqual(new Map([...reordered].toSorted()), new Map([...found].toSorted()));
    }),
  );
});
