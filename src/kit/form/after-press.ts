import { useEffect, useState } from 'react';
import { afterPaint } from './shown-first.ts';

// Not `:focus-visible`: an element that regained the focus by a key still matches when it is clicked.
let isByKey = false;
for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (isByKey = type === 'keydown'), true);

/**
 * Runs an action after the click is painted. After a key it runs immediately, for the next key may be meant for what
 * this one opens.
 */
export function afterPress(rest: () => void): void {
  if (isByKey) rest();
  else afterPaint(rest);
}

/** Whether to render yet what a click or key opens (see `afterPress`). */
export function useAfterPress(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(isOpen && isByKey);
  if (isShown !== isOpen && (isByKey || !isOpen)) setShown(isOpen);
  useEffect(() => (isOpen && !isShown ? afterPaint(() => setShown(true)) : undefined), [isOpen, isShown]);
  return isOpen && isShown;
}
