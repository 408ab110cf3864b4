import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { RowSource } from '#kit/base/grid-source.ts';
import { setUpSample } from '#kit/testing/sample.ts';
import type { Row } from '#rules/column.ts';
import { cellsIn, pastedText, rowsOf, spanOf, tsvOf } from './selection.ts';

before(setUpSample);

/** Rows arrive some turns after the request; only the last requested pages are cached. */
function lateSource(count: number, kept = 3): RowSource {
  const listeners = new Set<() => void>();
  const here = new Map<number, Row[]>();
  const size = 100;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => ({ count }),
    rowAt: (position) => here.get(Math.floor(position / size))?.[position % size],
    show: (first, end) => {
      for (let page = Math.floor(first / size); page * size < end; page++)
        setImmediate(() => {
          const rows = Array.from({ length: Math.min(size, count - page * size) }, (_, index) => ({
            at: page * size + index,
          }));
          here.delete(page);
          here.set(page, rows);
          for (const old of [...here.keys()].slice(0, -kept)) here.delete(old);
          for (const listener of listeners) listener();
        });
    },
  };
}

const never = new AbortController().signal;

test('rows that are not here yet are waited for, more of them than a source keeps', async () => {
  const rows = await rowsOf(lateSource(2000), 250, 1750, never);
  assert.deepEqual(
    rows.map((it) => it.at),
    Array.from({ length: 1500 }, (_, index) => 250 + index),
  );
});

test('a view that has become shorter gives what there is', async () => {
  assert.equal((await rowsOf(lateSource(120), 100, 300, never)).length, 20);
});

test('rows that do not come are not waited for for ever', async () => {
  const silent: RowSource = { ...lateSource(10), show: () => undefined };
  await assert.rejects(rowsOf(silent, 0, 10, AbortSignal.abort(new Error('too long'))), /too long/);
});

test('a selection is the same whichever corner it began at', () => {
  const cell = fc.record({ row: fc.nat(50), column: fc.nat(9) });
  fc.assert(
    fc.property(cell, cell, (from, to) => {
      const span = spanOf({ from, to });
      assert.deepEqual(span, spanOf({ from: to, to: from }));
      assert.equal(cellsIn(span), (Math.abs(from.row - to.row) + 1) * (Math.abs(from.column - to.column) + 1));
    }),
  );
});

/** How a spreadsheet parses clipboard text: tabs, line ends, quoted cells. */
function read(text: string): string[][] {
  const rows: string[][] = [['']];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const row = rows.at(-1) ?? [];
    const letter = text.charAt(at);
    const cell = row.at(-1) ?? '';
    const append = (it: string) => (row[row.length - 1] = cell + it);
    if (isQuoted && letter === '"' && text.charAt(at + 1) === '"') {
      append('"');
      at += 1;
    } else if (isQuoted && letter === '"') isQuoted = false;
    else if (isQuoted) append(letter);
    else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === '\t') row.push('');
    else if (letter === '\r' && text.charAt(at + 1) === '\n') {
      rows.push(['']);
      at += 1;
    } else append(letter);
  }
  return rows;
}

test('a spreadsheet reads back every cell, whatever is in it, and takes none for a formula', () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', "'", 'a', '0', ' ', 'é') });
  fc.assert(
    fc.property(fc.array(fc.record({ a: text, b: text }), { minLength: 1 }), (rows) => {
      const back = read(tsvOf(rows, ['a', 'b'], '.'));
      assert.equal(back.length, rows.length);
      rows.forEach((row, index) => {
        const cells = back[index] ?? [];
        assert.equal(cells.length, 2);
        [row.a, row.b].forEach((value, column) => {
          const cell = cells[column] ?? '';
          assert.equal(cell.replaceAll("'", ''), value.replaceAll("'", ''));
          assert.ok(!/^[=+\-@\t\r]/.test(cell));
        });
      });
    }),
  );
});

test('a text that was copied is no formula either where a spreadsheet divides it again', () => {
  assert.equal(pastedText('=1', '.'), "'=1");
  assert.equal(pastedText('Mokoena;=1', '.'), "Mokoena;'=1");
  assert.equal(pastedText(' =1', '.'), " '=1");
});

test('figures are figures, with the mark of the machine; nothing is nothing', () => {
  assert.deepEqual(
    [pastedText(-1234.5, ','), pastedText(0, ','), pastedText(null, ','), pastedText(undefined, ',')],
    ['-1234,5', '0', '', ''],
  );
  assert.equal(pastedText('007', '.'), '007');
  assert.equal(tsvOf([{ a: 1.5, b: 'x' }], ['b', 'a'], ',', ['B', '-A']), "B\t'-A\r\nx\t1,5");
});

test('an amount in another currency is copied with it, unless its column is as well; the merchant’s own is a figure', () => {
  const row = (amount: number | null, Currency: string | null) => ({ Price: amount, Currency, Attempt: 2 });
  const rows = [row(1234.5, 'USD'), row(99, 'ZAR'), row(10, null), row(null, 'USD'), row(-5, 'USD')];
  assert.equal(tsvOf(rows, ['Price', 'Attempt'], ','), 'USD 1234,5\t2\r\n99\t2\r\n10\t2\r\n\t2\r\nUSD -5\t2');
  assert.equal(tsvOf(rows.slice(0, 2), ['Currency', 'Price'], '.'), 'USD\t1234.5\r\nZAR\t99');
});
