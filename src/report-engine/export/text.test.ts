import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, csvCell, longestCell, xmlText } from './text.ts';

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
