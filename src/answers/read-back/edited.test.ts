import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from './reader.ts';
import { recordsReader } from './testing.ts';
import { writeReadBacks } from './writes.ts';

const one = { ContractSequence: 7, InstalmentSequence: 3 };
const stored = { ...one, InstalmentActionDate: '2026-12-01 00:00', InstalmentAmount: 100 };

/** What is found of one edit, by what the provider shows before and after. */
async function found(
  operation: 'instalmentEdit' | 'clientEdit' | 'mandateEdit',
  item: Fields,
  before: Fields | undefined,
  after: Fields | undefined,
) {
  const { readBack } = writeReadBacks[operation];
  assert.ok(readBack);
  const provider = (record: Fields | undefined) => {
    const records = record ? [record] : [];
    return recordsReader({ instalmentList: records, clientList: records, mandateList: records, contractList: [] });
  };
  const had = before && (await readBack.before(provider(before), [item]));
  const [finding] = await readBack.look(provider(after), { items: [item], before: had });
  assert.ok(finding);
  return finding;
}

test('an edit is judged by the fields that it changed: now as sent, as before, or as somebody else has set them', async () => {
  const item = { ...one, InstalmentActionDate: '2026-12-01 00:00', InstalmentAmount: 120 };
  const verdict = async (after: Fields, before: Fields = stored) =>
    (await found('instalmentEdit', item, before, after)).verdict;
  assert.equal(await verdict({ ...stored, InstalmentAmount: 120 }), 'there');
  // The date that was sent along is as it was sent, which says nothing.
  assert.equal(await verdict(stored), 'absent');
  // A colleague's later value, of either field, is never called "not saved".
  const superseded = await found('instalmentEdit', item, stored, { ...stored, InstalmentAmount: 150 });
  assert.deepEqual(
    [superseded.verdict, superseded.note],
    ['unclear', 'Somebody has set another value since: Instalment amount.'],
  );
  assert.equal(
    await verdict({ ...stored, InstalmentAmount: 120, InstalmentActionDate: '2026-12-09 00:00' }),
    'unclear',
  );
  // Nothing was changed, so there is nothing to send again.
  assert.equal(await verdict({ ...stored, InstalmentAmount: 120 }, { ...stored, InstalmentAmount: 120 }), 'there');
});

test('a retrieve that does not return what was changed proves nothing, whatever else agrees', async () => {
  const item = { ContractSequence: 7, InstalmentAmount: 100, MaximumAmount: 900 };
  const mandate = { ContractSequence: 7, InstalmentAmount: 100 };
  assert.equal((await found('mandateEdit', item, mandate, mandate)).verdict, 'unclear');
  const { verdict } = await found('mandateEdit', { ...item, InstalmentAmount: 110 }, mandate, {
    ...mandate,
    InstalmentAmount: 110,
  });
  assert.equal(verdict, 'there');
  // A masked number is no evidence.
  const client = { ClientNumber: 'C1', AccountNumber: '*****789' };
  const masked = await found('clientEdit', { ClientNumber: 'C1', AccountNumber: '123456789' }, client, client);
  assert.equal(masked.verdict, 'unclear');
});

test('a cleared field that the answer leaves out is empty where it was returned before', async () => {
  const item = { ContractSequence: 7, MaximumAmount: null };
  const [full, empty] = [{ ContractSequence: 7, MaximumAmount: 900 }, { ContractSequence: 7 }];
  assert.equal((await found('mandateEdit', item, full, empty)).verdict, 'there');
  assert.equal((await found('mandateEdit', item, full, full)).verdict, 'absent');
  assert.equal((await found('mandateEdit', item, full, { ...full, MaximumAmount: 800 })).verdict, 'unclear');
  assert.equal((await found('mandateEdit', item, empty, empty)).verdict, 'unclear');
  assert.equal((await found('mandateEdit', item, undefined, empty)).verdict, 'unclear');
  // And one that is filled appears.
  const filled = { ContractSequence: 7, MaximumAmount: 900 };
  assert.equal((await found('mandateEdit', filled, empty, full)).verdict, 'there');
});

test('without the values before, another value may be anybody’s, and it is said that they are not known', async () => {
  const item = { ...one, InstalmentAmount: 120 };
  assert.equal((await found('instalmentEdit', item, undefined, { ...stored, InstalmentAmount: 120 })).verdict, 'there');
  const differing = await found('instalmentEdit', item, undefined, stored);
  assert.equal(differing.verdict, 'unclear');
  assert.match(differing.note ?? '', /What was there before is not known\./);
  assert.equal((await found('instalmentEdit', item, stored, undefined)).verdict, 'unclear');
});
