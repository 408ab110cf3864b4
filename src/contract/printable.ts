import * as z from 'zod/mini';

/** Which text can be sent and stored: PostgreSQL has no U+0000, and no half of a character that is two UTF-16 units. */
export const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

const refusal = 'has characters that cannot be printed';

/** Names, numbers and text of one line have no control characters either. */
export const printable = () => z.regex(/^[^\p{Cc}\p{Cs}]*$/u, refusal);

export const printableLines = () => z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, refusal);

/** Format characters, and the letters and marks that are invisible. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** In names the two joiners decide how letters are written, and variation selectors how a character looks. */
const hiddenInName = /(?![\u200c\u200d])[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

const codePoint = (text: string): string =>
  `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const withoutHidden = (pattern: RegExp) =>
  z.refine<string>((text) => !pattern.test(text), {
    error: ({ input }) => `has a hidden character (${codePoint(pattern.exec(input as string)?.[0] ?? '')})`,
  });

/** Numbers, codes and usernames: two that look alike are the same. */
export const plain = () => [
  printable(),
  withoutHidden(hidden),
  z.refine<string>(
    (text) => !/^ | $| {2}|(?! )\p{Z}/u.test(text),
    'has a space at an end, two in a row, or one of another kind',
  ),
];

/** Names and sentences: nothing in them is hidden or turns the text after them. */
export const legible = () => [
  printable(),
  withoutHidden(hiddenInName),
  z.refine<string>((text) => !/^\p{Default_Ignorable_Code_Point}|[\u200c\u200d]$/u.test(text), {
    error: 'begins or ends with a hidden character',
  }),
];

const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Stored text may still turn its surroundings: between U+2068 and U+2069 it turns only itself. */
export const isolatedText = (text: string): string => (turning.test(text) ? `\u2068${text}\u2069` : text);
