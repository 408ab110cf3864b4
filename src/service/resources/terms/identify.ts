import type { FieldName } from '#contract/fields.ts';
import { selectingStored } from '#service/database/rows.ts';
import type { Call } from '#service/http/call.ts';
import { HttpError, Refusal, type Fault } from '#service/http/errors.ts';

export interface Identification {
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

/** The fields of a contract's row, as its columns hold them. */
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

/** Client and contract number as one key. */
export const numbersOf = (it: Identification): string => JSON.stringify([it.ClientNumber, it.ContractNumber]);

/** Where contracts of a kind stand, as what they are read, and what people call them. */
interface Kind {
  table: 'contract' | 'payout_contract';
  select: string;
  noun: string;
}

/**
 * Finds the one contract that each item names and locks it until the call ends, so that two callers change a schedule
 * one after the other; in the order of their sequences, so that two batches do not wait for each other (interface,
 * Endpoints: the identification rule).
 * @returns what an item names; it throws a Refusal when the item names none, half of one, one that is not there, or two
 * different ones.
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
  const numbers = new Map(found.map((it) => [numbersOf(it), it]));
  return (one) => {
    if (!isIdentified(one)) throw new Refusal(missing);
    const isSequence = one.ContractSequence != null;
    const contract = isSequence ? sequences.get(one.ContractSequence ?? 0) : numbers.get(numbersOf(one));
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

export const identifyAll = (call: Call, given: readonly Identification[]) => named<Contract>(call, contracts, given);

/** @throws Refusal as `named` says. */
export const identify = async (call: Call, given: Identification): Promise<Contract> =>
  (await identifyAll(call, [given]))(given);

/** The same for calls about mandates: a contract without one is not found. */
export async function identifyMandate(call: Call, given: Identification): Promise<Contract> {
  const found = await identify(call, given);
  if (!found.isMandate) throw new Refusal({ Code: 'NOT_FOUND', Message: 'That contract has no mandate.' });
  return found;
}

/**
 * Which of the named clients are there; they stay until the call ends.
 * @returns throws a Refusal for a number that is none of theirs.
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
