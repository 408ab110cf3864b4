import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankEntry, MatchingItem, ItemKind, Match, Suggestion } from './item.ts';
import { Matching, type MatchingSetup } from './matching.ts';
import { limitedDifference, retentionIn } from './retention.ts';
import { workThrough } from './testing/clerk.ts';

let count = 0;
const item = (kind: ItemKind, date: string, cents: number, label: string, group = 'EFT'): MatchingItem => {
  count += 1;
  return { id: `${count}`, kind, date, cents, group, label, references: [label.replaceAll('-', '')] };
};
const line = (date: string, cents: number, text: string, reference = ''): BankEntry => ({
  id: text,
  date,
  cents,
  text,
  reference,
});
const open = (setup: Partial<MatchingSetup>) =>
  new Matching({ items: [], lines: [], matches: [], tolerance: { line: 50_000, month: 100_000 }, rules: [], ...setup });
const matched = (of: BankEntry, [fit]: readonly Suggestion[], name?: Match['name']): Match => {
  assert.ok(fit);
  return { ...fit, line: of.id, name };
};
const summary = ({ rule, terms, difference }: Suggestion) => [rule, terms.map((it) => it.sign * it.cents), difference];

// 25 October 2026 is a Sunday.
const october = [
  item('paid', '2026-10-24', 120_450, 'HOME-1'),
  item('paid', '2026-10-25', 10_000_000, 'HOME-2'),
  item('paid', '2026-10-25', 841_095, 'HOME-3'),
  item('returned', '2026-10-26', 291_600, 'HOME-4'),
  item('failed', '2026-10-25', 97_200, 'HOME-5'),
  item('paidOut', '2026-10-20', 55_000, 'LOAN-9'),
];

test('a reference with its amount is exact, and only then confirmed together', () => {
  const lines = [
    line('2026-10-26', 10_000_000, 'CREDIT HOME 2'),
    line('2026-10-27', 841_000, 'CREDIT HOME-3'),
    line('2026-10-21', -55_000, 'PAYMENT', 'LOAN9'),
    line('2026-10-27', -291_600, 'UNPAID HOME-4'),
  ];
  const outcomes = open({ items: october, lines }).outcomes();
  assert.deepEqual(outcomes.get('CREDIT HOME 2')?.fits.map(summary), [['exact', [10_000_000], 0]]);
  assert.deepEqual(outcomes.get('PAYMENT')?.fits.map(summary), [['exact', [-55_000], 0]]);
  assert.deepEqual(outcomes.get('UNPAID HOME-4')?.fits.map(summary), [['exact', [-291_600], 0]]);
  // The amounts of a day are near, but not what the reference names.
  assert.notEqual(outcomes.get('CREDIT HOME-3')?.fits[0]?.rule, 'exact');
});

test('a settlement is the sum of days, less returns of one of them, with its difference', () => {
  const exact = line('2026-10-27', 10_669_945, 'SETTLEMENT 1');
  assert.deepEqual(
    open({ items: october, lines: [exact] })
      .outcomeOf(exact.id)
      ?.fits.map(summary),
    [['lessReturns', [10_961_545, -291_600], 0]],
  );
  const short = line('2026-10-27', 10_651_545, 'SETTLEMENT 2');
  const matching = open({ items: october, lines: [short] });
  const { fits = [] } = matching.outcomeOf(short.id) ?? {};
  assert.deepEqual(fits.map(summary), [['lessReturns', [10_961_545, -291_600], 18_400]]);
  assert.throws(() => matching.confirm([matched(short, fits)]), /The difference has no name/);
  matching.confirm([matched(short, fits, 'fee')]);
  assert.equal(matching.differencesIn('2026-10'), 18_400);
});

test('if several sums fit, all are shown and none is chosen', () => {
  const items = [item('paid', '2026-10-20', 500, 'A-1'), item('paid', '2026-10-21', 500, 'A-2')];
  const lines = [line('2026-10-22', 500, 'SETTLEMENT')];
  const outcome = open({ items, lines }).outcomeOf('SETTLEMENT');
  assert.equal(outcome?.fits.length, 2);
  assert.deepEqual(outcome?.why, { is: 'several' });
});

test('two lines that name the same debit are both left open', () => {
  const lines = [line('2026-10-26', 120_450, 'CREDIT HOME-1'), line('2026-10-27', 120_450, 'AGAIN HOME-1')];
  const outcomes = open({ items: october, lines }).outcomes();
  assert.deepEqual(
    [...outcomes.values()].map(({ fits, why }) => [fits.length, why?.is]),
    [
      [0, 'two lines'],
      [0, 'two lines'],
    ],
  );
});

test('a debit that a line names is in no sum of a day, also after the match is stored, read and undone', () => {
  const lines = [line('2026-10-26', 10_000_000, 'CREDIT HOME-2'), line('2026-10-27', 841_095, 'SETTLEMENT')];
  const matching = open({ items: october, lines });
  const { fits = [] } = matching.outcomeOf('SETTLEMENT') ?? {};
  assert.deepEqual(fits.map(summary), [['day', [841_095], 0]]);
  const [first, second] = [
    ...matching.confirm([matched(lines[1] as BankEntry, fits)]),
    ...matching.confirm([matched(lines[0] as BankEntry, matching.outcomeOf('CREDIT HOME-2')?.fits ?? [])]),
  ];
  const again = open({ items: october, lines, matches: [first as Match, second as Match] });
  assert.deepEqual(again.broken, []);
  again.undo('CREDIT HOME-2');
  assert.equal(again.outcomeOf('CREDIT HOME-2')?.fits[0]?.rule, 'exact');
  assert.deepEqual(open({ items: october, lines, matches: again.confirmed() }).broken, []);
});

test('a match whose debits changed since is reported and not applied', () => {
  const lines = [line('2026-10-27', 841_095, 'SETTLEMENT'), line('2026-10-26', 10_000_000, 'CREDIT HOME-2')];
  const matching = open({ items: october, lines });
  const matches = matching.confirm([matched(lines[0] as BankEntry, matching.outcomeOf('SETTLEMENT')?.fits ?? [])]);
  const late = [...october, item('paid', '2026-10-25', 100, 'HOME-6')];
  assert.deepEqual(open({ items: late, lines, matches }).broken, matches);
});

test('an unpaid debit is offered as settled by a credit with its reference', () => {
  const lines = [line('2026-10-30', 97_200, 'MATHEBULA HOME-5')];
  const [fit] = open({ items: october, lines }).outcomeOf('MATHEBULA HOME-5')?.fits ?? [];
  assert.deepEqual([fit?.rule, fit?.terms[0]?.from], ['settles', '2026-10-25']);
});

test('a difference stays within the line’s and the month’s tolerance', () => {
  const lines = [line('2026-10-26', 10_841_095 - 40_000, 'SETTLEMENT')];
  const why = (tolerance: MatchingSetup['tolerance']) =>
    open({ items: october, lines, tolerance }).outcomeOf('SETTLEMENT');
  assert.equal(why({ line: 40_000, month: 40_000 })?.fits.length, 1);
  assert.deepEqual(why({ line: 40_000, month: 39_999 })?.why, { is: 'difference', difference: 40_000, left: 39_999 });
  assert.deepEqual(why({ line: 39_999, month: 100_000 })?.why, { is: 'no reference' });
});

test('a settlement short by a constant share is a retention, with a limit of its own; another shortfall says of which day', () => {
  const items = [
    item('paid', '2026-09-29', 5_000_000, 'A-1'),
    item('paid', '2026-09-30', 20_066_867, 'A-2'),
    item('paid', '2026-09-30', 8_000_000, 'A-3', 'DEBICHECK'),
  ];
  const kept = line('2026-10-01', 26_663_524, 'DEBIT ORDER SETTLEMENT', 'COLLECTIONS 20260930');
  const less = line('2026-10-01', 26_663_000, 'OTHER SETTLEMENT', 'COLLECTIONS 2026-09-30');
  const stranger = line('2026-10-01', 250_000, 'APP PAYMENT FROM J VAN WYK', 'THANK YOU');
  const released = line('2026-10-02', 1_403_343, 'RETENTION RELEASED', 'RETENTION 202610');
  const nothing = line('2026-10-02', 77_777, 'CASH');
  const setup = (retention: number | undefined) =>
    open({
      items,
      lines: [kept, less, stranger, released, nothing],
      tolerance: { line: 50_000, month: 100_000, retention },
    });
  const matching = setup(1000);
  const { fits = [] } = matching.outcomeOf(kept.id) ?? {};
  assert.deepEqual(fits.map(summary), [['day', [20_066_867, 8_000_000], 1_403_343]]);
  assert.deepEqual(fits.map(retentionIn), [500]);
  const short = { is: 'short', date: '2026-09-30' };
  assert.deepEqual(matching.outcomeOf(less.id), { fits: [], why: { ...short, difference: 1_403_867 } });
  for (const it of [stranger, released]) assert.deepEqual(matching.outcomeOf(it.id)?.why, { is: 'strange reference' });
  assert.deepEqual(matching.outcomeOf(nothing.id)?.why, { is: 'no reference' });
  // Of a day that the line names it comes before a sum of other days that is near by chance.
  const alike = item('paid', '2026-09-28', 26_663_500, 'A-4');
  const beside = open({
    items: [...items, alike],
    lines: [kept],
    tolerance: { line: 50_000, month: 100_000, retention: 1000 },
  });
  assert.deepEqual(beside.outcomeOf(kept.id)?.fits.map(retentionIn), [500]);
  // Above the limit, and without one, it is a shortfall like any other.
  for (const limit of [499, undefined])
    assert.deepEqual(setup(limit).outcomeOf(kept.id), { fits: [], why: { ...short, difference: 1_403_343 } });

  // By hand it is allowed as well, and takes nothing of the month's differences.
  const day = { from: '2026-09-30', to: '2026-09-30' };
  assert.deepEqual(matching.byHand(kept.id, { paid: day }), fits[0]);
  assert.match(String(matching.byHand(less.id, { paid: day })), /A difference may be R\s500,00 at most/);
  matching.confirm([matched(kept, fits, 'retention')]);
  assert.equal(matching.differencesIn('2026-10'), 0);
  // Its name alone lifts no limit: it is larger than the account allows, or no such share.
  const named = matched(kept, fits, 'retention');
  assert.equal(
    open({ items, lines: [kept], matches: [named], tolerance: { line: 2_000_000, month: 2_000_000 } }).differencesIn(
      '2026-10',
    ),
    1_403_343,
  );
  assert.equal(limitedDifference({ ...named, difference: 12_345 }, 1000), 12_345);
  // It is more than was paid on the day that it names.
  const whole = line('2026-10-01', 30_000_000, 'WHOLE', 'COLLECTIONS 20260930');
  assert.deepEqual(open({ items, lines: [whole] }).outcomeOf(whole.id)?.why, { is: 'strange reference' });
});

test('a small set is offered if it is the only one', () => {
  const items = [
    item('paid', '2026-10-20', 300, 'A-1'),
    item('paid', '2026-10-20', 500, 'A-2'),
    item('paid', '2026-10-20', 900, 'A-3'),
  ];
  const tolerance = { line: 0, month: 0 };
  assert.deepEqual(
    open({ items, lines: [line('2026-10-21', 1200, 'X')], tolerance })
      .outcomeOf('X')
      ?.fits.map(summary),
    [['set', [300, 900], 0]],
  );
  const alike = [...items, item('paid', '2026-10-20', 900, 'A-4')];
  assert.equal(
    open({ items: alike, lines: [line('2026-10-21', 1200, 'X')], tolerance }).outcomeOf('X')?.fits.length,
    2,
  );
});

test('a remembered rule is named on what it suggests, and only on exact sums and fees', () => {
  const rules = [
    { stem: 'SETTLEMENT', rule: 'day' as const },
    { stem: 'SERVICE FEES', rule: 'named' as const, name: 'fee' as const },
  ];
  const items = [item('paid', '2026-10-20', 10_000, 'A-1')];
  const lines = [line('2026-10-21', 10_000, 'SETTLEMENT 261020'), line('2026-10-21', -500, 'SERVICE FEES')];
  const outcomes = open({ items, lines, rules }).outcomes();
  assert.deepEqual(
    [...outcomes.values()].map((it) => it.byRule?.stem),
    ['SETTLEMENT', 'SERVICE FEES'],
  );
  const short = [line('2026-10-21', 9_900, 'SETTLEMENT 261020')];
  assert.equal(open({ items, lines: short, rules }).outcomeOf('SETTLEMENT 261020')?.byRule, undefined);
});

test('products are summed apart and together', () => {
  const items = [item('paid', '2026-10-20', 10_000, 'A-1'), item('paid', '2026-10-20', 3_000, 'A-2', 'DEBICHECK')];
  const lines = [line('2026-10-21', 3_000, 'ONE'), line('2026-10-21', 13_000, 'BOTH')];
  const outcomes = open({ items, lines }).outcomes();
  assert.deepEqual(
    [...outcomes.values()].map(({ fits }) => fits.flatMap((it) => it.terms.map((term) => term.group))),
    [['DEBICHECK'], ['EFT', 'DEBICHECK']],
  );
});

test('a person may choose the days of a sum, within the tolerance', () => {
  const lines = [line('2026-10-27', 10_000_000, 'SETTLEMENT')];
  const matching = open({ items: october, lines, tolerance: { line: 1_000_000, month: 1_000_000 } });
  const days = { from: '2026-10-24', to: '2026-10-25' };
  const chosen = matching.byHand('SETTLEMENT', { paid: days, returned: { from: '2026-10-26', to: '2026-10-26' } });
  assert.ok(typeof chosen !== 'string');
  assert.deepEqual(summary(chosen), ['lessReturns', [10_961_545, -291_600], 669_945]);
  matching.confirm([matched(lines[0] as BankEntry, [chosen], 'retention')]);
  assert.equal(matching.confirmed().length, 1);
  const strict = open({ items: october, lines });
  assert.match(String(strict.byHand('SETTLEMENT', { paid: days })), /A difference may be R\s500,00 at most/);
  assert.match(
    String(strict.byHand('SETTLEMENT', { paid: { from: '2026-10-01', to: '2026-10-02' } })),
    /Nothing of these days/,
  );
});

test('months of several providers are matched to the cent, and never where two fit', () => {
  let several = 0;
  for (let seed = 1; seed <= 15; seed += 1) several += workThrough(seed, 4000, 150).several;
  assert.ok(several >= 10, 'of the months, each has two days with the same sum');
});
