import { initiates as operations } from '#contract/initiates.ts';
import { mandateItem } from '#contract/mandates.ts';
import type { Input } from '#contract/operations.ts';
import { Refusal } from '#service/base/errors.ts';
import { echo, fieldNamesOf } from '#service/database/rows.ts';
import { perItem, type Call, type ItemHandler } from '#service/http/call.ts';
import { identifyMandate, mustIdentify, type StoredContract } from './terms/identify.ts';
import { cancelContract, editContract } from './terms/terms.ts';

const edited = fieldNamesOf(mandateItem).filter(
  (fieldName) => !(fieldName in operations.mandateInitiateCancel.output.shape),
);

/**
 * The initiated mandate that an item names. The mandate calls accept it as well; this resource is for callers who must not
 * change an active one.
 */
async function identifyInitiated(call: Call, given: Partial<Input<'mandateInitiateCancel'>>): Promise<StoredContract> {
  const mandate = await identifyMandate(call, given);
  if (mandate.MandateStatusCode !== 'PENDING')
    throw new Refusal({
      Code: 'NOT_PENDING',
      Message: `The mandate is ${mandate.MandateStatusCode.toLowerCase()} and no longer an initiated record.`,
    });
  return mandate;
}

const mandateInitiateEdit: ItemHandler<'mandateInitiateEdit'> = async (call, item) => {
  const after = await editContract(call, await identifyInitiated(call, item), item, edited, 'mandate');
  return echo({ ...after }, fieldNamesOf(operations.mandateInitiateEdit.output));
};

const mandateInitiateCancel: ItemHandler<'mandateInitiateCancel'> = async (call, item) => {
  mustIdentify(item);
  return cancelContract(call, await identifyInitiated(call, item), item, 'mandate');
};

export const initiateHandlers = {
  mandateInitiateEdit: perItem(mandateInitiateEdit),
  mandateInitiateCancel: perItem(mandateInitiateCancel),
};
