import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultAtField, faultText } from './fault-text.ts';

test('a word in a message is called as it is on screen', () => {
  const fault = { Field: 'InstalmentAmount', Code: 'INVALID', Message: 'InstalmentAmount is less than 0.01.' };
  assert.equal(faultText(fault), 'Instalment amount is less than 0.01.');
  assert.equal(faultAtField(fault), 'Is less than 0.01.');
});

test('other messages keep their words, after the label that they are about', () => {
  assert.equal(
    faultText({ Field: 'ContractNumber', Code: 'DUPLICATE', Message: 'Used already.' }),
    'Contract number: Used already.',
  );
  assert.equal(faultText({ Code: 'EMPTY', Message: 'Nothing was sent.' }), 'Nothing was sent.');
  assert.equal(faultText({ Field: 'Foreign', Code: 'X', Message: 'Foreign is odd.' }), 'Foreign is odd.');
});
