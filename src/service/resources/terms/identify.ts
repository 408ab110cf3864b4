import type { FieldName } from '#contract/fields.ts';
import { HttpError, Refusal, type CodedFault } from '#service/base/errors.ts';
import { selectingStored } from '#service/database/rows.ts';
import type { Call } from '#service/http/call.ts';

export interface Identification {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
}

const missing: CodedFault = {
  Code: 'IDENTIFICATION_REQUIRED',
  Message: 'Give ClientNumber and ContractNumber, or ContractSequence.',
};

const isIdentified = (given: Identification): boolean =>
  given.ContractSequence != null || (given.ClientNumber != null && given.ContractNumber != null);

/** For calls identified by their query: without an identification the whole call is malformed. */
export function mustIdentify(given: Identification): void {
  if (!isIdentified(given)) throw new HttpError(400, [missing]);
}

export const contractFields = [
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
] as const satisfies readonly FieldName[];

/** A stored contract: amounts in cents. */
export interface StoredContract {
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

export const identificationKey = (identification: Identification): string =>
  JSON.stringify([identification.ClientNumber, identification.ContractNumber]);

/** Where contracts of a kind are stored, and their name in messages. */
interface Kind {
  table: 'contract' | 'payout_contract';
  select: string;
  noun: string;
}

/**
 * Finds the contract that each item names and locks it until the call ends (docs/interface.md, Identification). Locks in the
 * order of the sequences, so that two batches cannot deadlock.
 * @returns the contract of an item; throws a Refusal if the item names none, one that does not exist, or two different ones.
 */
export async function named<T extends { ContractSequence: number; ClientNumber: string; ContractNumber: string }>(
  call: Call,
  { table, select, noun }: Kind,
  given: readonly Identification[],
): Promise<(one: Identification) => T> {
  const byNumbers = given.filter((it) => it.ContractSequence == null && isIdentified(it));
  const found = await call.query<T>(
    `select ${select} from ${table}
      where merchant = $1 and product = $2 and contract_sequence in (
        select unnest($3::bigint[])
        union
        select contract_sequence
        from unnest($4::text[], $5::text[]) as named (client, contract)
          join ${table} on merchant = $1 and product = $2 and client_number = client and contract_number = contract
      )
      order by contract_sequence for update`,
    [
      call.merchant,
      call.product,
      given.flatMap((it) => it.ContractSequence ?? []),
      byNumbers.map((it) => it.ClientNumber),
      byNumbers.map((it) => it.ContractNumber),
    ],
  );
  const sequences = new Map(found.map((it) => [it.ContractSequence, it]));
  const numbers = new Map(found.map((it) => [identificationKey(it), it]));
  return (one) => {
    if (!isIdentified(one)) throw new Refusal(missing);
    const isSequence = one.ContractSequence != null;
    const contract = isSequence ? sequences.get(one.ContractSequence ?? 0) : numbers.get(identificationKey(one));
    const field = isSequence ? 'ContractSequence' : 'ContractNumber';
    if (!contract) throw new Refusal({ Field: field, Code: 'NOT_FOUND', Message: `No such ${noun}.` });
    for (const fieldName of ['ClientNumber', 'ContractNumber'] as const)
      if (one[fieldName] != null && one[fieldName] !== contract[fieldName])
        throw new Refusal({
          Field: fieldName,
          Code: 'IDENTIFICATION_DISAGREES',
          Message: `${fieldName} is not that of the ${noun} with this ContractSequence.`,
        });
    return contract;
  };
}

const contracts: Kind = {
  table: 'contract',
  select: `${selectingStored(contractFields)}, is_mandate as "isMandate"`,
  noun: 'contract',
};

export const identifyAll = (call: Call, given: readonly Identification[]) =>
  named<StoredContract>(call, contracts, given);

/** @throws Refusal as `named` does. */
export const identify = async (call: Call, given: Identification): Promise<StoredContract> =>
  (await identifyAll(call, [given]))(given);

/** Like `identify`; a contract without a mandate is not found. */
export async function identifyMandate(call: Call, given: Identification): Promise<StoredContract> {
  const found = await identify(call, given);
  if (!found.isMandate) throw new Refusal({ Code: 'NOT_FOUND', Message: 'That contract has no mandate.' });
  return found;
}

/**
 * Reads and locks the named clients until the call ends.
 * @returns throws a Refusal for an unknown client number.
 */
export async function knownClients(call: Call, numbers: readonly string[]): Promise<(number: string) => void> {
  const found = await call.query<{ number: string }>(
    `select client_number as number from client
      where merchant = $1 and product = $2 and client_number = any($3::text[])
      order by client_number for key share`,
    [call.merchant, call.product, numbers],
  );
  const known = new Set(found.map(({ number }) => number));
  return (number) => {
    if (!known.has(number)) throw new Refusal({ Field: 'ClientNumber', Code: 'NOT_FOUND', Message: 'No such client.' });
  };
}
