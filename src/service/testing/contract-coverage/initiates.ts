import assert from 'node:assert/strict';
import { answersAll, survives } from './caller.ts';
import { mandateEdited, sampleMandate } from './mandates.ts';
import { isLogged, listsAll, type Step } from './step.ts';

export const initiatesStep: Step = async (caller) => {
  const there = { product: 'DEBICHECK' };
  const item = { ...sampleMandate(caller.today, 'D-1'), TransactionType: 'TT2' };
  const { ContractSequence = 0 } = await caller.done('mandateCreate', item, there);
  const named = { ClientNumber: 'W-1', ContractNumber: 'D-1', ContractSequence: ContractSequence ?? 0 };
  const pending = await caller.one('mandateList', { ...named, MandateStatusCode: 'PENDING' }, there);
  survives('mandateList', item, pending);

  const edit = { ...named, ...mandateEdited(caller.today) };
  answersAll('mandateInitiateEdit', edit);
  await caller.done('mandateInitiateEdit', edit, there);
  survives('mandateList', edit, await caller.one('mandateList', named, there));
  await caller.isStored('contract', { contract_number: 'D-1' }, { ...edit, MandateStatusCode: 'PENDING' });

  const end = { ...named, CancelReason: 'MICN', CancelDate: `${caller.today} 00:00` };
  answersAll('mandateInitiateCancel', end);
  assert.deepEqual(await caller.done('mandateInitiateCancel', end, there), named);
  assert.equal((await caller.one('mandateList', named, there)).MandateStatusCode, 'CANCELLED');
  const changes = (await caller.call('mandateChangeReport', { ...caller.range, ...named }, there)).records;
  listsAll('mandateChangeReport', changes);
  isLogged(
    changes.filter((it) => it.ChangeType === 'EDIT'),
    item,
    edit,
  );
  assert.equal(changes.filter((it) => it.ChangeType === 'CANCEL').length, 3);
};
