import assert from 'node:assert/strict';
import { client } from '../samples.ts';
import { answersAll, survives } from './caller.ts';
import { type Step } from './step.ts';

export const clientsStep: Step = async (caller) => {
  const item = client('W-1');
  answersAll('clientCreate', item);
  await caller.done('clientCreate', item);
  survives('clientList', item, await caller.one('clientList', { ClientNumber: 'W-1' }));
  await caller.isStored('client', { client_number: 'W-1' }, item);

  const edit = {
    ClientNumber: 'W-1',
    ClientName: 'Zoë “Ünï” O’Näme 漢字',
    IDType: 'PP',
    IDNumber: 'A0000001',
    CellphoneNumber: '+27825550102',
    EMail: 'zoe@example.org',
    BankCode: 8,
    BranchCode: 198765,
    AccountType: 2,
    AccountNumber: Number.MAX_SAFE_INTEGER,
    AccountHolderName: 'Z O’Näme',
  };
  answersAll('clientEdit', edit);
  await caller.done('clientEdit', edit);
  survives('clientList', edit, await caller.one('clientList', { ClientNumber: 'W-1' }));
  await caller.isStored('client', { client_number: 'W-1' }, edit);
  assert.equal((await caller.call('clientList', {})).records.length, 1);
  await caller.done('clientCreate', client('W-1'), { product: 'DEBICHECK' });
};
