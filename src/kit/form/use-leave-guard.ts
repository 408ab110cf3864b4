import { use, useEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router-dom';

/**
 * Blocks links, buttons and closing the tab, for which the browser shows its own dialog. Back is not blocked: going
 * forward again restores the draft.
 * @returns `leave`, which continues a blocked navigation, and `stay`.
 */
export function useLeaveGuard(isBlocking: () => boolean): { leave?: () => void; stay(): void } {
  const { navigator } = use(NavigationContext);
  const [leaving, setLeaving] = useState<{ goOn(): void }>();
  const isLeaving = useRef(false);
  const asks = useRef(isBlocking);
  useEffect(() => {
    asks.current = isBlocking;
  });

  useEffect(() => {
    const here = location.pathname;
    const mayGo = () => isLeaving.current || !asks.current();
    const hold = (goOn: () => void) =>
      setLeaving({
        goOn: () => {
          isLeaving.current = true;
          goOn();
        },
      });

    const { push, replace } = navigator;
    // A filter may change the query of this page; only another path loses the form.
    const guarded =
      (go: Navigator['push']): Navigator['push'] =>
      (to, ...rest) => {
        const path = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
        if (!path || path === here || mayGo()) return go.call(navigator, to, ...rest);
        hold(() => go.call(navigator, to, ...rest));
      };
    Object.assign(navigator, { push: guarded(push), replace: guarded(replace) });

    const onClose = (event: BeforeUnloadEvent) => {
      if (!mayGo()) event.preventDefault();
    };
    addEventListener('beforeunload', onClose);
    return () => {
      Object.assign(navigator, { push, replace });
      removeEventListener('beforeunload', onClose);
    };
  }, [navigator]);

  return { leave: leaving?.goOn, stay: () => setLeaving(undefined) };
}
