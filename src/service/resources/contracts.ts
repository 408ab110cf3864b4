import { contracts as operations } from '#contract/contracts.ts';
import { Refusal } from '#service/base/errors.ts';
import { echo, fieldNamesOf } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { identify, mustIdentify } from './terms/identify.ts';
import {
  cancelContract,
  createContracts,
  editContract,
  instalmentsOf,
  namesContract,
  recordsBy,
} from './terms/terms.ts';

const created = fieldNamesOf(operations.contractCreate.input);
const edited = created.filter((fieldName) => fieldName !== 'ClientNumber' && fieldName !== 'ContractNumber');
const answered = fieldNamesOf(operations.contractList.output);

const contractCreate: BatchHandler<'contractCreate'> = async (call, items) => {
  const outcomes = await createContracts(call, items, created, () => ({ isMandate: false, status: 'ACTIVE' }));
  return outcomes.map((it) => (it instanceof Refusal ? it : echo({ ...it }, answered)));
};

const contractEdit: ItemHandler<'contractEdit'> = async (call, item) =>
  echo({ ...(await editContract(call, await identify(call, item), item, edited, 'contract')) }, answered);

const contractCancel: ItemHandler<'contractCancel'> = async (call, item) => {
  mustIdentify(item);
  return cancelContract(call, await identify(call, item), item, 'contract');
};

const records = recordsBy({ table: 'contract it', order: 'contract_sequence' }, answered, namesContract);

const contractList: RetrieveHandler<'contractList'> = (tenant, query, isAll) => {
  // Unlike for mandates and instalments, the interface requires an identification here.
  if (!isAll) mustIdentify(query);
  return records(tenant, query);
};

export const contractHandlers = {
  contractCreate: batch(contractCreate, instalmentsOf),
  contractEdit: perItem(contractEdit),
  contractCancel: perItem(contractCancel),
  contractList: retrieve(contractList),
};
