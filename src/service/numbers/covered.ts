/** Covers the long numbers of another author's text, but for their last four digits: any may be an account, ID or telephone number. */
export const withCoveredNumbers = (text: string): string =>
  text.replaceAll(/\d(?:[ -]?\d){6,}/g, (number) => `•••• ${number.replaceAll(/\D/g, '').slice(-4)}`);
