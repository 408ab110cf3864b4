import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnedOf } from './returned.ts';

test('what was not returned, or could not be sent, is left out of the form and said at its field', () => {
  const fieldNames = ['ClientName', 'AccountType', 'EMail', 'BankCode', 'AccountNumber'];
  const { returned, hints } = returnedOf(
    { ClientNumber: 'C', ClientName: 'A', AccountType: 'GOLD', EMail: null, AccountNumber: '00012' },
    fieldNames,
  );
  assert.deepEqual(returned, { ClientNumber: 'C', ClientName: 'A', EMail: null });
  assert.deepEqual(Object.keys(hints), ['AccountType', 'BankCode', 'AccountNumber']);
  assert.match(hints['AccountType'] ?? '', /^Shown as “GOLD”/);
  assert.match(hints['BankCode'] ?? '', /^Not shown here/);
  assert.doesNotMatch(hints['AccountNumber'] ?? '', /12/);
});
