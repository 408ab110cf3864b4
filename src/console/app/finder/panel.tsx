import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const Cover = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: theme.zIndex.modal,
  padding: '12vh 16px 0',
  background: 'rgb(8 15 25 / 0.45)',
  '& > div': {
    boxSizing: 'border-box',
    maxWidth: 560,
    maxHeight: 'min(85vh, 720px)',
    margin: '0 auto',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    background: theme.vars.palette.background.paper,
    boxShadow: '0 24px 64px rgb(8 15 25 / 0.28)',
    overflow: 'auto',
  },
  // As every dialog: on a phone it is a page.
  [theme.breakpoints.down('sm')]: {
    padding: 0,
    '& > div': { maxWidth: 'none', height: '100dvh', maxHeight: 'none', border: 0, borderRadius: 0 },
  },
}));

/** Milliseconds in which what a key press has drawn is on screen. */
const frames = 32;

/**
 * The dialog of the finder. A <dialog> makes the page behind it inert at once, and for that browsers style all of the page
 * again within the key press that asks for the finder. Here that comes right after what the key press has drawn.
 */
export function FinderPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const cover = useRef<HTMLDivElement>(null);
  // Read before the field takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const page = document.getElementById('root');
    const take = () => {
      if (!cover.current?.contains(document.activeElement)) cover.current?.querySelector('input')?.focus();
    };
    // Until the page is inert, a form that only now comes up may take the focus: its first field is left once the form is
    // whole, and before a key that is typed would go there.
    const timer = setTimeout(() => {
      page?.toggleAttribute('inert', true);
      take();
    }, frames);
    addEventListener('keydown', take, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', take, true);
      page?.toggleAttribute('inert', false);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [before]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onClose();
    }
  };
  // What is pressed beside the field does not take the focus from it.
  const keepFocus = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
    if (event.target === cover.current) onClose();
  };
  return createPortal(
    <Cover ref={cover} onKeyDown={press} onMouseDown={keepFocus}>
      <div role="dialog" aria-modal="true" aria-label="Find">
        {children}
      </div>
    </Cover>,
    document.body,
  );
}
