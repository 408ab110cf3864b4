/** ASCII without apostrophes: nothing to remove, and testing for that is ten times as fast. */
const isPlain = /^[ -&(-_a-~]*$/;

/** A text for search: without accents, apostrophes and case. */
export const folded = (text: string): string =>
  (isPlain.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}|['’‘`´]/gu, '')).toLowerCase();

/** The folded words of a search text; their order does not matter. */
export const searchWords = (text: string): string[] =>
  folded(text)
    .split(/[\s,;]+/)
    .filter(Boolean);

/**
 * How well a folded text matches the search words: 0 if it begins with the first, 1 if each begins a word of it, 2 if
 * it contains each; undefined if one is missing.
 */
export function wordsRank(words: readonly string[], text: string): 0 | 1 | 2 | undefined {
  if (words.length === 0 || !words.every((it) => text.includes(it))) return undefined;
  const spaced = ` ${text.replaceAll(/[-/.]/g, ' ')}`;
  if (!words.every((it) => spaced.includes(` ${it}`))) return 2;
  return text.startsWith(words[0] ?? '') ? 0 : 1;
}

/**
 * Digits of a telephone number without its country or trunk prefix: `825550101` of `+27 82 555 0101` and of `082 555
 * 0101`.
 */
export const nationalDigits = (phone: string): string =>
  phone.replaceAll(/\D/g, '').replace(/^(?:00)?27(?=\d{9}$)|^0/, '');

/** Fewer digits occur in every number. */
const minDigits = 4;

/** The digits of a search text that contains only digits and separators. */
export interface SoughtDigits {
  all: string;
  /** As a telephone number, or part of one, without its prefix. */
  phones: readonly string[];
}

export function soughtDigits(text: string): SoughtDigits | undefined {
  if (!/^\s*\+?[\d\s().-]+$/.test(text)) return undefined;
  const all = text.replaceAll(/\D/g, '');
  if (all.length < minDigits) return undefined;
  const phones = [all, all.replace(/^0/, ''), all.replace(/^(?:00)?27/, '')].filter((it) => it.length >= minDigits - 1);
  return { all, phones: [...new Set(phones)] };
}

/** Whether a telephone number, as its national digits, contains the search digits. */
export const isPhoneOf = ({ phones }: SoughtDigits, national: string): boolean =>
  phones.some((it) => national.startsWith(it) || (it.length >= minDigits && national.includes(it)));

/** Whether an account or ID number, as digits, ends in the search digits; leading zeros may be lost. */
export const isEndingOf = ({ all }: SoughtDigits, digits: string): boolean =>
  digits !== '' && (digits.endsWith(all) || digits === all.replace(/^0+/, ''));
