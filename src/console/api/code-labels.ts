import { fieldOf, isFieldName } from '#contract/fields.ts';
import { config } from './config.ts';

const statusFields = new Set(['MandateStatusCode', 'InstalmentStatus', 'PaymentStatus', 'Status']);
export const isStatusField = (fieldName: string): boolean => statusFields.has(fieldName);

/** Fields that use the labels of another field: banks answer a payout with the codes of a debit. */
const namedAs = (fieldName: string) =>
  isStatusField(fieldName) ? 'InstalmentStatus' : fieldName === 'ResponseCode' ? 'InstalmentResult' : undefined;

/** `Refund`: payout types are words in capitals, which each service chooses. */
const typeText = (code: string): string | undefined =>
  /^[A-Z]{3,}$/.test(code) ? code.charAt(0) + code.slice(1).toLowerCase() : undefined;

/** A field that a change names: `InstalmentStatus[3]` is one of several. */
function fieldText(field: string): string | undefined {
  const [, name = field, number] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  const label = fieldOf(name)?.label;
  return label && number ? `${label} (no. ${number})` : label;
}

/** The codes that the configuration has for a field. */
export const configuredCodes = (fieldName: string) => (isFieldName(fieldName) ? config().codes[fieldName] : undefined);

/** The configured label, as the interface lists no values, or that of a field where fields are values. */
export function codeLabel(fieldName: string, value: unknown): string | undefined {
  if (fieldName === 'FieldChanged') return fieldText(String(value));
  const other = namedAs(fieldName);
  const known = configuredCodes(fieldName) ?? (other && configuredCodes(other));
  const label = known?.find((it) => it.code === String(value))?.label;
  return label ?? (fieldName === 'PaymentIndicator' ? typeText(String(value)) : undefined);
}
