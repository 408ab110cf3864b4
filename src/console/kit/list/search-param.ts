import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One parameter of the address's query and how to set it; empty takes it away. Others stay, and Back goes back a choice. */
export function useSearchParam(fieldName: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setQuery((before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(fieldName, value);
        else after.delete(fieldName);
        return after;
      }),
    [setQuery, fieldName],
  );
  return [query.get(fieldName) ?? '', set];
}
