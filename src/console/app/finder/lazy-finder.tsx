import { Activity, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { afterPaint } from '#kit/form/shown-first.ts';
import { later } from '#kit/ui/later.tsx';
import { FinderBox } from './box.tsx';
import { FinderPanel } from './panel.tsx';

interface Typed {
  text: string;
  /** Enter followed the text: the first result opens once it is known. */
  isEntered: boolean;
}

/** Keys of the time before the console had loaded. */
export interface EarlyKeys {
  /** Whether the finder's shortcut was among them. */
  isFinderWanted(): boolean;
  /** The typed text, once. */
  take(): Typed | undefined;
}

export interface FinderProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  onClose: () => void;
}

const Finder = later(async () => (await import('./finder.tsx')).Finder);

/** Loads the finder's code, to be there when it is opened. */
export const warmFinder = (): void => void Finder.load().catch(() => {});

interface Props {
  isOpen: boolean;
  earlyKeys: EarlyKeys;
  onClose: () => void;
}

/**
 * Loads the finder separately from the shell. The box opens within the key press and keeps the text until the code has
 * loaded. It is rendered hidden beforehand, because new styles would restyle the whole page.
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

/** One opening of the finder. */
function Opening({ earlyKeys, onClose }: Omit<Props, 'isOpen'>) {
  const [typed, setTyped] = useState<Typed>({ text: '', isEntered: false });
  const [isBoxShown, setBoxShown] = useState(false);
  // Does not run while hidden: starts with the key press.
  useEffect(() => afterPaint(() => setBoxShown(true)), []);
  // In the render that focuses the box: a key press in between would be lost.
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
      {isBoxShown ? <Finder meanwhile={waiting} typed={typed} onType={setTyped} onClose={onClose} /> : waiting}
    </FinderPanel>
  );
}
