import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againFigures, missedIn } from './outcomes.ts';

const days = { from: '2026-10-01', to: '2026-10-31' };
const instalment = (contract: number, sequence: number, due: string, status: string, amount = 100) => ({
  ContractSequence: contract,
  InstalmentSequence: sequence,
  InstalmentActionDate: `2026-${due} 00:00`,
  InstalmentStatus: status,
  InstalmentAmount: amount,
  InstalmentResult: status === 'UNPAID' ? '02' : '',
});
const added = (contract: number, sequence: number, at: string) => ({
  ContractSequence: contract,
  ChangeType: 'CREATE',
  FieldChanged: `InstalmentActionDate[${sequence}]`,
  ChangeDate: `2026-${at} 09:00`,
});

test('what was added for a missed debit counts, not what an open-ended contract goes on with', () => {
  const instalments = [
    instalment(1, 1, '10-01', 'UNPAID'),
    instalment(1, 2, '10-05', 'UNPAID'),
    instalment(1, 3, '10-25', 'PAID', 110.5),
    instalment(2, 1, '10-01', 'UNPAID', 50),
    instalment(2, 2, '12-25', 'SCHEDULED', 50),
    // Missed before the period.
    instalment(3, 1, '09-01', 'UNPAID'),
    instalment(3, 2, '10-02', 'PAID'),
  ];
  const changes = [added(1, 2, '10-02'), added(1, 3, '10-06'), added(2, 2, '10-02'), added(3, 2, '09-30')];
  const found = againFigures(missedIn(days, instalments, changes));
  assert.deepEqual(
    [found.missed, found.tried, found.paidCents, found.waiting, found.untried],
    [
      { count: 2, cents: 15_000 },
      { label: 'All', paid: 1, all: 2 },
      11_050,
      { count: 0, cents: 0 },
      { count: 1, cents: 5000 },
    ],
  );
  assert.deepEqual(found.byAttempt, [
    { label: 'First', paid: 0, all: 1 },
    { label: 'Second', paid: 1, all: 1 },
  ]);
  assert.deepEqual(
    found.byWait.map(({ label }) => label),
    ['3 to 7 days', '15 days or more'],
  );
  assert.deepEqual(found.byReason, [{ label: '02', paid: 1, all: 2 }]);
});

test('a sum with an amount that is not known is not known', () => {
  const found = againFigures(missedIn(days, [{ ...instalment(1, 1, '10-01', 'UNPAID'), InstalmentAmount: null }], []));
  assert.deepEqual(found.missed, { count: 1, cents: undefined });
});
