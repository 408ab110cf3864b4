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
/** One beyond 2^53, which is read as its digits (json.ts). */
const isLongSequence = (value: unknown): boolean => typeof value === 'string' && /^[1-9]\d{15,}$/.test(value);
const isNumber = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A sequence that is written as text, exactly; undefined for none. */
export function sequenceOf(text: string | null | undefined): number | undefined {
  if (!text || !/^[1-9]\d*$/.test(text)) return undefined;
  // Of one beyond 2^53 the digits, in the type that all others have: a record that was read may have them, too.
  return Number.isSafeInteger(Number(text)) ? Number(text) : (text as unknown as number);
}

/**
 * By its sequence where the record has one, else by both numbers; undefined where it names no contract. Numbers come before a
 * sequence beyond 2^53, which not every service reads exactly.
 */
export function contractIdOf({ ContractSequence, ClientNumber, ContractNumber }: Named): ContractId | undefined {
  if (isSequence(ContractSequence)) return { ContractSequence };
  if (isNumber(ClientNumber) && isNumber(ContractNumber)) return { ClientNumber, ContractNumber };
  return isLongSequence(ContractSequence) ? { ContractSequence: ContractSequence as number } : undefined;
}

// `~` is left alone by the encoding of addresses; one in a number is encoded on its own.
const coded = (number: string) => encodeURIComponent(number).replaceAll('~', '%7E');

/** As a segment of an address, to be encoded as any other: `100002`, `C0001~HOME-1`. One contract, one text. */
export const segmentOf = (id: ContractId): string =>
  'ContractSequence' in id ? String(id.ContractSequence) : `${coded(id.ClientNumber)}~${coded(id.ContractNumber)}`;

/** The contract that a decoded segment names; undefined where it names none. */
export function idOfSegment(segment: string): ContractId | undefined {
  const ContractSequence = sequenceOf(segment);
  if (ContractSequence !== undefined) return contractIdOf({ ContractSequence });
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
