/** What a find box's text may mean: each reading is one retrieve, and their answers are put together. */
export interface Reading {
  ClientNumber?: string;
  ContractNumber?: string;
  ContractSequence?: number;
}

const isSequence = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** Several words without a digit or a slash are a person's name, which has no place in an address. */
const isName = (text: string) => /\s/.test(text) && !/[\d/]/.test(text);

/**
 * Client and contract number of a text that holds both, parted by the first slash or, without one, by the first space after
 * what has a digit in it: `naledi 2` is no pair.
 */
function halves(text: string): [string, string] | undefined {
  const at = text.includes('/') ? text.indexOf('/') : (/^\S*\d\S*(?=\s)/.exec(text)?.[0].length ?? -1);
  const [client, contract] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  return client && contract ? [client, contract] : undefined;
}

/** Most readings that a text has. */
export const maxReadings = 3;

/**
 * `client/contract` or two words name one contract (interface, identification rule), but a number may itself hold a
 * space or a slash; a single word may be a contract ID, a client number or a contract number. They look alike, so
 * nothing is guessed: all are asked.
 */
export function readingsOf(text: string): Reading[] {
  const trimmed = text.trim();
  if (trimmed === '' || isName(trimmed)) return [];
  const both = halves(trimmed);
  return [
    ...(both ? [{ ClientNumber: both[0], ContractNumber: both[1] }] : []),
    ...(isSequence(trimmed) ? [{ ContractSequence: Number(trimmed) }] : []),
    { ClientNumber: trimmed },
    { ContractNumber: trimmed },
  ];
}

/** Those readings that name one contract, for a retrieve to which the identification rule applies. */
export const identifyingReadings = (text: string): Reading[] =>
  readingsOf(text).filter((it) => it.ContractSequence !== undefined || (it.ClientNumber && it.ContractNumber));
