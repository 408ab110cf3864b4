/** Account, card, phone and ID numbers have nine digits and more, with a space or a hyphen between two of them at most. */
export const longNumber = /(?<![A-Za-z\d])\+?\d(?:[ -]?\d){8,}(?![A-Za-z\d])/g;

const day = /(?<!\d)(?:\d{4}-\d\d-\d\d|\d{1,2}[-/ ]\d{1,2}[-/ ]\d{4})(?!\d)/g;
const phoneNumber = /^(?:\+27|27|0)[1-8]\d{8}$/;

/**
 * A number in a text that may be one of an account, a card or a person: it has nine digits or more and is neither a day nor a phone number of
 * South Africa, which people write down on purpose.
 * @returns it as it is written; undefined if there is none
 */
export const personalNumberIn = (text: string): string | undefined =>
  [...text.replaceAll(day, ';').matchAll(longNumber)]
    .map(([found]) => found)
    .find((it) => !phoneNumber.test(it.replaceAll(/[ -]/g, '')));
