import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headingsFor, templateFor, valuesFor } from './matching-template.ts';

const template = (name: string, language: string, text = '') => ({ name, language, text });

test('the template about unpaid debits is found by its name, else by its text, in English first; none is guessed', () => {
  const reminder = template('payment_reminder', 'en', 'Hello {{1}}, your instalment will be collected.');
  const unpaid = ['af', 'en'].map((language) => template('payment_unpaid', language));
  assert.equal(templateFor('unpaid', [reminder, ...unpaid]), unpaid[1]);
  const named = template('notice_7', 'zu', 'Your debit was returned on {{1}}.');
  assert.equal(templateFor('unpaid', [reminder, named]), named);
  assert.equal(templateFor('unpaid', [reminder]), undefined);
});

test('placeholders are filled with what the words before them ask for; what does not tell stays open', () => {
  assert.deepEqual(
    valuesFor('Hello {{1}}, your bank returned the instalment of {{2}} unpaid. Please make sure of funds by {{3}}.'),
    ['{ClientName}', '{Amount}', '{NextDebit}'],
  );
  assert.deepEqual(valuesFor('Dear {{1}}, contract {{2}} was returned unpaid on {{3}}: R {{4}}. Ask {{5}}.'), [
    '{ClientName}',
    '{ContractNumber}',
    '{ReturnedOn}',
    '',
    '',
  ]);
});

test('values are headed by what they hold, else by the words before them', () => {
  assert.deepEqual(
    headingsFor('Hello {{1}}, your instalment of {{2}} on contract {{3}} will be collected on {{4}}.', 4),
    ['Name', 'Amount', 'Contract', 'Date'],
  );
  assert.deepEqual(headingsFor('Hello {{1}}. Please call {{2}} or {{3}}. Dear {{4}}.', 4), [
    'Name',
    '“Please call …”',
    '“or …”',
    'Name 2',
  ]);
  assert.deepEqual(headingsFor(undefined, 2), ['Value 1', 'Value 2']);
});
