import { folded } from '../../../rules/search-text.ts';
import type { Option } from './field-options.ts';

/** Of more, the next letter finds the one that is meant. */
const most = 100;

/** Whether the typed text, folded, is the code or the label. */
export const isExactly = ({ code, label }: Option, typed: string) =>
  typed !== '' && (folded(String(code)) === typed || folded(label) === typed || Number(code) === Number(typed));

/** Those that have every word that is typed, in the name or the code; a code that is typed whole comes first. */
export function matching(options: readonly Option[], text: string): Option[] {
  const typed = folded(text.trim());
  const words = typed.split(/\s+/).filter(Boolean);
  const found = options.filter((it) => {
    const searched = folded(`${it.code} ${it.label}`);
    return words.every((word) => searched.includes(word));
  });
  const exact = typed === '' ? undefined : found.find((it) => isExactly(it, typed));
  return (exact ? [exact, ...found.filter((it) => it !== exact)] : found).slice(0, most);
}
