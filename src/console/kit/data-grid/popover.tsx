import { styled } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { ColumnPanel } from './column-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { ColumnMenu } from './menu.tsx';
import type { PopoverProps } from './opened.ts';

const Box = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    padding: 8,
    minWidth: 220,
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: 'min(70vh, 520px)',
    boxSizing: 'border-box',
    overflow: 'auto',
    border: `1px solid ${palette.divider}`,
    borderRadius: 8,
    background: palette.background.paper,
    color: palette.text.primary,
    boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
    fontSize: '0.875rem',
    '& h2': { margin: '4px 8px 10px', fontSize: '0.875rem' },
    '& hr': { border: 0, borderTop: `1px solid ${palette.divider}`, margin: '6px 0' },
    '& [role^=menuitem]': {
      all: 'unset',
      boxSizing: 'border-box',
      display: 'flex',
      justifyContent: 'space-between',
      gap: 16,
      width: '100%',
      minHeight: 36,
      [theme.breakpoints.down('sm')]: { minHeight: 44 },
      alignItems: 'center',
      padding: '0 10px',
      borderRadius: 8,
      cursor: 'pointer',
    },
    '& [role^=menuitem]:hover': { background: palette.action.hover },
    '& [role^=menuitem]:focus': { background: palette.action.selected },
    '& [role^=menuitem]:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    '& [role^=menuitem][aria-disabled=true]': { color: palette.text.secondary, opacity: 0.6, cursor: 'default' },
    '& [role^=menuitem][aria-checked=true]::after': { content: '"✓" / ""' },
    '& form': { display: 'grid', gap: 12, padding: 8, width: 'min(300px, 80vw)' },
    '& [data-field]': { display: 'grid', gap: 4, fontSize: '0.8125rem', color: palette.text.secondary },
    '& [data-field] input': {
      boxSizing: 'border-box',
      width: '100%',
      height: 36,
      padding: '0 12px',
      border: `1px solid color-mix(in srgb, ${palette.text.secondary} 75%, transparent)`,
      borderRadius: 8,
      background: 'transparent',
      color: palette.text.primary,
      font: 'inherit',
      fontSize: '0.875rem',
    },
    '& fieldset': { border: 0, margin: 0, padding: 0, minWidth: 0 },
    '& legend': { padding: 0, fontSize: '0.8125rem', color: palette.text.secondary },
    '& label:has(> [type=checkbox])': {
      display: 'flex',
      flex: 1,
      gap: 8,
      alignItems: 'center',
      minHeight: 30,
      minWidth: 0,
    },
    '& label > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& label > small': { color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '& [type=checkbox]': { accentColor: palette.primary.main, width: 16, height: 16, margin: 0, flex: 'none' },
    '& ul': { listStyle: 'none', margin: 0, padding: '0 8px', minWidth: 250 },
    '& li': { display: 'flex', gap: 4, alignItems: 'center' },
    '& [data-scroll]': { maxHeight: 220, overflow: 'auto', marginTop: 4 },
    '& [data-buttons]': { display: 'flex', gap: 8, flexWrap: 'wrap' },
    '& [role=alert]': { color: palette.error.main, fontSize: '0.8125rem' },
  };
});

const first = '[role^=menuitem]:not([aria-disabled=true]), input, button';

/**
 * A header's menu, filter or column list as a native popover: on top, closed by Escape or a click outside, and it
 * restores the focus.
 */
export function GridPopover(props: PopoverProps) {
  const { opened, columns, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const label = columns.find((it) => it.fieldName === opened.fieldName)?.label ?? opened.fieldName;
  const title = { menu: `Menu of ${label}`, filter: `Filter by ${label}`, columns: 'Columns' }[opened.what];

  useEffect(() => {
    box.current?.showPopover();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const place = () => {
      const { innerWidth, innerHeight } = window;
      element.style.left = `${Math.max(8, Math.min(opened.x, innerWidth - element.offsetWidth - 8))}px`;
      element.style.top = `${Math.max(8, Math.min(opened.y, innerHeight - element.offsetHeight - 8))}px`;
    };
    // Values load later and change its height.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [opened]);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(first)?.focus();
  }, [opened.what]);

  const close = () => box.current?.hidePopover();
  // Blocks the console's single-key shortcuts.
  const onKeyDown = (event: KeyboardEvent) => event.stopPropagation();
  return (
    <Box
      ref={box}
      popover="auto"
      role={opened.what === 'menu' ? undefined : 'dialog'}
      aria-label={opened.what === 'menu' ? undefined : title}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose(document.activeElement === document.body);
      }}
      onKeyDown={onKeyDown}
    >
      {opened.what === 'menu' && <ColumnMenu {...props} title={title} close={close} />}
      {opened.what === 'filter' && <FilterPanel {...props} title={title} close={close} />}
      {opened.what === 'columns' && <ColumnPanel {...props} title={title} close={close} />}
    </Box>
  );
}
