import { styled } from '@mui/material/styles';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { host, type KitOperations } from '#kit/host.ts';
import { DropDown } from './drop-down.tsx';
import { Icon } from './icons.tsx';
import { Popover } from './popover.tsx';

export interface MenuItem {
  label: string;
  /** Without the permission for it the item is disabled and shows the reason. */
  operation?: keyof KitOperations;
  /** Why it can't be chosen now; shown below the label. */
  reason?: string;
  /** What is good to know before it is chosen; shown below the label. */
  note?: string;
  to?: string;
  act?: () => void;
  isDanger?: boolean;
  isChecked?: boolean;
  isOff?: boolean;
  /** Keeps the menu open, for repeated clicks. */
  stays?: boolean;
}

const List = styled('div')(({ theme }) => ({
  outline: 'none',
  '& hr': { border: 0, borderTop: `1px solid ${theme.vars.palette.divider}`, margin: '6px 0' },
  '& [role^=menuitem]': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    width: '100%',
    minHeight: 36,
    padding: '4px 10px',
    borderRadius: 8,
    cursor: 'pointer',
    '&:hover': { background: theme.vars.palette.action.hover },
    '&:focus': { background: theme.vars.palette.action.selected },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
    '&[data-danger=true]': { color: theme.vars.palette.error.main },
    '&[aria-disabled=true]': { color: theme.vars.palette.text.secondary, cursor: 'default' },
    '&[aria-checked=true]::after': { content: '"✓" / ""' },
    '& small': { flexBasis: '100%', fontSize: '0.8125rem' },
    [theme.breakpoints.down('md')]: { minHeight: 44 },
  },
}));

function Item({ item, isFirst, close }: { item: MenuItem; isFirst: boolean; close: () => void }) {
  const { label, operation, reason, note, to, act, isDanger = false, isChecked, isOff, stays } = item;
  const why = host.useForbidden(operation) ?? reason;
  const noteId = useId();
  const common = {
    role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
    'aria-checked': isChecked,
    'data-danger': isDanger,
    // A scrolling list needs a tab stop.
    tabIndex: isFirst ? 0 : -1,
  };
  if (to !== undefined && !why)
    return (
      <Link {...common} to={to} onClick={close}>
        {label}
      </Link>
    );
  const isDisabled = isOff || why !== undefined;
  return (
    <button
      type="button"
      {...common}
      aria-disabled={isDisabled || undefined}
      // A note describes the item and is no part of its name.
      {...(note && !why && { 'aria-label': label, 'aria-describedby': noteId })}
      onClick={() => {
        if (isDisabled) return;
        if (!stays) close();
        act?.();
      }}
    >
      {label}
      {why ? <small>{why}</small> : note && <small id={noteId}>{note}</small>}
    </button>
  );
}

/**
 * Arrows, Home, End and first letters move the focus (APG, Menu). Tab closes; the surrounding popover handles Escape.
 */
function moveFocus({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const after = [...items.slice(at + 1), ...items];
  const isLetter = /^[a-z]$/i.test(key) && !ctrlKey && !metaKey && !altKey;
  const to: Partial<Record<string, HTMLElement>> = {
    ArrowDown: after[0],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  };
  const next = isLetter ? after.find((it) => it.textContent.toLowerCase().startsWith(key.toLowerCase())) : to[key];
  next?.focus();
  return next !== undefined;
}

export function MenuItems(props: { label: string; groups: readonly (readonly MenuItem[])[]; close: () => void }) {
  const { label, groups, close } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') close();
    else if (moveFocus(event)) event.preventDefault();
  };
  return (
    <List role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {groups.map((items, index) => (
        <div key={items[0]?.label} role="group">
          {index > 0 && <hr aria-hidden />}
          {items.map((item, at) => (
            <Item key={item.label} item={item} isFirst={index + at === 0} close={close} />
          ))}
        </div>
      ))}
    </List>
  );
}

export function Menu(props: {
  label: string;
  name?: string;
  items: readonly MenuItem[];
  /** Replaces the label and disables the menu. */
  progress?: string;
}) {
  const { label, name, items, progress } = props;
  if (items.length === 0) return null;
  return (
    <DropDown
      label={progress ?? label}
      variant="outlined"
      aria-label={name}
      aria-haspopup="menu"
      aria-busy={progress !== undefined}
      disabled={progress !== undefined}
      width={248}
      align="end"
    >
      {(close) => <MenuItems label={name ?? label} groups={[items]} close={close} />}
    </DropDown>
  );
}

/** What is rarely used, behind three dots. */
export function MoreMenu(props: {
  name?: string;
  groups: readonly (readonly MenuItem[])[];
  /** What the chosen item is doing; disables the menu meanwhile. */
  progress?: string;
}) {
  const { name = 'More', progress } = props;
  const groups = props.groups.filter((it) => it.length > 0);
  if (groups.length === 0) return null;
  return (
    <DropDown
      label={progress ?? <Icon name="more" />}
      endIcon={null}
      variant="text"
      aria-label={progress ?? name}
      aria-haspopup="menu"
      aria-busy={progress !== undefined}
      disabled={progress !== undefined}
      width={272}
      align="end"
      sx={{ minWidth: { xs: 44, sm: 36 } }}
    >
      {(close) => <MenuItems label={name} groups={groups} close={close} />}
    </DropDown>
  );
}

const Dots = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 32,
  height: 28,
  borderRadius: 8,
  color: theme.vars.palette.text.secondary,
  cursor: 'pointer',
  verticalAlign: 'middle',
  '&:hover, &[aria-expanded=true]': { background: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}` },
  [theme.breakpoints.down('md')]: { width: 44, height: 44 },
}));

/** The width of a column with menus of rows. */
export const rowMenuWidthPx = 60;

/** The actions of a row, behind three dots. The list is mounted while open, so that rows stay cheap. */
export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The browser closes the list when the pointer goes down; the click that follows must not open it again.
  const wasOpen = useRef(false);
  if (items.length === 0) return null;
  return (
    <>
      <Dots
        ref={button}
        type="button"
        data-row-menu=""
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          if (!wasOpen.current) setOpen(true);
          wasOpen.current = false;
        }}
      >
        <Icon name="more" />
      </Dots>
      {isOpen && (
        <Popover
          ref={panel}
          data-aside=""
          anchor={() => button.current?.getBoundingClientRect()}
          align="end"
          takesFocus
          style={{ width: 220, textAlign: 'left' }}
          onClosed={() => setOpen(false)}
          onClick={({ target }) => (target as Element).closest('a') && panel.current?.hidePopover()}
        >
          <MenuItems label={name} groups={[items]} close={() => panel.current?.hidePopover()} />
        </Popover>
      )}
    </>
  );
}
