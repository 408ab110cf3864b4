import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, type ReactNode } from 'react';
import { afterPaint } from '#kit/form/shown-first.ts';
import { Hidden } from '#kit/ui/hidden.tsx';
import { Icon } from '#kit/ui/icons.tsx';

const heightPx = 32;
const abovePx = -6;

/** Pixels that the bar takes between filters and rows, except on a phone. */
export const selectionBarPx = heightPx + abovePx;

/** One line, on a phone two, so that selecting moves no row. */
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: heightPx,
  marginTop: abovePx,
  whiteSpace: 'nowrap',
  '& > [role=status]': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontVariantNumeric: 'tabular-nums',
  },
  '& > button': { flex: 'none' },
  '& > [data-actions]': { display: 'contents' },
  [theme.breakpoints.down('sm')]: {
    display: 'none',
    // Within reach, over the rows.
    '&[data-selected]': {
      display: 'flex',
      flexWrap: 'wrap',
      position: 'fixed',
      inset: 'auto 0 0',
      zIndex: theme.zIndex.appBar,
      boxSizing: 'border-box',
      height: 100,
      alignContent: 'center',
      gap: '0 8px',
      margin: 0,
      padding: '6px 12px',
      background: theme.vars.palette.background.paper,
      borderTop: `1px solid ${theme.vars.palette.divider}`,
    },
    '& > [role=status]': { flex: '1 1 0', whiteSpace: 'normal', lineHeight: 1.3 },
    '& > [data-actions]': { display: 'flex', flex: '1 0 100%', gap: 8, alignItems: 'center' },
    '& > [data-actions] > .MuiButton-root': { flex: 1, minHeight: 44 },
    '& > [data-actions] > div:not([popover])': { position: 'static', flex: 1, padding: 0, border: 0 },
    // The last row can be scrolled out from below it.
    '&[data-selected] ~ :last-child': { paddingBottom: 108 },
  },
}));

/** The selection and its actions. Visible without a selection too, except on a phone. */
export function SelectionBar(props: {
  label: string;
  text?: ReactNode;
  /** Selects all rows; undefined if they are selected. */
  all?: { count: string; isLoading?: boolean; onSelect: () => void };
  /** Undefined without a selection. */
  onClear?: () => void;
  children?: ReactNode;
}) {
  const { label, text, all, onClear, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  const pressed = useRef<'all' | 'clear'>(undefined);
  // Both buttons remove themselves.
  useEffect(() => {
    if (!pressed.current || (pressed.current === 'all' ? all : onClear)) return;
    pressed.current = undefined;
    if (document.activeElement === document.body)
      (
        bar.current?.querySelector<HTMLElement>('[data-actions] button') ?? bar.current?.querySelector('button')
      )?.focus();
  });
  return (
    <Bar data-screen="" ref={bar} role="group" aria-label={label} data-selected={onClear && ''}>
      {text && <span role="status">{text}</span>}
      {all && (
        <Button
          size="small"
          data-all=""
          loading={all.isLoading}
          onClick={() => {
            pressed.current = 'all';
            afterPaint(all.onSelect);
          }}
        >
          Select all {all.count}
        </Button>
      )}
      {onClear && (
        <Button
          size="small"
          color="inherit"
          data-clear=""
          title="Clear selection"
          sx={{ minWidth: 36, px: 0 }}
          onClick={() => {
            pressed.current = 'clear';
            onClear();
          }}
        >
          <Icon name="close" size={16} />
          <Hidden>Clear selection</Hidden>
        </Button>
      )}
      <span data-actions="">{children}</span>
    </Bar>
  );
}
