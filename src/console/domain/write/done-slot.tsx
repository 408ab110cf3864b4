import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from '#kit/base/store.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { later } from '#kit/ui/later.tsx';
import { dismiss, doneStore } from './done.ts';

const DoneActions = later(async () => (await import('./done-actions.tsx')).DoneActions);

const Box = styled('div')(({ theme }) => ({
  '&:focus': { outline: 'none' },
  '&[data-at]': {
    boxSizing: 'border-box',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 12,
    maxWidth: 1440,
    minHeight: 52,
    marginBottom: 16,
    padding: '8px 8px 8px 16px',
    border: `1px solid ${theme.vars.palette.success.main}`,
    borderRadius: 8,
    background: theme.vars.palette.background.paper,
    '& > svg': { color: theme.vars.palette.success.main },
  },
  // Above a page that was already open: nothing moves, and it is visible at any scroll position.
  '&[data-at="above"]': {
    position: 'fixed',
    zIndex: theme.zIndex.appBar + 1,
    top: 60,
    left: 'max(232px, 50% - 250px)',
    right: 12,
    width: 'fit-content',
    maxWidth: 'min(720px, 100% - 244px)',
    maxHeight: '80vh',
    overflow: 'auto',
    boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
    [theme.breakpoints.down('md')]: { left: 12, maxWidth: 'calc(100% - 24px)' },
  },
  '& [role=status]': { minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  '&[data-at] > [role=status]': { flex: '1 1 200px', fontWeight: 600 },
  // On the line of the sentence while there is room.
  '& > [data-actions]': { marginLeft: 'auto' },
}));

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
  // The form may have been submitted from its foot.
  const isTop = shown !== undefined && !shown.isInPlace;
  useEffect(() => {
    if (isTop) scrollTo(0, 0);
  }, [isTop]);
  const before = useRef({ shown, pathname });
  useEffect(() => {
    const { shown: old, pathname: from } = before.current;
    before.current = { shown, pathname };
    // What had the focus was removed. On another page the heading takes it.
    if (old !== shown && from === pathname && document.activeElement === document.body)
      (shown ? box.current : document.getElementById('main'))?.focus({ preventScroll: true });
  }, [shown, pathname]);
  return (
    <Box ref={box} tabIndex={-1} data-at={shown && (shown.isInPlace ? 'above' : 'top')}>
      {shown && <Icon name="check" />}
      <div role="status">{shown?.text}</div>
      {shown && <DoneActions key={shown.text} notice={shown} />}
    </Box>
  );
}
