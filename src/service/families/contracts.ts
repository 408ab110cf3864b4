import { contracts as the } from '../../contract/contracts.ts';
import type { ItemHandler, ListHandler } from '../call.ts';
import { echo, wordsOf } from '../rows.ts';
import { identify, mustIdentify } from './identify.ts';
import { cancelContract, createContract, editContract, namesContract, retrieve } from './terms.ts';

const created = wordsOf(the.contractCreate.input);
const edited = created.filter((word) => word !== 'ClientNumber' && word !== 'ContractNumber');
const answered = wordsOf(the.contractList.output);

const contractCreate: ItemHandler<'contractCreate'> = async (call, item) =>
  echo(await createContract(call, item, created, { isMandate: false, status: 'ACTIVE' }), answered);

const contractEdit: ItemHandler<'contractEdit'> = async (call, item) =>
  echo({ ...(await editContract(call, await identify(call, item), item, edited, 'contract')) }, answered);

const contractCancel: ItemHandler<'contractCancel'> = async (call, item) => {
  mustIdentify(item);
  return cancelContract(call, await identify(call, item), item, 'contract');
};

const contractList: ListHandler<'contractList'> = (call, query) => {
  // Unlike mandates and instalments, the document says of this retrieve that the rule applies.
  mustIdentify(query);
  return retrieve(call, { table: 'contract it', order: 'contract_sequence' }, query, answered, namesContract);
};

export const contracts = { contractCreate, contractEdit, contractCancel, contractList };
