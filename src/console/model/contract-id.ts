/**
 * Identifies one contract (docs/interface.md, Identification). Only answers to a delete must have the sequence, so
 * another service's records may only have the two numbers.
 */
export type ContractId = { ContractSequence: number } | { ClientNumber: string; ContractNumber: string };

export interface Named {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
}

const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
/** Beyond 2^53 a sequence is read as its digits (json.ts). */
const isLongSequence = (value: unknown): boolean => typeof value === 'string' && /^[1-9]\d{15,}$/.test(value);
const isNumber = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A sequence from text, without loss; undefined if it is none. */
export function sequenceOf(text: string | null | undefined): number | undefined {
  if (!text || !/^[1-9]\d*$/.test(text)) return undefined;
  // Digits beyond 2^53 are cast to the type of all others; records may have them, too.
  return Number.isSafeInteger(Number(text)) ? Number(text) : (text as unknown as number);
}

/**
 * By its sequence, else by both numbers; undefined if the record names no contract. Numbers come before a sequence
 * beyond 2^53, which some services round.
 */
export function contractIdOf({ ContractSequence, ClientNumber, ContractNumber }: Named): ContractId | undefined {
  if (isSequence(ContractSequence)) return { ContractSequence };
  if (isNumber(ClientNumber) && isNumber(ContractNumber)) return { ClientNumber, ContractNumber };
  return isLongSequence(ContractSequence) ? { ContractSequence: ContractSequence as number } : undefined;
}

// encodeURIComponent leaves `~`, our separator.
const coded = (number: string) => encodeURIComponent(number).replaceAll('~', '%7E');

/** A segment of an address, still to be encoded: `100002`, `C0001~HOME-1`. Each contract has exactly one. */
export const segmentOf = (id: ContractId): string =>
  'ContractSequence' in id ? String(id.ContractSequence) : `${coded(id.ClientNumber)}~${coded(id.ContractNumber)}`;

/** Inverse of `segmentOf`, for a decoded segment. */
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

/** '' where the record names no contract. */
export const segmentOfRecord = (record: Named): string => {
  const id = contractIdOf(record);
  return id ? segmentOf(id) : '';
};

export const nameOfId = (id: ContractId): string =>
  'ContractSequence' in id ? String(id.ContractSequence) : `${id.ClientNumber} / ${id.ContractNumber}`;

/** Adds the identification to a record that was retrieved by it and may omit it. */
export const ofContract = <R extends Named>(record: R, id: ContractId): R => {
  if (contractIdOf(record)) return record;
  return { ...record, ...id };
};
