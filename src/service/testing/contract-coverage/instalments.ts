import assert from 'node:assert/strict';
import { addDays } from '#rules/calendar.ts';
import { nextMonth } from '../samples.ts';
import { answersAll, survives, type ContractCaller } from './caller.ts';
import { edited, isLogged, listsAll, type Step } from './step.ts';

async function openContract(caller: ContractCaller, ContractNumber: string): Promise<number> {
  const created = await caller.done('contractCreate', {
    ClientNumber: 'W-1',
    ContractNumber,
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(caller.today)} 00:00`,
    InstalmentAmount: 100,
    NumberOfInstalments: 2,
  });
  return created.ContractSequence ?? 0;
}

export const instalmentsStep: Step = async (caller) => {
  const ContractSequence = await openContract(caller, 'I-1');
  const named = { ClientNumber: 'W-1', ContractNumber: 'I-1', ContractSequence };
  const item = {
    ...named,
    InstalmentActionDate: `${addDays(caller.today, 5)} 09:15`,
    TrackingCode: '03',
    InstalmentAmount: 55.55,
    DebitSequenceType: 'OOFF',
    CTCAmount: 1.25,
  };
  answersAll('instalmentCreate', item);
  const { InstalmentSequence = 0 } = await caller.done('instalmentCreate', item);
  assert.equal(InstalmentSequence, 3);
  const one = { ContractSequence, InstalmentSequence: InstalmentSequence ?? 0 };
  const received = await caller.one('instalmentList', { ...named, ...one });
  survives('instalmentList', { ...item, InstalmentStatus: 'SCHEDULED' }, received);
  const where = { contract_sequence: ContractSequence, instalment_sequence: InstalmentSequence };
  await caller.isStored('instalment', where, { ...edited(item), ...one });

  const edit = {
    ...named,
    ...one,
    InstalmentActionDate: `${addDays(caller.today, 6)} 10:45`,
    TrackingCode: '04',
    InstalmentAmount: 66.66,
    DebitSequenceType: 'RCUR',
  };
  answersAll('instalmentEdit', edit);
  await caller.done('instalmentEdit', edit);
  survives('instalmentList', edit, await caller.one('instalmentList', one));
  await caller.isStored('instalment', where, { ...edited(edit), ...one });
  const report = await caller.call('contractChangeReport', { ...caller.range, ContractSequence });
  const { InstalmentSequence: _, ...terms } = edit;
  isLogged(report.records, item, terms, `[${InstalmentSequence}]`);

  answersAll('instalmentCancel', { ...named, ...one });
  assert.deepEqual(await caller.done('instalmentCancel', { ...named, ...one }), { ...named, ...one });
  assert.equal((await caller.one('instalmentList', one)).InstalmentStatus, 'CANCELLED');
  const ended = await caller.call('contractChangeReport', { ...caller.range, ...named });
  assert.deepEqual(
    ended.records.filter((it) => it.ChangeType === 'CANCEL').map((it) => [it.FieldChanged, it.OldValue, it.NewValue]),
    [[`InstalmentStatus[${InstalmentSequence}]`, 'SCHEDULED', 'CANCELLED']],
  );
};

export const omniStep: Step = async (caller) => {
  const ContractSequence = await openContract(caller, 'O-1');
  const days = { StartDate: addDays(caller.today, -1), EndDate: addDays(caller.today, 90) };
  const item = { ContractSequence, CollectionDate: addDays(caller.today, 5), InstalmentAmount: 77.77 };
  answersAll('omniInstalmentCreate', item);
  const created = await caller.done('omniInstalmentCreate', item);
  const one = { ContractSequence, InstalmentSequence: created.InstalmentSequence ?? 0 };
  assert.deepEqual(created, one);
  survives('omniInstalmentList', { ...item, Status: 'SCHEDULED' }, await caller.one('omniInstalmentList', one));
  const where = { contract_sequence: ContractSequence, instalment_sequence: one.InstalmentSequence };
  await caller.isStored('instalment', where, {
    InstalmentActionDate: `${item.CollectionDate} 00:00`,
    InstalmentAmount: item.InstalmentAmount,
  });
  const future = await caller.call('futureTransactionReport', days);
  const due = future.records.filter((it) => it.ContractSequence === ContractSequence);
  assert.equal(due.length, 3);
  listsAll('futureTransactionReport', due);

  const edit = { ...one, CollectionDate: addDays(caller.today, 6), InstalmentAmount: 88.88 };
  answersAll('omniInstalmentEdit', edit);
  assert.deepEqual(await caller.done('omniInstalmentEdit', edit), one);
  survives('omniInstalmentList', edit, await caller.one('omniInstalmentList', { ...one, Status: 'SCHEDULED' }));

  answersAll('omniInstalmentCancel', one);
  assert.deepEqual(await caller.done('omniInstalmentCancel', one), one);
  const rest = await caller.call('omniInstalmentCancel', { ContractSequence });
  assert.deepEqual(rest.successful, [
    { ContractSequence, InstalmentSequence: 1 },
    { ContractSequence, InstalmentSequence: 2 },
  ]);
  const ended = await caller.call('omniInstalmentList', { ContractSequence, Status: 'CANCELLED' });
  assert.equal(ended.records.length, 3);

  const changed = (await caller.call('omniInstalmentChangeReport', days)).records;
  const mine = changed.filter((it) => it.ContractSequence === ContractSequence);
  listsAll('omniInstalmentChangeReport', mine);
  const last = mine.find((it) => it.InstalmentSequence === one.InstalmentSequence);
  assert.deepEqual(
    [last?.InstalmentActionDate, last?.InstalmentAmount, last?.InstalmentStatus, last?.ContractNumber],
    [`${edit.CollectionDate} 00:00`, edit.InstalmentAmount, 'CANCELLED', 'O-1'],
  );
  const contractsChanged = (await caller.call('omniContractChangeReport', days)).records;
  listsAll('omniContractChangeReport', contractsChanged);
  const contract = contractsChanged.find((it) => it.ContractSequence === ContractSequence);
  assert.equal(contract?.ContractInstalments?.length, 3);
};
