import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizedRecords } from '#answers/normalize.ts';
import { unpaidOf } from '#console/domain/collections/unpaid/debits.ts';
import type { Transaction } from '#console/domain/timeline/events.ts';
import type { BankStatement } from '#sheet-engine/statement/statement.ts';
import { statementGaps, newBook, withoutStatement, withStatement, type AccountBook, type TwinAnswer } from './book.ts';
import { bankItems, settledOf } from './items.ts';

const line = (date: string, cents: number, text: string) => ({ date, cents, text, reference: '', row: 1 });
const statement = (from: string, to: string, lines: BankStatement['lines'], opening?: number): BankStatement => ({
  ending: '4471',
  currency: 'ZAR',
  from,
  to,
  opening,
  closing: opening === undefined ? undefined : lines.reduce((sum, it) => sum + it.cents, opening),
  lines,
  leftOut: [],
  notes: [],
});
const empty = newBook({ id: 'a', name: 'FNB', ending: '' });
const added = (book: AccountBook, of: BankStatement, id = 's', answer?: TwinAnswer) => {
  const found = withStatement(book, of, id, answer);
  if ('refused' in found) assert.fail(found.refused);
  return found;
};

const fees = [
  line('2026-10-01', -500, 'FEE'),
  line('2026-10-01', -500, 'FEE'),
  line('2026-10-03', 900, 'IN 62000004471'),
];

test('equal lines are as many lines, and the same file again adds none', () => {
  const first = added(empty, statement('2026-10-01', '2026-10-05', fees, 100));
  assert.deepEqual([first.added, first.known, first.book.account.ending], [3, 0, '4471']);
  assert.equal(new Set(first.book.lines.map((it) => it.id)).size, 3);
  const again = added(first.book, statement('2026-10-01', '2026-10-05', fees, 100), 't');
  assert.deepEqual([again.added, again.known, again.book], [0, 3, first.book]);
  // The number was masked meanwhile, or is no longer.
  const masked = fees.map((it) => ({ ...it, text: it.text.replace('6200000', '••••') }));
  assert.equal(added(first.book, statement('2026-10-01', '2026-10-05', masked, 100), 't').added, 0);
});

test('of a statement that overlaps, only new lines are added', () => {
  const first = added(empty, statement('2026-10-01', '2026-10-03', fees.slice(0, 2)));
  const longer = [...fees.slice(0, 2), line('2026-10-01', -500, 'FEE'), ...fees.slice(2)];
  const second = added(first.book, statement('2026-10-01', '2026-10-05', longer), 't');
  assert.deepEqual([second.added, second.known], [2, 2]);
});

test('of two statements that continue each other, equal fees of the day that both have are both kept', () => {
  const first = statement(
    '2026-10-01',
    '2026-10-15',
    [line('2026-10-01', 900, 'IN'), line('2026-10-15', -500, 'FEE')],
    100,
  );
  const second = statement(
    '2026-10-15',
    '2026-10-31',
    [line('2026-10-15', -500, 'FEE'), line('2026-10-20', 70, 'IN')],
    500,
  );
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const both = added(added(empty, one, 's').book, other, 't');
    assert.deepEqual([both.added, both.known], [2, 0]);
    assert.equal(new Set(both.book.lines.map((it) => it.id)).size, 4);
    assert.deepEqual(statementGaps(both.book.statements), []);
    for (const again of [first, second]) assert.deepEqual(added(both.book, again, 'u').book, both.book);
  }
  // Not continued: the second begins with the balance of the day before, and has the fee of the first.
  const overlapping = { ...second, opening: 1000, closing: 570 };
  assert.deepEqual(added(added(empty, first, 's').book, overlapping, 't').known, 1);
});

test('a line that is added after another was removed has a number of its own', () => {
  const one = added(empty, statement('2026-10-01', '2026-10-05', fees.slice(0, 1)), 's');
  const two = added(one.book, statement('2026-10-01', '2026-10-06', fees.slice(0, 2)), 't');
  const left = withoutStatement(two.book, 's') ?? empty;
  const third = added(left, statement('2026-10-01', '2026-10-05', fees.slice(0, 2)), 'u');
  assert.equal(new Set(third.book.lines.map((it) => it.id)).size, 2);
});

test('the same days under other texts are refused', () => {
  const first = added(empty, statement('2026-10-01', '2026-10-31', [line('2026-10-05', 900, 'SETTLEMENT')]));
  const other = withStatement(
    first.book,
    statement('2026-10-01', '2026-10-31', [line('2026-10-05', 900, 'Other')]),
    't',
  );
  assert.match('refused' in other ? other.refused : '', /not in this file, the first on 5 Oct 2026/);
});

test('a line of the day that two files share is asked about if its words differ', () => {
  const first = added(
    empty,
    statement('2026-10-01', '2026-10-15', [line('2026-10-01', 900, 'IN'), line('2026-10-15', 70_000, 'EFT HOME-7')]),
  );
  const other = statement('2026-10-15', '2026-10-31', [
    line('2026-10-15', 70_000, 'Payment received HOME-7'),
    line('2026-10-15', 80_000, 'Payment received HOME-8'),
    line('2026-10-31', 900, 'IN'),
  ]);
  const wordsOf = ({ twins }: ReturnType<typeof added>) => twins.map((it) => [it.line.text, it.kept.text]);
  assert.deepEqual(wordsOf(added(first.book, other, 't')), [['Payment received HOME-7', 'EFT HOME-7']]);
  const counts = (['same', 'others'] as const).map((answer) => {
    const taken = added(first.book, other, 't', answer);
    return [taken.added, taken.known, taken.book.lines.length];
  });
  assert.deepEqual(counts, [
    [2, 1, 4],
    [3, 0, 5],
  ]);
  // Two payments of the day and amount are in both files: each line has one twin at most.
  const twice = added(
    empty,
    statement('2026-10-15', '2026-10-15', [line('2026-10-15', 70_000, 'A'), line('2026-10-15', 70_000, 'B')]),
  );
  const same = added(
    twice.book,
    statement(
      '2026-10-15',
      '2026-10-16',
      ['C', 'B', 'D'].map((text) => line('2026-10-15', 70_000, text)),
    ),
    't',
  );
  assert.deepEqual(wordsOf(same), [['C', 'A']]);
});

test('a statement without matches can be removed', () => {
  const { book } = added(empty, statement('2026-10-01', '2026-10-05', fees), 's');
  assert.equal(withoutStatement(book, 's')?.lines.length, 0);
  const [first] = book.lines;
  const match = {
    line: first?.id ?? '',
    rule: 'named' as const,
    terms: [],
    difference: 500,
    name: 'fee' as const,
    by: '',
    at: '',
  };
  assert.equal(withoutStatement({ ...book, matches: [match] }, 's'), undefined);
});

test('days between statements are a gap if the balance changed there', () => {
  const kept = (from: string, to: string, opening?: number, closing?: number) => ({
    id: from,
    from,
    to,
    opening,
    closing,
    lines: 1,
  });
  assert.deepEqual(
    statementGaps([kept('2026-10-01', '2026-10-09', 0, 500), kept('2026-10-12', '2026-10-31', 500, 900)]),
    [],
  );
  assert.deepEqual(
    statementGaps([kept('2026-10-12', '2026-10-31', 700, 900), kept('2026-10-01', '2026-10-09', 0, 500)]),
    [{ from: '2026-10-10', to: '2026-10-11', cents: 200 }],
  );
  assert.deepEqual(statementGaps([kept('2026-10-01', '2026-10-09'), kept('2026-10-12', '2026-10-31')]), [
    { from: '2026-10-10', to: '2026-10-11', cents: undefined },
  ]);
  assert.deepEqual(
    statementGaps([kept('2026-10-01', '2026-10-09', 0, 500), kept('2026-10-10', '2026-10-31', 400, 900)]),
    [{ from: '2026-10-09', to: '2026-10-10', cents: -100 }],
  );
});

test('transactions are items by what they are on the bank', () => {
  const row = (Status: string, Amount: unknown, TransactionType = 'DEBIT') => ({
    Status,
    Amount,
    TransactionType,
    TransactionDate: '2026-10-25 08:00',
    ContractSequence: 10_001,
    ContractNumber: 'HOME-1',
    ClientNumber: 'C1',
  });
  const rows = [
    row('PAID', 10),
    row('PAID', 10),
    row('UNPAID', 10),
    row('UNPAID', 10, 'RETURN'),
    row('PAID', 10, 'PAYOUT'),
  ];
  const items = bankItems([...rows, row('UNPAID', 10, 'PAYOUT'), row('SOMETHING', 10), row('PAID', null)], 'EFT');
  assert.deepEqual(
    items.map((it) => it.kind),
    ['paid', 'paid', 'failed', 'returned', 'paidOut'],
  );
  assert.equal(new Set(items.map((it) => it.id)).size, 5);
  assert.deepEqual(items[0]?.references, ['HOME1', '10001', 'C1']);
});

test('a debit that a bank line settled is known among unpaid ones, also where the service writes texts of a fixed length', () => {
  const written = (Amount: unknown, pad = '') => ({
    Status: `UNPAID${pad}`,
    Amount,
    TransactionDate: '2026-10-25 08:00',
    ContractSequence: pad ? '10001' : 10_001,
    ContractNumber: `HOME-1${pad}`,
    ClientNumber: `C1${pad}`,
  });
  const [number, ...texts] = [written(100), written('100.00'), written('0100.00'), written('100.00  ', '    ')].map(
    (it) => bankItems([it, it], 'EFT').map(({ id }) => id),
  );
  for (const ids of texts) assert.deepEqual(ids, number);
  const [, second = ''] = number ?? [];
  const settledOn = settledOf(new Map([[second, '2026-10-28']]), 'EFT');
  const listed = unpaidOf(normalizedRecords([written('100.00', '  '), written('100.00', '  ')]) as Transaction[], []);
  assert.deepEqual(
    listed.map(({ key }) => settledOn(key)),
    [undefined, '2026-10-28'],
  );
});
