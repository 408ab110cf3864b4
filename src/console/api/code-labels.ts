import { isWord } from '../../contract/fields.ts';
import { config } from './config.ts';

const statusWords = new Set(['MandateStatusCode', 'InstalmentStatus', 'PaymentStatus', 'Status', 'InstalmentResult']);
export const isStatusWord = (word: string): boolean => statusWords.has(word);

/**
 * What this installation calls a code; the interface lists no values, so most codes of other services have none. Statuses
 * without names of their own have those of instalments.
 */
export function codeLabel(word: string, value: unknown): string | undefined {
  const { codes } = config();
  const known = (isWord(word) && codes[word]) || (isStatusWord(word) ? codes.InstalmentStatus : undefined);
  return known?.find((it) => it.code === String(value))?.label;
}
