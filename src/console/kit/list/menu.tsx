import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { useForbidden } from '#console/api/permission.ts';
import { Icon } from '#console/kit/ui/icons.tsx';
import type { OperationName } from '#contract/operations.ts';

export interface MenuItem {
  label: string;
  /** Without permission for this operation the item is disabled and says why. */
  operation?: OperationName;
  to?: string;
  act?: () => void;
  isDanger?: boolean;
}

const width = 248;

const List = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  boxSizing: 'border-box',
  width,
  margin: 0,
  padding: 8,
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
  fontSize: '0.875rem',
  '& [role=menuitem]': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'block',
    width: '100%',
    padding: '8px 10px',
    borderRadius: 8,
    cursor: 'pointer',
    '&:hover': { background: theme.vars.palette.action.hover },
    '&:focus': { background: theme.vars.palette.action.selected },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
    '&[data-danger=true]': { color: theme.vars.palette.error.main },
    '&[aria-disabled=true]': { color: theme.vars.palette.text.secondary, cursor: 'default' },
    '& small': { display: 'block', fontSize: '0.8125rem' },
    [theme.breakpoints.down('md')]: { padding: '12px 10px' },
  },
}));

function Item({ label, operation, to, act, isDanger = false, close }: MenuItem & { close: () => void }) {
  const why = useForbidden(operation);
  const common = { role: 'menuitem', tabIndex: -1, 'data-danger': isDanger } as const;
  if (why)
    return (
      <button type="button" {...common} aria-disabled>
        {label}
        <small>{why}</small>
      </button>
    );
  if (to !== undefined)
    return (
      <Link {...common} to={to} onClick={close}>
        {label}
      </Link>
    );
  return (
    <button
      type="button"
      {...common}
      onClick={() => {
        close();
        act?.();
      }}
    >
      {label}
    </button>
  );
}

/** Arrows, Home, End and first letters move the focus (APG, Menu); Tab closes the menu. The popover handles Escape. */
function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const after = [...items.slice(at + 1), ...items];
  const isLetter = /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const to: Partial<Record<string, HTMLElement>> = {
    ArrowDown: after[0],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  };
  const next = isLetter
    ? after.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))
    : to[event.key];
  next?.focus();
  return next !== undefined;
}

/** A menu of further actions as a native popover, which restores the focus. */
export function Menu({
  label,
  name,
  items,
  progress,
}: {
  label: string;
  name?: string;
  items: readonly MenuItem[];
  /** The running action; the menu can't be opened meanwhile. */
  progress?: string;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => list.current?.hidePopover();

  const prepare = () => {
    const [box, anchor] = [list.current, button.current?.getBoundingClientRect()];
    if (!box || !anchor) return;
    const top = anchor.bottom + 4;
    box.style.top = `${top}px`;
    box.style.left = `${Math.max(8, anchor.right - width)}px`;
    box.style.maxHeight = `calc(100dvh - ${top + 8}px)`;
    // The browser moves the focus while opening, so that the next key press already reaches the menu.
    for (const [index, item] of box.querySelectorAll('[role=menuitem]').entries())
      item.toggleAttribute('autofocus', index === 0);
  };
  if (items.length === 0) return null;
  return (
    <>
      <Button
        ref={button as Ref<HTMLButtonElement>}
        variant="outlined"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={progress !== undefined}
        disabled={progress !== undefined}
        popoverTarget={id}
        endIcon={<Icon name="down" size={16} />}
      >
        {progress ?? label}
      </Button>
      <List
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={name ?? label}
        onBeforeToggle={({ newState }) => newState === 'open' && prepare()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => {
          // Blocks the console's single-key shortcuts.
          event.stopPropagation();
          if (event.key === 'Tab') close();
          else if (moveFocus(event)) event.preventDefault();
        }}
      >
        {items.map((item) => (
          <Item key={item.label} {...item} close={close} />
        ))}
      </List>
    </>
  );
}
