import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellText, csvCell, formulaSafe, longestCell, xmlText } from './text.ts';

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

test('cells are quoted when a separator of any kind is in them', () => {
  assert.equal(csvCell('say "yes"'), '"say ""yes"""');
  assert.equal(csvCell('a,b'), '"a,b"');
  assert.equal(csvCell('a;b'), '"a;b"');
  assert.equal(csvCell('two\r\nlines'), '"two\r\nlines"');
  assert.equal(csvCell('00012'), '00012');
});

test('a name that turns what follows turns only itself in a file', () => {
  assert.equal(csvCell('Zola\u202eevil'), '\u2068Zola\u202eevil\u2069');
  assert.equal(csvCell('\u202e=1'), "\u2068\u202e'=1\u2069");
});

test('a text that no cell holds ends with a word about the rest', () => {
  const fits = 'x'.repeat(longestCell);
  assert.equal(cellText(fits), fits);
  const cut = cellText('😀'.repeat(20_000));
  assert.match(cut, /^(?:😀)+ … \(cut: 40000 characters\)$/u);
  assert.ok(cut.length <= longestCell && cut.length >= longestCell - 1);
});

test('XML gets every character of a text, also those that it has none for', () => {
  assert.equal(xmlText('<a> & "b"\t\n'), '&lt;a&gt; &amp; &quot;b&quot;\t\n');
  assert.equal(xmlText('\u0000\r\u001f\uffff'), '_x0000__x000D__x001F__xFFFF_');
  assert.equal(xmlText('_x0041_ _x41_ x_y'), '_x005F_x0041_ _x41_ x_y');
});
