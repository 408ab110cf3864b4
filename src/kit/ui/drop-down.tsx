import Button, { type ButtonProps } from '@mui/material/Button';
import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from './icons.tsx';
import { Popover, type PopoverProps } from './popover.tsx';

interface DropDownProps extends Omit<ButtonProps, 'role' | 'children'> {
  label: ReactNode;
  /** The panel's accessible name. */
  title?: string;
  /** For the panel; a menu inside has its own. */
  role?: 'dialog' | 'group';
  /** Pixels. */
  width?: number;
  align?: PopoverProps['align'];
  takesFocus?: boolean;
  children: (close: () => void) => ReactNode;
}

/** The content is mounted while open; a link in it closes it. */
export function DropDown(props: DropDownProps) {
  const { label, title, role, width = 320, align, takesFocus = true, children, ...button } = props;
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <Button
        ref={anchor}
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
        endIcon={<Icon name="down" size={16} />}
        {...button}
      >
        {label}
      </Button>
      <Popover
        ref={panel}
        id={id}
        role={role}
        aria-label={title}
        style={{ width }}
        hasButton
        takesFocus={takesFocus}
        anchor={() => anchor.current?.getBoundingClientRect()}
        align={align}
        // The content must exist when the browser looks for what takes the focus.
        onBeforeToggle={({ newState }) => newState === 'open' && flushSync(() => setOpen(true))}
        onClosed={() => setOpen(false)}
        onClick={({ target }) => (target as Element).closest('a') && close()}
      >
        {isOpen && children(close)}
      </Popover>
    </>
  );
}
