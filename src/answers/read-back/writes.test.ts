import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { writeReadBacks, type WriteReadBack } from './writes.ts';

const rows = Object.entries<WriteReadBack>(writeReadBacks);
const having = (of: (row: WriteReadBack) => boolean) => rows.flatMap(([name, row]) => (of(row) ? [name] : []));

test('every write of the interface has its row, and nothing else has', () => {
  const writes = Object.values<Operation>(operations).filter(
    ({ method, resource }) => method !== 'GET' && resource !== 'cases',
  );
  assert.deepEqual(Object.keys(writeReadBacks).toSorted(), writes.map(({ name }) => name).toSorted());
});

test('what moves money twice is what the provider numbers, and only messages can’t be read back', () => {
  const numberedByProvider = Object.values<Operation>(operations).filter(
    ({ method, output: { shape }, input }) =>
      method === 'POST' &&
      ['InstalmentSequence', 'PaymentSequence'].some((name) => name in shape && !(name in input.shape)),
  );
  assert.deepEqual(
    having(({ twice }) => twice === 'double money').toSorted(),
    numberedByProvider.map(({ name }) => name).toSorted(),
  );
  assert.deepEqual(
    having(({ readBack }) => !readBack),
    ['templateSend'],
  );
  assert.deepEqual(
    having(({ extent }) => extent === 'none'),
    ['templateSend'],
  );
  for (const [name, { twice }] of rows)
    assert.equal(twice === 'lost update', /Edit$|^omniInstalmentCancel$/.test(name), name);
});
