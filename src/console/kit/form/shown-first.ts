import { startTransition, useEffect, useEffectEvent, useState } from 'react';

/** Does something once the screen shows what is drawn by now, and gives way to the next key while it does. Gives how to leave it. */
export function afterPaint(rest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(() => startTransition(rest))));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * The value of a control, and how to set it: the control shows it at once, and what the page makes of it follows. People
 * wait for what runs before the screen has answered.
 */
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
