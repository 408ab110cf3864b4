import assert from 'node:assert/strict';
import { addDays } from '#rules/calendar.ts';
import { nextMonth } from '../samples.ts';
import { answersAll, survives } from './caller.ts';
import { isLogged, type Step } from './step.ts';

export const contractsStep: Step = async (caller) => {
  const item = {
    ClientNumber: 'W-1',
    ContractNumber: 'C-1',
    FrequencyCode: 'WEEK',
    CollectionDay: 5,
    TrackingCode: '01',
    FirstCollectionDate: `${addDays(caller.today, 2)} 10:00`,
    FirstCollectionAmount: 0.29,
    InstalmentStartDate: `${nextMonth(caller.today)} 07:15`,
    InstalmentAmount: 10.01,
    NumberOfInstalments: 3,
    CTCPercentage: 12.5,
  };
  answersAll('contractCreate', item);
  const { ContractSequence = 0 } = await caller.done('contractCreate', item);
  assert.ok(ContractSequence);
  const named = { ClientNumber: 'W-1', ContractNumber: 'C-1' };
  survives('contractList', item, await caller.one('contractList', { ContractSequence }));
  assert.deepEqual(await caller.one('contractList', named), await caller.one('contractList', { ContractSequence }));
  await caller.isStored('contract', { contract_number: 'C-1' }, item);

  const edit = {
    ...named,
    ContractSequence,
    FrequencyCode: 'FRTN',
    CollectionDay: 11,
    TrackingCode: '02',
    FirstCollectionDate: `${addDays(caller.today, 3)} 11:30`,
    FirstCollectionAmount: 1.1,
    InstalmentStartDate: `${nextMonth(caller.today)} 08:30`,
    InstalmentAmount: 20.2,
    NumberOfInstalments: 4,
    CTCPercentage: 0.0125,
  };
  answersAll('contractEdit', edit);
  await caller.done('contractEdit', edit);
  survives('contractList', edit, await caller.one('contractList', { ContractSequence }));
  await caller.isStored('contract', { contract_number: 'C-1' }, edit);
  isLogged((await caller.call('contractChangeReport', { ...caller.range, ContractSequence })).records, item, edit);

  const end = { ...named, ContractSequence, CancelReason: 'MCES', CancelDate: `${addDays(caller.today, 1)} 00:00` };
  answersAll('contractCancel', end);
  assert.deepEqual(await caller.done('contractCancel', end), { ...named, ContractSequence });
  await caller.isStored('contract', { contract_number: 'C-1' }, { ...end, MandateStatusCode: 'CANCELLED' });
  const ended = await caller.call('contractChangeReport', { ...caller.range, ...named });
  const cancelled = ended.records.find((it) => it.ChangeType === 'CANCEL' && it.FieldChanged === 'Status');
  assert.equal(cancelled?.NewValue, 'CANCELLED');
};
