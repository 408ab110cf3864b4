import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rhythmText } from './rhythm.ts';

test('a rhythm is said as people say it, and a label that is nobody’s here stays whole', () => {
  assert.deepEqual(rhythmText('Monthly', '26th of the month'), 'monthly on the 26th');
  assert.deepEqual(
    rhythmText('Monthly', '30th, or the last day if earlier'),
    'monthly on the 30th, or the last day if earlier',
  );
  assert.deepEqual(rhythmText('Weekly', 'Friday'), 'weekly on Friday');
  assert.deepEqual(rhythmText('Fortnightly', 'Friday of the second week'), 'fortnightly on Friday of the second week');
  assert.deepEqual(rhythmText('Monthly by rule', 'Last Friday of the month'), 'monthly by rule on the last Friday');
  assert.deepEqual(rhythmText('Quarterly', undefined), 'quarterly');
  assert.deepEqual(rhythmText('MNTH', 'DAY 25'), 'MNTH on DAY 25');
  assert.deepEqual(rhythmText(undefined, undefined), '');
});
