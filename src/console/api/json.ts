/** A text, which stays as it is, or a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const exact = (token: string): string =>
  /["e]/i.test(token) || Math.abs(Number(token)) <= Number.MAX_SAFE_INTEGER ? token : `"${token}"`;

/**
 * JSON.parse, except that a number beyond 2^53 is its digits as text: as a number it would be another one, and so might name
 * another contract. @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  // Such numbers are rare, and the search for them takes a fraction of the time that parsing does.
  return JSON.parse(/\d{16}/.test(text) ? text.replace(tokens, exact) : text) as unknown;
}

/** JSON.stringify, with the digits of `parseJson` as numbers again where the interface has numbers: in sequences. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(/"(\w+Sequence)":"([1-9]\d{15,})"/g, '"$1":$2');
