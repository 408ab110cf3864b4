/** A sequence from its digits, as `parseJson` reads it. */
export const sequenceFrom = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/** Inverse of `parseJson`, for sequences. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(/"(\w+Sequence)":"([1-9]\d{15,})"/g, '"$1":$2');
