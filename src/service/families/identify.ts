import type { Word } from '../../contract/fields.ts';
import type { Call } from '../call.ts';
import { HttpError, Refusal, type Fault } from '../errors.ts';
import { holding } from '../rows.ts';

interface Identification {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
}

const missing: Fault = {
  Code: 'IDENTIFICATION_REQUIRED',
  Message: 'Give ClientNumber and ContractNumber, or ContractSequence.',
};

const isIdentified = (given: Identification): boolean =>
  given.ContractSequence != null || (given.ClientNumber != null && given.ContractNumber != null);

/** For calls that carry their identification in the query: without it the call as a whole is malformed. */
export function mustIdentify(given: Identification): void {
  if (!isIdentified(given)) throw new HttpError(400, [missing]);
}

/** The words of a contract's row, as its columns hold them. */
export const contractWords = [
  'ContractSequence',
  'ClientNumber',
  'ContractNumber',
  'MandateStatusCode',
  'MandateType',
  'TransactionType',
  'MandateActionDate',
  'FrequencyCode',
  'CollectionDay',
  'DebitSequenceType',
  'AdjustmentCategory',
  'AdjustmentAmount',
  'AdjustmentRate',
  'TrackingYN',
  'TrackingCode',
  'FirstCollectionDate',
  'FirstCollectionAmount',
  'InstalmentStartDate',
  'InstalmentAmount',
  'MaximumAmount',
  'NumberOfInstalments',
  'RMS',
  'CTCPercentage',
] as const satisfies readonly Word[];

/** A contract as stored: amounts in whole cents. */
export interface Contract {
  ContractSequence: number;
  ClientNumber: string;
  ContractNumber: string;
  MandateStatusCode: string;
  MandateType: string | null;
  FrequencyCode: string;
  CollectionDay: number;
  AdjustmentCategory: string | null;
  AdjustmentAmount: number | null;
  AdjustmentRate: number | null;
  TrackingCode: string | null;
  FirstCollectionDate: string | null;
  FirstCollectionAmount: number | null;
  InstalmentStartDate: string;
  InstalmentAmount: number;
  MaximumAmount: number | null;
  NumberOfInstalments: number | null;
  isMandate: boolean;
}

/**
 * Finds the one contract that an item names and locks it until the call ends, so that two callers change a schedule
 * one after the other (interface, Endpoints: the identification rule).
 * @throws Refusal when it names none, half of one, one that is not there, or two different ones.
 */
export async function identify(call: Call, given: Identification): Promise<Contract> {
  if (!isIdentified(given)) throw new Refusal(missing);
  const [found] = await call.query<Contract>(
    `select ${holding(contractWords)}, is_mandate as "isMandate" from contract
      where merchant = $1 and product = $2
        and ($3::bigint is null or contract_sequence = $3)
        and ($3::bigint is not null or client_number = $4 and contract_number = $5)
      for update`,
    [
      call.merchant,
      call.product,
      given.ContractSequence ?? null,
      given.ClientNumber ?? null,
      given.ContractNumber ?? null,
    ],
  );
  const field = given.ContractSequence != null ? 'ContractSequence' : 'ContractNumber';
  if (!found) throw new Refusal({ Field: field, Code: 'NOT_FOUND', Message: 'No such contract.' });
  for (const word of ['ClientNumber', 'ContractNumber'] as const)
    if (given[word] != null && given[word] !== found[word])
      throw new Refusal({
        Field: word,
        Code: 'IDENTIFICATION_DISAGREES',
        Message: `${word} is not that of the contract with this ContractSequence.`,
      });
  return found;
}

/** The same for calls about mandates: a contract without one is not found. */
export async function identifyMandate(call: Call, given: Identification): Promise<Contract> {
  const found = await identify(call, given);
  if (!found.isMandate) throw new Refusal({ Code: 'NOT_FOUND', Message: 'That contract has no mandate.' });
  return found;
}
