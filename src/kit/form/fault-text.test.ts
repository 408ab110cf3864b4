import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setUpSample } from '#kit/testing/sample.ts';
import { faultAtField, faultText } from './fault-text.ts';

before(setUpSample);

test('a word in a message is called as it is on screen', () => {
  const fault = { Field: 'Price', Code: 'INVALID', Message: 'Price is less than 0.01.' };
  assert.equal(faultText(fault), 'Unit price is less than 0.01.');
  assert.equal(faultAtField(fault), 'Is less than 0.01.');
});

test('other messages keep their words, after the label that they are about', () => {
  assert.equal(
    faultText({ Field: 'Name', Code: 'DUPLICATE', Message: 'Used already.' }),
    'Customer name: Used already.',
  );
  assert.equal(faultText({ Code: 'EMPTY', Message: 'Nothing was sent.' }), 'Nothing was sent.');
  assert.equal(faultText({ Field: 'Foreign', Code: 'X', Message: 'Foreign is odd.' }), 'Foreign is odd.');
});
