import { isFieldName } from '#contract/fields.ts';
import { config } from './config.ts';

const statusFields = new Set(['MandateStatusCode', 'InstalmentStatus', 'PaymentStatus', 'Status']);
export const isStatusField = (fieldName: string): boolean => statusFields.has(fieldName);

/** Fields that use the labels of another field: banks answer a payout with the codes of a debit. */
const namedAs = (fieldName: string) =>
  isStatusField(fieldName) ? 'InstalmentStatus' : fieldName === 'ResponseCode' ? 'InstalmentResult' : undefined;

/** `Refund`: payout types are words in capitals, which each service chooses. */
const typeText = (code: string): string | undefined =>
  /^[A-Z]{3,}$/.test(code) ? code.charAt(0) + code.slice(1).toLowerCase() : undefined;

/** The configured label; the interface lists no values. */
export function codeLabel(fieldName: string, value: unknown): string | undefined {
  const { codes } = config();
  const other = namedAs(fieldName);
  const known = (isFieldName(fieldName) && codes[fieldName]) || (other && codes[other]);
  const label = (known || undefined)?.find((it) => it.code === String(value))?.label;
  return label ?? (fieldName === 'PaymentIndicator' ? typeText(String(value)) : undefined);
}
