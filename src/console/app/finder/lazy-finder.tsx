import { lazy, Suspense, useLayoutEffect, useState, type ComponentType } from 'react';
import { FinderBox } from './box.tsx';
import { FinderPanel } from './panel.tsx';

/** What was typed so far, and whether Enter was pressed behind it. */
export interface Typed {
  text: string;
  isEntered: boolean;
}

/** What is typed for the finder before there is one: kept from the start of the page on. */
export interface EarlyKeys {
  isAsked(): boolean;
  /** What was typed, once. */
  take(): Typed | undefined;
}

export interface FinderProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
}

let ready: ComponentType<FinderProps> | undefined;

const load = async () => {
  const { Finder } = await import('./finder.tsx');
  ready = Finder;
  return { default: Finder };
};
const Loading = lazy(load);

/** Fetches the finder's code while nothing else is going on. */
export const warmFinder = (): void => void load().catch(() => {});

/**
 * The finder, its code apart from the shell's. The box is there in the very key press that asks for it, and keeps what is
 * typed until the code has come: the first letters of a quick typist would go nowhere otherwise.
 */
export function LazyFinder({ earlyKeys, onClose }: { earlyKeys: EarlyKeys; onClose: () => void }) {
  const [Finder] = useState<ComponentType<FinderProps>>(() => ready ?? Loading);
  const [typed, setTyped] = useState<Typed>({ text: '', isEntered: false });
  // With the drawing that gives the box the focus: a key between the two would go into the box, and be lost from it here.
  useLayoutEffect(() => {
    const early = earlyKeys.take();
    if (early) setTyped(early);
  }, [earlyKeys]);
  const waiting = (
    <FinderBox
      text={typed.text}
      onClose={onClose}
      onType={(text) => setTyped({ text, isEntered: false })}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) setTyped({ ...typed, isEntered: typed.text.trim() !== '' });
      }}
    />
  );
  return (
    <FinderPanel onClose={onClose}>
      <Suspense fallback={waiting}>
        <Finder typed={typed} onType={setTyped} onClose={onClose} />
      </Suspense>
    </FinderPanel>
  );
}
