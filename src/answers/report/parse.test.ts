import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ColumnSpec } from '#rules/column.ts';
import { parseJson } from '#rules/json.ts';
import { ReportColumns } from './columns.ts';
import { ReportParser, Unreadable } from './parse.ts';

const specs: ColumnSpec[] = [
  { fieldName: 'When', kind: 'dateTime' },
  { fieldName: 'Client', kind: 'text' },
  { fieldName: 'Sequence', kind: 'integer' },
  { fieldName: 'Amount', kind: 'amount' },
  { fieldName: 'Day', kind: 'date' },
  { fieldName: 'Rate', kind: 'number' },
  { fieldName: 'Parts', kind: 'records' },
];
const api = { CallSequence: 77, Status: 'SUCCESS', Version: '1', Name: 'x' };

function parse(body: Uint8Array, cuts: number[] = [], columns = new ReportColumns(specs)) {
  const parser = new ReportParser(columns, 'List');
  let from = 0;
  for (const cut of [...new Set(cuts.map((it) => it % (body.length + 1)))].toSorted((a, b) => a - b)) {
    parser.push(body.subarray(from, cut));
    from = cut;
  }
  parser.push(body.subarray(from));
  const tail = parser.end();
  const rows = Array.from({ length: columns.length }, (_, row) => columns.rowAt(row));
  return { columns, parser, rows, tail };
}
const bytes = (text: string) => new TextEncoder().encode(text);
const bodyOf = (records: unknown, space?: number) =>
  bytes(JSON.stringify({ List: records, APIResponse: api }, null, space));

/** The record's values by column, a missing one as null. */
const wanted = (record: unknown) => {
  const fields = record !== null && typeof record === 'object' && !Array.isArray(record) ? record : {};
  return Object.fromEntries(
    specs.map(({ fieldName }) => [fieldName, (fields as Record<string, unknown>)[fieldName] ?? null]),
  );
};

const two = (value: number) => String(value).padStart(2, '0');
const day = fc
  .tuple(fc.integer({ min: 1899, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([y, m, d]) => `${y}-${two(m)}-${two(d)}`);
const time = fc
  .tuple(day, fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 61 }), fc.constantFrom('', ':07', ':59.123'))
  .map(([date, hour, minute, rest]) => `${date} ${two(hour)}:${two(minute)}${rest}`);
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\u0000', 'é', '😀', '\ud800', '\ufeff', 'a'),
  }),
  fc.constantFrom('', 'ACTIVE', 'PAID', 'C-1'),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100),
  fc.constantFrom(0, -0, 1e21, 1e-7, 123456789012345, 1234567890123456, 0.1, 5e-324),
);
const anything = fc.oneof(fc.jsonValue(), words, number, time, day, fc.constant(null));
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
const record = fc.record(
  {
    When: mostly(time),
    Client: mostly(words),
    Sequence: mostly(fc.nat()),
    Amount: mostly(number),
    Day: mostly(day),
    Rate: mostly(number),
    Parts: mostly(fc.array(fc.record({ When: time, Amount: number, Client: words }))),
    Extra: anything,
  },
  { requiredKeys: [] },
);
const shuffled = fc
  .tuple(record, fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), fc.integer({ min: 0, max: 3 }))
  .map(([it, keys, mix]) =>
    mix > 0
      ? it
      : Object.fromEntries(
          Object.entries(it).toSorted(([a], [b]) => (keys[a.length % 8] ?? 0) - (keys[b.length % 8] ?? 0)),
        ),
  );

test('any body, cut anywhere, gives what an answer read as a whole gives', () => {
  fc.assert(
    fc.property(
      fc.array(shuffled, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.constantFrom(undefined, 1, 4),
      fc.boolean(),
      (records, cuts, space, isApiFirst) => {
        const body = isApiFirst
          ? { APIResponse: api, Other: [{ List: [1] }], List: records }
          : { List: records, APIResponse: api };
        const text = JSON.stringify(body, null, space);
        const { rows, tail } = parse(bytes(text), cuts);
        const { List } = parseJson(text) as { List: unknown[] };
        assert.deepEqual(rows, List.map(wanted));
        assert.deepEqual(tail, { isWhole: true, hasList: true, callSequence: 77, status: 'SUCCESS' });
      },
    ),
    { numRuns: 1500 },
  );
});

test('rows that are taken away as they come, and then forgotten, are those of the whole', () => {
  fc.assert(
    fc.property(fc.array(shuffled, { maxLength: 12 }), fc.array(fc.nat()), (records, cuts) => {
      const body = bodyOf(records);
      const columns = new ReportColumns(specs);
      const parser = new ReportParser(columns, 'List');
      const taken: unknown[] = [];
      const take = () => {
        for (let row = 0; row < columns.length; row += 1) taken.push(columns.rowAt(row));
        columns.empty();
      };
      let from = 0;
      for (const cut of cuts.map((it) => it % (body.length + 1)).toSorted((one, other) => one - other)) {
        parser.push(body.subarray(from, cut));
        from = cut;
        take();
      }
      parser.push(body.subarray(from));
      assert.ok(parser.end().isWhole);
      take();
      assert.deepEqual(taken, parse(body).rows);
    }),
  );
});

test('a body is read to the same end when it comes byte by byte', () => {
  const record1 = {
    When: '2026-01-05 00:00',
    Client: 'a"\\😀\u2028',
    Sequence: 12,
    Amount: -0.1,
    Day: '9999-12-31',
    Rate: 1e300,
    Parts: [{ a: [1, '}'] }],
  };
  const body = bodyOf(
    [record1, {}, { Client: null, Amount: '12,50', When: 'soon', Day: '2026-01-05 10:00' }, record1],
    2,
  );
  const { rows, tail } = parse(
    body,
    Array.from({ length: body.length }, (_, at) => at),
  );
  assert.equal(tail.isWhole, true);
  assert.deepEqual(
    rows,
    [record1, {}, { Client: null, Amount: '12,50', When: 'soon', Day: '2026-01-05 10:00' }, record1].map(wanted),
  );
});

test('a number and the text of the same figures are two values', () => {
  const values = ['12', 12, '12', null, 'null', '', true, 'true', 12];
  assert.deepEqual(
    parse(bodyOf(values.map((Client) => ({ Client })))).rows.map((row) => row.Client),
    values,
  );
});

test('several bodies into the same columns at the same time', () => {
  const columns = new ReportColumns(specs);
  const parsers = [new ReportParser(columns, 'List'), new ReportParser(columns, 'List')];
  const bodies = [0, 1].map((which) =>
    bodyOf(
      Array.from({ length: 3000 }, (_, i) => ({
        Sequence: which * 10_000 + i,
        Client: `c${i}`,
        Amount: i % 7 ? i / 100 : 'none',
      })),
    ),
  );
  for (let at = 0; at < Math.max(...bodies.map((it) => it.length)); at += 101)
    parsers.forEach((parser, which) => parser.push((bodies[which] as Uint8Array).subarray(at, at + 101)));
  for (const parser of parsers) assert.equal(parser.end().isWhole, true);
  const rows = Array.from({ length: columns.length }, (_, row) => columns.rowAt(row));
  assert.equal(rows.length, 6000);
  for (const which of [0, 1]) {
    const own = rows.filter((row) => Math.floor((row.Sequence as number) / 10_000) === which);
    own.forEach((row, i) => {
      assert.deepEqual([row.Sequence, row.Client, row.Amount], [which * 10_000 + i, `c${i}`, i % 7 ? i / 100 : 'none']);
    });
  }
});

test('what a body may be besides', () => {
  assert.deepEqual(parse(bodyOf([])).rows, []);
  assert.deepEqual(parse(bodyOf(null)).tail, { isWhole: true, hasList: true, callSequence: 77, status: 'SUCCESS' });
  assert.equal(parse(bytes(`\ufeff${JSON.stringify({ List: [{ Client: '\ufeffx' }] })}`)).rows[0]?.Client, '\ufeffx');
  assert.deepEqual(
    parse(bodyOf([1, null, 'x', [{ Client: 'no' }], { Client: 'yes' }])).rows.map((row) => row.Client),
    [null, null, null, null, 'yes'],
  );
  assert.equal(parse(bytes('{"List":[{"Client":"a","Client":null,"Amount":"x","Amount":2}]}')).rows[0]?.Amount, 2);
  assert.equal(parse(bytes('{"L\\u0069st":[{"Cli\\u0065nt":"a"}]}')).rows[0]?.Client, 'a');
  const long = 'x'.repeat(1_000_000);
  const { rows } = parse(
    bodyOf([{ Client: long }, { Client: 'b' }]),
    Array.from({ length: 40 }, (_, i) => i * 30_000),
  );
  assert.equal(rows[0]?.Client, long);
  assert.equal(rows[1]?.Client, 'b');
});

test('the records are found where a service writes the keys in its own way; without a list nothing is said', () => {
  const tail = { isWhole: true, hasList: true, callSequence: undefined, status: undefined };
  const one = [wanted({ Client: 'a' })];
  for (const body of [
    { list: [{ Client: 'a' }] },
    { LISTGETRESPONSE: [{ Client: 'a' }], Notes: [{ Client: 'no' }] },
    { List: { Client: 'a' }, NoteGetResponse: [{ Client: 'no' }] },
    [{ Client: 'a' }],
  ])
    for (const cut of [1, 5, 12, 20]) {
      const found = parse(bytes(JSON.stringify(body)), [cut]);
      assert.deepEqual([found.rows, found.tail], [one, tail], JSON.stringify(body));
    }
  const inAnotherCase = { apiResponse: { callSequence: 7, status: 'FAILED' }, list: [] };
  assert.deepEqual(parse(bytes(JSON.stringify(inAnotherCase))).tail, { ...tail, callSequence: 7, status: 'FAILED' });
  for (const body of [{}, { List: 'none' }, { Rows: [{ Client: 'a' }] }, { APIResponse: api }]) {
    const found = parse(bytes(JSON.stringify(body)));
    assert.deepEqual([found.rows, found.tail.hasList], [[], false], JSON.stringify(body));
  }
  assert.throws(() => parse(bytes('{"OneGetResponse":[],"OtherGetResponse":[]}')), Unreadable);
});

test('words that are no columns are named, and spoil nothing', () => {
  const { parser, rows } = parse(
    bodyOf([
      { New: { a: ']' }, Client: 'a', Newer: 'x' },
      { Client: 'b', New: 1 },
    ]),
  );
  assert.deepEqual([...parser.unknownFields], ['New', 'Newer']);
  assert.deepEqual(
    rows.map((row) => row.Client),
    ['a', 'b'],
  );
});

test('a body that ends early keeps its whole records', () => {
  const records = Array.from({ length: 20 }, (_, i) => ({ Sequence: i, Client: `é${i}`, Amount: 'odd' }));
  const body = bodyOf(records);
  fc.assert(
    fc.property(fc.nat({ max: body.length - 1 }), fc.nat(), (length, cut) => {
      const { rows, tail, columns } = parse(body.subarray(0, length), [cut % (length + 1)]);
      assert.equal(tail.isWhole, false);
      assert.deepEqual(rows, records.slice(0, rows.length).map(wanted));
      // Nothing of the broken record remains for the next one.
      assert.deepEqual(parse(bodyOf([{}]), [], columns).rows.at(-1), wanted({}));
    }),
  );
});

test('what is no JSON is said to be none, after the records that were', () => {
  for (const text of ['<html>', 'null', '"List"'])
    assert.throws(() => parse(bytes(text)), { message: 'The answer could not be understood.' });
  for (const rest of [
    '{"Client":tru}]}',
    '{"Amount":01}]}',
    '{"Client" "b"}]}',
    '{"Amount":1.}]}',
    '{"Client":"\n"}]}',
    '}',
    '{"Client":"b",}]}',
    'Internal error',
  ]) {
    const columns = new ReportColumns(specs);
    assert.throws(() => parse(bytes(`{"List":[{"Client":"a"},${rest}`), [], columns), Unreadable, rest);
    assert.equal(columns.length, 1);
  }
});

test('what growing left over is given back, and rows may still come', () => {
  const first = parse(bodyOf(Array.from({ length: 5000 }, (_, i) => ({ Client: `c${i % 300}`, Amount: i / 100 }))));
  const heavy = first.columns.byteLength;
  first.columns.trim();
  assert.ok(first.columns.byteLength < heavy);
  const { rows } = parse(
    bodyOf([{ Client: 'c299' }, { Client: 'new', Amount: 'x', When: '2026-01-01 10:00' }]),
    [],
    first.columns,
  );
  assert.equal(rows.length, 5002);
  assert.deepEqual(rows.slice(0, 5000), first.rows);
  assert.deepEqual(rows.at(-1), wanted({ Client: 'new', Amount: 'x', When: '2026-01-01 10:00' }));
});
