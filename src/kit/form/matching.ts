import { sameName } from '#rules/code-names.ts';
import { folded } from '#rules/search-text.ts';
import type { Option } from './field-options.ts';

/** The next letter narrows the list. */
const most = 100;

/** Whether the typed text, folded, is the code or the label. */
export const isExactly = ({ code, label }: Option, typed: string) =>
  typed !== '' && (folded(String(code)) === typed || folded(label) === typed || Number(code) === Number(typed));

/**
 * Options with every typed word in name or code, or with that common name (FNB, Cheque). Exact match first, then common
 * names.
 */
export function matchingOptions(options: readonly Option[], text: string): Option[] {
  const typed = folded(text.trim());
  const words = typed.split(/\s+/).filter(Boolean);
  const found = options.filter((option) => {
    const searched = folded(`${option.code} ${option.label}`);
    return words.every((word) => searched.includes(word));
  });
  const exact = typed === '' ? undefined : found.find((it) => isExactly(it, typed));
  const first = exact ? [exact] : typed === '' ? [] : sameName(options, text);
  return [...new Set([...first, ...found])].slice(0, most);
}
