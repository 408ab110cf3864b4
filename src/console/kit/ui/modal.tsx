import { styled, type Theme } from '@mui/material/styles';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { focusFirst } from './popover.tsx';

export const modalBackdrop = 'rgb(8 15 25 / 0.45)';

export const modalFrame = (theme: Theme) =>
  ({
    boxSizing: 'border-box',
    maxHeight: 'min(85vh, 720px)',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 8,
    background: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.primary,
    boxShadow: '0 24px 64px rgb(8 15 25 / 0.28)',
    overflow: 'auto',
  }) as const;

/** On a phone a dialog takes the whole screen. */
export const wholeScreen = {
  width: '100vw !important',
  maxWidth: '100vw',
  height: '100dvh',
  maxHeight: '100dvh',
  margin: 0,
  border: 0,
  borderRadius: 0,
} as const;

const Box = styled('dialog')(({ theme }) => ({
  ...modalFrame(theme),
  padding: 0,
  maxWidth: 'calc(100vw - 32px)',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: modalBackdrop },
  [theme.breakpoints.down('sm')]: { '&:not([data-at="side"])': wholeScreen },
  '&[data-at="end"], &[data-at="side"]': {
    margin: 0,
    maxWidth: '100vw',
    height: '100dvh',
    maxHeight: '100dvh',
    border: 0,
    borderRadius: 0,
  },
  '&[data-at="end"]': { marginLeft: 'auto', width: 'min(440px, 100vw)' },
  '&[data-at="side"]': { width: 'min(280px, 85vw)' },
  '& > h2': { margin: 0, padding: '20px 24px 12px', fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
  // The buttons of a form stay at the lower edge, where other content has its padding.
  '& > h2 + div': { overflow: 'auto', padding: '4px 24px 20px', '&:has(> form:only-child)': { paddingBottom: 0 } },
  '& > footer': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8, padding: '12px 24px 20px' },
}));

const stop = (event: SyntheticEvent) => event.stopPropagation();

interface ModalProps {
  /** The heading. Without one the content has its own padding. */
  title?: ReactNode;
  /** Names the dialog; the heading does by default. */
  label?: string;
  role?: 'dialog' | 'alertdialog';
  at?: 'centre' | 'side' | 'end';
  /** Pixels. */
  width?: number;
  /** The buttons at the end. */
  actions?: ReactNode;
  /** A click outside must not close it, such as where something was typed. */
  staysOnClickOutside?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog for as long as it is rendered. It is the browser's own: it keeps the focus inside, makes the rest inert and
 * returns the focus to where it was. Escape and a click outside call `onClose`.
 */
export function Modal(props: ModalProps) {
  const { title, label, role, at = 'centre', width = 560, actions, staysOnClickOutside, onKeyDown, onClose } = props;
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The content follows once the dialog is open: nothing in a closed one can take the focus.
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    setOpen(true);
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => {
    if (isOpen && (document.activeElement === box.current || document.activeElement === document.body))
      focusFirst(box.current);
  }, [isOpen]);
  // Into the body: another element's rules for its children do not apply there.
  return createPortal(
    <Box
      ref={box}
      role={role}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      data-at={at}
      style={at === 'centre' ? { width } : undefined}
      onKeyDown={(event) => {
        event.stopPropagation();
        onKeyDown?.(event);
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
      // A request to close without a key here, such as Android's back gesture. React decides, or state and screen differ.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close it at a second request even so.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) currentTarget.showModal();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current && !staysOnClickOutside) onClose();
      }}
      // React passes a portal's events on to the component around it: a form there must not take them for its own.
      onSubmit={stop}
      onChange={stop}
      onBlur={stop}
    >
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {isOpen && (title === undefined ? props.children : <div>{props.children}</div>)}
      {isOpen && actions && <footer>{actions}</footer>}
    </Box>,
    document.body,
  );
}
