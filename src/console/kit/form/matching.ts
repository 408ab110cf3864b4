import { sameName } from '#rules/code-names.ts';
import { folded } from '#rules/search-text.ts';
import type { Option } from './field-options.ts';

/** Of more, the next letter finds the one that is meant. */
const most = 100;

/** Whether the typed text, folded, is the code or the label. */
export const isExactly = ({ code, label }: Option, typed: string) =>
  typed !== '' && (folded(String(code)) === typed || folded(label) === typed || Number(code) === Number(typed));

/**
 * Those that have every word that is typed, in the name or the code, or are what people call so: FNB, Cheque. A code that is typed
 * whole comes first, then what is called so.
 */
export function matching(options: readonly Option[], text: string): Option[] {
  const typed = folded(text.trim());
  const words = typed.split(/\s+/).filter(Boolean);
  const found = options.filter((it) => {
    const searched = folded(`${it.code} ${it.label}`);
    return words.every((word) => searched.includes(word));
  });
  const exact = typed === '' ? undefined : found.find((it) => isExactly(it, typed));
  const first = exact ? [exact] : typed === '' ? [] : sameName(options, text);
  return [...new Set([...first, ...found])].slice(0, most);
}
