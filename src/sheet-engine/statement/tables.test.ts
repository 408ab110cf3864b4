import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { addDays } from '#rules/calendar.ts';
import { UnreadableFile } from '../read.ts';
import { confirmedMapping } from './mapping.ts';
import { readStatement } from './read.ts';
import { readTable } from './table.ts';

interface Entry {
  day: string;
  cents: number;
}

const grouped = (whole: string, mark: string) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, mark);
const parts = (cents: number) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return [digits.slice(0, -2), digits.slice(-2)] as const;
};
/** Amounts without their sign. */
const numbers = {
  '1234.56': (cents: number) => parts(cents).join('.'),
  '1,234.56': (cents: number) => `${grouped(parts(cents)[0], ',')}.${parts(cents)[1]}`,
  '1 234,56': (cents: number) => `${grouped(parts(cents)[0], ' ')},${parts(cents)[1]}`,
  '1.234,56': (cents: number) => `${grouped(parts(cents)[0], '.')},${parts(cents)[1]}`,
  'R 1 234.56': (cents: number) => `R ${grouped(parts(cents)[0], ' ')}.${parts(cents)[1]}`,
  '1234,56 ZAR': (cents: number) => `${parts(cents).join(',')} ZAR`,
};

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const afrikaans = ['Jan', 'Feb', 'Mrt', 'Apr', 'Mei', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Des'];
const cut = (day: string) => day.split('-') as [string, string, string];
const days = {
  iso: (day: string) => day,
  slashed: (day: string) => day.replaceAll('-', '/'),
  compact: (day: string) => day.replaceAll('-', ''),
  timed: (day: string) => `${day} 08:15:00`,
  dayFirst: (day: string) => cut(day).toReversed().join('/'),
  monthFirst: (day: string) => `${cut(day)[1]}/${cut(day)[2]}/${cut(day)[0]}`,
  named: (day: string) => `${cut(day)[2]} ${monthNames[Number(cut(day)[1]) - 1]} ${cut(day)[0]}`,
  afrikaans: (day: string) => `${Number(cut(day)[2])} ${afrikaans[Number(cut(day)[1]) - 1]} ${cut(day)[0]}`,
};

type Print = (cents: number) => string;
type Columns = Record<string, (entry: Entry) => string>;
/** How a bank says which amounts are debits, as columns of headings and cells. */
const signs: Record<string, (print: Print) => Columns> = {
  minus: (print) => ({ Amount: ({ cents }) => (cents < 0 ? '-' : '') + print(cents) }),
  'minus behind': (print) => ({ Bedrag: ({ cents }) => print(cents) + (cents < 0 ? '-' : '') }),
  brackets: (print) => ({ 'Transaction amount': ({ cents }) => (cents < 0 ? `(${print(cents)})` : print(cents)) }),
  'Cr and Dr': (print) => ({ Amount: ({ cents }) => `${print(cents)} ${cents < 0 ? 'Dr' : 'Cr'}` }),
  'Cr only': (print) => ({ Amount: ({ cents }) => `${print(cents)}${cents < 0 ? '' : 'Cr'}` }),
  'Dr only': (print) => ({ Amount: ({ cents }) => `${print(cents)}${cents < 0 ? ' DR' : ''}` }),
  'a column of D and C': (print) => ({
    Amount: ({ cents }) => print(cents),
    'D/C': ({ cents }) => (cents < 0 ? 'D' : 'C'),
  }),
  'a column of words': (print) => ({
    Type: ({ cents }) => (cents < 0 ? 'Debit' : 'Credit'),
    Amount: ({ cents }) => print(cents),
  }),
  'a column of signs': (print) => ({
    Amount: ({ cents }) => print(cents),
    Sign: ({ cents }) => (cents < 0 ? '-' : '+'),
  }),
  'two columns': (print) => ({
    'Money out': ({ cents }) => (cents < 0 ? print(cents) : ''),
    'Money in': ({ cents }) => (cents < 0 ? '' : print(cents)),
  }),
  'two columns with zeros': (print) => ({
    Debit: ({ cents }) => (cents < 0 ? print(cents) : '0.00'),
    Credit: ({ cents }) => (cents < 0 ? '0.00' : print(cents)),
  }),
  'money out with a minus': (print) => ({
    PaidOut: ({ cents }) => (cents < 0 ? `-${print(cents)}` : ''),
    PaidIn: ({ cents }) => (cents < 0 ? '' : print(cents)),
  }),
};

const statement = fc.record({
  entries: fc.array(fc.record({ gap: fc.nat(9), cents: fc.integer({ min: -20_000_00, max: 20_000_00 }) }), {
    minLength: 1,
    maxLength: 12,
  }),
  from: fc.integer({ min: 0, max: 400 }),
  sign: fc.constantFrom(...Object.keys(signs)),
  number: fc.constantFrom(...(Object.keys(numbers) as (keyof typeof numbers)[])),
  day: fc.constantFrom(...(Object.keys(days) as (keyof typeof days)[])),
  dateHeading: fc.constantFrom('Date', 'Transaction Date', 'posting_date', 'TransactionDate', 'Datum', 'Booked on'),
  textHeading: fc.constantFrom('Description', 'Beskrywing', 'Details', 'What'),
  separator: fc.constantFrom(',', ';', '\t'),
  order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
  has: fc.record({
    balance: fc.boolean(),
    reference: fc.boolean(),
    valueDate: fc.boolean(),
    currency: fc.constantFrom('', '', '', 'ZAR', 'ZAR', 'USD'),
    original: fc.boolean(),
    pending: fc.boolean(),
    title: fc.boolean(),
    total: fc.boolean(),
    balances: fc.boolean(),
    headingAgain: fc.boolean(),
    isNewestFirst: fc.boolean(),
    isDayOnce: fc.boolean(),
    accounts: fc.integer({ min: 0, max: 2 }),
  }),
});

type Given = typeof statement extends fc.Arbitrary<infer T> ? T : never;

/** The file, and the entries that it says; none if one of them is in another currency. */
function printed({ entries, from, sign, number, day, dateHeading, textHeading, separator, order, has }: Given) {
  let at = addDays('2026-01-05', from);
  const all = entries.map(({ gap, cents }) => ({ day: (at = addDays(at, gap)), cents: cents === 0 ? 1 : cents }));
  const print = numbers[number];
  // Of two accounts each has its own.
  const hasBalance = has.balance && has.accounts < 2;
  let balance = 1_000_00;
  const running = new Map(all.map((entry) => [entry, (balance += entry.cents)]));
  const plain: Print = (cents) => (cents < 0 ? '-' : '') + print(cents);
  let before = '';
  const columns: Columns = {
    [dateHeading]: (entry) => {
      const text = has.isDayOnce && entry.day === before ? '' : days[day](entry.day);
      before = entry.day;
      return text;
    },
    [textHeading]: (entry) => `PAYMENT ${all.indexOf(entry)} OF NALEDI`,
    ...signs[sign]?.(print),
    ...(hasBalance && { AccountBalance: (entry) => plain(running.get(entry) ?? 0) }),
    ...(has.reference && { 'Chq./Ref.No.': (entry) => `HOME-${all.indexOf(entry)}` }),
    ...(has.valueDate && { 'Value Date': (entry) => days[day](entry.day) }),
    ...(has.currency && { Currency: (entry) => (all.indexOf(entry) === 0 ? has.currency : 'ZAR') }),
    ...(has.original && { 'Original amount': (entry) => print(entry.cents * 2) }),
    ...(has.pending && { Status: () => 'Posted' }),
    ...(has.accounts > 0 && {
      'Account Number': (entry) => (all.indexOf(entry) % has.accounts === 0 ? '62000004471' : '62000009999'),
    }),
  };
  const names = Object.keys(columns).toSorted(
    (one, other) => (order[Object.keys(columns).indexOf(one)] ?? 0) - (order[Object.keys(columns).indexOf(other)] ?? 0),
  );
  const quoted = (cell: string) => (cell.includes(separator) ? `"${cell}"` : cell);
  const line = (cells: readonly string[]) => cells.map(quoted).join(separator);
  const rows = (has.isNewestFirst ? all.toReversed() : all).map((entry) =>
    names.map((it) => columns[it]?.(entry) ?? ''),
  );
  const labelled = (label: string, figure: string) =>
    names.map((it) => (it === textHeading ? label : it === (hasBalance ? 'AccountBalance' : '') ? figure : ''));
  const pending = names.map((it, column) => (it === 'Status' ? 'Pending' : (rows[0]?.[column] ?? '')));
  const isBalanced = has.balances && hasBalance && !has.isNewestFirst;
  const text = [
    ...(has.title ? ['ACCOUNT HISTORY', line(['Download date:', '2026-11-28'])] : []),
    line(names),
    ...(isBalanced ? [line(labelled('Opening balance', plain(1_000_00)))] : []),
    ...rows.slice(0, 2).map(line),
    ...(has.headingAgain ? [line(names)] : []),
    ...rows.slice(2).map(line),
    ...(has.pending ? [line(pending)] : []),
    ...(has.total ? [line(['Total', ...names.slice(1).map(() => '')])] : []),
    ...(isBalanced ? [line(labelled('Closing balance', plain(balance)))] : []),
  ].join('\r\n');
  return { text, all: has.currency === 'USD' ? [] : all };
}

const sorted = (entries: readonly Entry[]) => entries.map(({ day, cents }) => `${day} ${cents}`).toSorted();

test('a generated table is read to the cent and day, or its columns are asked for, or it is refused', async (t: TestContext) => {
  let [read, asked] = [0, 0];
  await fc.assert(
    fc.asyncProperty(statement, async (given) => {
      const { text, all } = printed(given);
      try {
        const found = await readStatement(strToU8(text));
        assert.ok('unmapped' in found);
        const statements = readTable(found.table, confirmedMapping(found.unmapped.mapping));
        const lines = statements.flatMap((it) => it.lines.map(({ date, cents }) => ({ day: date, cents })));
        // Without an amount that says Cr, nothing shows which amounts of such a bank are debits.
        const isSilent = given.sign === 'Cr only' && all.every(({ cents }) => cents < 0);
        if (!isSilent) assert.deepEqual(sorted(lines), sorted(all), text);
        read += 1;
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        assert.ok(error.message.length > 20);
        asked += 1;
      }
    }),
    { numRuns: 2000 },
  );
  t.diagnostic(`${read + asked} inputs tried: ${read} read, ${asked} asked about or refused`);
  assert.ok(read > 1000, `${read} of 2000 are read`);
});
