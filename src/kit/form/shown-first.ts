import { startTransition, useEffect, useEffectEvent, useState } from 'react';

/**
 * Runs a callback after the next paint, as a transition, so that keys can interrupt its render. @returns a cancel
 * function
 */
export function afterPaint(rest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(() => startTransition(rest))));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A control's value and setter. The control shows the value at once; `onChange` runs after the paint. */
export function useShownFirst<T>(value: T, onChange: (value: T) => void): [T, (value: T) => void] {
  const [chosen, choose] = useState<{ value: T }>();
  const change = useEffectEvent(onChange);
  useEffect(
    () =>
      chosen &&
      afterPaint(() => {
        change(chosen.value);
        choose(undefined);
      }),
    [chosen],
  );
  return [chosen ? chosen.value : value, (next) => choose({ value: next })];
}
