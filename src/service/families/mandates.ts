import { mandates as the, mandateItem } from '../../contract/mandates.ts';
import type { ItemHandler, ListHandler } from '../call.ts';
import { echo, wordsOf } from '../rows.ts';
import { identifyMandate, mustIdentify } from './identify.ts';
import { cancelContract, createContract, editContract, namesContract, retrieve } from './terms.ts';

const created = wordsOf(the.mandateCreate.input);
const edited = wordsOf(mandateItem).filter((word) => !(word in the.mandateCancel.output.shape));

/** A DebiCheck mandate of the delayed kind waits for its payer; every other one is in force when it is made. */
const statusOf = (product: string, transactionType: string | null | undefined) =>
  product === 'DEBICHECK' && transactionType === 'TT2' ? 'PENDING' : 'ACTIVE';

const mandateCreate: ItemHandler<'mandateCreate'> = async (call, item) => {
  const status = statusOf(call.product, item.TransactionType);
  const made = await createContract(call, item, created, { isMandate: true, status });
  return echo(made, wordsOf(the.mandateCreate.output));
};

const mandateEdit: ItemHandler<'mandateEdit'> = async (call, item) => {
  const mandate = await identifyMandate(call, item);
  const after = await editContract(call, mandate, item, edited, 'mandate');
  return echo({ ...after }, wordsOf(the.mandateEdit.output));
};

const mandateCancel: ItemHandler<'mandateCancel'> = async (call, item) => {
  mustIdentify(item);
  return cancelContract(call, await identifyMandate(call, item), item, 'mandate');
};

const mandateList: ListHandler<'mandateList'> = (call, query) =>
  retrieve(
    call,
    { table: 'contract it', order: 'contract_sequence', and: 'is_mandate' },
    query,
    wordsOf(the.mandateList.output),
    namesContract,
  );

export const mandates = { mandateCreate, mandateEdit, mandateCancel, mandateList };
