import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One word of the address's query and how to set it; empty takes it away. Others stay, and Back goes back a choice. */
export function useQueryWord(word: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setQuery((before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(word, value);
        else after.delete(word);
        return after;
      }),
    [setQuery, word],
  );
  return [query.get(word) ?? '', set];
}
