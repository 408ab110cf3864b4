import { Activity, lazy, Suspense, useCallback, useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { afterPaint } from '#console/kit/form/shown-first.ts';
import { FinderBox } from './box.tsx';
import { FinderPanel } from './panel.tsx';

/** What was typed so far, and whether Enter was pressed behind it. */
export interface Typed {
  text: string;
  isEntered: boolean;
}

/** What is typed for the finder before there is one: kept from the start of the page on. */
export interface EarlyKeys {
  isFinderWanted(): boolean;
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

interface Props {
  isOpen: boolean;
  earlyKeys: EarlyKeys;
  onClose: () => void;
}

/**
 * The finder, its code apart from the shell's. The box is there in the very key press that asks for it, and keeps what is
 * typed until the code has come: the first letters of a quick typist would go nowhere otherwise. It is drawn before, out of
 * sight: styles that are new to the page have all of it styled again within the key press.
 */
export function LazyFinder({ isOpen, earlyKeys, onClose }: Props) {
  const [opening, setOpening] = useState(0);
  const close = useCallback(() => {
    setOpening((last) => last + 1);
    onClose();
  }, [onClose]);
  return (
    <Activity mode={isOpen ? 'visible' : 'hidden'}>
      <Opening key={opening} earlyKeys={earlyKeys} onClose={close} />
    </Activity>
  );
}

/** From one press on Ctrl+K to the next. */
function Opening({ earlyKeys, onClose }: Omit<Props, 'isOpen'>) {
  const [typed, setTyped] = useState<Typed>({ text: '', isEntered: false });
  const [isBoxShown, setBoxShown] = useState(false);
  // Nothing of this runs out of sight: it begins with the key press.
  useEffect(() => afterPaint(() => setBoxShown(true)), []);
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
      {isBoxShown ? (
        <Suspense fallback={waiting}>
          <Chosen typed={typed} onType={setTyped} onClose={onClose} />
        </Suspense>
      ) : (
        waiting
      )}
    </FinderPanel>
  );
}

/** Without the moment of waiting once the code is here. */
function Chosen(props: FinderProps) {
  const [Finder] = useState<ComponentType<FinderProps>>(() => ready ?? Loading);
  return <Finder {...props} />;
}
