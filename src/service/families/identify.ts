import type { Word } from '../../contract/fields.ts';
import type { Call } from '../call.ts';
import { HttpError, Refusal, type Fault } from '../errors.ts';
import { holding } from '../rows.ts';

export interface Identification {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
}

export const missing: Fault = {
  Code: 'IDENTIFICATION_REQUIRED',
  Message: 'Give ClientNumber and ContractNumber, or ContractSequence.',
};

export const isIdentified = (given: Identification): boolean =>
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

const numbersOf = (it: Identification) => JSON.stringify([it.ClientNumber, it.ContractNumber]);

/**
 * Finds the one contract that each item names and locks it until the call ends, so that two callers change a schedule
 * one after the other; in the order of their sequences, so that two batches do not wait for each other (interface,
 * Endpoints: the identification rule).
 * @returns for each item its contract, or the refusal when it names none, half of one, one that is not there, or two
 * different ones.
 */
export async function identifyAll(call: Call, given: readonly Identification[]): Promise<(Contract | Refusal)[]> {
  const bySequence = given.filter((it) => it.ContractSequence != null);
  const byNumbers = given.filter((it) => it.ContractSequence == null && isIdentified(it));
  const found = await call.query<Contract>(
    `select ${holding(contractWords)}, is_mandate as "isMandate" from contract
      where merchant = $1 and product = $2 and contract_sequence in (
        select unnest($3::bigint[])
        union
        select contract_sequence
        from unnest($4::text[], $5::text[]) as named (client, contract)
          join contract on merchant = $1 and product = $2 and client_number = client and contract_number = contract
      )
      order by contract_sequence for update`,
    [
      call.merchant,
      call.product,
      bySequence.map((it) => it.ContractSequence),
      byNumbers.map((it) => it.ClientNumber),
      byNumbers.map((it) => it.ContractNumber),
    ],
  );
  const sequences = new Map(found.map((it) => [it.ContractSequence, it]));
  const numbers = new Map(found.map((it) => [numbersOf(it), it]));
  return given.map((it) => {
    if (!isIdentified(it)) return new Refusal(missing);
    const isSequence = it.ContractSequence != null;
    const contract = isSequence ? sequences.get(it.ContractSequence ?? 0) : numbers.get(numbersOf(it));
    const field = isSequence ? 'ContractSequence' : 'ContractNumber';
    if (!contract) return new Refusal({ Field: field, Code: 'NOT_FOUND', Message: 'No such contract.' });
    const other = (['ClientNumber', 'ContractNumber'] as const).find(
      (word) => (it[word] ?? contract[word]) !== contract[word],
    );
    if (!other) return contract;
    return new Refusal({
      Field: other,
      Code: 'IDENTIFICATION_DISAGREES',
      Message: `${other} is not that of the contract with this ContractSequence.`,
    });
  });
}

/**
 * The same for one item.
 * @throws Refusal as `identifyAll` returns it.
 */
export async function identify(call: Call, given: Identification): Promise<Contract> {
  const [found] = await identifyAll(call, [given]);
  if (!found || found instanceof Refusal) throw found ?? new Refusal(missing);
  return found;
}

/** The same for calls about mandates: a contract without one is not found. */
export async function identifyMandate(call: Call, given: Identification): Promise<Contract> {
  const found = await identify(call, given);
  if (!found.isMandate) throw new Refusal({ Code: 'NOT_FOUND', Message: 'That contract has no mandate.' });
  return found;
}
