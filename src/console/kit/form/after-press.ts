import { useEffect, useState, type ReactNode } from 'react';
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

/** What a press opens, drawn as `afterPress` does it. */
export function AfterPress({ children }: { children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(isByKey);
  useEffect(() => (isShown ? undefined : afterPaint(() => setShown(true))), [isShown]);
  return isShown && children;
}
