import { useState } from 'react';

const shownAs = ['chart', 'table', 'nothing'] as const;
export type ShownAs = (typeof shownAs)[number];
const key = 'report-chart';

/** Stored in the browser. Folded on a phone at first, where the records come first. */
export function useShownAs(): [ShownAs, (as: ShownAs) => void] {
  const [as, setAs] = useState(
    () => shownAs.find((it) => it === localStorage.getItem(key)) ?? (innerWidth < 600 ? 'nothing' : 'chart'),
  );
  const set = (next: ShownAs) => {
    setAs(next);
    localStorage.setItem(key, next);
  };
  return [as, set];
}
