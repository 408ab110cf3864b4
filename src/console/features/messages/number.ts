type ReadNumber =
  | { to: string; note?: string; problem?: undefined }
  | { problem: string; to?: undefined; note?: undefined };

/** As networks route numbers: country code first. */
const international = /^[1-9]\d{7,14}$/;

/**
 * Reads a phone number with spaces, dashes, brackets, plus or `00`. Local numbers with a leading 0 need a configured
 * country code.
 */
export function readNumber(typed: string, dialCode?: string): ReadNumber {
  const text = typed.trim();
  if (text === '') return { problem: 'Enter a number.' };
  // Spreadsheet notation: the last digits are lost.
  if (/^\d[.,]\d+e\+?\d+$/i.test(text)) return { problem: 'A spreadsheet has rounded this number; format it as text.' };
  const plain = text.replace(/[\s\u00a0().-]/g, '').replace(/^(\+|00)/, '');
  if (!/^\d+$/.test(plain)) return { problem: 'Use digits only, starting with the country code.' };
  if (plain.startsWith('0')) {
    const whole = dialCode + plain.slice(1);
    if (!dialCode) return { problem: 'Start with the country code instead of 0.' };
    return international.test(whole) && plain.length === 10
      ? { to: whole, note: `Goes to ${whole}` }
      : { problem: `A local number has 10 digits, this one has ${plain.length}.` };
  }
  if (!international.test(plain)) return { problem: 'A number has 8 to 15 digits with its country code.' };
  // Nine digits are a local number whose 0 a spreadsheet removed.
  if (dialCode && plain.length === 9) return { problem: `The country code or the 0 is missing: ${dialCode}${plain}?` };
  return { to: plain };
}
