import assert from 'node:assert/strict';
import { addDays } from '#rules/calendar.ts';
import type { Clock } from '#service/base/clock.ts';
import { noBank, paid, type Bank } from '#service/clearing/bank.ts';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { answersAll } from './caller.ts';
import { sampleMandate } from './mandates.ts';
import { listsAll, type Step } from './step.ts';

/** A bank that pays every debit of the contract at once, returns none, and ignores all others. */
const paying = (contract: number): Bank => ({
  ...noBank,
  debits: async (debits) =>
    debits.map((it) =>
      it.contract === contract && it.status !== 'PAID'
        ? { at: it.actionDate, result: it.status === 'SCHEDULED' ? null : paid }
        : undefined,
    ),
});

export const transactions: Step = async (caller) => {
  const tomorrow = addDays(caller.today, 1);
  const { ContractSequence = 0 } = await caller.done('mandateCreate', {
    ...sampleMandate(caller.today, 'M-3'),
    MandateType: 'USAGE',
    TransactionType: 'TT3',
    TrackingCode: '12',
    FirstCollectionDate: `${tomorrow} 12:00`,
  });
  const evening: Clock = { now: () => `${tomorrow} 23:59`, today: () => tomorrow };
  await clearMerchant(caller.service.database.pool, evening, '1001', { bank: paying(ContractSequence) });
  const query = {
    ...caller.range,
    Product: 'EFT',
    ClientNumber: 'W-1',
    ContractNumber: 'M-3',
    ContractSequence,
    MandateType: 'USAGE',
    TrackingCode: '12',
    DebitSequenceType: 'FRST',
  };
  answersAll('transactionReport', query);
  const { records } = await caller.call('transactionReport', query);
  listsAll('transactionReport', records);
  const { StartDate: _from, EndDate: _to, Product: _, ...rest } = query;
  assert.deepEqual(records, [
    { ...rest, TransactionDate: `${tomorrow} 12:00`, TransactionType: 'TT3', Amount: 99.99, Status: 'PAID' },
  ]);
  for (const fieldName of Object.keys(rest)) {
    const other = { ...query, [fieldName]: fieldName === 'ContractSequence' ? 1 : 'NONE' };
    assert.deepEqual((await caller.call('transactionReport', other)).records, [], fieldName);
  }
  assert.deepEqual((await caller.call('transactionReport', { ...query, Product: 'DEBICHECK' })).records, []);
};
