import { styled } from '@mui/material/styles';
import {
  useEffect,
  useRef,
  type FocusEvent,
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '#kit/form/shown-first.ts';
import { modalBackdrop, modalFrame, wholeScreen } from '#kit/ui/modal.tsx';
import { isCovered } from '../shortcuts.tsx';

const Cover = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: theme.zIndex.modal,
  padding: '12vh 16px 0',
  background: modalBackdrop,
  '& > div': { ...modalFrame(theme), maxWidth: 560, margin: '0 auto' },
  [theme.breakpoints.down('sm')]: { padding: 0, '& > div': wholeScreen },
}));

/**
 * Not a `<dialog>`: making the page inert restyles all of it within the key press. The panel keeps the focus itself.
 */
export function FinderPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const cover = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    /** @returns the field if it had lost the focus */
    const back = () => {
      const box = cover.current;
      // A dialog on top keeps its focus, a form that has just rendered does not.
      if (!box || box.contains(document.activeElement) || isCovered()) return undefined;
      const field = box.querySelector('input');
      field?.focus();
      return field;
    };
    // A form's first field loses focus only once the form is complete (it would count as changed before), or before the
    // next key press. The key goes to the focused element and is also handled by the finder.
    const backBefore = (event: KeyboardEvent) => {
      const field = back();
      if (!field) return;
      event.stopPropagation();
      if (!field.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
    };
    let leave = afterPaint(back);
    const backSoon = () => {
      leave();
      leave = afterPaint(back);
    };
    addEventListener('focusin', backSoon, true);
    addEventListener('keydown', backBefore, true);
    return () => {
      leave();
      removeEventListener('focusin', backSoon, true);
      removeEventListener('keydown', backBefore, true);
      const field = document.activeElement;
      before.current?.focus({ preventScroll: true });
      if (field instanceof HTMLElement && field === document.activeElement) field.blur();
    };
  }, []);

  const takeFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const press = (event: ReactKeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onClose();
    }
  };
  const keepFocus = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
    if (event.target === cover.current) onClose();
  };
  return createPortal(
    <Cover ref={cover} onFocus={takeFocus} onKeyDown={press} onMouseDown={keepFocus}>
      <div role="dialog" aria-modal="true" aria-label="Find">
        {children}
      </div>
    </Cover>,
    document.body,
  );
}
