import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textForSupport, textOnScreen } from './support-text.ts';

const sent = [
  { ClientNumber: 'E1-2345678', AccountNumber: 1234567890, IDNumber: '9001015009087', CellphoneNumber: '0825550101' },
];
const received = {
  ClientNumber: 'E1-2345678',
  ContractSequence: 12345678,
  accountNumber: '1234567890',
  Reason: 'Account 1234567890 of 900101 5009 087 is closed since 2026-05-01 10:00, call 082-555-0101.',
  acct: 62001234567,
};

test('an account or ID number is in no text for support, whatever it stands in; dates and what was called so are', () => {
  const text = textForSupport(received, sent);
  for (const secret of ['1234567890', '9001015009087', '900101 5009 087', '082-555-0101', '62001234567'])
    assert.ok(!text.includes(secret), secret);
  for (const open of ['E1-2345678', '12345678', '2026-05-01 10:00', 'is closed since'])
    assert.ok(text.includes(open), open);
});

test('on screen all that came is there, and the numbers that were typed end in their last figures', () => {
  const text = textOnScreen(received, sent);
  assert.ok(!text.includes('1234567890'));
  assert.ok(text.includes('Account •••• 7890 of'));
  assert.equal(textOnScreen('<html>\n502</html>', sent), '<html>\n502</html>');
});
