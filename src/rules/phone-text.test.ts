import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneText } from './phone-text.ts';

test('a telephone number is shown in the groups in which people write it', () => {
  assert.equal(phoneText('0715558642'), '071 555 8642');
  assert.equal(phoneText('27715558642'), '+27 71 555 8642');
  assert.equal(phoneText('+27715558642'), '+27 71 555 8642');
});

test('numbers that are written otherwise stay as they are', () => {
  for (const number of ['', '082 555 0101', '12345', '+44 20 7946 0000', 'ext. 12'])
    assert.equal(phoneText(number), number);
});
