import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNumbersIn } from './client-numbers.ts';

test('client numbers are read from a list, a line, or the column ClientNumber of a file, each once', () => {
  assert.deepEqual(clientNumbersIn('C001\nC002\r\n\n C001 \nC003\n'), ['C001', 'C002', 'C003']);
  assert.deepEqual(clientNumbersIn('C001, C002,C003'), ['C001', 'C002', 'C003']);
  assert.deepEqual(clientNumbersIn('Name;Client number\nThandi;C001\nSipho;C002\n'), ['C001', 'C002']);
  assert.deepEqual(clientNumbersIn('C001\tThandi\nC002\tSipho'), ['C001', 'C002']);
  assert.deepEqual(clientNumbersIn('ClientNumber\n007\n'), ['007']);
  assert.deepEqual(clientNumbersIn('  \n'), []);
});
