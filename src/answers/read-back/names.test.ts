import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitsFor } from './names.ts';
import type { Fields } from './reader.ts';

const bySequence = { ContractSequence: 7, InstalmentSequence: 3 };
const byNumbers = { ClientNumber: 'C1', ContractNumber: 'N1', InstalmentSequence: 3 };
const seven = { ContractSequence: 7, ClientNumber: 'C1', ContractNumber: 'N1' };

const waits = async (one: Fields, item: Fields, contract: Fields | undefined, items: Fields[] = [item]) => {
  const isWaiting = await waitsFor([one], items, (some) => Promise.resolve(some.map(() => contract)));
  return isWaiting(one, item);
};

test('a write that names a contract by its numbers waits for one that names it by its sequence, and the other way round', async () => {
  assert.equal(await waits(bySequence, byNumbers, seven), true);
  assert.equal(await waits(byNumbers, bySequence, seven), true);
  assert.equal(await waits(bySequence, { ...byNumbers, ContractNumber: 'N2' }, seven, [byNumbers, byNumbers]), false);
  assert.equal(await waits(bySequence, byNumbers, { ...seven, ContractNumber: 'N2' }, [byNumbers, byNumbers]), false);
  assert.equal(await waits(bySequence, { ...byNumbers, InstalmentSequence: 4 }, seven), false);
  // What can't be looked up may be the same.
  assert.equal(await waits(bySequence, byNumbers, undefined), true);
});

test('nothing is looked up where the names can be compared, and else the fewer ones', async () => {
  const asked: number[] = [];
  const look = (open: Fields[], items: Fields[]) =>
    waitsFor(open, items, (some) => (asked.push(some.length), Promise.resolve(some.map(() => seven))));
  assert.equal((await look([bySequence], [{ ...bySequence }]))(bySequence, bySequence), true);
  assert.equal(
    (await look([{ ClientNumber: 'C1' }], [{ ClientNumber: 'C1' }]))({ ClientNumber: 'C1' }, { ClientNumber: 'C1' }),
    true,
  );
  await look([bySequence], [{ ...byNumbers, ...seven }]);
  assert.deepEqual(asked, []);
  const isWaiting = await look([bySequence], [byNumbers, { ...byNumbers, ContractNumber: 'N2' }]);
  assert.deepEqual(asked, [1]);
  assert.deepEqual(
    [isWaiting(bySequence, byNumbers), isWaiting(bySequence, { ...byNumbers, ContractNumber: 'N2' })],
    [true, false],
  );
});
