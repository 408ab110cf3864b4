/** A string, which is kept, or a number. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const exact = (token: string): string =>
  /["e]/i.test(token) || Math.abs(Number(token)) <= Number.MAX_SAFE_INTEGER ? token : `"${token}"`;

/** JSON.parse, but numbers beyond 2^53 become text: rounded, they might name another contract. @throws SyntaxError */
export function parseJson(text: string): unknown {
  // Such numbers are rare, and testing takes a fraction of the time of parsing.
  return JSON.parse(/\d{16}/.test(text) ? text.replace(tokens, exact) : text) as unknown;
}
