import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeholderHeadings, suggestedValues } from './suggested-values.ts';

test('placeholders are filled with what the words before them ask for; what does not tell stays open', () => {
  assert.deepEqual(
    suggestedValues(
      'Hello {{1}}, your bank returned the instalment of {{2}} unpaid. Please make sure of funds by {{3}}.',
    ),
    ['{ClientName}', '{Amount}', '{NextDebit}'],
  );
  assert.deepEqual(suggestedValues('Dear {{1}}, contract {{2}} was returned unpaid on {{3}}: R {{4}}. Ask {{5}}.'), [
    '{ClientName}',
    '{ContractNumber}',
    '{ReturnedOn}',
    '',
    '',
  ]);
});

test('values are headed by what they hold, else by the words before them', () => {
  assert.deepEqual(
    placeholderHeadings('Hello {{1}}, your instalment of {{2}} on contract {{3}} will be collected on {{4}}.', 4),
    ['Name', 'Amount', 'Contract', 'Date'],
  );
  assert.deepEqual(placeholderHeadings('Hello {{1}}. Please call {{2}} or {{3}}. Dear {{4}}.', 4), [
    'Name',
    '“Please call …”',
    '“or …”',
    'Name 2',
  ]);
  assert.deepEqual(placeholderHeadings(undefined, 2), ['Value 1', 'Value 2']);
});
