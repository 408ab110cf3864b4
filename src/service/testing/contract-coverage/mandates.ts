import assert from 'node:assert/strict';
import { addDays } from '#rules/calendar.ts';
import { nextMonth } from '../samples.ts';
import { answersAll, survives } from './caller.ts';
import { isLogged, type Step } from './step.ts';

export const sampleMandate = (today: string, ContractNumber: string) => ({
  ClientNumber: 'W-1',
  ContractNumber,
  MandateType: 'FIXED',
  TransactionType: 'TT1',
  MandateActionDate: `${addDays(today, 1)} 08:00`,
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  DebitSequenceType: 'RCUR',
  AdjustmentCategory: 'A',
  AdjustmentAmount: 10.5,
  TrackingYN: 'Y',
  TrackingCode: '14',
  FirstCollectionDate: `${addDays(today, 2)} 10:00`,
  FirstCollectionAmount: 99.99,
  InstalmentStartDate: `${nextMonth(today)} 00:00`,
  InstalmentAmount: 1234.56,
  MaximumAmount: 1800,
  NumberOfInstalments: 12,
  RMS: 'N',
});

/** Differs from `sampleMandate` in every field. */
export const mandateEdited = (today: string) => ({
  MandateType: 'USAGE',
  TransactionType: 'TT3',
  MandateActionDate: `${addDays(today, 3)} 09:30`,
  FrequencyCode: 'QURT',
  CollectionDay: 28,
  DebitSequenceType: 'OOFF',
  AdjustmentCategory: 'B',
  AdjustmentAmount: null,
  AdjustmentRate: 7.25,
  TrackingYN: 'N',
  TrackingCode: '12',
  FirstCollectionDate: `${addDays(today, 4)} 11:15`,
  FirstCollectionAmount: 88.88,
  InstalmentStartDate: `${nextMonth(nextMonth(today))} 06:45`,
  InstalmentAmount: 1500.01,
  MaximumAmount: 2000.29,
  NumberOfInstalments: 10,
  RMS: 'Y',
});

export const mandatesStep: Step = async (caller) => {
  const item = sampleMandate(caller.today, 'M-1');
  const { AdjustmentAmount: _, ...rest } = item;
  const byRate = { ...rest, ContractNumber: 'M-2', AdjustmentRate: 5.5 };
  answersAll('mandateCreate', item, byRate);
  const created = await caller.done('mandateCreate', [item, byRate]);
  const ContractSequence = created.ContractSequence ?? 0;
  const named = { ClientNumber: 'W-1', ContractNumber: 'M-1' };
  survives('mandateList', item, await caller.one('mandateList', { ContractSequence }));
  assert.deepEqual(
    await caller.one('mandateList', { ...named, MandateStatusCode: 'ACTIVE' }),
    await caller.one('mandateList', { ContractSequence }),
  );
  await caller.isStored('contract', { contract_number: 'M-1' }, item);
  await caller.isStored('contract', { contract_number: 'M-2' }, byRate);

  const edit = { ...named, ContractSequence, ...mandateEdited(caller.today) };
  answersAll('mandateEdit', edit);
  await caller.done('mandateEdit', edit);
  survives('mandateList', edit, await caller.one('mandateList', { ContractSequence }));
  await caller.isStored('contract', { contract_number: 'M-1' }, edit);
  const report = await caller.call('mandateChangeReport', { ...caller.range, ContractSequence });
  isLogged(report.records, item, edit);

  const end = { ...named, ContractSequence, CancelReason: 'MD17', CancelDate: `${caller.today} 12:34` };
  answersAll('mandateCancel', end);
  assert.deepEqual(await caller.done('mandateCancel', end), { ...named, ContractSequence });
  assert.equal((await caller.one('mandateList', { ContractSequence })).MandateStatusCode, 'CANCELLED');
  await caller.isStored('contract', { contract_number: 'M-1' }, end);
  const ended = await caller.call('mandateChangeReport', { ...caller.range, ...named, MandateType: 'USAGE' });
  assert.deepEqual(
    ended.records.filter((it) => it.ChangeType === 'CANCEL').map((it) => [it.FieldChanged, it.NewValue]),
    [
      ['MandateStatusCode', 'CANCELLED'],
      ['CancelReason', 'MD17'],
      ['CancelDate', end.CancelDate],
    ],
  );
};
