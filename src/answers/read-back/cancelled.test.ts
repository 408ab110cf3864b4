import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from './reader.ts';
import { recordsReader, testDay, verdictsOf, type Provider } from './testing.ts';
import { writeReadBacks } from './writes.ts';

type Cancel =
  | 'omniInstalmentCancel'
  | 'instalmentCancel'
  | 'mandateCancel'
  | 'mandateInitiateCancel'
  | 'contractCancel';

async function found(operation: Cancel, item: Fields, before: Provider | undefined, after: Provider) {
  const { readBack } = writeReadBacks[operation];
  assert.ok(readBack);
  const had = before && (await readBack.before(recordsReader(before), [item]));
  return verdictsOf(await readBack.look(recordsReader(after), { items: [item], before: had }))[0];
}

const due = (InstalmentSequence: number, day: string, Status = 'SCHEDULED') => ({
  ContractSequence: 7,
  InstalmentSequence,
  CollectionDate: day,
  Status,
});
const all = { ContractSequence: 7 };

test('a cancel of all that remains is complete although today’s debit stays', async () => {
  const days = [testDay, '2026-12-25', '2027-01-25'];
  const before = days.map((day, at) => due(at + 1, day));
  const look = (...statuses: string[]) =>
    found(
      'omniInstalmentCancel',
      all,
      { omniInstalmentList: before },
      {
        omniInstalmentList: days.map((day, at) => due(at + 1, day, statuses[at])),
      },
    );
  assert.equal(await look('SCHEDULED', 'CANCELLED', 'CANCELLED'), 'there');
  assert.equal(await look('SUBMITTED', 'CANCELLED', 'CANCELLED'), 'there');
  assert.equal(await look('CANCELLED', 'CANCELLED', 'CANCELLED'), 'there');
  assert.equal(await look('SCHEDULED', 'SCHEDULED', 'SCHEDULED'), 'absent');
  // What has gone out since was not cancelled.
  assert.equal(await look('PAID', 'SUBMITTED', 'SCHEDULED'), 'absent');
});

test('a colleague’s cancel of one instalment is not ours of all', async () => {
  const days = ['2026-12-25', '2027-01-25', '2027-02-25'];
  const before = { omniInstalmentList: days.map((day, at) => due(at + 1, day)) };
  const after = (...statuses: (string | undefined)[]) => ({
    omniInstalmentList: days.flatMap((day, at) => (statuses[at] ? [due(at + 1, day, statuses[at])] : [])),
  });
  const look = (...statuses: (string | undefined)[]) => found('omniInstalmentCancel', all, before, after(...statuses));
  assert.equal(await look('CANCELLED', 'SCHEDULED', 'SCHEDULED'), 'absent');
  assert.equal(await look('SCHEDULED', 'SCHEDULED', 'CANCELLED'), 'unclear');
  assert.equal(await look('CANCELLED', undefined, 'SCHEDULED'), 'unclear');
  assert.equal(await look(), 'unclear');
  assert.equal(
    await found('omniInstalmentCancel', all, undefined, after('CANCELLED', 'CANCELLED', 'CANCELLED')),
    'unclear',
  );
});

test('what is gone was cancelled if it was listed before and its contract is still there', async () => {
  const one = { ContractSequence: 7, InstalmentSequence: 3 };
  const before = { instalmentList: [{ ...one, InstalmentStatus: 'SCHEDULED' }] };
  const others = { instalmentList: [{ ...one, InstalmentSequence: 4, InstalmentStatus: 'SCHEDULED' }] };
  assert.equal(await found('instalmentCancel', one, before, others), 'there');
  assert.equal(await found('instalmentCancel', one, before, { instalmentList: [] }), 'unclear');
  assert.equal(await found('instalmentCancel', one, undefined, others), 'unclear');
  assert.equal(await found('instalmentCancel', one, before, before), 'absent');
  const mandates = { mandateList: [{ ...all, MandateStatusCode: 'PENDING' }] };
  const none = { mandateList: [], contractList: [] };
  assert.equal(await found('mandateInitiateCancel', all, mandates, none), 'there');
  assert.equal(await found('mandateInitiateCancel', all, none, none), 'unclear');
  assert.equal(await found('mandateCancel', all, mandates, none), 'unclear');
  assert.equal(await found('mandateCancel', all, mandates, { mandateList: [], contractList: [all] }), 'there');
});

test('a status of the provider’s own is compared with the one before, and the change log is read in any case of letters', async () => {
  const mandates = (MandateStatusCode: string) => ({ mandateList: [{ ...all, MandateStatusCode }] });
  assert.equal(await found('mandateCancel', all, mandates('Aktief'), mandates('Aktief')), 'absent');
  assert.equal(await found('mandateCancel', all, mandates('Aktief'), mandates('Gekanselleer')), 'unclear');
  const log = (NewValue: string, ChangeDate: string) => ({ ...all, FieldChanged: 'Status', NewValue, ChangeDate });
  const changes = (...contractChangeReport: Fields[]) => ({ contractChangeReport });
  const [active, cancelled] = [log('ACTIVE', '2026-11-01 08:00'), log('Cancelled', '2026-11-25 08:00')];
  assert.equal(await found('contractCancel', all, undefined, changes(cancelled, active)), 'there');
  assert.equal(await found('contractCancel', all, undefined, changes(active)), 'absent');
  const ended = log('Gekanselleer', '2026-11-25 08:00');
  assert.equal(await found('contractCancel', all, undefined, changes(ended, active)), 'unclear');
});
