import { Refusal } from '#service/base/errors.ts';
import { selectingStored } from '#service/database/rows.ts';
import type { Call } from '#service/http/call.ts';
import { named, type Identification } from '../terms/identify.ts';

/** The fields of a payout contract that every call about it needs. */
export interface Payout {
  ContractSequence: number;
  ClientNumber: string;
  ContractNumber: string;
  status: 'ACTIVE' | 'CANCELLED' | 'COMPLETED';
}

export const identifyPayouts = (call: Call, given: readonly Identification[]) =>
  named<Payout>(
    call,
    {
      table: 'payout_contract',
      select: `${selectingStored(['ContractSequence', 'ClientNumber', 'ContractNumber'])}, payout_status_code as status`,
      noun: 'payout contract',
    },
    given,
  );

export const identifyPayout = async (call: Call, given: Identification): Promise<Payout> =>
  (await identifyPayouts(call, [given]))(given);

export function mustBeActive(payout: Payout): void {
  if (payout.status !== 'ACTIVE')
    throw new Refusal({
      Code: 'NOT_OPEN',
      Message: `The payout contract is ${payout.status.toLowerCase()} and can no longer be changed.`,
    });
}
