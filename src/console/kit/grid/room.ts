import { useCallback, useState } from 'react';

/** What the window leaves a page, about: the first guess, so that a phone draws no table before its cards. */
const guess = () => (innerWidth < 900 ? innerWidth - 24 : Math.min(1440, innerWidth - 270));

/** The pixels across inside an element's frame, kept up to date, and the ref that says which element. */
export function useRoom(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(guess);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // Without the two borders of the frame.
    const measure = () => setRoom(element.clientWidth - 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, ref];
}
