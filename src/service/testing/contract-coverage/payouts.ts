import assert from 'node:assert/strict';
import { addDays } from '#rules/calendar.ts';
import { nextMonth } from '../samples.ts';
import { answersAll, survives, type ContractCaller } from './caller.ts';
import { edited, isLogged, listsAll, type Step } from './step.ts';

export const payoutsStep: Step = async (caller) => {
  const [code] = (await caller.call('payoutCancelLookup', {})).records;
  const item = {
    ClientNumber: 'W-1',
    ContractNumber: 'P-1',
    PaymentAmount: 250.25,
    NumberOfPayments: 3,
    PaymentStartDate: `${nextMonth(caller.today)} 07:30`,
    FrequencyCode: 'MNTH',
    PaymentIndicator: 'NORMAL',
  };
  answersAll('payoutContractCreate', item);
  const created = await caller.done('payoutContractCreate', item);
  const ContractSequence = created.ContractSequence ?? 0;
  assert.deepEqual(
    created.SuccessPayments?.map((it) => [it.PaymentSequence, it.PaymentDate, it.PaymentAmount]),
    [0, 1, 2].map((n) => [n + 1, `${later(nextMonth(caller.today), n)} 07:30`, 250.25]),
  );
  assert.deepEqual(created.FailedPayments, []);
  const named = { ClientNumber: 'W-1', ContractNumber: 'P-1', ContractSequence };
  const received = await caller.one('payoutContractList', { ContractSequence });
  survives('payoutContractList', { ...item, ContractSequence }, received);
  assert.equal(received.ContractPayments?.length, 3);
  await caller.isStored('payout_contract', { contract_number: 'P-1' }, item);

  await payments(caller, named);

  const end = { ...named, CancelCode: code?.CancelCode ?? '', CancelDate: `${caller.today} 00:00` };
  answersAll('payoutContractCancel', end);
  assert.deepEqual(await caller.done('payoutContractCancel', end), named);
  await caller.isStored('payout_contract', { contract_number: 'P-1' }, { ...end, PayoutStatusCode: 'CANCELLED' });
  const left = await caller.one('payoutContractList', named);
  assert.deepEqual(new Set(left.ContractPayments?.map((it) => it.PaymentStatus)), new Set(['CANCELLED']));
  const ended = await caller.call('payoutPaymentChangeReport', { ...caller.range, ...named });
  assert.equal(ended.records.filter((it) => it.ChangeType === 'CANCEL').length, 4);
};

const later = (firstOfMonth: string, months: number): string =>
  Array.from({ length: months }).reduce<string>((date) => nextMonth(date), firstOfMonth);

async function payments(
  caller: ContractCaller,
  named: { ClientNumber: string; ContractNumber: string; ContractSequence: number },
) {
  const item = {
    ...named,
    PaymentDate: `${addDays(caller.today, 5)} 10:10`,
    PaymentAmount: 12.34,
    PaymentIndicator: 'URGENT',
  };
  answersAll('payoutPaymentCreate', item);
  const created = await caller.done('payoutPaymentCreate', item);
  const one = { ...named, PaymentSequence: created.PaymentSequence ?? 0 };
  assert.equal(one.PaymentSequence, 4);
  survives('payoutPaymentList', { ...item, PaymentStatus: 'SCHEDULED' }, await caller.one('payoutPaymentList', one));
  const where = { contract_sequence: named.ContractSequence, payment_sequence: one.PaymentSequence };
  await caller.isStored('payment', where, edited(item));

  const edit = {
    ...one,
    PaymentDate: `${addDays(caller.today, 6)} 11:11`,
    PaymentAmount: 43.21,
    PaymentIndicator: 'LATE',
  };
  answersAll('payoutPaymentEdit', edit);
  await caller.done('payoutPaymentEdit', edit);
  survives('payoutPaymentList', edit, await caller.one('payoutPaymentList', one));
  await caller.isStored('payment', where, edited(edit));
  const changes = (await caller.call('payoutPaymentChangeReport', { ...caller.range, ...one })).records;
  listsAll('payoutPaymentChangeReport', changes);
  for (const it of changes) assert.equal(it.PaymentSequence, one.PaymentSequence);
  const { PaymentSequence: _, ...terms } = edit;
  isLogged(changes, item, terms);
}
