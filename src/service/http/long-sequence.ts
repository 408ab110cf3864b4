import { Refusal } from '#service/base/errors.ts';

/*
 * Contracts' sequences beyond 2^53, which a provider may have and this service has not. As a number one would lose its last
 * digits and might name another contract, so it is the text of its digits.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Whether digits are one, of up to 64 bits. */
export const isLongSequence = (digits: string | undefined): digits is string =>
  digits !== undefined && /^[1-9]\d{15,18}$/.test(digits) && !Number.isSafeInteger(Number(digits));

const inText = /"ContractSequence"\s*:\s*([1-9]\d{15,18})(?![\d.eE])/;

/** Of an item of a body. @param text its JSON */
export function longSequenceIn(item: unknown, text: () => string): string | undefined {
  const sequence = typeof item === 'object' && item !== null ? (item as Fields)['ContractSequence'] : undefined;
  if (typeof sequence !== 'number' || Number.isSafeInteger(sequence)) return undefined;
  const [, digits] = inText.exec(text()) ?? [];
  return isLongSequence(digits) && Number(digits) === sequence ? digits : undefined;
}

/**
 * Reads an item with a long sequence by the contract, in which sequences are numbers.
 * @param read gets a short one in its place
 */
export function readBeside<Read extends { data: unknown }>(
  ContractSequence: string,
  item: object,
  read: (item: Fields) => Read | Refusal,
): Read | Refusal {
  const found = read({ ...item, ContractSequence: 1 });
  return found instanceof Refusal ? found : { ...found, data: { ...(found.data as Fields), ContractSequence } };
}
