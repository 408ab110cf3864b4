import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from '#kit/base/store.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { later } from '#kit/ui/later.tsx';
import { dismiss, doneStore } from './done.ts';

const DoneActions = later(async () => (await import('./done-actions.tsx')).DoneActions);

const shownMs = 10_000;

// Over the page: nothing moves when it comes or goes, and it is visible at any scroll position.
const Toast = styled('div')(({ theme }) => ({
  '&:focus': { outline: 'none' },
  '&[data-shown]': {
    position: 'fixed',
    zIndex: theme.zIndex.snackbar,
    left: 236,
    bottom: 24,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    columnGap: 12,
    width: 'max-content',
    minHeight: 48,
    maxWidth: 'min(720px, 100% - 260px)',
    maxHeight: '60dvh',
    overflow: 'auto',
    padding: '6px 8px 6px 16px',
    borderRadius: 8,
    background: theme.vars.palette.text.primary,
    color: theme.vars.palette.background.paper,
    // Forced colours show only borders.
    border: '1px solid transparent',
    boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
    // One line while there is room; what went wrong, and a phone, have more.
    '&:has(table, [role=alert])': { flexWrap: 'wrap' },
    [theme.breakpoints.down('md')]: { left: 12, right: 12, width: 'auto', maxWidth: 'none', flexWrap: 'wrap' },
  },
  '& [role=status]': { minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  '&[data-shown] > [role=status]': { flex: '1 1 auto', fontWeight: 500 },
  '& :is(a, button):is(a, button)': {
    borderColor: 'transparent',
    background: 'none',
    color: 'inherit',
    '&:hover': { background: `color-mix(in srgb, ${theme.vars.palette.background.paper} 14%, transparent)` },
    '&:focus-visible': { outlineColor: 'currentColor', outlineOffset: -2 },
  },
  // On the line of the sentence while there is room.
  '& > [data-actions]': { marginLeft: 'auto' },
  '& [data-more]:has(table, [role=alert])': {
    margin: '6px 0',
    padding: 12,
    borderRadius: 6,
    background: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.primary,
  },
}));

/** Whether a person reads it, goes to it or has begun to undo, cannot see it, or must see what went wrong. */
const isHeld = (toast: HTMLElement): boolean =>
  document.hidden ||
  document.querySelector('dialog:modal') !== null ||
  toast.matches(':hover, :focus-within, :has(table, [role=alert], [aria-busy=true], [aria-label=Loading])');

/** Always rendered: screen readers announce changes only in an existing live region. */
export function DoneSlot() {
  const { pathname } = useLocation();
  const notice = useStore(doneStore);
  const shown = notice?.path === pathname ? notice : undefined;
  useEffect(() => {
    const { path } = doneStore.get() ?? {};
    if (path !== undefined && path !== pathname) dismiss();
  }, [pathname]);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ shown, pathname });
  useEffect(() => {
    const { shown: old, pathname: from } = before.current;
    before.current = { shown, pathname };
    // The form that led here may have been scrolled to its foot.
    if (shown && from !== pathname) scrollTo(0, 0);
    // What had the focus was removed. On another page the heading takes it.
    if (old !== shown && from === pathname && document.activeElement === document.body)
      (shown ? box.current : document.getElementById('main'))?.focus({ preventScroll: true });
  }, [shown, pathname]);
  useEffect(() => {
    const toast = box.current;
    if (!toast || !shown) return undefined;
    let timer: ReturnType<typeof setInterval>;
    const begin = () => {
      clearInterval(timer);
      timer = setInterval(() => {
        if (!isHeld(toast)) dismiss();
      }, shownMs);
    };
    begin();
    const ends = ['pointerleave', 'focusout'] as const;
    for (const type of ends) toast.addEventListener(type, begin);
    return () => {
      clearInterval(timer);
      for (const type of ends) toast.removeEventListener(type, begin);
    };
  }, [shown]);
  return (
    <Toast ref={box} tabIndex={-1} data-shown={shown && ''}>
      {shown && <Icon name="check" size={18} />}
      <div role="status">{shown?.text}</div>
      {shown && <DoneActions key={shown.text} notice={shown} />}
    </Toast>
  );
}
