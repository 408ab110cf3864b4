/** One interpretation of a search text, as the fields of a retrieve. */
interface Reading {
  ClientNumber?: string;
  ContractNumber?: string;
  ContractSequence?: number;
}

const isSequence = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** Several words without a digit or slash are a person's name, which must not be in an address. */
const isName = (text: string) => /\s/.test(text) && !/[\d/]/.test(text);

/**
 * Splits client and contract number at the first slash, else at the first space after a word with a digit: `naledi 2`
 * is no pair.
 */
function halves(text: string): [string, string] | undefined {
  const at = text.includes('/') ? text.indexOf('/') : (/^\S*\d\S*(?=\s)/.exec(text)?.[0].length ?? -1);
  const [client, contract] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  return client && contract ? [client, contract] : undefined;
}

export const maxReadings = 3;

/**
 * `client/contract` or two words name one contract (docs/interface.md, Identification), but a number may contain a
 * space or slash; a single word may be a contract ID, client number or contract number. All interpretations are tried.
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

/** Interpretations that identify a contract, for retrieves that require it. */
export const identifyingReadings = (text: string): Reading[] =>
  readingsOf(text).filter((it) => it.ContractSequence !== undefined || (it.ClientNumber && it.ContractNumber));
