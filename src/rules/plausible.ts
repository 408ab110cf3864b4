import { isDate } from './calendar.ts';

/**
 * Whether values of a client can be right. The service refuses those that can't, and the console shows the problem before it
 * sends them.
 */

/** Whether a text can be an email address: one @ between a name and a host of labels, no white space (RFC 5321). */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>",;]{1,64}@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(
    text,
  ) && !/^\.|\.@|\.\./.test(text);

/**
 * Whether a text can be a phone number: 7 to 15 digits (E.164), with an optional leading plus, and spaces, hyphens,
 * dots and brackets as people write them.
 */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d ().-]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''));

/**
 * Whether a text can be a South African bank account number: 6 to 11 digits, as in an EFT instruction (leading zeros
 * may be lost, since the interface has an integer), or the 16 digits of a card.
 */
export const isAccountNumber = (text: string): boolean => /^(?:\d{6,11}|\d{16})$/.test(text);

/**
 * The problem of a South African ID number: thirteen digits that begin with a date of birth (YYMMDD) and end in a Luhn
 * check digit (Identification Act 68 of 1997, regulation 4).
 * @returns undefined for a valid number.
 */
export function idNumberProblem(text: string): 'length' | 'birth' | 'checkDigit' | undefined {
  if (!/^\d{13}$/.test(text)) return 'length';
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)];
  // The number has no century: 29 February must exist in one of the two.
  if (!['19', '20'].some((century) => isDate(`${century}${year}-${month}-${day}`))) return 'birth';
  const sum = [...text].toReversed().reduce((total, digit, position) => {
    const value = position % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 ? undefined : 'checkDigit';
}

/** The `IDType` of South African ID numbers, as the console suggests it. */
export const southAfricanIdType = 'ID';

const idNumberWarnings = {
  length: 'A South African ID number has 13 digits.',
  birth: 'This does not begin with a date of birth that exists.',
  checkDigit: 'The check digit does not fit: one of the digits is wrong.',
};

/**
 * A warning about an ID number for the person who enters it. The type is often missing or wrong, so thirteen digits are
 * checked under any type (docs/decisions.md, 8).
 */
export function idNumberWarning(text: string, type?: unknown): string | undefined {
  const isSouthAfrican = type === southAfricanIdType || /^\d{13}$/.test(text);
  const problem = isSouthAfrican ? idNumberProblem(text) : undefined;
  return problem && idNumberWarnings[problem];
}
