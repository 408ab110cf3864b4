import { mandateItem, mandates as operations } from '#contract/mandates.ts';
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
import { identifyMandate, mustIdentify } from './terms/identify.ts';
import {
  cancelContract,
  createContracts,
  editContract,
  instalmentsOf,
  namesContract,
  recordsBy,
} from './terms/terms.ts';

const created = fieldNamesOf(operations.mandateCreate.input);
const edited = fieldNamesOf(mandateItem).filter((fieldName) => !(fieldName in operations.mandateCancel.output.shape));

/** DebiCheck types to which the payer agrees at creation: in real time, or by card and PIN. */
const agreedTypes: readonly unknown[] = ['TT1', 'TT3'];

const statusOf = (product: string, transactionType: string | null | undefined) =>
  product === 'DEBICHECK' && !agreedTypes.includes(transactionType) ? 'PENDING' : 'ACTIVE';

const mandateCreate: BatchHandler<'mandateCreate'> = async (call, items) => {
  const outcomes = await createContracts(call, items, created, (item) => ({
    isMandate: true,
    status: statusOf(call.product, item.TransactionType),
  }));
  return outcomes.map((it) =>
    it instanceof Refusal ? it : echo({ ...it }, fieldNamesOf(operations.mandateCreate.output)),
  );
};

const mandateEdit: ItemHandler<'mandateEdit'> = async (call, item) => {
  const mandate = await identifyMandate(call, item);
  const after = await editContract(call, mandate, item, edited, 'mandate');
  return echo({ ...after }, fieldNamesOf(operations.mandateEdit.output));
};

const mandateCancel: ItemHandler<'mandateCancel'> = async (call, item) => {
  mustIdentify(item);
  return cancelContract(call, await identifyMandate(call, item), item, 'mandate');
};

const mandateList: RetrieveHandler<'mandateList'> = recordsBy(
  { table: 'contract it', order: 'contract_sequence', and: 'is_mandate' },
  fieldNamesOf(operations.mandateList.output),
  namesContract,
);

export const mandateHandlers = {
  mandateCreate: batch(mandateCreate, instalmentsOf),
  mandateEdit: perItem(mandateEdit),
  mandateCancel: perItem(mandateCancel),
  mandateList: retrieve(mandateList),
};
