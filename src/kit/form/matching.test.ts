import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingOptions } from './matching.ts';

const named = (...labels: string[]) => labels.map((label, index) => ({ code: index + 1, label }));
const found = (list: ReturnType<typeof named>, text: string) => matchingOptions(list, text).map((it) => it.label);

test('a field of codes offers what people call by another name, first', () => {
  const banks = named('Absa Bank', 'First National Bank', 'Standard Bank');
  assert.deepEqual(found(banks, 'FNB'), ['First National Bank']);
  assert.deepEqual(found(banks, 'std bank'), ['Standard Bank']);
  assert.deepEqual(found(banks, 'bank'), ['Absa Bank', 'First National Bank', 'Standard Bank']);
  assert.deepEqual(found(banks, ''), ['Absa Bank', 'First National Bank', 'Standard Bank']);
  assert.deepEqual(found(banks, '3'), ['Standard Bank']);
  assert.deepEqual(found(named('Current', 'Savings'), 'cheque account'), ['Current']);
  assert.deepEqual(found(named('Monthly by rule', 'Monthly'), 'month'), ['Monthly', 'Monthly by rule']);
});
