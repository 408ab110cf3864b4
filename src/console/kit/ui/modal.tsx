import { styled } from '@mui/material/styles';
import { useEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

// The browser's own modal dialog: it traps the focus, makes the rest inert, closes on Escape, gives the focus back and
// stands above everything, MUI's dialogs included, for no bytes.
const Box = styled('dialog')(({ theme }) => ({
  boxSizing: 'border-box',
  maxHeight: 'min(85vh, 720px)',
  maxWidth: 'calc(100vw - 32px)',
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: '0 24px 64px rgb(8 15 25 / 0.28)',
  overflow: 'auto',
  '&::backdrop': { background: 'rgb(8 15 25 / 0.45)' },
  // On a phone a dialog is a page: all of its room, and nothing of another behind it.
  [theme.breakpoints.down('sm')]: {
    '&:not([data-at="side"])': {
      width: '100vw !important',
      maxWidth: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: 0,
      border: 0,
      borderRadius: 0,
    },
  },
  '&[data-at="end"]': {
    margin: '0 0 0 auto',
    width: 'min(440px, 100vw)',
    maxWidth: '100vw',
    height: '100dvh',
    maxHeight: '100dvh',
    borderWidth: '0 0 0 1px',
    borderRadius: 0,
  },
  '&[data-at="side"]': {
    margin: 0,
    width: 'min(280px, 85vw)',
    height: '100dvh',
    maxHeight: '100dvh',
    border: 0,
    borderRadius: 0,
  },
}));

interface Modal {
  label: string;
  onClose: () => void;
  at?: 'centre' | 'side' | 'end';
  width?: number;
  children: ReactNode;
}

/** A modal dialog for as long as it is drawn. `onClose` is asked for by Escape and by a press outside. */
export function Modal({ label, onClose, at = 'centre', width = 560, children }: Modal) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  // Into the body: a dialog of MUI hides its siblings there from screen readers, and this one may open above it.
  return createPortal(
    <Box
      ref={box}
      aria-label={label}
      data-at={at}
      style={at === 'side' || at === 'end' ? undefined : { width }}
      onCancel={(event) => {
        // React decides when it goes, or state and screen part.
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      {children}
    </Box>,
    document.body,
  );
}
