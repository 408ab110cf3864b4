import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { links, patterns } from '#console/domain/links.ts';
import { contractIdOf, idOfSegment, ofContract, segmentOf } from './contract-id.ts';

test('a record names its contract by the sequence, else by both numbers, else not at all', () => {
  const numbers = { ClientNumber: 'C1', ContractNumber: 'L/1' };
  assert.deepEqual(contractIdOf({ ...numbers, ContractSequence: 7 }), { ContractSequence: 7 });
  for (const ContractSequence of [undefined, null, 0, 'A7', 1.5])
    assert.deepEqual(contractIdOf({ ...numbers, ContractSequence }), numbers);
  assert.equal(contractIdOf({ ClientNumber: 'C1' }), undefined);
  assert.equal(contractIdOf({ ClientNumber: 'C1', ContractNumber: '' }), undefined);
});

test('a sequence beyond 2^53 keeps its digits and names a contract that nothing else names', () => {
  const record = { ContractSequence: '9007199254770003' };
  assert.deepEqual(contractIdOf(record), record);
  assert.deepEqual(idOfSegment('9007199254770003'), record);
  const numbers = { ClientNumber: 'C1', ContractNumber: 'L1' };
  assert.deepEqual(contractIdOf({ ...record, ...numbers }), numbers);
});

test('whatever its numbers hold, a contract comes back from its address', () => {
  const number = fc
    .string({ minLength: 1, unit: fc.constantFrom(...'aZ09~/%\\? &#.+é2F7E') })
    .filter((it) => !/^\.+$/.test(it));
  fc.assert(
    fc.property(number, number, (ClientNumber, ContractNumber) => {
      const id = { ClientNumber, ContractNumber };
      const [match] = matchRoutes([{ path: patterns.contract }], links.contract(id)) ?? [];
      assert.deepEqual(idOfSegment(match?.params.contract ?? ''), id);
    }),
  );
  assert.equal(segmentOf({ ClientNumber: 'C0001', ContractNumber: 'HOME-1' }), 'C0001~HOME-1');
  assert.deepEqual(idOfSegment('100002'), { ContractSequence: 100002 });
  for (const text of ['', '0', 'undefined', '-1', 'a~b~c', '~b', '%E0~b']) assert.equal(idOfSegment(text), undefined);
});

test('a record that was asked for by its contract takes the name of that contract, unless it has one', () => {
  const id = { ClientNumber: 'C1', ContractNumber: 'L1' };
  assert.deepEqual(ofContract({ ContractSequence: null }, id), { ContractSequence: null, ...id });
  assert.deepEqual(ofContract({ ContractSequence: 3 }, id), { ContractSequence: 3 });
});
