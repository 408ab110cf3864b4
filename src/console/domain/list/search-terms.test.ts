import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as always, property, string } from 'fast-check';
import { identifyingReadings, maxReadings, readingsOf } from './search-terms.ts';

test('two words name one contract', () => {
  for (const text of ['C-1/HOME 2', ' C-1 / HOME 2 ', 'C-1 HOME 2'])
    assert.deepEqual(readingsOf(text)[0], { ClientNumber: 'C-1', ContractNumber: 'HOME 2' });
});

test('the slash parts before the space does', () => {
  assert.deepEqual(readingsOf('Van Wyk/12')[0], { ClientNumber: 'Van Wyk', ContractNumber: '12' });
});

test('a name is no number: it is not asked for, and so goes into no address', () => {
  for (const text of ['phuti kek', 'Naledi  Dlamini', ' van der Merwe ']) assert.deepEqual(readingsOf(text), []);
  assert.equal(
    readingsOf('naledi 2').some((it) => it.ClientNumber === 'naledi'),
    false,
  );
});

test('a number may be any of three', () => {
  assert.deepEqual(readingsOf('100001'), [
    { ContractSequence: 100001 },
    { ClientNumber: '100001' },
    { ContractNumber: '100001' },
  ]);
});

test('what cannot be a sequence is not asked as one', () => {
  for (const text of ['007', '0', '-1', '1.5', '1e3', '99999999999999999999'])
    assert.deepEqual(readingsOf(text), [{ ClientNumber: text }, { ContractNumber: text }]);
});

test('half a pair is a single word', () => {
  assert.deepEqual(readingsOf('C-1/'), [{ ClientNumber: 'C-1/' }, { ContractNumber: 'C-1/' }]);
  assert.deepEqual(readingsOf('  '), []);
});

test('no text has more readings than the page asks', () => {
  always(
    property(string(), (text) => {
      assert.ok(readingsOf(text).length <= maxReadings);
    }),
  );
});

test('one number alone identifies no contract, a sequence or a pair does', () => {
  assert.deepEqual(identifyingReadings('C-1'), []);
  assert.deepEqual(identifyingReadings('100001'), [{ ContractSequence: 100001 }]);
  assert.deepEqual(identifyingReadings('C-1/2'), [{ ClientNumber: 'C-1', ContractNumber: '2' }]);
});
