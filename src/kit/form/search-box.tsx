import { useEffect, useState } from 'react';
import { SearchInput } from './plain-field.tsx';

/** After the last key press. Browsers limit how often a page may change its address. */
const settleMs = 250;

export function SearchBox(props: { label: string; hint?: string; value: string; onSearch(text: string): void }) {
  const { label, hint, value, onSearch } = props;
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change outside the box (Back, a saved view).
  if (value !== shown) {
    setShown(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), settleMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return <SearchInput label={label} hint={hint} value={text} onType={setText} />;
}
