import { use, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router-dom';

/** Which entry of the history this is, as the router numbers them; nothing for an entry that it did not make. */
const entry = (): number | undefined => {
  const index = (history.state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : undefined;
};

/**
 * Holds up whatever leads away from a page while `isHeld`: links, buttons, Back, and closing the tab, which the browser asks
 * about in its own words.
 * @returns `leave` once something is held up, with which it goes on, and `stay`.
 */
export function useLeaveGuard(isHeld: () => boolean): { leave?: () => void; stay(): void } {
  const { navigator } = use(NavigationContext);
  const [held, setHeld] = useState<{ goOn(): void }>();
  const isLeaving = useRef(false);
  const asks = useRef(isHeld);
  useEffect(() => {
    asks.current = isHeld;
  });

  useEffect(() => {
    const here = location.pathname;
    const at = entry();
    const mayGo = () => isLeaving.current || !asks.current();
    const hold = (goOn: () => void) =>
      setHeld({
        goOn: () => {
          isLeaving.current = true;
          goOn();
        },
      });

    const { push, replace } = navigator;
    // The address of a page may change under a form, by a filter for instance; only another page loses it.
    const guarded =
      (go: Navigator['push']): Navigator['push'] =>
      (to, ...rest) => {
        const path = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
        if (!path || path === here || mayGo()) return go.call(navigator, to, ...rest);
        hold(() => go.call(navigator, to, ...rest));
      };
    Object.assign(navigator, { push: guarded(push), replace: guarded(replace) });

    let isGoingBack = false;
    const onPop = (event: PopStateEvent) => {
      const to = entry();
      if (isGoingBack) {
        isGoingBack = false;
        event.stopImmediatePropagation();
        return;
      }
      // What no browser sent is not a step through the history.
      if (location.pathname === here || !event.isTrusted || mayGo()) return;
      event.stopImmediatePropagation();
      isGoingBack = true;
      // Of an entry without a number it is not known where it is; mostly it is the one before.
      const by = to === undefined || at === undefined ? -1 : to - at;
      history.go(-by);
      hold(() => history.go(by));
    };
    const onClose = (event: BeforeUnloadEvent) => {
      if (!mayGo()) event.preventDefault();
    };
    addEventListener('popstate', onPop, true);
    addEventListener('beforeunload', onClose);
    return () => {
      Object.assign(navigator, { push, replace });
      removeEventListener('popstate', onPop, true);
      removeEventListener('beforeunload', onClose);
    };
  }, [navigator]);

  return { leave: held?.goOn, stay: () => setHeld(undefined) };
}
