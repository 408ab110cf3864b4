/**
 * What names one contract (interface, identification rule). Only the answers to a delete are said to hold the sequence, so
 * that another service's records may come with the two numbers alone.
 */
export type ContractId = { ContractSequence: number } | { ClientNumber: string; ContractNumber: string };

/** A record as far as it says which contract it is of. */
export interface Named {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
}

const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isNumber = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** By its sequence where the record has one, else by both numbers; undefined where it names no contract. */
export function contractIdOf({ ContractSequence, ClientNumber, ContractNumber }: Named): ContractId | undefined {
  if (isSequence(ContractSequence)) return { ContractSequence };
  return isNumber(ClientNumber) && isNumber(ContractNumber) ? { ClientNumber, ContractNumber } : undefined;
}

// `~` is left alone by the encoding of addresses; one in a number is encoded on its own.
const coded = (number: string) => encodeURIComponent(number).replaceAll('~', '%7E');

/** As a segment of an address, to be encoded as any other: `100002`, `C0001~HOME-1`. One contract, one text. */
export const segmentOf = (id: ContractId): string =>
  'ContractSequence' in id ? String(id.ContractSequence) : `${coded(id.ClientNumber)}~${coded(id.ContractNumber)}`;

/** The contract that a decoded segment names; undefined where it names none. */
export function idOfSegment(segment: string): ContractId | undefined {
  if (/^[1-9]\d*$/.test(segment)) return contractIdOf({ ContractSequence: Number(segment) });
  const numbers = segment.split('~');
  if (numbers.length !== 2) return undefined;
  try {
    const [ClientNumber, ContractNumber] = numbers.map(decodeURIComponent);
    return contractIdOf({ ClientNumber, ContractNumber });
  } catch {
    return undefined;
  }
}

/** The same of a record; '' where it names no contract. */
export const segmentOfRecord = (record: Named): string => {
  const id = contractIdOf(record);
  return id ? segmentOf(id) : '';
};

/** `100002`, or `C0001 / HOME-1`. */
export const nameOfId = (id: ContractId): string =>
  'ContractSequence' in id ? String(id.ContractSequence) : `${id.ClientNumber} / ${id.ContractNumber}`;

/** The record with what names its contract, which one that was asked for by its contract may have left out. */
export const ofContract = <R extends Named>(record: R, id: ContractId): R => {
  if (contractIdOf(record)) return record;
  return { ...record, ...id };
};
