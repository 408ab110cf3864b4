import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { sampleFields, setUpSample } from '#kit/testing/sample.ts';
import { readField, writeField } from './field-text.ts';

before(setUpSample);

test('nothing typed is no value, whatever the word', () => {
  for (const fieldName of Object.keys(sampleFields)) assert.deepEqual(readField(fieldName, '  '), { value: null });
});

test('amounts are read in both styles and told back when they were written otherwise', () => {
  assert.deepEqual(readField('Price', '1 234,56'), { value: 1234.56, note: undefined });
  assert.deepEqual(readField('Price', '1234.5'), { value: 1234.5, note: 'R\u00a01\u00a0234,50' });
  assert.deepEqual(readField('Price', 'R1,234.56').value, 1234.56);
});

test('what cannot be read does not pass the form and says why', () => {
  for (const [fieldName, text] of [
    ['Price', '1,234'],
    ['Price', '1.2.3'],
    ['Count', '1x'],
    ['Count', '1.5'],
    ['Account', '90071992547409930'],
    ['Rate', '7,,5'],
  ] as const) {
    const { value, problem } = readField(fieldName, text);
    assert.ok(Number.isNaN(value), text);
    assert.ok(problem, text);
    assert.equal(sampleFields[fieldName].write.safeParse(value).success, false);
  }
});

test('limits show while typing, but a figure that may be half typed is let be', () => {
  assert.match(readField('Name', 'x'.repeat(31)).problem ?? '', /Maximum 30 characters/);
  assert.equal(readField('Name', 'x'.repeat(30)).problem, undefined);
  assert.match(readField('Count', '601').problem ?? '', /more than 600/);
  assert.equal(readField('Price', '0').problem, undefined);
});

test('a number that was stored in an older form can be typed, to find its record', () => {
  assert.deepEqual(readField('Name', 'A  1'), { value: 'A  1' });
});

test('zeros in front of an account number are said to be lost; a branch code is shown with its own', () => {
  assert.match(readField('Account', '0012345').note ?? '', /12345/);
  assert.equal(readField('Account', '0').note, undefined);
  assert.equal(writeField('Branch', 51001), '051001');
  assert.equal(readField('Branch', '051001').value, 51001);
});

test('a value that is written for editing is read as the same value', () => {
  const cents = fc.integer({ min: 1, max: 999_999_999_999 }).map((it) => it / 100);
  fc.assert(fc.property(cents, (it) => assert.equal(readField('Price', writeField('Price', it)).value, it)));
  const sequence = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(fc.property(sequence, (it) => assert.equal(readField('Sequence', writeField('Sequence', it)).value, it)));
  assert.equal(readField('Rate', writeField('Rate', -7.25)).value, -7.25);
  assert.equal(writeField('Price', Number.NaN), '');
});
