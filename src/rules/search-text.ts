/** ASCII without apostrophes: nothing to take away, which is found out ten times as fast. */
const isPlain = /^[ -&(-_a-~]*$/;

/** A text as it is compared in a search: without accents, apostrophes and case. */
export const folded = (text: string): string =>
  (isPlain.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}|['’‘`´]/gu, '')).toLowerCase();

/** The words of what somebody types into a search, folded; their order says nothing. */
export const searchWords = (text: string): string[] =>
  folded(text)
    .split(/[\s,;]+/)
    .filter(Boolean);

/**
 * How well a folded text matches the words that are sought: 0 where it begins with the first, 1 where each begins a word of it, 2
 * where it holds each somewhere; undefined where one is missing.
 */
export function wordsRank(words: readonly string[], text: string): 0 | 1 | 2 | undefined {
  if (words.length === 0 || !words.every((it) => text.includes(it))) return undefined;
  const spaced = ` ${text.replaceAll(/[-/.]/g, ' ')}`;
  if (!words.every((it) => spaced.includes(` ${it}`))) return 2;
  return text.startsWith(words[0] ?? '') ? 0 : 1;
}

/** Digits of a telephone number without its country or trunk prefix: `825550101` of `+27 82 555 0101` and of `082 555 0101`. */
export const nationalDigits = (phone: string): string =>
  phone.replaceAll(/\D/g, '').replace(/^(?:00)?27(?=\d{9}$)|^0/, '');

/** Fewer digits than these are in every number. */
const minDigits = 4;

/** What a text may be the digits of, as far as it holds nothing but digits and what groups them. */
export interface SoughtDigits {
  all: string;
  /** As a telephone number, or a part of one, without its prefix. */
  phones: readonly string[];
}

export function soughtDigits(text: string): SoughtDigits | undefined {
  if (!/^\s*\+?[\d\s().-]+$/.test(text)) return undefined;
  const all = text.replaceAll(/\D/g, '');
  if (all.length < minDigits) return undefined;
  const phones = [all, all.replace(/^0/, ''), all.replace(/^(?:00)?27/, '')].filter((it) => it.length >= minDigits - 1);
  return { all, phones: [...new Set(phones)] };
}

/** Whether a telephone number, as its national digits, holds what is sought. */
export const isPhoneOf = ({ phones }: SoughtDigits, national: string): boolean =>
  phones.some((it) => national.startsWith(it) || (it.length >= minDigits && national.includes(it)));

/** Whether an account or ID number, as digits, ends in what is sought; the zeros on its left may be lost. */
export const isEndingOf = ({ all }: SoughtDigits, digits: string): boolean =>
  digits !== '' && (digits.endsWith(all) || digits === all.replace(/^0+/, ''));
