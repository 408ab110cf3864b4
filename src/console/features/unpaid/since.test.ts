import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectedSince, sinceText, type ChangedInstalment } from './since.ts';

const debit = {
  key: 'a',
  ContractSequence: 1,
  ClientNumber: 'C1',
  ContractNumber: 'A',
  InstalmentSequence: 2,
  TransactionDate: '2026-11-02 18:00',
  Amount: 250,
};
const created = (sequence: number, at: string, due: string, ContractSequence = 1) => ({
  ContractSequence,
  ClientNumber: 'C1',
  ContractNumber: 'A',
  ChangeDate: at,
  ChangeType: 'CREATE',
  FieldChanged: `InstalmentActionDate[${sequence}]`,
  NewValue: due,
});
const instalment = (sequence: number, due: string, status: string, UserId = 'staff'): ChangedInstalment => ({
  ContractSequence: 1,
  ContractNumber: 'A',
  InstalmentSequence: sequence,
  InstalmentActionDate: due,
  InstalmentAmount: 250,
  InstalmentStatus: status,
  LastUpdateDate: '2026-11-05 09:00',
  UserId,
});
const made = created(13, '2026-11-05 09:00', '2026-11-28 00:00');

test('what the contract was given after the failure counts, in whatever state it is; what was there before does not', () => {
  for (const status of ['SCHEDULED', 'SUBMITTED', 'TRACKING', 'ON_THE_WAY', 'PAID', 'UNPAID'])
    assert.equal(
      collectedSince(debit, { changes: [made], instalments: [instalment(13, '2026-11-28 00:00', status)] }).length,
      1,
      status,
    );
  const reports = {
    changes: [
      created(12, '2026-11-01 09:00', '2026-11-28 00:00'),
      created(13, '2026-11-05 09:00', '2026-11-28 00:00', 2),
    ],
    instalments: [instalment(12, '2026-11-28 00:00', 'SCHEDULED')],
  };
  assert.deepEqual(collectedSince(debit, reports), []);
});

test('what was cancelled again does not count, nor what the service adds at the far end of an endless series', () => {
  const cancelled = { changes: [made], instalments: [instalment(13, '2026-11-28 00:00', 'CANCELLED')] };
  assert.deepEqual(collectedSince(debit, cancelled), []);
  const far = '2027-11-25 00:00';
  const endless = (UserId: string) => ({
    changes: [created(14, '2026-11-05 09:00', far)],
    instalments: [instalment(1, '2026-10-02 00:00', 'PAID', 'clearing'), instalment(14, far, 'SCHEDULED', UserId)],
  });
  assert.deepEqual(collectedSince(debit, endless('clearing')), []);
  assert.equal(collectedSince(debit, endless('staff')).length, 1);
});

test('without one of the reports the other tells what it can', () => {
  assert.deepEqual(collectedSince(debit, { changes: [made] }), [
    { due: '2026-11-28 00:00', amount: undefined, status: '' },
  ]);
  const changed = [instalment(2, '2026-11-02 00:00', 'UNPAID'), instalment(13, '2026-11-28 00:00', 'SCHEDULED')];
  assert.deepEqual(
    collectedSince(debit, { instalments: changed }).map((it) => it.due),
    ['2026-11-28 00:00'],
  );
});

test('it reads as a sentence, which says where one was made for several debits', () => {
  const since = { due: '2026-11-28 00:00', amount: 250, status: 'SCHEDULED' };
  assert.equal(sinceText(debit, [since], 3), 'collected again, due 28 Nov 2026 (1 for 3 debits)');
  assert.equal(sinceText(debit, [since, since]), 'collected again, due 28 Nov 2026; collected again, due 28 Nov 2026');
});
