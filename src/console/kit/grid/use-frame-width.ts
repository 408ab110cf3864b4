import { useCallback, useState } from 'react';

/** Approximate width until measured, so that a phone does not first render a table. */
const guess = () => (innerWidth < 900 ? innerWidth - 24 : Math.min(1440, innerWidth - 270));

/** Pixels, and the ref for the element. */
export function useFrameWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(guess);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // Without the frame's borders.
    const measure = () => setRoom(element.clientWidth - 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, ref];
}
