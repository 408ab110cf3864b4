import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formulaSafe } from './formula-safe.ts';

test('a text that begins like a formula does so no more', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.equal(formulaSafe(`${start}1+1`), `'${start}1+1`);
  // Past blanks, quotes and zero-width characters, which some programs skip.
  assert.equal(formulaSafe('  =1'), "  '=1");
  assert.equal(formulaSafe('\u200b"=1'), '\u200b"\'=1');
  // Where another program may start a new cell.
  assert.equal(formulaSafe('a;=1,@x|-2\n+3'), "a;'=1,'@x|'-2\n'+3");
});

test('other texts stay as they are', () => {
  for (const text of ['', 'C-10', '00012', 'a=b', 'x - y', "'=1", 'R 1 234,56', 'first\nsecond', '12:30-13:00', '😀'])
    assert.equal(formulaSafe(text), text);
});

test('no text keeps a formula at a place where a cell can begin, and nothing but apostrophes is added', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'=+-@＝＠,;|\t\r\n" \'a1\u00a0\ufeff') });
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = formulaSafe(text);
      assert.doesNotMatch(safe, /^[\t\r\n]|(?:^|[,;|\t\r\n])[\s"\ufeff]*[=+\-@＝＠]/);
      assert.equal(safe.replaceAll("'", ''), text.replaceAll("'", ''));
    }),
  );
});

test('a million blanks are looked at once', () => {
  const blanks = '\n '.repeat(500_000);
  assert.equal(formulaSafe(`x${blanks}=1`), `x${blanks}'=1`);
});
