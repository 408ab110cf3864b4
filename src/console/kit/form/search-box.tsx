import { useEffect, useState } from 'react';
import { SearchInput } from './plain-field.tsx';

/** Milliseconds after the last key; an address that changed with every key would be refused by browsers. */
const rest = 250;

/** Text to look for in what is on screen, taken up while it is typed. */
export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(text: string): void }) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change under the box (Back, a saved view); then it shows what the page shows.
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), rest);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return <SearchInput label={label} value={text} onType={setText} />;
}
