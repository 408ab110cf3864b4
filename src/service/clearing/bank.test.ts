import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedBank } from './bank.ts';

type Order = Parameters<typeof simulatedBank.debits>[0][number];

test('where the end of an account number forces an outcome it is there the same evening, for others now and then days later', async () => {
  const submitted = (contract: number, number: number): Order => ({
    account: { merchant: '1001', product: 'EFT', client: `C-${contract}`, number: String(number) },
    contract,
    sequence: 1,
    actionDate: '2026-11-26',
    status: 'SUBMITTED',
    since: '2026-11-26 17:30',
    trackingDays: 0,
  });
  const contracts = Array.from({ length: 1000 }, (_, index) => 100_000 + index);
  const daysOf = async (end: number) => {
    const answers = await simulatedBank.debits(contracts.map((it) => submitted(it, 620_000_0000 + end)));
    return new Set(answers.map((it) => it?.at.slice(0, 10)));
  };
  for (const end of [0, 1111, 3333]) assert.deepEqual([...(await daysOf(end))], ['2026-11-26'], String(end));
  assert.ok((await daysOf(4567)).size > 1);
});
