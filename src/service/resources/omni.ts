import { omni as operations } from '#contract/omni.ts';
import { Refusal } from '#service/base/errors.ts';
import { fieldNamesOf, storedValue, writing } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { addInstalments, cancelInstalments, editInstalment } from './instalments.ts';
import { identify } from './terms/identify.ts';
import { recordsBy } from './terms/terms.ts';

/*
 * The same instalments as the standard resource's, in fewer fields: the contract by its sequence only, the action date as a
 * day. It is stored as the day's first minute.
 */
const midnight = ' 00:00';

const omniInstalmentCreate: BatchHandler<'omniInstalmentCreate'> = async (call, items) => {
  const wanted = items.map((item) => ({
    item,
    given: { ContractSequence: item.ContractSequence },
    date: item.CollectionDate + midnight,
    cents: storedValue('InstalmentAmount', item.InstalmentAmount) as number,
    dateField: 'CollectionDate' as const,
  }));
  const outcomes = await addInstalments(call, 'omniInstalmentCreate', wanted);
  return outcomes.map((it) => (it instanceof Refusal ? it : resultOf(it.contract.ContractSequence, it.sequence)));
};

const resultOf = (ContractSequence: number, InstalmentSequence: number) => ({ ContractSequence, InstalmentSequence });

const omniInstalmentEdit: ItemHandler<'omniInstalmentEdit'> = async (call, item) => {
  const contract = await identify(call, { ContractSequence: item.ContractSequence });
  const day = item.CollectionDate && item.CollectionDate + (await timeOf(call, item));
  const given = {
    ...(day === undefined ? {} : { InstalmentActionDate: day }),
    ...Object.fromEntries(writing(item, ['InstalmentAmount'])),
  };
  await editInstalment(call, contract, item.InstalmentSequence, given, 'CollectionDate');
  return resultOf(contract.ContractSequence, item.InstalmentSequence);
};

/** The instalment's time of day: moving it changes the day only. */
async function timeOf(call: Call, item: { ContractSequence: number; InstalmentSequence: number }): Promise<string> {
  const [found] = await call.query<{ time: string }>(
    `select to_char(instalment_action_date, ' HH24:MI') as time from instalment
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3::bigint`,
    [call.merchant, item.ContractSequence, item.InstalmentSequence],
  );
  return found?.time ?? midnight;
}

const omniInstalmentCancel: ItemHandler<'omniInstalmentCancel'> = async (call, item) => {
  const contract = await identify(call, { ContractSequence: item.ContractSequence });
  const which = item.InstalmentSequence == null ? 'remaining' : [item.InstalmentSequence];
  const cancelled = await cancelInstalments(call, contract, which);
  return cancelled instanceof Refusal
    ? cancelled
    : cancelled.map((sequence) => resultOf(contract.ContractSequence, sequence));
};

const inOmniWords = `(select *, instalment_action_date as collection_date, instalment_status as status
  from instalment) it`;

const omniInstalmentList: RetrieveHandler<'omniInstalmentList'> = recordsBy(
  { table: inOmniWords, order: 'contract_sequence, instalment_sequence' },
  fieldNamesOf(operations.omniInstalmentList.output),
  (given) => given['ContractSequence'] != null && given['InstalmentSequence'] != null,
);

export const omniHandlers = {
  omniInstalmentCreate: batch(omniInstalmentCreate),
  omniInstalmentEdit: perItem(omniInstalmentEdit),
  omniInstalmentCancel: perItem(omniInstalmentCancel),
  omniInstalmentList: retrieve(omniInstalmentList),
};
