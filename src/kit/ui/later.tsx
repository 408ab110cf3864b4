import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { notLoaded } from '#kit/base/not-loaded.ts';

/**
 * A component whose code loads when it is first rendered, or before that by `load`; until then `meanwhile` is shown. An error goes to
 * the error boundary, and the next mount tries again. Not `lazy`: once `Suspense` has shown a fallback, however briefly, React waits
 * 300 ms before it shows what has come.
 */
export function later<P extends object>(read: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  const load = async (): Promise<void> => {
    loaded = await read().catch(notLoaded);
  };
  function Later({ meanwhile = null, ...rest }: P & { meanwhile?: ReactNode }) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useLayoutEffect(() => {
      if (Loaded) return undefined;
      let isGone = false;
      load().then(
        () => isGone || setLoaded(() => loaded),
        (error: unknown) => isGone || setFailure({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [Loaded]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...(rest as unknown as P)} /> : meanwhile;
  }
  return Object.assign(Later, { load });
}
