import pg from 'pg';

/** Sequences and whole cents stay below 2^53. A larger number is an error, never silently rounded. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('a whole number beyond 2^53 came from the database');
  return value;
}

/**
 * Wall-clock times as the interface writes them, `YYYY-MM-DD HH:MM`: `pg` would make Dates of them, in this machine's
 * zone.
 */
const minutes = (text: string): string => text.slice(0, 16);
const asIs = (text: string): string => text;

type Nested<T> = T | null | Nested<T>[];

/** Parsers of our pools only; `pg`'s global ones stay unchanged. */
export const parsers = new pg.TypeOverrides();
// Declared for a number, but called with text.
const textArray = parsers.getTypeParser(1009) as unknown as (text: string) => Nested<string>[];

const eachOf =
  (parse: (text: string) => unknown) =>
  (text: string): Nested<unknown>[] => {
    const deep = (item: Nested<string>): Nested<unknown> =>
      item === null ? null : Array.isArray(item) ? item.map(deep) : parse(item);
    return textArray(text).map(deep);
  };

const { INT8, NUMERIC, TIMESTAMP, DATE } = pg.types.builtins;
for (const [type, arrayType, parse] of [
  [INT8, 1016, wholeNumber],
  [NUMERIC, 1231, Number],
  [TIMESTAMP, 1115, minutes],
  [DATE, 1182, asIs],
] as const) {
  parsers.setTypeParser<unknown>(type, parse);
  parsers.setTypeParser<unknown>(arrayType, eachOf(parse));
}
