import * as z from 'zod/mini';

/** Which text can be sent and stored: PostgreSQL has no U+0000, and no half of a character that is two UTF-16 units. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

const refusal = 'has characters that cannot be printed';

/** Names, numbers and text of one line have no control characters either. */
export const printable = () => z.regex(/^[^\p{Cc}\p{Cs}]*$/u, refusal);

export const printableLines = () => z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, refusal);
