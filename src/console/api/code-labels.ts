import { isFieldName } from '../../contract/fields.ts';
import { config } from './config.ts';

const statusFields = new Set(['MandateStatusCode', 'InstalmentStatus', 'PaymentStatus', 'Status', 'InstalmentResult']);
export const isStatusField = (fieldName: string): boolean => statusFields.has(fieldName);

/**
 * What this installation calls a code; the interface lists no values, so most codes of other services have none. Statuses
 * without names of their own have those of instalments.
 */
export function codeLabel(fieldName: string, value: unknown): string | undefined {
  const { codes } = config();
  const known =
    (isFieldName(fieldName) && codes[fieldName]) || (isStatusField(fieldName) ? codes.InstalmentStatus : undefined);
  return known?.find((it) => it.code === String(value))?.label;
}
