import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateFor } from './matching-template.ts';

const template = (name: string, language: string, text = '') => ({ name, language, text });

test('the template about unpaid debits is found by its name, else by its text, in English first; none is guessed', () => {
  const reminder = template('payment_reminder', 'en', 'Hello {{1}}, your instalment will be collected.');
  const unpaid = ['af', 'en'].map((language) => template('payment_unpaid', language));
  assert.equal(templateFor('unpaid', [reminder, ...unpaid]), unpaid[1]);
  const named = template('notice_7', 'zu', 'Your debit was returned on {{1}}.');
  assert.equal(templateFor('unpaid', [reminder, named]), named);
  assert.equal(templateFor('unpaid', [reminder]), undefined);
});
