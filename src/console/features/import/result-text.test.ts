import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultText } from './result-text.ts';

const mandates = { one: 'mandate', many: 'mandates', group: 'New' } as const;
const none = { unsent: 0, accepted: 0, waiting: 0, refused: 0, unknown: 0, excluded: 0 };

test('an import ends as a sentence without zeros', () => {
  const summary = { states: { ...none, accepted: 31, excluded: 11 }, unchanged: 0, clients: { added: 31 } };
  assert.equal(resultText(mandates, summary, false), '31 mandates and 31 clients added. 11 rows were left out.');
});

test('every row that was not added is in the sentence with its outcome', () => {
  const states = { unsent: 7, accepted: 1, waiting: 2, refused: 3, unknown: 1, excluded: 1 };
  const summary = { states, unchanged: 5, clients: { added: 0 } };
  assert.equal(
    resultText(mandates, summary, false),
    '1 mandate added. 2 waiting for release. 3 rows were refused. 1 row has no answer yet. 2 rows are not sent yet. 1 row was left out. 5 rows had no change.',
  );
  assert.match(resultText(mandates, summary, true), / 1 row is on its way\. /);
  assert.match(resultText({ ...mandates, group: 'Changes' }, summary, false), /^1 mandate changed\./);
});
