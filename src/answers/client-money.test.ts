import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientMoney } from './client-money.ts';

const row = (more: object) => ({
  ContractSequence: 7,
  TransactionDate: '2026-11-25 08:00',
  TransactionType: 'DEBIT',
  Amount: 640.5,
  Status: 'PAID',
  ...more,
});

test('money that came in is what paid debits brought, without those that were returned later, and payouts', () => {
  assert.deepEqual(
    clientMoney([
      row({}),
      row({ TransactionDate: '2026-11-26T08:00:30', ContractSequence: '8' }),
      row({ Status: 'UNPAID' }),
      row({ TransactionType: 'PAYOUT' }),
      row({ Amount: 10 }),
      row({ Amount: 10, TransactionType: 'RETURN', Status: 'UNPAID', TransactionDate: '2026-11-27 08:00' }),
      row({ TransactionDate: null }),
      row({ Amount: null }),
    ]),
    [
      { contract: '7', at: '2026-11-25 08:00', cents: 64_050 },
      { contract: '8', at: '2026-11-26 08:00', cents: 64_050 },
    ],
  );
});
