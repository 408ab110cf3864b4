/** A text of somebody else's, with long numbers as bullets and their last four digits: any of them may be an account, ID or telephone number. */
export const withCoveredNumbers = (text: string): string =>
  text.replaceAll(/\d(?:[ -]?\d){6,}/g, (number) => `•••• ${number.replaceAll(/\D/g, '').slice(-4)}`);
