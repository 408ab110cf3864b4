import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalNumberIn } from './long-number.ts';

test('an account, card or ID number is found in a text, however it is written', () => {
  for (const number of ['123456789', '62 1234 5678 9', '8001015009087', '4000-0000-0000-0002', '620 123 456'])
    assert.equal(personalNumberIn(`Pays from ${number} now.`), number);
});

test('phone numbers, days, amounts and contract numbers are none', () => {
  const text =
    'Called 072 555 1137 and +27 72 555 1137 on 2026-11-25 10:05 about LN000002, R 1 234 567,89, 25/11/2026.';
  assert.equal(personalNumberIn(text), undefined);
  assert.equal(personalNumberIn('0725551137 or 27725551137'), undefined);
});
