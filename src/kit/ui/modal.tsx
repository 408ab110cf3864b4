import { styled, type Theme } from '@mui/material/styles';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icons.tsx';
import { focusFirst } from './popover.tsx';
import { focusBefore } from './return-focus.ts';

/** A rule for an element of a page that has a drawer next to it. */
export const whileDrawn = 'body:has(> dialog[data-at="end"]:not(:modal)) &';

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
  '&[data-at="side"]': { ...wholeScreen, width: 'min(280px, 85vw) !important' },
  '&[data-at="end"]': {
    position: 'fixed',
    inset: '52px 0 0 auto',
    zIndex: theme.zIndex.appBar - 1,
    width: 508,
    height: 'auto',
    maxHeight: 'none',
    margin: 0,
    border: 0,
    borderLeft: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 0,
    boxShadow: '-8px 0 24px rgb(8 15 25 / 0.07)',
    '&::backdrop': { background: 'none' },
    '& > h2': { paddingTop: 14, paddingRight: 136 },
    '& > footer:has(> :empty:only-child)': { display: 'none' },
    '& > footer': { padding: '12px 24px', borderTop: `1px solid ${theme.vars.palette.divider}` },
  },
  '& > h2': { margin: 0, padding: '20px 56px 12px 24px', fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
  '& > button': {
    all: 'unset',
    position: 'absolute',
    top: 12,
    right: 12,
    display: 'grid',
    placeItems: 'center',
    width: 36,
    height: 36,
    borderRadius: 8,
    cursor: 'pointer',
    '&:hover': { background: theme.vars.palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
    '&[aria-disabled=true]': { color: theme.vars.palette.text.disabled, cursor: 'default' },
    '&[data-step="1"]': { right: 48 },
    '&[data-step="-1"]': { right: 84 },
    [theme.breakpoints.down('sm')]: {
      top: 8,
      right: 8,
      width: 44,
      height: 44,
      '&[data-step="1"]': { right: 52 },
      '&[data-step="-1"]': { right: 96 },
    },
  },
  // A form's sticky buttons need no padding below.
  '& > h2 + div': { overflow: 'auto', padding: '4px 24px 20px', '&:has(> form:only-child)': { paddingBottom: 0 } },
  '&[data-at="end"] > h2 + div': { flex: 1 },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: 8,
    padding: '12px 24px 20px',
  },
}));

const widthsPx = { s: 440, m: 600, l: 900 } as const;

/** What may have typed text. */
const typing =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly], :disabled), textarea, select';

/** From this width on a drawer is next to the page, which stays in use (`Main` of the shell). */
const besidePage = '(min-width: 1400px)';

/** Where an arrow key has another meaning. */
const ownArrows = `${typing}, [role=grid], [role=radio], [role=combobox]`;

const stop = (event: SyntheticEvent) => event.stopPropagation();

interface ModalProps {
  /** Without a title the content has its own padding. */
  title?: ReactNode;
  /** The accessible name; the title by default. */
  label?: string;
  role?: 'dialog' | 'alertdialog';
  /** At the end it is a drawer next to the page; where there is no room for both a sheet over it. */
  at?: 'centre' | 'side' | 'end';
  size?: keyof typeof widthsPx;
  actions?: ReactNode;
  /** A dialog with text fields does so by itself. */
  staysOnClickOutside?: boolean;
  /** Of a drawer: shows the row before or after, also by Arrow Up and Down. */
  steps?: {
    labels: readonly [previous: string, next: string];
    /** `undefined` at the end of the list. */
    to: readonly [(() => void) | undefined, (() => void) | undefined];
  };
  onClose: () => void;
  children: ReactNode;
}

/**
 * Open while it is rendered. The native element traps the focus and makes the page inert. Escape, the cross and a click
 * outside call `onClose`; then what opened it has the focus again.
 */
export function Modal(props: ModalProps) {
  const { title, label, role, at = 'centre', size = 'm', actions, staysOnClickOutside } = props;
  const { steps, onClose } = props;
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Mount the content after opening: nothing in a closed dialog can take the focus.
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const dialog = box.current;
    const restoreFocus = focusBefore();
    if (dialog && !dialog.open) {
      if (dialog.dataset['at'] === 'end' && matchMedia(besidePage).matches) dialog.show();
      else dialog.showModal();
    }
    setOpen(true);
    return () => {
      dialog?.close();
      restoreFocus();
    };
  }, []);
  useLayoutEffect(() => {
    if (isOpen && (document.activeElement === box.current || document.activeElement === document.body))
      focusFirst(box.current);
  }, [isOpen]);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (at !== 'end') return undefined;
    // The focus may be on the page, whose table goes from a link to its cell as well.
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.matches(typing);
      if (event.key === 'Escape' && !isElsewhere && !document.querySelector(':modal')) close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [at]);
  // In the body, so that child selectors of other elements do not match.
  return createPortal(
    <Box
      ref={box}
      role={role}
      aria-label={label}
      aria-labelledby={label === undefined ? titleId : undefined}
      data-at={at}
      style={at === 'centre' ? { width: widthsPx[size] } : undefined}
      onKeyDown={(event) => {
        event.stopPropagation();
        const to = { ArrowUp: steps?.to[0], ArrowDown: steps?.to[1] }[event.key];
        if (to && !event.defaultPrevented && !(event.target as Element).closest(ownArrows)) {
          event.preventDefault();
          to();
        }
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
      // Close requests without a key event, such as Android's back gesture. React must close it, or state and screen
      // differ.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers ignore `preventDefault` for the second close request.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) currentTarget.showModal();
      }}
      onMouseDown={(event) => {
        // The navigation at the side has selects, and nothing that could be lost.
        const mayLose = staysOnClickOutside || (at !== 'side' && box.current?.querySelector(typing));
        if (event.target === box.current && !mayLose) onClose();
      }}
      // React bubbles a portal's events to the parent component, where a form must not handle them.
      onSubmit={stop}
      onChange={stop}
      onBlur={stop}
    >
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {isOpen && (title === undefined ? props.children : <div>{props.children}</div>)}
      {isOpen && actions && <footer>{actions}</footer>}
      {isOpen &&
        steps?.to.map((go, index) => (
          <button
            key={steps.labels[index]}
            type="button"
            data-step={index === 0 ? -1 : 1}
            aria-label={steps.labels[index]}
            aria-disabled={!go}
            onClick={go}
          >
            <Icon name="back" style={index === 0 ? undefined : { transform: 'scaleX(-1)' }} />
          </button>
        ))}
      {/* Last, so that the content takes the focus. */}
      {isOpen && title !== undefined && (
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </Box>,
    document.body,
  );
}
