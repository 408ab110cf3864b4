import { useState } from 'react';

const shownAs = ['chart', 'table', 'nothing'] as const;
export type ShownAs = (typeof shownAs)[number];
/** Stored in the browser under the key. */
export function useShownAs(key: string, first: ShownAs): [ShownAs, (as: ShownAs) => void] {
  const [as, setAs] = useState(() => shownAs.find((it) => it === localStorage.getItem(key)) ?? first);
  const set = (next: ShownAs) => {
    setAs(next);
    localStorage.setItem(key, next);
  };
  return [as, set];
}
