import { useEffect, useState } from 'react';
import { afterPaint } from './shown-first.ts';

// Not by `:focus-visible`: what got the focus back by a key keeps it when it is clicked.
let isByKey = false;
for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (isByKey = type === 'keydown'), true);

/**
 * Does what a press asks for: behind a pointer once the screen has shown the press; behind a key at once, since the next
 * key may follow in no time and is for what this one opens.
 */
export function afterPress(rest: () => void): void {
  if (isByKey) rest();
  else afterPaint(rest);
}

/** Whether what a press opens is to be drawn yet, as `afterPress` does it. */
export function useAfterPress(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(isOpen && isByKey);
  if (isShown !== isOpen && (isByKey || !isOpen)) setShown(isOpen);
  useEffect(() => (isOpen && !isShown ? afterPaint(() => setShown(true)) : undefined), [isOpen, isShown]);
  return isOpen && isShown;
}
