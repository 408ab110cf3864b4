import { useState } from 'react';
import { localStore } from '#kit/base/storage.ts';

const shownAs = ['chart', 'table', 'nothing'] as const;
export type ShownAs = (typeof shownAs)[number];
/** Stored in the browser under the key. */
export function useShownAs(key: string, first: ShownAs): [ShownAs, (as: ShownAs) => void] {
  const [as, setAs] = useState(() => shownAs.find((it) => it === localStore.getItem(key)) ?? first);
  const set = (next: ShownAs) => {
    setAs(next);
    localStore.setItem(key, next);
  };
  return [as, set];
}
