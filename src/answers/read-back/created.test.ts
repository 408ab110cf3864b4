import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from './reader.ts';
import { recordsReader, verdictsOf } from './testing.ts';
import { writeReadBacks } from './writes.ts';

const client = { ClientNumber: 'C1', ClientName: 'Naledi' };
const mandate = { ClientNumber: 'C1', ContractNumber: 'N1', InstalmentAmount: 100 };
const cancelled = { ...mandate, ContractSequence: 7, MandateStatusCode: 'CANCELLED' };
const active = { ...mandate, ContractSequence: 8, MandateStatusCode: 'ACTIVE' };

/** @param before undefined if nothing was read before */
async function found(
  operation: 'clientCreate' | 'mandateCreate',
  item: Fields,
  before: Fields[] | undefined,
  after: Fields[],
) {
  const { readBack } = writeReadBacks[operation];
  assert.ok(readBack);
  const provider = (records: Fields[]) => recordsReader({ clientList: records, mandateList: records });
  const had = before && (await readBack.before(provider(before), [item]));
  const [finding] = await readBack.look(provider(after), { items: [item], before: had });
  return finding?.verdict;
}

test('a record that was there before is not taken for a new one', async () => {
  assert.equal(await found('clientCreate', client, [client], [client]), 'absent');
  assert.equal(await found('clientCreate', client, [], [client]), 'there');
  assert.equal(await found('clientCreate', client, [], []), 'absent');
  assert.equal(await found('clientCreate', client, [], [{ ...client, ClientName: 'Other' }]), 'unclear');
  // Another person has changed the old one since, or the provider has taken the create for an edit.
  assert.equal(await found('clientCreate', client, [{ ...client, ClientName: 'Other' }], [client]), 'unclear');
  // Nothing was read before: what was wanted is there, once.
  assert.equal(await found('clientCreate', client, undefined, [client]), 'there');
});

test('a cancelled mandate of the same number is not taken for a new one', async () => {
  assert.equal(await found('mandateCreate', mandate, [cancelled], [cancelled]), 'absent');
  assert.equal(await found('mandateCreate', mandate, undefined, [cancelled]), 'unclear');
  assert.equal(await found('mandateCreate', mandate, [], [cancelled]), 'unclear');
  assert.equal(await found('mandateCreate', mandate, [cancelled], [cancelled, active]), 'there');
  assert.equal(await found('mandateCreate', mandate, undefined, [cancelled, active]), 'there');
  assert.equal(await found('mandateCreate', mandate, [active], [cancelled, active]), 'absent');
  const { MandateStatusCode: _status, ...bare } = cancelled;
  const withReason = { ...bare, CancelReason: 'MD17', CancelDate: '2026-11-24 00:00' };
  assert.equal(await found('mandateCreate', mandate, undefined, [withReason]), 'unclear');
});

test('a payout contract with fewer payments than were sent is not whole', async () => {
  const item = { ClientNumber: 'C1', ContractNumber: 'P1', PaymentAmount: 50, NumberOfPayments: 3 };
  const look = (count: number) => {
    const ContractPayments = Array.from({ length: count }, (_, at) => ({ PaymentSequence: at + 1 }));
    const reader = recordsReader({ payoutContractList: [{ ...item, ContractSequence: 9, ContractPayments }] });
    return writeReadBacks.payoutContractCreate.readBack?.look(reader, { items: [item] });
  };
  assert.deepEqual(verdictsOf((await look(3)) ?? []), ['there']);
  assert.deepEqual(verdictsOf((await look(2)) ?? []), ['unclear']);
});

const { readBack: instalments } = writeReadBacks.instalmentCreate;
assert.ok(instalments);
const item = { ContractSequence: 7, InstalmentActionDate: '2026-12-17 00:00', InstalmentAmount: 12.34 };
const numbered = (InstalmentSequence: number, other: Fields = {}) => ({ ...item, InstalmentSequence, ...other });

async function verdicts(
  items: Fields[],
  before: Fields[] | undefined,
  after: Fields[],
  isClaimed?: (record: Fields) => boolean,
) {
  const had = before && (await instalments?.before(recordsReader({ instalmentList: before }), items));
  const findings = await instalments?.look(recordsReader({ instalmentList: after }), { items, before: had, isClaimed });
  return verdictsOf(findings ?? []);
}

test('of equal instalments as many are there as were added, and which one is which does not matter', async () => {
  const old = numbered(1);
  assert.deepEqual(await verdicts([item], [old], [old]), ['absent']);
  assert.deepEqual(await verdicts([item], [old], [old, numbered(2)]), ['there']);
  assert.deepEqual(await verdicts([item, item], [old], [old, numbered(2)]), ['there', 'absent']);
  assert.deepEqual(await verdicts([item, item], [old], [old, numbered(2), numbered(3)]), ['there', 'there']);
  // One that the provider lists twice is one.
  assert.deepEqual(await verdicts([item, item], [old], [old, numbered(2), numbered(2)]), ['there', 'absent']);
  assert.deepEqual(await verdicts([item], [old], [old, numbered(2, { InstalmentAmount: 99 })]), ['unclear']);
  assert.deepEqual(await verdicts([item], [old], []), ['unclear']);
});

test('more equal instalments than were sent are not told apart: another program has added some', async () => {
  assert.deepEqual(await verdicts([item], [], [numbered(2), numbered(3)]), ['unclear']);
  assert.deepEqual(await verdicts([item, item], [], [numbered(2), numbered(3), numbered(4)]), ['unclear', 'unclear']);
  // Where the others are known to be another call's, only one can be it.
  const isSecond = (record: Fields) => record.InstalmentSequence === 2;
  assert.deepEqual(await verdicts([item], [], [numbered(2), numbered(3)], isSecond), ['there']);
  assert.deepEqual(await verdicts([item], [], [numbered(2)], isSecond), ['absent']);
});

test('without a list before, an equal instalment is unclear unless it is another call’s', async () => {
  assert.deepEqual(await verdicts([item], undefined, [numbered(1)]), ['unclear']);
  assert.deepEqual(await verdicts([item], undefined, []), ['absent']);
  assert.deepEqual(await verdicts([item], undefined, [numbered(1)], () => true), ['absent']);
});

test('a list before that is not answered is missing for its contract alone, and that is said', async () => {
  const other = { ...item, ContractSequence: 8 };
  const answering = recordsReader({ instalmentList: [] });
  const half = {
    ...answering,
    read: (list: 'instalmentList', input: Fields) =>
      input.ContractSequence === 8 ? Promise.reject(new Error('no answer')) : answering.read(list, input),
  } as typeof answering;
  const before = await instalments.before(half, [item, other]);
  assert.deepEqual(before, [[], undefined]);
  const after = recordsReader({ instalmentList: [numbered(1), { ...other, InstalmentSequence: 1 }] });
  const findings = await instalments.look(after, { items: [item, other], before });
  assert.deepEqual(verdictsOf(findings), ['there', 'unclear']);
  assert.match(findings[1]?.note ?? '', /whether it was there before is not known/);
});
