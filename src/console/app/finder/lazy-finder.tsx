import { lazy, Suspense, useState, type ComponentType } from 'react';

type Finder = ComponentType<{ onClose: () => void }>;

let ready: Finder | undefined;

const load = async () => {
  const { Finder } = await import('./finder.tsx');
  ready = Finder;
  return { default: Finder };
};
const Loading = lazy(load);

/** Fetches the finder's code while nothing else is going on. */
export const warmFinder = (): void => void load().catch(() => {});

/**
 * The finder, its code apart from the shell's. Drawn in the very key press that asks for it once its code is there, which
 * `lazy` alone would put off to the next turn: the first letters of a quick typist would go nowhere.
 */
export function LazyFinder(props: { onClose: () => void }) {
  const [Finder] = useState<Finder>(() => ready ?? Loading);
  return (
    <Suspense fallback={null}>
      <Finder {...props} />
    </Suspense>
  );
}
